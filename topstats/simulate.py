"""Play many games: chunks on threads, the same rows and the same tally however they are cut and shared out."""

import itertools
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

import topstats
from topstats.core import watch
from topstats.core.contract import SettingError, shown
from topstats.result import Result
from topstats.settings import Settings, check_extras
from topstats.tally import Ints, Tally, add, empty_sums, tally

CHUNK = 4096  # games: some 30 ms of Top Pop
MOST_WORKERS = 256
PAUSE = 0.05  # seconds between two looks at progress and cancel, and about the time of one call of a kernel
FIRST_BUDGET, MOST_STEPS = 32, 2**40

Blocks = list[NDArray[np.int16]]
T = TypeVar("T")


class Cancelled(Exception):
    """The run was stopped because `cancel` said so."""


@dataclass(frozen=True)
class _Work:
    """What the threads of one run share."""

    settings: Settings
    extras: tuple[str, ...]
    chunk: int
    firsts: Iterator[int]  # first games of the chunks; `next` on it is atomic
    kept: Blocks | None
    done: list[int]  # games played, by worker
    stop: threading.Event


def simulate(
    settings: Settings,
    *,
    workers: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
    cancel: Callable[[], bool] | None = None,
    rows: bool = True,
    extras: Iterable[str] = (),
    chunk: int | None = None,
) -> Result:
    """Play the games of `settings`.

    Row g depends on (settings, seed, g) alone: not on workers or chunk, and N games are the first N of 2N.

    workers : threads; None for as many as there are processors. chunk : games that a thread takes at a time.
    progress : called with (games done, games in all) some times a second, in the calling thread.
    cancel : asked as often; when it returns True the run stops within a second and raises Cancelled.
    rows : keep the row of every game (for tables); without them memory stays small whatever the number of games.
    extras : what to compute on request: groups of columns ("lead_changes"), sums ("spaces").
    """
    if not isinstance(settings, Settings):
        raise SettingError(f"settings = {shown(settings)} is not possible: allowed is Settings(...), for example simulate(Settings(players=4)).")
    workers = threads(workers)
    asked = check_extras(extras, settings.mode_record)
    kept = empty_rows(settings, settings.n_games) if rows else None
    size = _chunk(chunk, settings, workers)
    work = _Work(settings, asked, size, itertools.count(0, size), kept, [0] * workers, threading.Event())
    began = perf_counter()
    _prepare(work)
    ready = perf_counter()
    total = _share_out(work, workers, progress, cancel)
    seconds = perf_counter() - ready
    meta = {
        "version": getattr(topstats, "__version__", "0+unknown"),
        "seconds": seconds,
        "prepare_seconds": ready - began,
        "games_per_second": settings.n_games / seconds,
        "workers": workers,
        "extras": list(asked),
    }
    return Result(settings=settings, meta=meta, tally=total, blocks=None if kept is None else dict(zip(settings.mode_record.blocks(), kept, strict=True)))


def _prepare(work: _Work) -> None:
    """Compile what will be called, so that neither the threads nor the clock wait for it."""
    _call(work.settings, _state(work.settings, work.extras, 0, 0), empty_rows(work.settings, 0), empty_sums(work.settings, ()), 1, work.stop)
    tally(work.settings, empty_rows(work.settings, 1), work.extras)


def _share_out(work: _Work, workers: int, progress: Callable[[int, int], Any] | None, cancel: Callable[[], bool] | None) -> Tally:
    tallies = share_out(lambda worker: _play(work, worker), work.settings.n_games, work.done, work.stop, progress, cancel)
    return add([part for part in tallies if part is not None])


def share_out(
    play: Callable[[int], T],
    n: int,
    done: list[int],
    stop: threading.Event,
    progress: Callable[[int, int], Any] | None,
    cancel: Callable[[], bool] | None,
) -> list[T]:
    """What `play(worker)` brings, each worker in a thread, looked after from here: whatever ends the wait (Ctrl-C too) stops them first.

    done : games played so far of n, by worker, kept up to date by `play`; stop : `play` comes back soon when it is set.
    """
    with ThreadPoolExecutor(len(done)) as pool:
        try:
            waiting = {pool.submit(play, worker) for worker in range(len(done))}
            brought = []
            while waiting:
                finished, waiting = wait(waiting, timeout=PAUSE, return_when=FIRST_EXCEPTION)
                brought += [future.result() for future in finished]
                if progress is not None:
                    progress(sum(done), n)
                if waiting and cancel is not None and cancel():
                    raise Cancelled(f"stopped after {sum(done):,} of {n:,} games")
        finally:
            stop.set()
    return brought


def _play(work: _Work, worker: int) -> Tally | None:
    """Take chunk after chunk until none is left (or the run is stopped); the tally of all of them."""
    total: Tally | None = None
    n, before, budget = work.settings.n_games, 0, FIRST_BUDGET
    buffers = empty_rows(work.settings, min(work.chunk, n)) if work.kept is None else work.kept
    while (first := next(work.firsts)) < n:
        stop = min(first + work.chunk, n)
        blocks = [b[: stop - first] if work.kept is None else b[first:stop] for b in buffers]
        told = partial(_told, work.done, worker, before)
        sums = empty_sums(work.settings, work.extras)
        budget = play_range(work.settings, work.extras, first, stop, blocks, budget, work.stop, told, sums)
        if work.stop.is_set():
            return None
        part = tally(work.settings, blocks, work.extras, sums)
        total = part if total is None else total + part
        before += stop - first
        work.done[worker] = before
    return total


def _told(done: list[int], worker: int, before: int, now: int) -> None:
    done[worker] = before + now


def play_range(
    settings: Settings,
    extras: tuple[str, ...],
    first: int,
    stop: int,
    blocks: Blocks,
    budget: int,
    halt: threading.Event,
    told: Callable[[int], Any],
    sums: Ints | None = None,
) -> int:
    """Play games first to stop - 1 into the rows of `blocks`; comes back in mid-game when `halt` is set.

    budget : steps of the first call of the engine; returned is that of the last, for the next range. told : gets the games played so far.
    sums : see `tally.empty_sums`; None if nobody wants them.
    """
    sums = empty_sums(settings, ()) if sums is None else sums
    states = _state(settings, extras, first, stop)
    while (at := int(states[0]["next_game"])) < stop and not halt.is_set():
        told(at - first)
        budget = _call(settings, states, blocks, sums, budget, halt)
    return budget


def _call(settings: Settings, states: Any, blocks: Blocks, sums: Ints, budget: int, halt: threading.Event) -> int:
    """Let the engine play on for `budget` steps; the budget that would have taken about PAUSE (slow strategies: fewer steps)."""
    began = perf_counter()
    engine = settings.mode_record.engine()
    watch.call(engine, settings.own_entries, engine.play_many, states[0], tuple(blocks), sums, budget, halt=halt)
    took = perf_counter() - began
    return int(min(MOST_STEPS, max(1, budget * min(8.0, PAUSE / max(took, 1e-6)))))


def _state(settings: Settings, extras: tuple[str, ...], first: int, stop: int) -> Any:
    states = settings.start(first, extras)
    states[0]["first_game"], states[0]["next_game"], states[0]["stop_game"] = first, first, stop
    return states


def empty_rows(settings: Settings, n: int) -> Blocks:
    """An empty int16 array for each block of the mode, for n games. SettingError if the machine cannot hold them."""
    mode = settings.mode_record
    shapes = [mode.shape(per, n, settings.players) for per in mode.blocks()]
    size = 2 * sum(int(np.prod(shape, dtype=object)) for shape in shapes)
    if size > 0.8 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"):
        raise SettingError(
            f"n_games = {n} with their rows is not possible: they take {size / 1e9:.0f} GB; "
            "allowed is what fits; the summaries alone need no rows (rows=False, or neither --csv nor --parquet, and --no-rows beside --save)."
        )
    return [np.zeros(shape, np.int16) for shape in shapes]


def threads(workers: int | None) -> int:
    if workers is None:
        return min(MOST_WORKERS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    return _from_one("workers", workers, MOST_WORKERS)


def _chunk(chunk: int | None, settings: Settings, workers: int) -> int:
    """Games a thread takes at a time: small enough to share out evenly, whole rotations."""
    size = min(CHUNK, -(-settings.n_games // (8 * workers))) if chunk is None else _from_one("chunk", chunk, settings.n_games + settings.players)
    unit = settings.players if settings.rotate else 1
    return -(-size // unit) * unit


def _from_one(name: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 1 <= value <= most:
        raise SettingError(f"{name} = {shown(value)} is not possible: allowed is a whole number from 1 to {most}.")
    return int(value)
