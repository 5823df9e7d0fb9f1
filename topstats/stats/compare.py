"""What a change does: settings of one game side by side, on the same deals wherever they can share them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import lcm
from time import perf_counter
from typing import TYPE_CHECKING, Any

import topstats
from topstats.core.contract import SettingError, shown
from topstats.result import Result
from topstats.settings import MAX_SEED, Settings, check_extras, groups
from topstats.simulate import CHUNK, FIRST_BUDGET, empty_rows, play_range, share_out, threads
from topstats.stats import compared
from topstats.stats.measures import LEVELS
from topstats.stats.outcomes import LISTED as LISTED
from topstats.stats.outcomes import Part, Sides, differences, flipped_table, part_of, part_of_games, sides_of, winner_table
from topstats.stats.outcomes import letters as letters

if TYPE_CHECKING:
    import pandas as pd

SHARED = ("game", "seed", "rotate", "n_games")


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several settings, the first of which (A) the others are held against.

    settings : as they were played: one that cannot share A's deals has a seed of its own. names : A, B, ...
    is_paired : whether each plays the same deals as A. meta : version, seconds, games_per_second, workers, extras; measures (a level, see `about`),
        family (how many comparisons the intervals hold together for), each (error of one interval alone).
    differences : a row for each setting but A and measure: setting, measure, label, seat (0: none), unit, a, b, difference, low, high (simultaneous
        95 %), p, p_holm, differs, gain, paired, n (units, the fewer of both), n_games. Shares are fractions of 1.
    winners : setting, a, b (the seat that won alone under A and under it, 0: shared), games, low, high (95 %, of the share), n; paired settings only.
    flipped : setting, game, deal, a, b, margin_a, margin_b; the first thousand games of each kind whose winner is another one.
    """

    settings: tuple[Settings, ...]
    names: tuple[str, ...]
    is_paired: tuple[bool, ...]
    meta: dict[str, Any]
    differences: pd.DataFrame
    winners: pd.DataFrame
    flipped: pd.DataFrame
    sides: Sides
    part: Part

    def about(self, measures: str) -> Comparison:
        """The same games, more or fewer questions: "main", "all" or "seats" (each column for each seat, too). Only what is asked counts as a comparison."""
        table, family = differences(self.sides, self.part.sums, _level(measures))
        table.attrs |= self.differences.attrs
        return replace(self, meta=self.meta | family, differences=table)

    @property
    def first(self) -> frozenset[str]:
        """The measures that are asked for first, to draw."""
        return frozenset(m.name for m in self.sides.measures[0] if m.level == "main")

    def finding(self, name: str | None = None) -> str:
        """One sentence: about one setting ("B"), or about all."""
        return compared.finding(self, name)

    def n_flipped(self, name: str) -> int:
        """Games whose winner is another one than under A."""
        rows = self.winners[self.winners["setting"] == name]
        return int(rows.loc[rows["a"] != rows["b"], "games"].sum())

    def flipped_share(self, name: str) -> tuple[float, float, float]:
        """Their share of all games, with its 95 % interval."""
        n, games = self.n_flipped(name), self.settings[0].n_games
        return (n / games, *part_of_games(n, games, self.sides.unit[0]))


@dataclass(frozen=True)
class _Plan:
    """What the threads share."""

    sides: Sides
    extras: tuple[tuple[str, ...], ...]
    chunk: int
    firsts: Any
    done: list[int]
    stop: threading.Event


def compare(
    *settings: Settings,
    workers: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Callable[[], bool] | None = None,
    extras: Iterable[str] | None = None,
    measures: str = "all",
    chunk: int | None = None,
) -> Comparison:
    """Play all settings, the first being the one that the others are held against.

    They are of one game, with the same seed, rotation and number of games. With the same number of players and the same machine (base game and Lite of
    Top Pop have one) game g is the same deal everywhere and differences are paired; the unit is the deal, with rotation its whole rotation (an
    unfinished last one is left out). Others play deals of their own, from another seed, and are compared unpaired.

    workers, progress, cancel, chunk : as in `simulate`; the numbers do not depend on workers and chunk.
    extras : groups of columns to compute on request; None for all.
    measures : what is compared, see `Comparison.about`.
    """
    _check(settings)
    _level(measures)
    plan = _plan(settings, extras, chunk, threads(workers))
    _prepare(plan)
    began, total = perf_counter(), settings[0].n_games * len(settings)
    parts = share_out(lambda worker: _play(plan, worker), total, plan.done, plan.stop, progress, cancel)
    whole = _add([part for part in parts if part is not None])
    seconds = perf_counter() - began
    meta = {"version": getattr(topstats, "__version__", "0+unknown"), "seconds": seconds, "games_per_second": total / seconds, "workers": len(plan.done)}
    return _comparison(plan.sides, whole, meta | {"extras": [list(e) for e in plan.extras]}, measures)


def compare_results(results: Sequence[Result], measures: str = "all") -> Comparison:
    """The same from finished runs whose rows were kept, the first being the one that the others are held against.

    They are runs as `compare` plays them (see `comparable`); with the same extras the numbers are the very same.
    """
    settings = [r.settings for r in results]
    _check([s.replace(seed=settings[0].seed) for s in settings])
    _level(measures)
    if not comparable(results):
        raise SettingError("these runs cannot be compared: allowed are runs on the same deals whose rows were kept, or those of `topstats compare --save`.")
    sides = sides_of(settings, _played(settings)[1], [r.meta["extras"] for r in results])
    unit, n = lcm(*sides.unit), settings[0].n_games
    size = -(-CHUNK // unit) * unit
    rows: list[dict[str, Any]] = [r.blocks for r in results]  # type: ignore[misc]  # comparable says that they are there
    parts = [part_of(sides, [{per: b[first : first + size] for per, b in one.items()} for one in rows], first) for first in range(0, n, size)]
    seconds = max(sum(r.meta["seconds"] for r in results), 1e-9)
    versions = " and ".join(dict.fromkeys(r.meta["version"] for r in results))
    meta = {"version": versions, "seconds": seconds, "games_per_second": n * len(results) / seconds, "workers": results[0].meta["workers"]}
    return _comparison(sides, _add(parts), meta | {"extras": [list(r.meta["extras"]) for r in results]}, measures)


def comparable(results: Sequence[Result]) -> bool:
    """Whether these runs are of one game, not all alike, with their rows, on the deals that `compare` would play under their settings."""
    settings = [r.settings for r in results]
    if len(set(settings)) < 2 or any(r.blocks is None for r in results):
        return False
    first = settings[0]
    alike = all((s.game, s.rotate, s.n_games) == (first.game, first.rotate, first.n_games) for s in settings)
    return alike and _played([s.replace(seed=first.seed) for s in settings])[0] == tuple(settings)


def _played(settings: Sequence[Settings]) -> tuple[tuple[Settings, ...], tuple[int, ...]]:
    """The settings with the seeds that they are played with, and which deals each plays (0: those of A)."""
    apart = itertools.count(1)
    group = tuple(0 if shares_deals(settings[0], s) else next(apart) for s in settings)
    return tuple(s.replace(seed=(s.seed + g) % (MAX_SEED + 1)) if g else s for s, g in zip(settings, group, strict=True)), group


def played(settings: Sequence[Settings]) -> tuple[Settings, ...]:
    """The settings as `compare` plays them: who cannot share A's deals has another seed. Raises SettingError as `compare` does."""
    _check(settings)
    return _played(settings)[0]


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


def _level(measures: str) -> str:
    if measures not in LEVELS:
        raise SettingError(f"measures = {shown(measures)} is not possible: allowed is {', '.join(LEVELS)}.")
    return measures


def _plan(settings: Sequence[Settings], extras: Iterable[str] | None, chunk: int | None, workers: int) -> _Plan:
    asked = tuple(groups(s.mode_record) if extras is None else check_extras(extras, s.mode_record) for s in settings)
    sides = sides_of(*_played(settings), asked)
    unit, size = lcm(*sides.unit), chunk or min(CHUNK, -(-settings[0].n_games // (8 * workers)))
    size = -(-size // unit) * unit
    return _Plan(sides, asked, size, itertools.count(0, size), [0] * workers, threading.Event())


def _prepare(plan: _Plan) -> None:
    """Compile what the threads will call."""
    for settings, extras in zip(plan.sides.settings, plan.extras, strict=True):
        play_range(settings, extras, 0, 1, empty_rows(settings, 1), FIRST_BUDGET, plan.stop, lambda now: None)


def _play(plan: _Plan, worker: int) -> Part | None:
    """Take chunk after chunk, each under all settings, until none is left or the run is stopped."""
    total: Part | None = None
    settings = plan.sides.settings
    n, before, budgets = settings[0].n_games, 0, [FIRST_BUDGET] * len(settings)
    while (first := next(plan.firsts)) < n:
        stop, rows = min(first + plan.chunk, n), []
        for i, one in enumerate(settings):
            blocks = empty_rows(one, stop - first)
            budgets[i] = play_range(one, plan.extras[i], first, stop, blocks, budgets[i], plan.stop, _teller(plan.done, worker, before))
            if plan.stop.is_set():
                return None
            before += stop - first
            rows.append(dict(zip(one.mode_record.blocks(), blocks, strict=True)))
        plan.done[worker] = before
        part = part_of(plan.sides, rows, first)
        total = part if total is None else total + part
    return total


def _teller(done: list[int], worker: int, before: int) -> Callable[[int], None]:
    def told(now: int) -> None:
        done[worker] = before + now

    return told


def _add(parts: Sequence[Part]) -> Part:
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    return whole


def _comparison(sides: Sides, whole: Part, meta: dict[str, Any], measures: str) -> Comparison:
    table, family = differences(sides, whole.sums, measures)
    won = winner_table(sides, whole.flows)
    table.attrs["seats_have_colours"] = won.attrs["seats_have_colours"] = all(s.mode_record.seats_have_colours for s in sides.settings)
    return Comparison(
        settings=sides.settings,
        names=sides.names,
        is_paired=tuple(g == 0 for g in sides.group),
        meta=meta | family,
        differences=table,
        winners=won,
        flipped=flipped_table(sides, whole.flips),
        sides=sides,
        part=whole,
    )
