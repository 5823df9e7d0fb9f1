"""Answers along the further axes of a game (cities, pictures, cars) and along its time; rates of chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import course, rates
from topstats.stats.metric import bar, places, tabled

if TYPE_CHECKING:
    import pandas as pd


def _further(result: Result) -> list[str]:
    return [per for per in rates.further(result) if rates.plain(result, per)]


def of_axes(result: Result, flags: bool) -> list[tuple[str, Column]]:
    """Flags or counts of the further blocks; how often something happened stands in the tables only."""
    found = [(per, c) for per in _further(result) for c in rates.plain(result, per)]
    return [(per, c) for per, c in found if (c.kind == "flag") == flags and c.unit != "times"]


def by_axis(flags: bool, result: Result) -> pd.DataFrame:
    rows, unit = [], "share" if flags else "mean"
    for per, column in of_axes(result, flags):
        key, labels = (per, column.name), result.settings.mode_record.axes[per].labels
        entries = len(result.tally[key].total) // result.settings.players
        used = [entry for entry in range(entries) if col.total(result, key, slice(entry, None, entries))]  # cities that are in play
        for place in places(result)[: 1 if column.is_common else None]:
            estimates = [(entry, (col.rate_at if flags else col.mean_at)(result, key, place * entries + entry)) for entry in used]
            seat = None if column.is_common else place + 1
            rows += [bar(e, column.label, unit, seat=seat, category=labels[entry]) for entry, e in estimates]
    table = tabled(result, rows)
    return table.astype({"seat": "Int64"})


def rates_by_seat(result: Result) -> pd.DataFrame:
    return tabled(result, rates.rates(result)).astype({"seat": "Int64"})


def rates_by_axis(result: Result) -> pd.DataFrame:
    return tabled(result, rates.axis_rates(result)).drop(columns="seat")


def course_of_games(result: Result) -> pd.DataFrame:
    return tabled(result, course.course(result)).astype({"seat": "Int64"})


def for_each(result: Result) -> list[tuple[str, Column]]:
    """Common columns of further blocks that something else brings."""
    return [(per, c) for per in _further(result) for c in col.columns(result, per) if c.for_each and c.is_common]


def brought_by_each(result: Result) -> pd.DataFrame:
    rows = []
    for per, column in for_each(result):
        labels = result.settings.mode_record.axes[per].labels
        entries = len(result.tally[per, column.name].total) // result.settings.players
        found = [(labels[x], col.ratio_at(result, (per, column.name), (per, column.for_each), x)) for x in range(entries)]
        label = f"{column.label} by {next(c.label for c in col.columns(result, per) if c.name == column.for_each).lower()}"
        rows += [bar(e, label, "mean", category=name) for name, e in found if e is not None]
    return tabled(result, rows)
