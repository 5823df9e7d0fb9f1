"""A served page and a real browser, for the browser tests and the screenshot of the README."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
READY_AFTER = 300_000  # milliseconds: the first visit compiles the engines


def chromium() -> str | None:
    """Where the browser is: $TOPSTATS_CHROMIUM, or on the path; None if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("TOPSTATS_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def served() -> Iterator[str]:
    """The address of the page, served by a process of its own."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/_stcore/health", server)
        yield address
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the page could not be served") from None
            time.sleep(0.1)
