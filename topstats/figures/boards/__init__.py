"""The drawn tables: one function for each mode of each game, `draw(view, width, theme)`, and the small pictures.

`view` is the plain dict of `Engine.view` (open, or as one seat sees it). A game without a drawing has no entry.
"""

from collections.abc import Callable

from topstats.figures.boards import pictures, top_it, top_pop, top_pop_two_player, top_race, tops
from topstats.figures.boards.caps import cap
from topstats.figures.boards.drawing import css
from topstats.figures.boards.pictures import sparkline

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
PICTURES: dict[str, Callable[[], str]] = {"top_pop": pictures.top_pop, "top_race": top_race.picture, "tops": tops.picture, "top_it": top_it.picture}

__all__ = ["BOARDS", "PICTURES", "cap", "css", "sparkline"]
