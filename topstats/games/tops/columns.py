"""Columns of the result tables of Tops; the kernel that fills them stands in record.py."""

from topstats.core.contract import ENDED, Column
from topstats.games.tops.rules import PICTURE, pictures

BY_CHANCE = tuple({1: 1, 2: 3, 3: 6}[len(set(name))] / 27 for name in pictures(3))  # three colours, independent and equally likely
assert len(BY_CHANCE) == len(PICTURE.labels)

COLUMNS = (
    Column(name="length", per="game", label="Rounds", help="Rounds played.", unit="rounds"),
    Column(name="ended", per="game", label="End", help="How the game came to its end (TS-11, TS-12).", kind="choice", choices=ENDED),
    Column(name="minutes", per="game", label="Minutes", help="Minutes of a game, those between the rounds included (model).", unit="minutes"),
    Column(name="margin", per="game", label="Margin", help="Tokens of the winner ahead of the next; 0 if the win is shared.", unit="tokens"),
    Column(name="no_winner", per="game", label="Rounds without winner", help="Rounds that nobody won: no objective matched or a top was bare (TS-08, TS-09).",
           unit="rounds", out_of="length"),
    Column(name="bare", per="game", label="Rounds with a bare top", help="Rounds at whose end a top had no disc (TS-08).", unit="rounds", out_of="length"),
    Column(name="lead_changes", per="game", label="Lead changes", help="How often another seat became the only one with most tokens.", group="lead_changes"),
    Column(name="share", per="seat", label="Share of the win", help="1, 0, or 1/k when k seats share it.", kind="share"),
    Column(name="score", per="seat", label="Tokens", help="Tokens at the end (TS-09).", unit="tokens"),
    Column(name="placed", per="seat", label="Discs placed", help="Discs that reached a moving top; they landed or fell.", unit="discs"),
    Column(name="fallen", per="seat", label="Discs fallen", help="Of those, the discs that fell beside the top (TS-07).", unit="discs", out_of="placed"),
    Column(name="touches", per="seat", label="Touches", help="Tops touched and spun again (TS-06).", unit="touches", out_of="placed"),
    Column(name="late", per="seat", label="Discs too late", help="Discs on their way to a top that stopped meanwhile; they went back (TS-05).", unit="discs"),
    Column(name="lacking", per="seat", label="Rounds without a colour", help="Rounds that it began without a disc of some colour.", unit="rounds"),
    Column(name="lacking_won", per="seat", label="Tokens without a colour", help="Tokens won in those rounds.", unit="tokens", out_of="lacking"),
    Column(name="full", per="seat", label="Rounds with all colours", help="Rounds that it began with a disc of each colour.", unit="rounds"),
    Column(name="full_won", per="seat", label="Tokens with all colours", help="Tokens won in those rounds.", unit="tokens", out_of="full"),
    Column(name="shown", per="picture", label="Shown at the end of a round", help="Rounds that ended with these colours on top (three tops only).",
           unit="rounds", is_common=True, expected=BY_CHANCE),
    Column(name="held", per="picture", label="Objective held", help="Rounds in which the seat held this objective (three tops only).", unit="rounds"),
    Column(name="won", per="picture", label="Objective won", help="Tokens won with this objective (three tops only).", unit="tokens", out_of="held"),
    Column(name="discs", per="round", label="Discs held", help="Discs of the seat at the start of the round; -1: the game was over.", unit="discs"),
    Column(name="red", per="round", label="Red discs", help="Red discs of the seat at the start of the round; -1: the game was over.", unit="discs"),
    Column(name="blue", per="round", label="Blue discs", help="Blue discs of the seat at the start of the round; -1: the game was over.", unit="discs"),
    Column(name="yellow", per="round", label="Yellow discs", help="Yellow discs of the seat at the start of the round; -1: the game was over.", unit="discs"),
    Column(name="lacks", per="round", label="Lacks a colour", help="1 if the seat had no disc of some colour at the start of the round; -1: the game was over.",
           kind="flag"),
)  # fmt: skip
