"""Many games from the command line: the progress bar, and the file of rows."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from topstats.cli.files import Target
from topstats.cli.run import Call
from topstats.result import Result
from topstats.settings import Settings
from topstats.simulate import simulate

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute a text that begins so


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


def write_rows(result: Result, per: str, files: Sequence[Target]) -> None:
    """The rows of one table of the run into the temporary files of its targets."""
    if not files:
        return
    table = result.table(per)
    for target in files:
        target.write(lambda path, option=target.option: write_table(table, path, option == "--parquet"))  # type: ignore[misc]


def write_table(table: Any, path: Path, is_parquet: bool) -> None:
    """A DataFrame to a file. In a CSV no text is taken for a formula by a spreadsheet: an apostrophe goes before it."""
    import pyarrow as pa

    if is_parquet:
        import pyarrow.parquet

        pyarrow.parquet.write_table(pa.Table.from_pandas(table, preserve_index=False), path)
        return
    import pyarrow.csv

    data = pa.Table.from_pandas(harmless(table), preserve_index=False)  # some ten times faster than DataFrame.to_csv
    pyarrow.csv.write_csv(data, path, pyarrow.csv.WriteOptions(quoting_style="needed"))


def harmless(table: Any) -> Any:
    """The table with an apostrophe before each text, name or category that a spreadsheet would compute; numbers stay numbers."""
    texts = {}
    for name, column in table.items():
        if column.dtype == "category":
            texts[name] = column.cat.rename_categories(_quoted)
        elif column.dtype in ("str", "object"):
            texts[name] = column.map(_quoted)
    return table.assign(**texts).rename(columns=_quoted)


def _quoted(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
