"""Runs in the background: one job for the same settings however many windows ask, with estimate, progress and cancel.

The worker threads never call Streamlit; the pages look at a Job whenever they are drawn.
"""

import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from topstats.core.contract import SettingError
from topstats.dashboard.draft import QUICK
from topstats.result import Result
from topstats.settings import Settings, extras_of
from topstats.simulate import Cancelled, simulate
from topstats.stats.compare import Comparison, compare
from topstats.stats.metrics import Metric, metrics_of

PACKAGE = Path(__file__).parent.parent
KEPT = 24  # finished runs that are remembered: rows of 20,000 games take 4 MB
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Answer:
    """What a run says about one metric; `figures` keeps its pictures, by theme, once they are drawn."""

    metric: Metric
    table: Any
    finding: str
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Job:
    """A run, ordered; with `others` a comparison of all of them, whose outcome is `comparison` (`views`: by level of measures).

    `state` is waiting, preparing, running, done, failed or cancelled; `error` is a sentence.
    """

    settings: Settings
    others: tuple[Settings, ...] = ()
    state: str = "waiting"
    n_done: int = 0
    began: float = 0.0
    result: Result | None = None
    answers: tuple[Answer, ...] = ()
    comparison: Comparison | None = None
    views: dict[str, Comparison] = field(default_factory=dict)
    error: str = ""
    askers: set[str] = field(default_factory=set)
    stop: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)

    @property
    def is_open(self) -> bool:
        return not self.finished.is_set()

    @property
    def done_share(self) -> float:
        return self.n_done / (self.settings.n_games * (1 + len(self.others)))

    @property
    def key(self) -> str:
        """Stands for what was ordered."""
        return "+".join(s.hash for s in (self.settings, *self.others))

    @property
    def seconds_left(self) -> float | None:
        """Judged by its own speed so far; None in the first moments."""
        spent = perf_counter() - self.began
        return spent * (1 / self.done_share - 1) if self.state == "running" and self.done_share > 0.02 and spent > 0.3 else None


class Desk:
    """Where runs are ordered: one for the whole process.

    Quick runs and long ones wait in lanes of their own, so that a million games never stand before twenty thousand.
    `prepare` compiles the engines, once, before the first run.
    """

    def __init__(self, prepare: Callable[[], None] | None = None, kept: int = KEPT) -> None:
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lanes = {is_long: ThreadPoolExecutor(1, "long" if is_long else "quick") for is_long in (False, True)}
        self._speed: dict[Any, float] = {}
        self._kept = kept
        self._prepare = prepare or compile_engines
        self._prepared: Future[None] | None = None
        self.preparing_since = 0.0

    def prepare(self) -> "Future[None]":
        """Begin to compile the engines, if nobody has; the future is done when they are ready."""
        with self._lock:
            if self._prepared is None:
                self.preparing_since = perf_counter()
                pool = ThreadPoolExecutor(1, "prepare")
                self._prepared = pool.submit(self._prepare)
                pool.shutdown(wait=False)
            return self._prepared

    def ask(self, who: str, *wanted: Settings | tuple[Settings, ...]) -> list[Job]:
        """The jobs of these settings (several: compared with the first), begun if need be.

        What `who` had asked for before and nobody else wants is stopped.
        """
        self.prepare()
        with self._lock:
            jobs = [self._job(Job(w[0], w[1:]) if isinstance(w, tuple) else Job(w)) for w in wanted]
            for job in self._jobs.values():
                if job not in jobs:
                    self._leave(who, job)
            for job in jobs:
                job.askers.add(who)
            return jobs

    def leave(self, who: str, job: Job) -> None:
        """`who` does not want this run any longer; it stops if nobody does."""
        with self._lock:
            self._leave(who, job)

    def forget(self, job: Job) -> None:
        """So that the same settings are played afresh when they are next asked for."""
        with self._lock:
            self._jobs.pop(job.key, None)

    def seconds(self, settings: Settings) -> float | None:
        """About how long this run would take, from the games per second of runs like it; None if there were none."""
        speed = self._speed.get(_kind(settings)) or self._speed.get(_kind(settings)[:2])
        return None if speed is None else settings.n_games / speed

    def _leave(self, who: str, job: Job) -> None:
        job.askers.discard(who)
        if not job.askers and job.is_open:
            job.stop.set()

    def _job(self, new: Job) -> Job:
        job = self._jobs.get(new.key)
        if job is None or job.stop.is_set() or job.state == "cancelled":
            job = self._jobs[new.key] = new
            self._lanes[job.settings.n_games > QUICK].submit(self._run, job)
        self._jobs.move_to_end(new.key)
        old = [key for key, j in self._jobs.items() if not j.is_open]
        for key in old[: max(0, len(old) - self._kept)]:
            del self._jobs[key]
        return job

    def _run(self, job: Job) -> None:
        """In a worker thread: whatever happens ends in a state and, if it is an error, in a sentence."""
        try:
            self._wait_until_prepared(job)
            job.state, job.began = "running", perf_counter()
            (_compare if job.others else self._simulate)(job)
            job.state = "done"
        except Cancelled:
            job.state = "cancelled"
        except SettingError as error:
            job.error, job.state = str(error), "failed"
        except Exception as error:
            LOG.exception("a run failed: %s", job.settings.to_dict())
            job.error, job.state = f"This run broke off: {type(error).__name__}, {error}. The setup is kept; the server's log has the details.", "failed"
        finally:
            job.finished.set()

    def _simulate(self, job: Job) -> None:
        extras = extras_of(job.settings.mode_record)  # lead changes, ...: a few percent of the time
        rows = keeps_rows(job.settings)
        result = simulate(job.settings, progress=lambda done, _: setattr(job, "n_done", done), cancel=job.stop.is_set, rows=rows, extras=extras)
        job.answers = answers_of(result)
        job.result = result
        speed = result.meta["games_per_second"]
        self._speed |= {_kind(job.settings): speed, _kind(job.settings)[:2]: speed}

    def _wait_until_prepared(self, job: Job) -> None:
        job.state = "preparing"
        prepared = self.prepare()
        while True:
            if job.stop.is_set():
                raise Cancelled
            try:
                return prepared.result(timeout=0.1)
            except NotYet:
                continue


def _compare(job: Job) -> None:
    job.comparison = compare(job.settings, *job.others, progress=lambda done, _: setattr(job, "n_done", done), cancel=job.stop.is_set)


def answers_of(result: Result) -> tuple[Answer, ...]:
    """All metrics that apply, computed."""
    tables = ((metric, metric.compute(result)) for metric in metrics_of(result))
    return tuple(Answer(metric, table, metric.finding(table)) for metric, table in tables)


def keeps_rows(settings: Settings) -> bool:
    """Whether a run is small enough for the row of every game."""
    return settings.n_games <= QUICK


def _kind(settings: Settings) -> tuple[Any, ...]:
    return settings.game, settings.mode, settings.players, tuple(sorted(seat.spec for seat in settings.seats))


def compile_engines(run: Callable[[Sequence[str]], int] | None = None) -> None:
    """Compile all engines in a process of its own, so that the page stays quick; a mark beside the compiled code says it was done."""
    from topstats.core.jit import CACHE

    mark = Path(CACHE) / "prepared" if CACHE and os.environ.get("NUMBA_DISABLE_JIT") != "1" else None
    if mark is None or mark.exists():
        return
    code = (run or _in_a_process)([sys.executable, "-m", "topstats", "warmup"])
    if code == 0:
        mark.touch()
    else:
        LOG.warning("preparing the engines ended with code %s; they are compiled when they are first used", code)


def _in_a_process(command: Sequence[str]) -> int:
    path = os.pathsep.join(filter(None, [str(PACKAGE.parent), os.environ.get("PYTHONPATH")]))
    try:
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL, check=False).returncode
    except OSError as error:
        LOG.warning("no process could be started: %s", error)
        return -1
