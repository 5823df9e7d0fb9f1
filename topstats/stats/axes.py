"""Answers along the further axes of a game (cities, pictures, cars) and along its time; rates of chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import course, rates
from topstats.stats.metric import bar, places, tabled
from topstats.stats.seats import spreads

if TYPE_CHECKING:
    import pandas as pd


def _further(result: Result) -> list[str]:
    return [per for per in rates.further(result) if rates.plain(result, per)]


def of_axes(result: Result, flags: bool) -> list[tuple[str, Column]]:
    """Flags or counts of the further blocks; how often something happened stands in the tables only."""
    found = [(per, c) for per in _further(result) for c in rates.plain(result, per)]
    return [(per, c) for per, c in found if (c.kind == "flag") == flags and c.unit != "times" and not c.shown and c.kind != "choice"]


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


def with_picture(result: Result, shown: str) -> list[tuple[str, Column]]:
    """Columns of the further blocks that have a picture of this kind of their own."""
    return [(per, c) for per in rates.further(result) for c in col.columns(result, per) if c.shown == shown]


def _entries(result: Result, per: str, column: Column) -> tuple[str, ...]:
    """The labels of the axis, as many as the block has (an axis by seat is as long as there are players)."""
    return result.settings.mode_record.axes[per].labels[: len(result.tally[per, column.name].total) // result.settings.players]


def spread_along_axis(result: Result) -> pd.DataFrame:
    """Common columns by entry of their axis."""
    found = [(per, c, entry) for per, c in with_picture(result, "spread") for entry in range(len(_entries(result, per, c)))]
    keys = [{"label": c.label, "category": result.settings.mode_record.axes[per].labels[entry]} for per, c, entry in found]
    means = [col.mean_at(result, (per, c.name), entry) for per, c, entry in found]
    return spreads(result, keys, means, [col.spread(result, (per, c.name), entry) for per, c, entry in found], (found[0][0], found[0][1].name))


def who_has_which(result: Result) -> pd.DataFrame:
    """Share of the games in which a flag was set, by entry of its axis; by strategy (in any of its seats) if there are several, else by seat."""
    rows, specs = [], result.settings.specs
    for per, column in with_picture(result, "grid"):
        labels, count = _entries(result, per, column), result.tally[per, column.name]
        for i in range(len(specs)) if len(specs) > 1 else places(result):
            who = {"strategy": specs[i]} if len(specs) > 1 else {"seat": i + 1}
            for entry, category in enumerate(labels):
                cells = slice(entry, None, len(labels)) if len(specs) > 1 else i * len(labels) + entry
                times = int((count.values * count.of(cells, i if len(specs) > 1 else slice(None))).sum())
                rows.append(bar(col.part_of_games(result, times), column.label, "share", category=category, **who))
    return tabled(result, rows)


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
