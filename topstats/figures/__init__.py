"""Tidy tables in, Plotly figures out; nothing is estimated here.

`FIGURES[kind](table, metric, theme)` draws the table of a metric of that kind; `theme` is "light" or "dark". The first entry of a
mark's customdata is what a click means: the seat's number, the strategy or category; for a histogram the bar's first and last value.
In a comparison it is measure and setting, or the two winners. `boards` draws the table of a game.
"""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

from topstats.figures.bars import bars
from topstats.figures.course import over_time
from topstats.figures.forest import flow, forest
from topstats.figures.grid import grid
from topstats.figures.histogram import counted
from topstats.figures.parts import stacked
from topstats.figures.share import win_share
from topstats.figures.spread import quantile_bars
from topstats.figures.timeline import score_time
from topstats.figures.trend import trend

FIGURES: dict[str, Callable[[Any, Any, str], go.Figure]] = {
    "share": win_share,
    "spread": quantile_bars,
    "parts": stacked,
    "histogram": counted,
    "bars": bars,
    "course": over_time,
    "trend": trend,
    "grid": grid,
    "forest": forest,
    "flow": flow,
}

__all__ = ["FIGURES", "score_time"]
