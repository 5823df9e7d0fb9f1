"""What the house promises about itself: pins without addresses, imports that point one way, a quick start, checked indices."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from topstats.core.jit import kernel

ROOT = Path(__file__).parent.parent
# In pieces, so that this file does not find itself.
REGISTRY = re.compile(r"https?://[\w.-]*(" + "|".join(("py" + "pi", "python" + "hosted", "npm" + "js", "deb" + "ian", "ubu" + "ntu")) + ")", re.IGNORECASE)
MACHINE = re.compile(r"(?<![\w./~-])/(" + "|".join(("wo" + "rk", "ro" + "ot", "ho" + "me", "tm" + "p", "Us" + "ers", "op" + "t")) + r")/\w")


def tracked() -> list[Path]:
    """All files of the project: tracked by git, or new and not ignored."""
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def text(path: Path) -> str:
    """The text of a file, nothing for a picture."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def python(code: str, **env: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **env}, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize(("line", "found"), [("see https://" + "pypi" + ".org/simple", REGISTRY), ("open('/" + "home" + "/anna/x')", MACHINE)])
def test_the_search_for_addresses_finds_them(line, found):
    assert found.search(line)


def test_no_file_names_a_registry_or_a_path_of_one_machine():
    lines = [(path, line) for path in tracked() for line in text(path).splitlines()]
    bad = [f"{path.relative_to(ROOT)}: {line.strip()[:120]}" for path, line in lines if REGISTRY.search(line) or MACHINE.search(line)]
    assert not bad, "\n".join(bad)


def test_the_lock_holds_exact_pins_and_nothing_else():
    lines = [line for line in (ROOT / "requirements.lock").read_text().splitlines() if line and not line.lstrip().startswith("#")]
    bad = [line for line in lines if not re.fullmatch(r"[a-z0-9-]+(\[[a-z,-]+\])?==[\w.]+( ; [^@]+)?", line)]
    assert not bad


def test_the_lock_pins_all_that_the_project_asks_for():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)]
    names = {re.match(r"[\w-]+", line).group().lower() for line in asked}
    assert names <= set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE))


def test_imports_point_one_way():
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    lint = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert lint.returncode == 0, lint.stdout[-3000:]


def test_only_the_compiler_of_core_names_numba():
    """Also inside functions and as text: the linter sees imports only."""
    files = [path for path in tracked() if path.is_relative_to(ROOT / "topstats") and path.suffix == ".py"]
    assert [str(path.relative_to(ROOT)) for path in files if names_numba(path)] == ["topstats/core/jit.py", "topstats/core/linked.py"]


def names_numba(path: Path) -> bool:
    """Whether a file imports numba, or uses a decorator of its own from there."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import) and any(name.name.split(".")[0] == "numba" for name in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "numba":
            return True
        if isinstance(node, ast.Name) and node.id in ("njit", "jit", "vectorize", "guvectorize"):
            return True
    return False


def test_importing_the_package_loads_nothing_heavy():
    heavy = ("numpy", "numba", "pandas", "scipy", "pyarrow", "plotly", "streamlit", "rich", "typer")
    assert python(f"import sys, topstats; print([name for name in {heavy} if name in sys.modules])") == "[]\n"


def test_the_package_tells_its_names_and_refuses_others():
    import topstats

    assert {"simulate", "Settings", "Table", "replay", "GAMES", "__version__"} <= set(dir(topstats))
    assert re.match(r"\d", topstats.__version__)
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        _ = topstats.simulat


def test_a_public_name_is_not_hidden_by_the_file_of_the_same_name(monkeypatch):
    """Importing topstats/simulate.py binds the module to `topstats.simulate`; the function must stay."""
    from types import ModuleType

    import topstats

    module = ModuleType("topstats.simulate")
    module.simulate = len
    monkeypatch.delitem(vars(topstats), "simulate", raising=False)
    topstats.simulate = module  # as the import system does
    assert topstats.simulate is len
    monkeypatch.delitem(vars(topstats), "simulate")


@pytest.mark.nojit
@pytest.mark.bounds
def test_kernels_run_in_every_lane():
    @kernel
    def total(numbers):
        s = 0
        for n in numbers:
            s += n
        return s

    assert total(np.arange(5)) == 10


@pytest.mark.nojit
def test_the_nojit_lane_compiles_nothing():
    function = kernel(abs_of)
    assert (function is abs_of) == (os.environ.get("NUMBA_DISABLE_JIT") == "1")


def abs_of(x):
    return -x if x < 0 else x


SKIPPING = "import pytest\n\ndef test_works():\n    pass\n\n@pytest.mark.skip(reason='no time')\ndef test_later():\n    pass\n"


@pytest.mark.parametrize(("ci", "workers", "code"), [("true", ["-n", "1"], 1), ("", [], 0)], ids=["ci", "elsewhere"])
def test_a_skipped_test_fails_in_ci_and_is_named_elsewhere(tmp_path, ci, workers, code):
    (tmp_path / "test_it.py").write_text(SKIPPING)
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    notes = tmp_path / "notes"
    env = {**os.environ, "CI": ci, "TOPSTATS_SKIPPED": str(notes), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *workers, str(tmp_path)]
    run = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert run.returncode == code, run.stdout
    assert notes.read_text() == "test_it.py::test_later: Skipped: no time\n"
