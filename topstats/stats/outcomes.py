"""What is kept of games played under several settings, and the tables that are made of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from topstats.settings import Settings
from topstats.stats.contrasts import Sums, contrasts, sums
from topstats.stats.estimates import FEW, LEVEL, wilson
from topstats.stats.measures import LEVELS, Measure, measures_of, values, winners

if TYPE_CHECKING:
    import pandas as pd

Ints = NDArray[np.int64]
LISTED = 1000  # games listed for each pair of winners; all are counted
FLIPPED = ["setting", "game", "deal", "a", "b", "margin_a", "margin_b"]


@dataclass(frozen=True)
class Sides:
    """The settings as they are played. group[i]: which deals setting i plays (0: those of A). measures[i]: the same names for all."""

    settings: tuple[Settings, ...]
    group: tuple[int, ...]
    measures: tuple[tuple[Measure, ...], ...]

    @property
    def names(self) -> tuple[str, ...]:
        return letters(len(self.settings))

    @property
    def unit(self) -> tuple[int, ...]:
        """Games in one unit of each: 1, or with rotation as many as players."""
        return tuple(s.players if s.rotate else 1 for s in self.settings)

    @property
    def paired(self) -> list[int]:
        """Which but the first play the first's deals."""
        return [j for j, g in enumerate(self.group) if j and g == 0]


def sides_of(settings: Sequence[Settings], group: Sequence[int], extras: Sequence[Sequence[str]]) -> Sides:
    """With the measures that all settings have; extras: the groups of columns that each has computed."""
    found = [{m.name: m for m in measures_of(s, e, settings)} for s, e in zip(settings, extras, strict=True)]
    common = [name for name in found[0] if all(name in f for f in found)]
    return Sides(tuple(settings), tuple(group), tuple(tuple(f[name] for name in common) for f in found))


def letters(n: int) -> tuple[str, ...]:
    """A, B, ..., Z, AA, AB, ..."""
    names = ("".join(name) for size in itertools.count(1) for name in itertools.product(ascii_uppercase, repeat=size))
    return tuple(itertools.islice(names, n))


@dataclass(frozen=True)
class Part:
    """What is kept of some games: sums by group; counts of winners and listed games (game, a, b, margins) by paired setting."""

    sums: tuple[Sums, ...]
    flows: dict[int, Ints]
    flips: dict[int, Ints]

    def __add__(self, other: Part) -> Part:
        flips = {j: _first_of_each(np.concatenate([f, other.flips[j]])) for j, f in self.flips.items()}
        return Part(tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)), {j: f + other.flows[j] for j, f in self.flows.items()}, flips)


def part_of(sides: Sides, rows: Sequence[dict[str, Any]], first: int) -> Part:
    """Of a chunk of games from `first` on, whole units; rows: the blocks by name, of each setting."""
    units = [_units(values(m, r, first), size) for m, r, size in zip(sides.measures, rows, sides.unit, strict=True)]
    by_group = tuple(sums(np.hstack([u for u, g in zip(units, sides.group, strict=True) if g == k])) for k in range(max(sides.group) + 1))
    won = [winners(r["seat"][:, :, 0]) for r in rows]
    places = sides.settings[0].players + 1
    flows = {j: np.bincount(won[0] * places + won[j], minlength=places**2).reshape(places, places) for j in sides.paired}
    margins = [_margin(s, r) for s, r in zip(sides.settings, rows, strict=True)]
    games = np.arange(first, first + len(won[0]))
    flips = {j: np.stack([games, won[0], won[j], margins[0], margins[j]], axis=1)[won[0] != won[j]] for j in sides.paired}
    return Part(by_group, flows, {j: _first_of_each(f) for j, f in flips.items()})


def _units(one: Ints, size: int) -> Ints:
    """Sums over complete units: the game, or the rotation of a deal."""
    n = len(one) // size
    return one[: n * size].reshape(n, size, one.shape[1]).sum(axis=1)


def _margin(settings: Settings, rows: dict[str, Any]) -> Ints:
    """As it is shown: money in full."""
    found = next(((i, c) for i, c in enumerate(settings.mode_record.columns_of("game")) if c.name == "margin"), None)
    return np.zeros(len(rows["game"]), np.int64) if found is None else rows["game"][:, found[0]].astype(np.int64) * found[1].scale


def _first_of_each(flips: Ints) -> Ints:
    """The first LISTED games of each pair of winners, in order."""
    flips = flips[np.argsort(flips[:, 0], kind="stable")]
    pair = flips[:, 1] * 64 + flips[:, 2]
    kept = np.zeros(len(flips), bool)
    for k in np.unique(pair):
        kept[np.flatnonzero(pair == k)[:LISTED]] = True
    return flips[kept]


def is_clear(low: float, high: float, p_holm: float, n: int) -> bool:
    """Whether a difference is called one: its interval leaves out 0, Holm's test agrees, and the units are not too few."""
    return p_holm <= 1 - LEVEL and not low <= 0 <= high and n >= FEW


def differences(sides: Sides, groups: Sequence[Sums], level: str) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The table of a level of LEVELS; and how many comparisons its intervals hold together for, with the error of one alone."""
    import pandas as pd

    sides, groups = _chosen(sides, groups, level)
    member = [(g, sides.group[:i].count(g)) for i, g in enumerate(sides.group)]
    scale = np.array([[m.scale * n / m.shown for m in ms] for ms, n in zip(sides.measures, sides.unit, strict=True)])
    found = contrasts(groups, member, scale, np.array([float(m.one) for m in sides.measures[0]]))
    n_measures = len(sides.measures[0])

    def mean(i: int, k: int) -> float:
        g, place = member[i]
        return float(groups[g].total[place * n_measures + k]) / groups[g].n / float(scale[i, k])

    rows = []
    for j in range(1, len(sides.settings)):
        n = min(groups[0].n, groups[member[j][0]].n)
        for k, m in enumerate(sides.measures[0]):
            a, b = mean(0, k), mean(j, k)
            low, high, p, p_holm, gain = (float(column[j - 1, k]) for column in (found.low, found.high, found.p, found.holm, found.gain))
            differs = is_clear(low, high, p_holm, n)
            what: dict[str, Any] = {"setting": sides.names[j], "measure": m.name, "label": m.label, "seat": m.seat, "unit": m.unit, "a": a, "b": b}
            said = {"difference": b - a, "low": low, "high": high, "p": p, "p_holm": p_holm, "differs": differs, "gain": gain}
            rows.append(what | said | {"paired": sides.group[j] == 0, "n": n, "n_games": sides.settings[0].n_games})
    return pd.DataFrame(rows), {"measures": level, "family": int(np.isfinite(found.p).sum()), "each": found.each}


def _chosen(sides: Sides, groups: Sequence[Sums], level: str) -> tuple[Sides, list[Sums]]:
    """The measures of a level, without those that were 0 in every game of all settings (no game stalled): there is nothing to compare."""
    n, depth = len(sides.measures[0]), LEVELS.index(level)
    seen = [any(total for g in groups for total in g.total[k::n]) for k in range(n)]
    kept = [k for k, m in enumerate(sides.measures[0]) if seen[k] and LEVELS.index(m.level) <= depth]
    left = []
    for g in groups:
        at = np.concatenate([np.array(kept, int) + start for start in range(0, len(g.total), n)])
        left.append(Sums(g.n, g.total[at], g.cross[np.ix_(at, at)]))
    return Sides(sides.settings, sides.group, tuple(tuple(ms[k] for k in kept) for ms in sides.measures)), left


def winner_table(sides: Sides, flows: dict[int, Ints]) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for j, flow in flows.items():
        n = int(flow.sum())
        for a, b in itertools.product((*range(1, len(flow)), 0), repeat=2):
            if (a and b) or flow[0].any() or flow[:, 0].any():
                low, high = part_of_games(int(flow[a, b]), n, sides.unit[0])
                rows.append({"setting": sides.names[j], "a": a, "b": b, "games": int(flow[a, b]), "low": low, "high": high, "n": n})
    return pd.DataFrame(rows, columns=["setting", "a", "b", "games", "low", "high", "n"])


def part_of_games(games: int, n: int, unit: int) -> tuple[float, float]:
    """The interval of the share of games of some kind; with rotation as if the games of a unit were alike (conservative)."""
    units = n // unit
    return wilson(games / n * units, units)


def flipped_table(sides: Sides, flips: dict[int, Ints]) -> pd.DataFrame:
    import pandas as pd

    parts = []
    for j, f in flips.items():
        games = {"setting": sides.names[j], "game": f[:, 0], "deal": f[:, 0] // sides.unit[0]}
        parts.append(pd.DataFrame(games | {c: f[:, i] for i, c in enumerate(FLIPPED[3:], 1)}))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=FLIPPED)
