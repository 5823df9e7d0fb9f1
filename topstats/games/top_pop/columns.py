"""Columns of the result tables of Top Pop; the kernel that fills them stands in record.py."""

from topstats.core.contract import ENDED, Column

TIE = ("points", "caps", "shared")

COLUMNS = (
    Column(name="length", per="game", label="Turns", help="Turns begun, all players together.", unit="turns"),
    Column(name="ended", per="game", label="End", help="How the game came to its end (TP-20, TP-25).", kind="choice", choices=ENDED),
    Column(name="trigger_seat", per="game", label="Ended by", help="Seat that won the card that triggers the end (TP-20); 0: nobody.", kind="seat"),
    Column(name="trigger_turn", per="game", label="End triggered in turn", help="Turn in which the end was triggered; 0: never.", unit="turns"),
    Column(name="margin", per="game", label="Margin", help="Points of the winner ahead of the next; 0 if caps decide or the win is shared.", unit="points"),
    Column(name="tie_break", per="game", label="Decided by", help="Points, caps (TP-24), or a shared win.", kind="choice", choices=TIE),
    Column(
        name="lead_changes",
        per="game",
        label="Lead changes",
        help="How often another seat became the only one with most points, looked at after each win step and at the end.",
        group="lead_changes",
    ),
    Column(name="share", per="seat", label="Share of the win", help="1, 0, or 1/k when k seats share it.", kind="share"),
    Column(name="score", per="seat", label="Points", help="Points at the end (TP-22, TP-23).", unit="points"),
    Column(name="majority", per="seat", label="Sole majority", help="Points for the sole most cards of a city (TP-22).", unit="points", part_of="score"),
    Column(name="tied", per="seat", label="Tied majority", help="Points for tied most cards of a city (TP-22).", unit="points", part_of="score"),
    Column(name="variety", per="seat", label="Variety", help="Points for different cities (TP-23).", unit="points", part_of="score"),
    Column(name="cards", per="seat", label="Cards won", help="Cards in the score pile at the end.", unit="cards"),
    Column(name="caps", per="seat", label="Caps at the end", help="Caps in the supply after the last wins.", unit="caps"),
    Column(
        name="caps_received",
        per="seat",
        label="Caps received",
        help="Caps that came to this seat because others won cards in front of it (TP-08).",
        unit="caps",
    ),
    Column(name="caps_given", per="seat", label="Caps given", help="Caps of its winning stacks that went to other players (TP-08).", unit="caps"),
    Column(name="stacks_lost", per="seat", label="Stacks outbid", help="How often its tallest stack was topped by another.", unit="stacks"),
    Column(name="triggered", per="seat", label="Triggered the end", help="Whether this seat won the card that triggers the end.", kind="flag"),
    Column(name="won", per="city", label="Cards won", help="Cards of the city in the score pile at the end.", unit="cards"),
)
