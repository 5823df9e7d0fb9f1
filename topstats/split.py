"""One column of a run beside another, counted exactly: what is kept so that a mean can be told for each value of a column.

As in the tally all numbers are whole, so that any order of adding gives the same, and the unit is the game, or with rotation the rotation of one deal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topstats.core.contract import Column, Mode
from topstats.core.jit import kernel

Ints = NDArray[np.int64]
Key = tuple[str, str, str]  # (per, name, the column that it splits)


@dataclass(frozen=True, eq=False)
class Split:
    """A column with V values beside one that it splits, with W values; all cells together, of two common columns those of one seat.

    counts : (V, W) how often the value low + i came with the value other_low + j of the other.
    units : (5, V) over complete units, for each value: how often it came, the sum of the other with it, the squares of both, their product.
    """

    low: int
    other_low: int
    counts: Ints
    units: Ints

    def __add__(self, other: "Split") -> "Split":
        lows = min(self.low, other.low), min(self.other_low, other.other_low)
        ends = np.maximum(self._ends(), other._ends())
        counts = np.zeros((ends[0] - lows[0], ends[1] - lows[1]), np.int64)
        units = np.zeros((5, len(counts)), np.int64)
        for one in (self, other):
            i, j = one.low - lows[0], one.other_low - lows[1]
            counts[i : i + one.counts.shape[0], j : j + one.counts.shape[1]] += one.counts
            units[:, i : i + one.counts.shape[0]] += one.units
        return Split(*lows, counts, units)

    def _ends(self) -> tuple[int, int]:
        return self.low + self.counts.shape[0], self.other_low + self.counts.shape[1]

    @property
    def values(self) -> Ints:
        return np.arange(self.low, self.low + self.counts.shape[0])

    @property
    def others(self) -> Ints:
        """The values of the other column."""
        return np.arange(self.other_low, self.other_low + self.counts.shape[1])

    def to_dict(self) -> dict[str, Any]:
        return {"low": self.low, "other_low": self.other_low, "counts": self.counts.tolist(), "units": self.units.tolist()}


def split_from(fields: Any) -> Split:
    """Back from `to_dict`. Raises one of Python's own errors (KeyError, ValueError, ...) for what is none."""
    counts, units = np.array(fields["counts"]), np.array(fields["units"])
    if counts.dtype != np.int64 or units.dtype != np.int64 or counts.ndim != 2 or units.shape != (5, len(counts)):
        raise ValueError(f"split: shapes {counts.shape} and {units.shape} do not fit, or not all are whole numbers")
    return Split(int(fields["low"]), int(fields["other_low"]), counts, units)


def live_splits(per: str, live: Sequence[tuple[int, Column]]) -> list[tuple[int, int, Key]]:
    """Of these computed columns of a block those that split others: their places in it, and the key."""
    place = {c.name: i for i, c in live}
    return [(i, place[other], (per, c.name, other)) for i, c in live for other in c.splits if other in place]


def split(mode: Mode, per: str, live: Sequence[tuple[int, Column]], cells: NDArray[np.int16], places: int, unit: int) -> dict[Key, Split]:
    """The splits of a block (games, places times axis, columns); `live` are its columns that are computed."""
    found, columns = {}, mode.columns_of(per)
    for i, j, key in live_splits(per, live):
        n_cells = cells.shape[1] // places if columns[i].is_common and columns[j].is_common else cells.shape[1]
        lows, counts, units = _split(cells, np.int64(n_cells), np.int64(i), np.int64(j), np.int64(unit))
        found[key] = Split(int(lows[0]), int(lows[1]), counts, units)
    return found


@kernel
def _split(block: Any, n_cells: Any, i: Any, j: Any, unit: Any) -> Any:
    """Column i of a block (games, K cells, C columns) beside column j, in the first n_cells cells.

    Returns lows (2,) of both; counts (V, W); units (5, V) as in Split.
    """
    n = block.shape[0]
    lows, highs = np.zeros(2, np.int64), np.zeros(2, np.int64)
    lows[0], lows[1] = block[0, 0, i], block[0, 0, j]
    highs[0], highs[1] = lows[0], lows[1]
    for g in range(n):
        for k in range(n_cells):
            x, y = np.int64(block[g, k, i]), np.int64(block[g, k, j])
            lows[0], lows[1] = min(lows[0], x), min(lows[1], y)
            highs[0], highs[1] = max(highs[0], x), max(highs[1], y)
    width = highs[0] - lows[0] + 1
    counts = np.zeros((width, highs[1] - lows[1] + 1), np.int64)
    units, one = np.zeros((5, width), np.int64), np.zeros((2, width), np.int64)  # one: the unit being played
    for g in range(n):
        for k in range(n_cells):
            x, y = np.int64(block[g, k, i]) - lows[0], np.int64(block[g, k, j])
            counts[x, y - lows[1]] += 1
            one[0, x] += 1
            one[1, x] += y
        if (g + 1) % unit == 0:
            for v in range(width):
                times, total = one[0, v], one[1, v]
                units[0, v] += times
                units[1, v] += total
                units[2, v] += times * times
                units[3, v] += total * total
                units[4, v] += times * total
                one[0, v], one[1, v] = 0, 0
    return lows, counts, units
