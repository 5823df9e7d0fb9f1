"""Columns of the result tables of the two-player version; the kernel that fills them stands in record.py."""

from topstats.core.contract import ENDED, Column
from topstats.games.top_pop.columns import TIE
from topstats.games.top_pop.two_player.rules import PLACE


def _by_place(name: str, label: str, unit: str, whole: str) -> tuple[Column, ...]:
    """Four parts of a seat's column, one for each place that a company may be paid as (TP-47)."""
    return tuple(
        Column(
            name=f"{name}_{i}",
            per="seat",
            label=f"{label}, {place}",
            help=f"{label} from companies paid as {place} (TP-47: ties shift down).",
            unit=unit,
            part_of=whole,
        )
        for i, place in enumerate(PLACE.labels, 1)
    )


COLUMNS = (
    Column(name="length", per="game", label="Turns", help="Cards played from hand, both players together.", unit="turns"),
    Column(name="ended", per="game", label="End", help="How the game came to its end (TP-43, TP-46).", kind="choice", choices=ENDED),
    Column(name="margin", per="game", label="Margin", help="Points of the winner ahead of the other; 0 if caps decide or the win is shared.", unit="points"),
    Column(name="tie_break", per="game", label="Decided by", help="Points, fewest caps (TP-48), or a shared win.", kind="choice", choices=TIE),
    Column(name="lead_changes", per="game", label="Lead changes",
           help="How often the other player came to have more points, counted after each card as if the game ended.", group="lead_changes"),
    Column(name="share", per="seat", label="Share of the win", help="1, 0, or 1/2 when the win is shared.", kind="share"),
    Column(name="score", per="seat", label="Points", help="Caps times the value of their company, added up (TP-48).", unit="points"),
    *_by_place("points", "Points", "points", "score"),
    Column(name="caps", per="seat", label="Caps", help="Caps of all companies at the end.", unit="caps"),
    *_by_place("caps", "Caps", "caps", "caps"),
    Column(name="caps", per="company", label="Caps of the player", help="Caps of this company that the player earned.", unit="caps"),
    Column(name="cards", per="company", label="Cards", help="Cards of the company that are scored.", unit="cards", is_common=True),
    Column(name="points", per="company", label="Points of the company", help="Majority and variety (TP-46).", unit="points", is_common=True),
    Column(name="majority", per="company", label="Majority", help="Points for most cards of a city (TP-22).", unit="points", part_of="points", is_common=True),
    Column(name="variety", per="company", label="Variety", help="Points for different cities (TP-23).", unit="points", part_of="points", is_common=True),
    Column(name="rank", per="company", label="Rank", help="Rank of the company by points; tied companies share the better one.", is_common=True),
    Column(name="value", per="company", label="Value of a cap", help="Points that each of its caps is worth (TP-47).", unit="points", is_common=True),
)  # fmt: skip
