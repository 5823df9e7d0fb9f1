"""The habits of all tests: markers, goldens, Hypothesis without dice, no test skipped in silence."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

# A browser without a sandbox (root has none) that looks up nothing outside.
QUIET = ("gpu", "quic", "background-networking", "component-update", "sync")
CHROMIUM = ["--no-sandbox", "--no-first-run", *(f"--disable-{feature}" for feature in QUIET)]

MARKERS = {
    "rule(id)": "the test asserts the consequence of this clause of a RULES.md",
    "slow": "takes more than a few seconds; the quick loop is pytest -m 'not slow'",
    "browser": "drives a real browser (lane browser)",
    "nojit": "also runs uncompiled (lane nojit)",
    "bounds": "also runs with every index checked (lane bounds)",
    "wheel": "builds and installs a wheel (lane wheel)",
}

settings.register_profile("house", derandomize=True, deadline=None, database=None)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew instead of comparing (then read them)")


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")


def pytest_sessionstart(session: pytest.Session) -> None:
    """A lane that checks nothing must not pass: prove that its switch works."""
    if os.environ.get("NUMBA_BOUNDSCHECK") == "1" and not _index_is_checked():
        pytest.exit("NUMBA_BOUNDSCHECK=1, and yet an index out of range does not raise: this lane would prove nothing.", returncode=1)


def _index_is_checked() -> bool:
    from topstats.core.jit import kernel

    @kernel
    def beyond(numbers):
        return numbers[numbers.size]

    try:
        beyond(np.zeros(3))
    except IndexError:
        return True
    return False


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Skipped tests fail in CI; elsewhere `make test` names them at the end (it says in which file to note them)."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = sorted({f"{r.nodeid}: {_reason(r)}" for r in reporter.stats.get("skipped", [])}) if reporter else []
    if not skipped or hasattr(session.config, "workerinput"):
        return
    if notes := os.environ.get("TOPSTATS_SKIPPED"):
        with open(notes, "a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in skipped)
    if os.environ.get("CI") and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        reporter.write_line(f"\n{len(skipped)} skipped, which fails under CI")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reason(report: pytest.TestReport) -> str:
    """Why it was skipped: the longrepr of a skip is (file, line, reason)."""
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the checkout."""
    return Path(__file__).parent.parent


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """Debian's chromium without a window, as a Playwright Browser; `make test-browser` says where it is."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("TOPSTATS_CHROMIUM", "/usr/bin/chromium"), args=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def toy() -> Iterator[None]:
    """The game of toy_game.py stands in the registry."""
    from tests import toy_game
    from topstats import registry

    registry.GAMES["toy"] = toy_game.GAME
    yield
    del registry.GAMES["toy"]
