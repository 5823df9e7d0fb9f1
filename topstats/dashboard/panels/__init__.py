"""Rooms of the Balance page for what a kind of result has of its own: a picture first, its table behind it.

A panel looks at what the result has, never at the name of a game. It is a module with `applies` and `show`, and one line in PANELS.
"""

from collections.abc import Callable
from dataclasses import dataclass

from topstats.dashboard.jobs import Job
from topstats.dashboard.panels import auction, where
from topstats.result import Result


@dataclass(frozen=True, kw_only=True)
class Panel:
    """applies : whether the result has what is shown. show : draw it; the jobs are the run and one of the same setup whose games can be looked up.

    metrics : names of those whose cards stand here, and not among the others.
    """

    name: str
    applies: Callable[[Result], bool]
    show: Callable[[Job, Job], None]
    metrics: tuple[str, ...] = ()


PANELS: tuple[Panel, ...] = (
    Panel(name="where", applies=where.applies, show=where.show),
    Panel(name="auction", applies=auction.applies, show=auction.show, metrics=auction.METRICS),
)


def panels_of(result: Result) -> tuple[Panel, ...]:
    """The panels of this result, in the order of the page."""
    return tuple(panel for panel in PANELS if panel.applies(result))
