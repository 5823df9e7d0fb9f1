"""Answers about one column beside another: who wins with how many, what a thing brings at each price."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topstats.core.contract import Column
from topstats.result import Result
from topstats.split import Key
from topstats.stats import columns as col
from topstats.stats.metric import Row, bar, tabled

if TYPE_CHECKING:
    import pandas as pd


def splits_of(result: Result, *kinds: str) -> list[Key]:
    """Splits of the seat table in which the column that is split is of these kinds."""
    return [key for key in result.tally.splits if key[0] == "seat" and _column(result, key[0], key[2]).kind in kinds]


def along(result: Result) -> list[Key]:
    """Splits of the further blocks in which amounts are split."""
    return [key for key in result.tally.splits if key[0] != "seat" and _column(result, key[0], key[2]).kind == "count"]


def happening(result: Result) -> list[Key]:
    """Splits of the further blocks in which it is split whether something happened."""
    return [key for key in result.tally.splits if key[0] != "seat" and _column(result, key[0], key[2]).kind == "flag"]


def label_of(result: Result, key: Key, place: int) -> str:
    """What a split is by (1), and what is told for it (2), within a sentence."""
    return _column(result, key[0], key[place]).label.lower()


def has_even(result: Result) -> bool:
    """Whether an amount along a line is told beside the same amount of another thing: what a car of a price won."""
    return any(_is_even(result, key) for key in along(result))


def _is_even(result: Result, key: Key) -> bool:
    x, y = (_column(result, key[0], name) for name in key[1:])
    return (x.unit, x.scale) == (y.unit, y.scale)


def _column(result: Result, per: str, name: str) -> Column:
    return next(c for c in result.settings.mode_record.columns_of(per) if c.name == name)


def with_each(kinds: tuple[str, ...], result: Result) -> pd.DataFrame:
    """Seats with each value of a column: their share of the win, or the mean of another column."""
    return _by_value(result, splits_of(result, *kinds))


def happening_with_each(result: Result) -> pd.DataFrame:
    """How often something happened to those with each value of a column."""
    return _by_value(result, happening(result))


def _by_value(result: Result, keys: list[Key]) -> pd.DataFrame:
    rows: list[Row] = []
    for per, name, other in keys:
        x, y = (_column(result, per, n) for n in (name, other))
        for value in result.tally.splits[per, name, other].values.tolist():
            e = col.split_at(result, (per, name, other), value)
            if e is not None:
                category = x.choices[value] if x.choices else f"{value * x.scale:,}"
                rows.append(bar(e, f"{y.label} by {x.label.lower()}", "mean" if y.kind == "count" else "share", category=category))
    unit = next((_column(result, per, other).unit for per, _, other in keys), "")
    return tabled(result, rows, unit=unit, fair_share=1 / result.settings.players)


def along_each(result: Result) -> pd.DataFrame:
    """The mean of a column at each value of another, along a line (of one point there is none); `even` where both are the same amount (the price)."""
    rows: list[Row] = []
    for key in along(result):
        x, y = (_column(result, key[0], name) for name in key[1:])
        found: list[Row] = []
        for value in result.tally.splits[key].values.tolist():
            e = col.split_at(result, key, value)
            if e is not None:
                at = value * x.scale
                row = {"label": f"{y.label} by {x.label.lower()}", "at": at, "value": e.value, "low": e.low, "high": e.high, "n": e.n}
                found.append(row | {"even": at if _is_even(result, key) else None, "at_unit": x.unit, "unit": y.unit})
        rows += found if len(found) > 1 else []
    return tabled(result, rows).astype({"even": float}) if rows else tabled(result, rows)
