"""How often in how many chances: columns that say `out_of` which other column counts their chances, and shares that chance alone would bring.

The unit of their intervals is the game (with rotation the rotation of one deal), since the chances of one game (its rounds, its discs) hang together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topstats.core.contract import Column
from topstats.result import Result
from topstats.stats import columns as col
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


def _label(result: Result, per: str, column: Column) -> str:
    chances = next(c for c in col.columns(result, per) if c.name == column.out_of)
    return f"{column.label}, of {chances.label.lower()}"


def rates(result: Result) -> list[Row]:
    """Rows of the rates of the game table, and by seat of the seat table."""
    rows: list[Row] = []
    for per, cells in (("game", [0]), ("seat", list(range(result.settings.players)))):
        for column in rated(result, per):
            for cell in cells:
                e = col.chance_at(result, (per, column.name), (per, column.out_of), cell)
                if e is not None:
                    rows.append(_row(e, _label(result, per, column), seat=cell + 1 if per == "seat" else None))
    return rows


def axis_rates(result: Result) -> list[Row]:
    """Rows of the rates along further axes, all seats together, and of shares beside what chance alone would bring."""
    return [row for per in further(result) for row in (*_shares(result, per), *_axis_rates(result, per))]


def _shares(result: Result, per: str) -> Iterator[Row]:
    labels = result.settings.mode_record.axes[per].labels
    for column in (c for c in col.columns(result, per) if c.expected):
        found = [col.part_of_axis(result, (per, column.name), entry) for entry in range(len(labels))]
        shares = [(label, e, share) for label, e, share in zip(labels, found, column.expected, strict=True) if e is not None]
        yield from (_row(e, f"{column.label}, share", category=label) for label, e, _ in shares)
        yield from (_row(Estimate(share, None, None, e.n, False), "By chance alone", category=label) for label, e, share in shares)


def _axis_rates(result: Result, per: str) -> Iterator[Row]:
    for column in rated(result, per):
        for entry, label in enumerate(result.settings.mode_record.axes[per].labels):
            e = col.chance_of(result, (per, column.name), (per, column.out_of), entry)
            if e is not None:
                yield _row(e, _label(result, per, column), category=label)


def _row(e: Estimate, label: str, seat: int | None = None, category: str | None = None) -> Row:
    return {"seat": seat, "category": category, "label": label, "value": e.value, "low": e.low, "high": e.high, "n": e.n, "unit": "share"}
