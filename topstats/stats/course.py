"""How a game goes: columns along an axis of time (rounds), in the games that were not over by then.

Pooled over the seats with quantiles, and by seat. The unit of the intervals is the game, since what the seats hold in one game depends on each other;
with rotation it is the rotation of one deal, as if its games were alike (conservative).
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from topstats.core.contract import PART, Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import estimates as est

Row = dict[str, Any]
GONE = -1  # the game was over


def blocks(result: Result) -> list[str]:
    """The further blocks that lie along the time of a game."""
    mode = result.settings.mode_record
    return [per for per in mode.blocks() if per in mode.axes and mode.axes[per].is_time and len(mode.axes[per].labels) > 1]


def course(result: Result) -> list[Row]:
    """A row for each column, moment and seat (None: all seats together), as long as at least FEW games go on."""
    rows = []
    for per in blocks(result):
        labels, seats = result.settings.mode_record.axes[per].labels, range(result.settings.players)
        for column in col.columns(result, per):
            for moment, label in enumerate(labels):
                for seat in (None, *(() if column.is_common else seats)):
                    row = _row(result, per, column, moment, seat)
                    if row is not None:
                        rows.append({"label": column.label, "category": label, "moment": moment + 1, "seat": None if seat is None else seat + 1, **row})
    return rows


def _row(result: Result, per: str, column: Column, moment: int, seat: int | None) -> Row | None:
    """Mean with interval, quantiles, games that go on; None with too few of them."""
    axis, count = result.settings.mode_record.axes[per], result.tally[per, column.name]
    entries = len(axis.labels)
    counts = count.of(slice(moment, None, entries) if seat is None else seat * entries + moment)
    goes_on = (count.values != GONE) | bool(axis.knob)
    values, counts = count.values[goes_on] * column.scale, counts[goes_on]
    n = int(counts.sum())
    games = n // result.settings.players if seat is None else n
    if games < est.FEW:
        return None
    mean, units = float((values * counts).sum()) / n, games / col.unit_games(result)
    if column.kind == "flag":
        low, high = est.wilson(mean * units, units)
        return {"mean": mean, "low": low, "high": high, "n": games, "unit": "share"}
    sd = est.deviation(values, counts) or 0.0
    half = est.t_quantile(max(units - 1, 1)) * max(sd / sqrt(units), column.scale / units)  # of what did not vary: as in estimates.mean
    if column.kind == "part":
        mean, half = mean / PART, half / PART
        return {"mean": mean, "low": max(0.0, mean - half), "high": min(1.0, mean + half), "n": games, "unit": "share"}
    quantiles = {f"q{q:02}": int(values[np.searchsorted(np.cumsum(counts), q / 100 * n)]) for q in est.QUANTILES}
    return {"mean": mean, "low": mean - half, "high": mean + half, "n": games, "unit": column.unit, **quantiles}
