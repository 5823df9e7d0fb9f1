"""Many games from the command line: the progress bar, and what is written of them."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from topstats.cli.files import Folder, Target
from topstats.cli.run import Call
from topstats.result import Result
from topstats.settings import Settings
from topstats.simulate import simulate
from topstats.store import write, write_table


@contextmanager
def bar() -> Iterator[Callable[[int, int], Any] | None]:
    """A progress bar on standard error if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Preparing the engine", total=None)
        yield lambda done, total: progress.update(task, description="Playing", completed=done, total=total)


def play(call: Call, settings: Settings, workers: int | None, rows: bool, extras: tuple[str, ...]) -> Result:
    """`simulate`, with a progress bar, until it is done or the call is stopped."""
    with bar() as progress:
        return simulate(settings, workers=workers, progress=progress, cancel=call.stop.is_set, rows=rows, extras=extras)


def write_files(result: Result, per: str, files: Sequence[Target | Folder]) -> None:
    """The rows of one table of the run into the temporary files of its targets, the whole run into a folder to be saved."""
    tables = [target for target in files if isinstance(target, Target)]
    for folder in (target for target in files if isinstance(target, Folder)):
        folder.write(lambda part: write(result, part))
    if not tables:
        return
    table = result.table(per)
    for target in tables:
        target.write(lambda path, option=target.option: write_table(table, path, option == "--parquet"))  # type: ignore[misc]
