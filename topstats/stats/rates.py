"""How often in how many chances: columns that say `out_of` which other column counts their chances, and shares that chance alone would bring.

The unit of these intervals is the chance (a round, a disc), as if chances were independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
from topstats.stats import estimates as est
from topstats.stats.estimates import Estimate

Row = dict[str, Any]


def rated(result: Result, per: str) -> list[Column]:
    """The columns of a block that are counted out of another."""
    return [c for c in col.columns(result, per) if c.out_of]


def plain(result: Result, per: str) -> list[Column]:
    """The columns that stand for themselves: no rate, no count of chances, no share with an expectation."""
    found = col.columns(result, per)
    chances = {c.out_of for c in found}
    return [c for c in found if not c.out_of and not c.expected and c.name not in chances]


def further(result: Result) -> list[str]:
    """The further blocks of the mode (by city, by picture), those along the time of a game aside."""
    mode = result.settings.mode_record
    return [per for per in mode.blocks() if per not in ("game", "seat") and not mode.axes[per].is_time]


def rate(count: int, chances: int) -> Estimate:
    """count of chances, with Wilson's interval."""
    return Estimate(count / chances, *est.wilson(count, chances), chances, chances < est.FEW)


def _label(result: Result, per: str, column: Column) -> str:
    chances = next(c for c in col.columns(result, per) if c.name == column.out_of)
    return f"{column.label}, of {chances.label.lower()}"


def _one(result: Result, per: str, column: Column, cell: int | slice) -> Estimate | None:
    """The rate in these cells; None without a chance (a rate above 1 has no interval of this kind and is left out too)."""
    count, chances = (col.total(result, (per, name), cell) for name in (column.name, column.out_of))
    return rate(count, chances) if 0 <= count <= chances and chances else None


def rates(result: Result) -> list[Row]:
    """Rows of the rates of the game table, and by seat of the seat table."""
    rows: list[Row] = []
    for per, cells in (("game", [0]), ("seat", list(range(result.settings.players)))):
        for column in rated(result, per):
            for cell in cells:
                e = _one(result, per, column, cell)
                if e is not None:
                    rows.append(_row(e, _label(result, per, column), seat=cell + 1 if per == "seat" else None))
    return rows


def axis_rates(result: Result) -> list[Row]:
    """Rows of the rates along further axes, all seats together, and of shares beside what chance alone would bring."""
    return [row for per in further(result) for row in (*_shares(result, per), *_axis_rates(result, per))]


def _cells(result: Result, per: str, entry: int) -> slice:
    """One entry of the axis, all seats."""
    entries = len(result.settings.mode_record.axes[per].labels)
    return slice(entry, None, entries)


def _shares(result: Result, per: str) -> Iterator[Row]:
    labels = result.settings.mode_record.axes[per].labels
    for column in (c for c in col.columns(result, per) if c.expected):
        counts = [col.total(result, (per, column.name), entry) for entry in range(len(labels))]  # common: the first seat stands for all
        n = sum(counts)
        if n:
            yield from (_row(rate(count, n), f"{column.label}, share", category=label) for label, count in zip(labels, counts, strict=True))
            by_chance = (Estimate(share, None, None, n, False) for share in column.expected)
            yield from (_row(e, "By chance alone", category=label) for label, e in zip(labels, by_chance, strict=True))


def _axis_rates(result: Result, per: str) -> Iterator[Row]:
    for column in rated(result, per):
        for entry, label in enumerate(result.settings.mode_record.axes[per].labels):
            e = _one(result, per, column, _cells(result, per, entry))
            if e is not None:
                yield _row(e, _label(result, per, column), category=label)


def _row(e: Estimate, label: str, seat: int | None = None, category: str | None = None) -> Row:
    return {"seat": seat, "category": category, "label": label, "value": e.value, "low": e.low, "high": e.high, "n": e.n, "unit": "share"}
