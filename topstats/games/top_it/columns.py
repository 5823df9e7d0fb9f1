"""Columns of the result tables of Top It; the kernel that fills them stands in record.py."""

from topstats.core.contract import ENDED, Column

OTHER = ("the same", "another")

COLUMNS = (
    Column(name="length", per="game", label="Rounds", help="Rounds played.", unit="rounds"),
    Column(name="ended", per="game", label="End", help="How the game came to its end (TI-13, TI-14).", kind="choice", choices=ENDED),
    Column(name="margin", per="game", label="Margin", help="Points of the first ahead of the second; 0 for a tie.", unit="points"),
    Column(name="minutes", per="game", label="Minutes", help="Rounds and the breaks between them, to the nearest minute.", unit="minutes"),
    Column(name="reached", per="game", label="Reached the target", help="Seats that had the target or more at the end (TI-13).", unit="seats"),
    Column(
        name="decisive_round", per="game", label="Decisive round", help="Since the end of which round the winner led alone; 0 for a shared win.", unit="rounds"
    ),
    Column(name="row_rounds", per="game", label="Rounds with a row", help="Rounds in which anybody scored a row (TI-11).", unit="rounds"),
    Column(
        name="grid_share",
        per="game",
        label="Words on the grid",
        help="How many of the language's words begin with a letter of the grid, mean of the rounds.",
        unit="per mille",
        explains="margin",
    ),
    Column(
        name="by_end_rule",
        per="game",
        label="Winners by the other end rule",
        help="Who wins if the end is read the other way (TI-13).",
        kind="choice",
        choices=OTHER,
    ),
    Column(
        name="by_stack_scoring",
        per="game",
        label="Winners by the other scoring of stacks",
        help="Who wins if the stacks of the same rounds are counted the other way (TI-10).",
        kind="choice",
        choices=OTHER,
    ),
    Column(
        name="by_rows_counted",
        per="game",
        label="Winners by the other count of rows",
        help="Who wins if the rows of the same rounds are counted the other way (TI-11).",
        kind="choice",
        choices=OTHER,
    ),
    Column(
        name="lead_changes",
        per="game",
        label="Lead changes",
        help="How often another seat became the only one with most points, looked at after each round.",
        group="lead_changes",
    ),
    Column(name="share", per="seat", label="Share of the win", help="1, 0, or 1/k when k seats share it.", kind="share"),
    Column(name="score", per="seat", label="Points", help="Points at the end (TI-10, TI-11).", unit="points"),
    Column(name="pin_points", per="seat", label="Pins", help="Points for pins (TI-10).", unit="points", part_of="score"),
    Column(name="row_points", per="seat", label="Rows", help="Points for rows on top (TI-11).", unit="points", part_of="score"),
    Column(name="share_end", per="seat", label="Win by the other end rule", help="Share of the win if the end is read the other way (TI-13).", kind="share"),
    Column(
        name="share_stack",
        per="seat",
        label="Win by the other scoring of stacks",
        help="Share of the win if the stacks of the same rounds are counted the other way (TI-10).",
        kind="share",
    ),
    Column(
        name="share_rows",
        per="seat",
        label="Win by the other count of rows",
        help="Share of the win if the rows of the same rounds are counted the other way (TI-11).",
        kind="share",
    ),
    Column(name="placed", per="seat", label="Pins placed", help="Pins laid in all rounds.", unit="pins"),
    Column(
        name="caught", per="seat", label="Repeats noticed", help="Terms named again, or containing one, that cost the pin at once (TI-05, TI-06).", unit="pins"
    ),
    Column(name="unnoticed", per="seat", label="Repeats unnoticed", help="Pins that lie for such a term because nobody noticed.", unit="pins"),
    Column(name="voted_off", per="seat", label="Pins voted off", help="Pins removed by a vote (TI-07).", unit="pins"),
    Column(name="left", per="seat", label="Pins left", help="Pins in hand at the ends of the rounds.", unit="pins"),
    Column(name="used_up", per="seat", label="All pins placed", help="Rounds in which it had placed all its pins (TI-08).", unit="rounds"),
    Column(name="rows_made", per="seat", label="Rows made", help="Rows on top finished while time ran.", unit="rows"),
    Column(name="rows_broken", per="seat", label="Rows broken", help="Its rows on top that another pin covered.", unit="rows"),
    Column(name="rows_scored", per="seat", label="Rows scored", help="Rows that brought points (TI-11).", unit="rows"),
    Column(
        name="pins",
        per="letter",
        label="Pins on the letter",
        help="Pins of all seats that score on the letter's tile, all rounds.",
        unit="pins",
        for_each="laid",
        is_common=True,
    ),
    Column(name="laid", per="letter", label="Rounds on the grid", help="Rounds in which the letter lay on the grid (TI-02).", unit="rounds", is_common=True),
)
