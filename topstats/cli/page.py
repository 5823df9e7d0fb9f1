"""The page of runs or of a comparison from the command line, as HTML and as PDF."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from topstats.cli.files import Folder, Target, Unfinished
from topstats.report import browser, report, to_pdf
from topstats.result import Result
from topstats.stats.compare import Comparison
from topstats.store import META


def browser_for(out: str) -> str:
    """The browser that prints. Raises Unfinished, before anything is written, if there is none."""
    program = browser()
    if program is None:
        raise Unfinished(f"--pdf needs Chromium or Chrome, and none is installed here: leave out --pdf, open {out} in any browser and print it to a file.")
    return program


def runs_in(folder: str) -> list[str]:
    """The folder of a run; of a folder that holds several (as `compare --save` makes it) each of them."""
    place = Path(folder)
    inside = sorted(str(meta.parent) for meta in place.glob(f"*/{META}"))
    return inside if inside and not (place / META).exists() else [folder]


def write_page(results: Sequence[Result | Comparison], title: str, files: Sequence[Target | Folder], program: str | None) -> None:
    """The page into the temporary file of --out, and printed by `program` into that of --pdf."""
    page, *printed = files
    text = report(results, title)
    page.write(lambda path: _write(path, text))
    for target in printed:
        assert program is not None
        target.write(lambda path: _print(path, text, program))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _print(path: Path, text: str, program: str) -> None:
    """The browser knows a page by its ending."""
    with tempfile.TemporaryDirectory(prefix="topstats.") as folder:
        page = Path(folder) / "report.html"
        _write(page, text)
        to_pdf(page, path, program)
