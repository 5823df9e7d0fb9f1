"""What a change does: settings of one game side by side, on the same deals wherever they can share them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import lcm
from string import ascii_uppercase
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import topstats
from topstats.core.contract import SettingError, shown
from topstats.settings import MAX_SEED, Settings, check_extras, groups
from topstats.simulate import CHUNK, FIRST_BUDGET, empty_rows, play_range, share_out, threads
from topstats.stats import compared
from topstats.stats.contrasts import Sums, contrasts, sums
from topstats.stats.measures import Measure, measures_of, values, winners

if TYPE_CHECKING:
    import pandas as pd

LISTED = 1000  # games listed for each pair of winners; all are counted
SHARED = ("game", "seed", "rotate", "n_games")
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several settings, the first of which (A) the others are held against.

    settings : as they were played: one that cannot share A's deals has a seed of its own. names : A, B, ...
    is_paired : whether each plays the same deals as A. meta : version, seconds, games_per_second, workers, extras, each (error of one interval).
    differences : a row for each setting but A and measure: setting, measure, label, seat (0: none), unit, a, b, difference, low, high (simultaneous
        95 %), p, p_holm, differs, gain, paired, n (units, the fewer of both), n_games. Shares are fractions of 1.
    winners : setting, a, b (the seat that won alone under A and under it, 0: shared), games, n; paired settings only.
    flipped : setting, game, deal, a, b, margin_a, margin_b; the first thousand games of each kind whose winner is another one.
    """

    settings: tuple[Settings, ...]
    names: tuple[str, ...]
    is_paired: tuple[bool, ...]
    meta: dict[str, Any]
    differences: pd.DataFrame
    winners: pd.DataFrame
    flipped: pd.DataFrame

    def finding(self, name: str | None = None) -> str:
        """One sentence: about one setting ("B"), or about all."""
        return compared.finding(self, name)

    def n_flipped(self, name: str) -> int:
        """Games whose winner is another one than under A."""
        rows = self.winners[self.winners["setting"] == name]
        return int(rows.loc[rows["a"] != rows["b"], "games"].sum())


@dataclass(frozen=True)
class _Part:
    """What is kept of some games: sums by group; counts of winners and listed games (game, a, b, margins) by paired setting."""

    sums: tuple[Sums, ...]
    flows: dict[int, Ints]
    flips: dict[int, Ints]

    def __add__(self, other: _Part) -> _Part:
        flips = {j: _first_of_each(np.concatenate([f, other.flips[j]])) for j, f in self.flips.items()}
        return _Part(tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)), {j: f + other.flows[j] for j, f in self.flows.items()}, flips)


@dataclass(frozen=True)
class _Plan:
    """What the threads share. group[i]: which deals setting i plays (0: those of A)."""

    settings: tuple[Settings, ...]
    group: tuple[int, ...]
    measures: tuple[tuple[Measure, ...], ...]
    extras: tuple[tuple[str, ...], ...]
    chunk: int
    firsts: Any
    done: list[int]
    stop: threading.Event

    @property
    def n_groups(self) -> int:
        return max(self.group) + 1


def compare(
    *settings: Settings,
    workers: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Callable[[], bool] | None = None,
    extras: Iterable[str] | None = None,
    chunk: int | None = None,
) -> Comparison:
    """Play all settings, the first being the one that the others are held against.

    They are of one game, with the same seed, rotation and number of games. With the same number of players and the same machine (base game and Lite of
    Top Pop have one) game g is the same deal everywhere and differences are paired; the unit is the deal, with rotation its whole rotation (an
    unfinished last one is left out). Others play deals of their own, from another seed, and are compared unpaired.

    workers, progress, cancel, chunk : as in `simulate`; the numbers do not depend on workers and chunk.
    extras : groups of columns to compute on request; None for all.
    """
    _check(settings)
    plan = _plan(settings, extras, chunk, threads(workers))
    _prepare(plan)
    began, total = perf_counter(), settings[0].n_games * len(settings)
    parts = share_out(lambda worker: _play(plan, worker), total, plan.done, plan.stop, progress, cancel)
    whole = _add([part for part in parts if part is not None])
    seconds = perf_counter() - began
    meta = {"version": getattr(topstats, "__version__", "0+unknown"), "seconds": seconds, "games_per_second": total / seconds, "workers": len(plan.done)}
    return _comparison(plan, whole, meta | {"extras": list(plan.extras[0])})


def letters(n: int) -> tuple[str, ...]:
    """A, B, ..., Z, AA, AB, ..."""
    names = ("".join(name) for size in itertools.count(1) for name in itertools.product(ascii_uppercase, repeat=size))
    return tuple(itertools.islice(names, n))


def shares_deals(one: Settings, other: Settings) -> bool:
    """Whether game g of both can be the same deal: the same number of players at the same machine."""
    return one.players == other.players and one.mode_record.engine is other.mode_record.engine


def _check(settings: Sequence[Settings]) -> None:
    if len(settings) < 2:
        raise SettingError(f"{len(settings)} settings are too few to compare: allowed is two or more.")
    for name, other in zip(letters(len(settings)), settings, strict=True):
        for field in SHARED:
            a, b = getattr(settings[0], field), getattr(other, field)
            if a != b:
                raise SettingError(f"{field} = {shown(b)} of {name} is not possible: to compare, it is the same as A's, {shown(a)}.")
        for own in other.own.values():
            if any(s.own.get(own.name, own) != own for s in settings):
                raise SettingError(f"two strategies are called {own.name}: to compare them give one another name, strategy(function, name=...).")
        if other.rotate and other.n_games < other.players:
            raise SettingError(f"n_games = {other.n_games} is not possible: with rotation it is at least one for each of the {other.players} seats.")


def _plan(settings: Sequence[Settings], extras: Iterable[str] | None, chunk: int | None, workers: int) -> _Plan:
    first, n = settings[0], settings[0].n_games
    apart = itertools.count(1)
    group = tuple(0 if shares_deals(first, s) else next(apart) for s in settings)
    played = tuple(s.replace(seed=(s.seed + g) % (MAX_SEED + 1)) if g else s for s, g in zip(settings, group, strict=True))
    asked = [groups(s.mode_record) if extras is None else check_extras(extras, s.mode_record) for s in settings]
    is_mixed = any(len(s.specs) > 1 for s in settings)
    found = [{m.name: m for m in measures_of(s, e, is_mixed)} for s, e in zip(settings, asked, strict=True)]
    common = [name for name in found[0] if all(name in f for f in found)]
    unit = lcm(*(s.players for s in settings)) if first.rotate else 1
    size = chunk or min(CHUNK, -(-n // (8 * workers)))
    measures = tuple(tuple(f[name] for name in common) for f in found)
    return _Plan(played, group, measures, tuple(asked), -(-size // unit) * unit, itertools.count(0, -(-size // unit) * unit), [0] * workers, threading.Event())


def _prepare(plan: _Plan) -> None:
    """Compile what the threads will call."""
    for settings, extras in zip(plan.settings, plan.extras, strict=True):
        play_range(settings, extras, 0, 1, empty_rows(settings, 1), FIRST_BUDGET, plan.stop, lambda now: None)


def _play(plan: _Plan, worker: int) -> _Part | None:
    """Take chunk after chunk, each under all settings, until none is left or the run is stopped."""
    total: _Part | None = None
    n, before, budgets = plan.settings[0].n_games, 0, [FIRST_BUDGET] * len(plan.settings)
    while (first := next(plan.firsts)) < n:
        stop, rows = min(first + plan.chunk, n), []
        for i, settings in enumerate(plan.settings):
            blocks = empty_rows(settings, stop - first)
            budgets[i] = play_range(settings, plan.extras[i], first, stop, blocks, budgets[i], plan.stop, _teller(plan.done, worker, before))
            if plan.stop.is_set():
                return None
            before += stop - first
            rows.append(dict(zip(settings.mode_record.blocks(), blocks, strict=True)))
        plan.done[worker] = before
        part = _part(plan, rows, first)
        total = part if total is None else total + part
    return total


def _teller(done: list[int], worker: int, before: int) -> Callable[[int], None]:
    def told(now: int) -> None:
        done[worker] = before + now

    return told


def _part(plan: _Plan, rows: Sequence[dict[str, Any]], first: int) -> _Part:
    """The sums of a chunk of games."""
    units = [_units(values(m, r, first), s) for m, r, s in zip(plan.measures, rows, plan.settings, strict=True)]
    by_group = tuple(sums(np.hstack([u for u, g in zip(units, plan.group, strict=True) if g == k])) for k in range(plan.n_groups))
    won = [winners(r["seat"][:, :, 0]) for r in rows]
    places, paired = plan.settings[0].players + 1, [j for j, g in enumerate(plan.group) if j and g == 0]
    flows = {j: np.bincount(won[0] * places + won[j], minlength=places**2).reshape(places, places) for j in paired}
    margins = [_margin(s, r) for s, r in zip(plan.settings, rows, strict=True)]
    games = np.arange(first, first + len(won[0]))
    flips = {j: np.stack([games, won[0], won[j], margins[0], margins[j]], axis=1)[won[0] != won[j]] for j in paired}
    return _Part(by_group, flows, {j: _first_of_each(f) for j, f in flips.items()})


def _units(one: Ints, settings: Settings) -> Ints:
    """Sums over complete units: the game, or the rotation of a deal."""
    size = settings.players if settings.rotate else 1
    n = len(one) // size
    return one[: n * size].reshape(n, size, one.shape[1]).sum(axis=1)


def _margin(settings: Settings, rows: dict[str, Any]) -> Ints:
    names = [c.name for c in settings.mode_record.columns_of("game")]
    return rows["game"][:, names.index("margin")].astype(np.int64) if "margin" in names else np.zeros(len(rows["game"]), np.int64)


def _first_of_each(flips: Ints) -> Ints:
    """The first LISTED games of each pair of winners, in order."""
    flips = flips[np.argsort(flips[:, 0], kind="stable")]
    pair = flips[:, 1] * 64 + flips[:, 2]
    kept = np.zeros(len(flips), bool)
    for k in np.unique(pair):
        kept[np.flatnonzero(pair == k)[:LISTED]] = True
    return flips[kept]


def _add(parts: Sequence[_Part]) -> _Part:
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return whole


def _comparison(plan: _Plan, whole: _Part, meta: dict[str, Any]) -> Comparison:
    names = letters(len(plan.settings))
    plan, groups = _seen(plan, whole.sums)
    member = [(g, plan.group[:i].count(g)) for i, g in enumerate(plan.group)]
    size = [s.players if s.rotate else 1 for s in plan.settings]
    scale = np.array([[float(m.scale * n) for m in ms] for ms, n in zip(plan.measures, size, strict=True)])
    found = contrasts(groups, member, scale, np.array([float(m.one) for m in plan.measures[0]]))
    differences, won = _differences(plan, names, groups, member, scale, found), _winners(names, whole.flows)
    differences.attrs["seats_have_colours"] = won.attrs["seats_have_colours"] = all(s.mode_record.seats_have_colours for s in plan.settings)
    return Comparison(
        settings=plan.settings,
        names=names,
        is_paired=tuple(g == 0 for g in plan.group),
        meta=meta | {"each": found.each},
        differences=differences,
        winners=won,
        flipped=_flipped(plan, names, whole.flips),
    )


def _seen(plan: _Plan, groups: Sequence[Sums]) -> tuple[_Plan, list[Sums]]:
    """Without the measures that were 0 in every game of all settings (no game stalled): there is nothing to compare."""
    n = len(plan.measures[0])
    kept = [k for k in range(n) if any(total for g in groups for total in g.total[k::n])]
    left = []
    for g in groups:
        at = np.concatenate([np.array(kept, int) + start for start in range(0, len(g.total), n)])
        left.append(Sums(g.n, g.total[at], g.cross[np.ix_(at, at)]))
    return replace(plan, measures=tuple(tuple(ms[k] for k in kept) for ms in plan.measures)), left


def _differences(plan: _Plan, names: Sequence[str], groups: Sequence[Sums], member: Sequence[tuple[int, int]], scale: Any, found: Any) -> pd.DataFrame:
    import pandas as pd

    n_measures = len(plan.measures[0])

    def mean(i: int, k: int) -> float:
        g, place = member[i]
        return float(groups[g].total[place * n_measures + k]) / groups[g].n / float(scale[i, k])

    rows = []
    for j in range(1, len(names)):
        n = min(groups[0].n, groups[member[j][0]].n)
        for k, m in enumerate(plan.measures[0]):
            a, b = mean(0, k), mean(j, k)
            low, high, p, p_holm, gain = (float(column[j - 1, k]) for column in (found.low, found.high, found.p, found.holm, found.gain))
            differs = p_holm <= 1 - compared.LEVEL and not low <= 0 <= high and n >= compared.FEW
            what: dict[str, Any] = {"setting": names[j], "measure": m.name, "label": m.label, "seat": m.seat, "unit": m.unit, "a": a, "b": b}
            said = {"difference": b - a, "low": low, "high": high, "p": p, "p_holm": p_holm, "differs": differs, "gain": gain}
            rows.append(what | said | {"paired": plan.group[j] == 0, "n": n, "n_games": plan.settings[0].n_games})
    return pd.DataFrame(rows)


def _winners(names: Sequence[str], flows: dict[int, Ints]) -> pd.DataFrame:
    import pandas as pd

    rows = [
        {"setting": names[j], "a": a, "b": b, "games": int(flow[a, b]), "n": int(flow.sum())}
        for j, flow in flows.items()
        for a, b in itertools.product((*range(1, len(flow)), 0), repeat=2)
        if (a and b) or flow[0].any() or flow[:, 0].any()
    ]
    return pd.DataFrame(rows, columns=["setting", "a", "b", "games", "n"])


def _flipped(plan: _Plan, names: Sequence[str], flips: dict[int, Ints]) -> pd.DataFrame:
    import pandas as pd

    columns = ["setting", "game", "deal", "a", "b", "margin_a", "margin_b"]
    unit = plan.settings[0].players if plan.settings[0].rotate else 1
    parts = []
    for j, f in flips.items():
        games = {"setting": names[j], "game": f[:, 0], "deal": f[:, 0] // unit}
        parts.append(pd.DataFrame(games | {c: f[:, i] for i, c in enumerate(columns[3:], 1)}))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
