"""What is kept of a run when its rows are not: whole-number counts and sums, so that any order of adding gives the same.

A column is tallied by cell and group. Cells: the places at the table (for a further block: place times axis; for
the game table: one). Groups: the different seat specifications of the run. Pools: what is added up inside a game, in the seat table the seats of a
group, in a further block all seats of one entry, and last the whole block. The unit of the statistics is the
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
from topstats.core.machine import NO_SUMS
from topstats.settings import Settings
from topstats.split import Key, Split, split, split_from

Ints = NDArray[np.int64]
SUMS = ("total", "square", "pool_total", "pool_square", "won", "cross", "pool_cross")  # fields of a Count that simply add up


@dataclass(frozen=True, eq=False)
class Count:
    """One column of a run; K cells, G groups (1 in the game table), Q pools.

    counts : (K, G, values) how often the value low + i came.
    total, square : (K,) over complete units, the sums of the unit's sum and of its square.
    pool_total, pool_square : (Q,) the same, where the unit's sum runs over all cells of the pool.
    won : (K, G) sixtieths of a win in the games in which this flag was 1 (0 if it is no flag).
    cross, pool_cross : (K,), (Q,) over complete units, the sum of the unit's sum times that of its partner (0 if it has none): the column that it names in
        `out_of`, `for_each` or `explains`; for one with `expected` shares it is its own last pool.
    """

    low: int
    counts: Ints
    total: Ints
    square: Ints
    pool_total: Ints
    pool_square: Ints
    won: Ints
    cross: Ints
    pool_cross: Ints

    def __add__(self, other: "Count") -> "Count":
        low = min(self.low, other.low)
        size = max(one.low + one.counts.shape[-1] for one in (self, other)) - low
        counts = np.zeros((*self.counts.shape[:-1], size), np.int64)
        for one in (self, other):
            counts[..., one.low - low : one.low - low + one.counts.shape[-1]] += one.counts
        sums = {name: getattr(self, name) + getattr(other, name) for name in SUMS}
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
    columns : (per, name) -> Count. splits : (per, name, the column that it splits) -> Split.
    sums : (3, columns, entries) of the mode's `sums`, if they were asked for: over all games; over complete units, of each unit's sum and of its square.
    """

    n_games: int
    n_units: int
    columns: dict[tuple[str, str], Count]
    splits: dict[Key, Split]
    sums: Ints | None = None

    def __add__(self, other: "Tally") -> "Tally":
        columns = {key: count + other.columns[key] for key, count in self.columns.items()}
        splits = {key: one + other.splits[key] for key, one in self.splits.items()}
        sums = None if self.sums is None or other.sums is None else self.sums + other.sums
        return Tally(self.n_games + other.n_games, self.n_units + other.n_units, columns, splits, sums)

    def __getitem__(self, key: tuple[str, str]) -> Count:
        return self.columns[key]

    def __contains__(self, key: tuple[str, str]) -> bool:
        return key in self.columns

    def to_dict(self) -> dict[str, Any]:
        """Plain data; equal tallies give equal data."""
        columns = {".".join(key): {"low": c.low} | {f: getattr(c, f).tolist() for f in ("counts", *SUMS)} for key, c in self.columns.items()}
        splits = {".".join(key): one.to_dict() for key, one in self.splits.items()}
        sums = {} if self.sums is None else {"sums": self.sums.tolist()}
        return {"n_games": self.n_games, "n_units": self.n_units, "columns": columns, "splits": splits} | sums


def tally_from(data: Any) -> Tally:
    """Back from `to_dict`. Raises one of Python's own errors (KeyError, ValueError, ...) for what is none."""
    columns = {}
    for key, fields in data["columns"].items():
        per, _, name = key.partition(".")
        arrays = {field: whole(values) for field, values in fields.items() if field != "low"}
        count = Count(low=int(fields["low"]), **arrays)
        cells, groups, _ = count.counts.shape
        pools = count.pool_total.shape
        found = tuple(getattr(count, field).shape for field in SUMS)
        if found != ((cells,), (cells,), pools, pools, (cells, groups), (cells,), pools) or len(pools) != 1:
            raise ValueError(f"column {key}: shapes {found} do not fit counts {count.counts.shape}")
        columns[per, name] = count
    splits = {(per, name, other): split_from(fields) for key, fields in data["splits"].items() for per, name, other in [key.split(".")]}
    sums = whole(data["sums"]) if "sums" in data else None
    return Tally(int(data["n_games"]), int(data["n_units"]), columns, splits, sums)


def whole(values: Any) -> Ints:
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


def empty_sums(settings: Settings, extras: Sequence[str]) -> Ints:
    """The sums that play_many takes, (3, columns, entries); none if they are not asked for or the mode has none."""
    sums = settings.mode_record.sums
    if sums is None or sums.group not in extras:
        return NO_SUMS
    return np.zeros((3, len(sums.columns), len(sums.axis(settings.rules).labels)), np.int64)


def tally(settings: Settings, blocks: Sequence[NDArray[np.int16]], extras: Sequence[str] = (), of_run: Ints = NO_SUMS) -> Tally:
    """Count the rows of consecutive games; with rotation the first of them must begin a rotation.

    blocks : int16 arrays in the mode's order, (games, columns), (games, places, columns), (games, places, axis, columns).
    of_run : what play_many made of `empty_sums` in those games.
    """
    mode, n = settings.mode_record, len(blocks[0])
    unit = settings.players if settings.rotate else 1
    columns: dict[tuple[str, str], Count] = {}
    splits: dict[Key, Split] = {}
    for per, block in zip(mode.blocks(), blocks, strict=True):
        cells = block.reshape(n, -1, block.shape[-1])
        is_flag = np.array([c.kind == "flag" and per == "seat" for c in mode.columns_of(per)])
        n_cells = cells.shape[1]
        group = np.zeros((1, 1), np.int64) if per == "game" else np.repeat(seat_groups(settings), n_cells // settings.players, axis=1)
        pool = np.tile(np.arange(block.shape[2]), block.shape[1])[None] if block.ndim == 4 else group
        low, starts, counts, sums, won = _count(cells, group, pool, pool.max() + 1 + (block.ndim == 4), is_flag, _partners(mode, per), unit)
        live = live_columns(mode, per, extras)
        splits |= split(mode, per, live, cells, settings.players, unit)
        for i, column in live:
            count = counts[starts[i] : starts[i + 1]].reshape(n_cells, group.max() + 1, -1)
            (total, square, cross), (pool_total, pool_square, pool_cross) = sums[:, :n_cells, i].copy(), sums[:, n_cells:, i].copy()
            columns[per, column.name] = Count(int(low[i]), count, total, square, pool_total, pool_square, won[..., i].copy(), cross, pool_cross)
    whole_run = np.stack([of_run[0] + of_run[1], of_run[1], of_run[2]]) if of_run.size else None
    return Tally(n, n // unit, columns, splits, whole_run)


ITS_SUM, NONE = -2, -1


def _partners(mode: Mode, per: str) -> Ints:
    """For each column of a block the place of its partner (see Count.cross), ITS_SUM or NONE."""
    names = [c.name for c in mode.columns_of(per)]
    partner = [c.out_of or c.for_each or c.explains for c in mode.columns_of(per)]
    return np.array([ITS_SUM if c.expected else names.index(p) if p in names else NONE for c, p in zip(mode.columns_of(per), partner, strict=True)], np.int64)


def seat_groups(settings: Settings) -> Ints:
    """(turns, places): the group (index into `settings.specs`) at each place; game g is turn g % turns."""
    turns = settings.players if settings.rotate else 1
    return np.array([[settings.specs.index(settings.seats[e].spec) for e in settings.entries(turn)] for turn in range(turns)])


def _count(block: NDArray[np.int16], group: Ints, pool: Ints, n_pools: int, is_flag: NDArray[np.bool_], partner: Ints, unit: int) -> tuple[Ints, ...]:
    """Tally a block (games, K cells, C columns). If there is one pool more than `pool` names, it is the sum of the others.

    Returns low (C,); starts (C + 1,) into the flat counts, where column c lies as (K, G, values);
    sums (3, K + Q, C): of units, of their squares, of their products with the partner's; won (K, G, C).
    """
    _, n_cells, n_columns = block.shape
    n_groups = int(group.max()) + 1
    low, high = (extreme(extreme(block, axis=0), axis=0).astype(np.int64) for extreme in (np.min, np.max))
    width = high - low + 1
    starts = np.concatenate([[0], np.cumsum(n_cells * n_groups * width)])
    counts, won = np.zeros(starts[-1], np.int64), np.zeros((n_cells, n_groups, n_columns), np.int64)
    sums = np.zeros((3, n_cells + n_pools, n_columns), np.int64)
    _add_up(block, group, pool, is_flag, partner, np.int64(unit), low, width, starts, counts, sums, won, np.zeros_like(sums[0]), n_pools > pool.max() + 1)
    return low, starts, counts, sums, won


@kernel
def _add_up(
    block: Any, group: Any, pool: Any, is_flag: Any, partner: Any, unit: Any, low: Any, width: Any, starts: Any, counts: Any, sums: Any, won: Any, one: Any,
    has_sum: Any,
) -> None:  # fmt: skip
    """The work of `_count` in one pass: into counts, sums and won. one: the unit being played; all four are 0 at first.

    has_sum : the last pool is the sum of the others.
    """
    n, n_cells, n_columns = block.shape
    n_groups, last = won.shape[1], one.shape[0] - 1
    for i in range(n):
        for k in range(n_cells):
            g, q = group[i % len(group), k], n_cells + pool[i % len(pool), k]
            for c in range(n_columns):
                v = np.int64(block[i, k, c])
                counts[starts[c] + (k * n_groups + g) * width[c] + v - low[c]] += 1
                one[k, c] += v
                one[q, c] += v
                if is_flag[c] and v == 1:
                    won[k, g, c] += block[i, k, 0]  # the first column of a seat is its share
        if (i + 1) % unit == 0:
            for k in range(n_cells, last if has_sum else n_cells):
                for c in range(n_columns):
                    one[last, c] += one[k, c]
            for k in range(last + 1):
                for c in range(n_columns):
                    sums[0, k, c] += one[k, c]
                    sums[1, k, c] += one[k, c] * one[k, c]
                    if partner[c] >= 0:
                        sums[2, k, c] += one[k, c] * one[k, partner[c]]
                    elif partner[c] == ITS_SUM:
                        sums[2, k, c] += one[k, c] * one[last, c]
            for k in range(last + 1):
                for c in range(n_columns):
                    one[k, c] = 0
