"""The page as PDF, by a browser of this machine that is asked to print it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge")
PATIENCE_S = 180


def browser() -> str | None:
    """Where Chromium or one of its kin is: $TOPSTATS_CHROMIUM, or on the path; None if there is none."""
    return os.environ.get("TOPSTATS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def to_pdf(page: Path, pdf: Path, program: str) -> None:
    """Print the HTML file `page` into `pdf`. Raises OSError if the browser does not manage."""
    with tempfile.TemporaryDirectory(prefix="topstats.", ignore_cleanup_errors=True) as folder:
        printed = Path(folder) / "page.pdf"
        options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
        options += ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []  # the superuser has none
        options += [f"--user-data-dir={folder}/profile", "--no-pdf-header-footer", f"--print-to-pdf={printed}"]
        try:
            subprocess.run([program, *options, page.resolve().as_uri()], capture_output=True, timeout=PATIENCE_S, check=False)
        except subprocess.TimeoutExpired:
            raise OSError(f"the browser {program} did not print the page within {PATIENCE_S} seconds") from None
        if not printed.is_file():
            raise OSError(f"the browser {program} did not print the page")
        shutil.copyfile(printed, pdf)
