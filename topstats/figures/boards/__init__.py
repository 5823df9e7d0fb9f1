"""The drawn tables: one function for each mode of each game, `draw(view, width, theme)`; maps of what happens where; the small pictures.

`view` is the plain dict of `Engine.view` (open, or as one seat sees it). A game without a drawing has no entry.
"""

from collections.abc import Callable
from typing import Any

from topstats.figures.boards import pictures, top_it, top_pop, top_pop_two_player, top_race, top_race_track, tops
from topstats.figures.boards.caps import cap
from topstats.figures.boards.drawing import css
from topstats.figures.boards.pictures import sparkline
from topstats.figures.boards.track_paint import Heat

BOARDS: dict[tuple[str, str], Callable[..., str]] = {
    ("top_pop", "base"): top_pop.draw,
    ("top_pop", "lite"): top_pop.draw,
    ("top_pop", "two_player"): top_pop_two_player.draw,
    ("top_race", "base"): top_race.draw,
    ("top_race", "tips"): top_race.draw,
    ("top_race", "stocks"): top_race.draw,
    ("tops", "base"): tops.draw,
    ("top_it", "base"): top_it.draw,
}
MAPS: dict[str, Callable[..., str]] = {"top_race": top_race_track.heat_map}  # (rules, Heat, theme, width): where a game's `sums` are
PICTURES: dict[str, Callable[[], str]] = {"top_pop": pictures.top_pop, "top_race": top_race.picture, "tops": tops.picture, "top_it": top_it.picture}


def map_of(settings: Any, table: Any, theme: str = "auto", width: str | int = "both") -> str:
    """The map of a game with the numbers of `stats.sums.mean_of_each` as heat."""
    return MAPS[settings.game](settings.rules, heat_of(table), theme, width)


def heat_of(table: Any) -> Heat:
    """These numbers as a map shows them."""
    return Heat(f"{table['label'].iloc[0]} a game, n {table['n'].iloc[0]:,}", table["value"].tolist(), 2)


__all__ = ["BOARDS", "MAPS", "PICTURES", "Heat", "cap", "css", "heat_of", "map_of", "sparkline"]
