"""What the README shows works as it stands there."""

import re
import shlex

import pytest

from topstats.cli import main


def blocks(project, language):
    return re.findall(rf"```{language}\n(.*?)```", (project / "README.md").read_text(encoding="utf-8"), re.S)


def commands(text):
    """The command lines of a block, continued lines joined, comments dropped."""
    joined = text.replace("\\\n", " ")
    return [shlex.split(line, comments=True)[1:] for line in joined.splitlines() if line.startswith("topstats ")]


def test_the_python_runs(project, capsys):
    sources = blocks(project, "python")
    assert len(sources) == 2
    for source in sources:
        exec(compile(source, "README.md", "exec"), {"__name__": "readme"})
    said = capsys.readouterr().out
    assert "Who wins from which seat?" in said
    assert "Blue" in said  # the replay
    assert "plays pusher." in said  # the own strategy


@pytest.mark.slow
def test_the_commands_run(project, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    lines = [line for text in blocks(project, "sh") for line in commands(text) if line[0] not in ("app", "warmup")]
    assert len(lines) >= 7
    for line in lines:
        assert main(line) == 0, line
        assert capsys.readouterr().out, line
    assert (tmp_path / "games.csv").exists()
