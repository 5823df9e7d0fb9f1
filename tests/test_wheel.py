"""A wheel installed elsewhere carries all it needs and works from another folder."""

import json
import os
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.wheel, pytest.mark.slow]
ROOT = Path(__file__).parent.parent


def clean() -> dict[str, str]:
    """The environment with nothing of the checkout on the path."""
    return {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints, away from the checkout."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=clean(), capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    (path,) = folder.glob("topstats-*.whl")
    return path


@pytest.fixture(scope="session")
def elsewhere(wheel, tmp_path_factory) -> Path:
    """The bin folder of a fresh environment with the wheel and the pinned versions of what it asks for, no extras."""
    folder = tmp_path_factory.mktemp("elsewhere")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    run(folder / "venv/bin/python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "requirements.lock", wheel, cwd=folder)
    return folder / "venv/bin"


def tracked(*under: str) -> set[str]:
    return set(run("git", "ls-files", "-co", "--exclude-standard", *under, cwd=ROOT).split())


def test_every_file_is_in_the_wheel(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    bundled = {f"topstats/bundle/{name}" for name in tracked("data", "app.py", ".streamlit/config.toml")}
    assert tracked("topstats") | bundled <= inside


def test_the_wheel_is_not_read_from_the_checkout(elsewhere, tmp_path):
    where = run(elsewhere / "python", "-c", "import topstats; print(topstats.__file__, topstats.__version__)", cwd=tmp_path)
    assert where.startswith(str(elsewhere.parent)) and where.endswith(" 0.1.0\n")


def test_files_that_are_not_code_are_found(elsewhere, tmp_path):
    code = """
from topstats.core.home import PACKAGE, home
for name in ("app.py", "data/README.md", ".streamlit/config.toml"):
    assert (home() / name).is_file(), name
assert list(PACKAGE.glob("games/*/RULES.md"))
print(home())
"""
    assert run(elsewhere / "python", "-c", code, cwd=tmp_path).startswith(str(elsewhere.parent))


@pytest.mark.parametrize("command", ["topstats", "python -m topstats"])
def test_the_command_line_works_from_another_folder(elsewhere, tmp_path, command):
    program, *rest = command.split()
    told = run(elsewhere / program, *rest, "simulate", "top_pop", "--players", "2", "--games", "200", "--json", cwd=tmp_path)
    assert json.loads(told)["n_games"] == 200
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_rules_and_replay_are_told_from_another_folder(elsewhere, tmp_path):
    assert "TP-01" in run(elsewhere / "topstats", "rules", "top_pop", cwd=tmp_path)
    assert len(run(elsewhere / "topstats", "replay", "top_pop", "--seed", "1", "--game", "3", cwd=tmp_path).splitlines()) > 10
    assert "turbo_town" in run(elsewhere / "topstats", "track", "list", cwd=tmp_path)


def test_the_page_answers(elsewhere, tmp_path):
    """`topstats app --json` says where the page is before it becomes the server."""
    command = [elsewhere / "topstats", "app", "--json", "--no-browser"]
    with subprocess.Popen(command, cwd=tmp_path, env=clean(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            told = json.loads(server.stdout.readline())
            assert told["app"].startswith(str(elsewhere.parent))
            assert fetch(told["url"] + "/_stcore/health") == "ok"
            assert "<title>" in fetch(told["url"])
        finally:
            server.kill()


def fetch(url: str) -> str:
    """What a server answers; asked again until it is up, for at most a minute."""
    for _ in range(240):
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"no answer from {url}")
