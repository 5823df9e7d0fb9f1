"""What is kept of a run when its rows are not: whole-number counts and sums, so that any order of adding gives the same.

A column is tallied by cell and group. Cells: the places at the table (for a further block: place times axis; for
the game table: one). Groups: the different seat specifications of the run. The unit of the statistics is the
game, or with rotation the rotation of one deal; an unfinished last rotation is in the counts, not in the unit sums.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import Column, Mode
from topstats.core.jit import kernel
from topstats.settings import Settings

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Count:
    """One column of a run; K cells, G groups.

    counts : (K, G, values) how often the value low + i came.
    total, square : (K,) over complete units, the sums of the unit's sum and of its square.
    group_total, group_square : (G,) the same, where the unit's sum runs over all seats of the group.
    won : (K, G) sixtieths of a win in the games in which this flag was 1 (0 if it is no flag).
    cross : (K,) over complete units, the sum of the unit's sum times that of its `for_each` or `explains` column (0 if it has none).
    """

    low: int
    counts: Ints
    total: Ints
    square: Ints
    group_total: Ints
    group_square: Ints
    won: Ints
    cross: Ints

    def __add__(self, other: "Count") -> "Count":
        low = min(self.low, other.low)
        size = max(one.low + one.counts.shape[-1] for one in (self, other)) - low
        counts = np.zeros((*self.counts.shape[:-1], size), np.int64)
        for one in (self, other):
            counts[..., one.low - low : one.low - low + one.counts.shape[-1]] += one.counts
        sums = {name: getattr(self, name) + getattr(other, name) for name in ("total", "square", "group_total", "group_square", "won", "cross")}
        return Count(low=low, counts=counts, **sums)

    @property
    def values(self) -> Ints:
        return np.arange(self.low, self.low + self.counts.shape[-1])

    def of(self, cells: Any = slice(None), group: Any = slice(None)) -> Ints:
        """(values,) how often each value came in these cells and this group."""
        counts: Ints = self.counts[cells][..., group, :].reshape(-1, self.counts.shape[-1]).sum(axis=0)
        return counts


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of a run, or of any part of one; `a + b` is the tally of both.

    n_games, n_units : games, and complete units among them.
    columns : (per, name) -> Count.
    """

    n_games: int
    n_units: int
    columns: dict[tuple[str, str], Count]

    def __add__(self, other: "Tally") -> "Tally":
        columns = {key: count + other.columns[key] for key, count in self.columns.items()}
        return Tally(self.n_games + other.n_games, self.n_units + other.n_units, columns)

    def __getitem__(self, key: tuple[str, str]) -> Count:
        return self.columns[key]

    def __contains__(self, key: tuple[str, str]) -> bool:
        return key in self.columns

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal tallies give equal data."""
        fields = ("counts", "total", "square", "group_total", "group_square", "won", "cross")
        columns = {".".join(key): {"low": c.low} | {f: getattr(c, f).tolist() for f in fields} for key, c in self.columns.items()}
        return {"n_games": self.n_games, "n_units": self.n_units, "columns": columns}


def tally_from(data: Any) -> Tally:
    """Back from `to_dict`. Raises one of Python's own errors (KeyError, ValueError, ...) for what is none."""
    columns = {}
    for key, fields in data["columns"].items():
        per, _, name = key.partition(".")
        arrays = {field: _whole(values) for field, values in fields.items() if field != "low"}
        count = Count(low=int(fields["low"]), **arrays)
        cells, groups, _ = count.counts.shape
        found = tuple(a.shape for a in (count.total, count.square, count.group_total, count.group_square, count.won, count.cross))
        if found != ((cells,), (cells,), (groups,), (groups,), (cells, groups), (cells,)):
            raise ValueError(f"column {key}: shapes {found} do not fit counts {count.counts.shape}")
        columns[per, name] = count
    return Tally(int(data["n_games"]), int(data["n_units"]), columns)


def _whole(values: Any) -> Ints:
    array = np.array(values)
    if array.dtype != np.int64:
        raise ValueError("sums are whole numbers")
    return array


def add(tallies: Sequence[Tally]) -> Tally:
    """The tally of all together (at least one)."""
    return reduce(lambda a, b: a + b, tallies)


def live_columns(mode: Mode, per: str, extras: Sequence[str]) -> list[tuple[int, Column]]:
    """The columns of a block that are computed, with their places in it: those asked for, and those of no group."""
    return [(i, c) for i, c in enumerate(mode.columns_of(per)) if not c.group or c.group in extras]


def tally(settings: Settings, blocks: Sequence[NDArray[np.int16]], extras: Sequence[str] = ()) -> Tally:
    """Count the rows of consecutive games; with rotation the first of them must begin a rotation.

    blocks : int16 arrays in the mode's order, (games, columns), (games, places, columns), (games, places, axis, columns).
    """
    mode, n = settings.mode_record, len(blocks[0])
    unit = settings.players if settings.rotate else 1
    columns: dict[tuple[str, str], Count] = {}
    for per, block in zip(mode.blocks(), blocks, strict=True):
        cells = block.reshape(n, -1, block.shape[-1])
        is_flag = np.array([c.kind == "flag" and per == "seat" for c in mode.columns_of(per)])
        group = seat_groups(settings) if per == "seat" else np.zeros((1, cells.shape[1]), np.int64)
        low, starts, counts, sums, won, cross = _count(cells, group, group.max() + 1, is_flag, _partners(mode, per), unit)
        for i, column in live_columns(mode, per, extras):
            shape = (cells.shape[1], group.max() + 1, -1)
            count = counts[starts[i] : starts[i + 1]].reshape(shape)
            cell, groups = sums[:, : shape[0], i].copy(), sums[:, shape[0] :, i].copy()
            columns[per, column.name] = Count(int(low[i]), count, cell[0], cell[1], groups[0], groups[1], won[..., i].copy(), cross[:, i].copy())
    return Tally(n, n // unit, columns)


def _partners(mode: Mode, per: str) -> Ints:
    """For each column of a block the place of its `for_each` or `explains` column, -1 if it has none."""
    names = [c.name for c in mode.columns_of(per)]
    return np.array([names.index(c.for_each or c.explains) if (c.for_each or c.explains) in names else -1 for c in mode.columns_of(per)], np.int64)


def seat_groups(settings: Settings) -> Ints:
    """(turns, places): the group (index into `settings.specs`) at each place; game g is turn g % turns."""
    turns = settings.players if settings.rotate else 1
    return np.array([[settings.specs.index(settings.seats[e].spec) for e in settings.entries(turn)] for turn in range(turns)])


@kernel
def _count(block: Any, group: Any, n_groups: Any, is_flag: Any, partner: Any, unit: Any) -> Any:
    """Tally a block (games, K cells, C columns) in one pass.

    Returns low (C,); starts (C + 1,) into the flat counts, where column c lies as (K, G, values);
    sums (2, K + G, C): of units and of their squares; won (K, G, C); cross (K, C): of products of units with the partner's.
    """
    n, n_cells, n_columns = block.shape
    low, high = np.zeros(n_columns, np.int64), np.zeros(n_columns, np.int64)
    for c in range(n_columns):
        low[c], high[c] = block[0, 0, c], block[0, 0, c]
    for i in range(n):
        for k in range(n_cells):
            for c in range(n_columns):
                low[c], high[c] = min(low[c], np.int64(block[i, k, c])), max(high[c], np.int64(block[i, k, c]))
    width = high - low + 1
    starts = np.zeros(n_columns + 1, np.int64)
    for c in range(n_columns):
        starts[c + 1] = starts[c] + n_cells * n_groups * width[c]
    counts = np.zeros(starts[n_columns], np.int64)
    sums = np.zeros((2, n_cells + n_groups, n_columns), np.int64)
    won = np.zeros((n_cells, n_groups, n_columns), np.int64)
    cross = np.zeros((n_cells, n_columns), np.int64)
    one = np.zeros((n_cells + n_groups, n_columns), np.int64)  # the unit being played
    for i in range(n):
        for k in range(n_cells):
            g = group[i % len(group), k]
            for c in range(n_columns):
                v = np.int64(block[i, k, c])
                counts[starts[c] + (k * n_groups + g) * width[c] + v - low[c]] += 1
                one[k, c] += v
                one[n_cells + g, c] += v
                if is_flag[c] and v == 1:
                    won[k, g, c] += block[i, k, 0]  # the first column of a seat is its share
        if (i + 1) % unit == 0:
            for k in range(n_cells):
                for c in range(n_columns):
                    if partner[c] >= 0:
                        cross[k, c] += one[k, c] * one[k, partner[c]]
            for k in range(n_cells + n_groups):
                for c in range(n_columns):
                    sums[0, k, c] += one[k, c]
                    sums[1, k, c] += one[k, c] * one[k, c]
                    one[k, c] = 0
    return low, starts, counts, sums, won, cross
