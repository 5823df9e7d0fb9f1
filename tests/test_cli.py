"""The command line: what it answers, what it refuses, how it stops."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import topstats.cli
from topstats import store
from topstats.cli import files, many, start
from topstats.registry import GAMES
from topstats.result import Result
from topstats.settings import Settings
from topstats.simulate import simulate

COMMAND = [sys.executable, "-m", "topstats"]
FEW = ["simulate", "top_pop", "--players", "3", "--games", "60", "--seed", "7"]
FOREVER = ["simulate", "top_pop", "--games", "1000000000"]


@pytest.fixture
def run(capsys):
    """Run a command in this process: (exit code, standard output, standard error). Whatever is refused is said once, in one line."""

    def call(*args):
        code = topstats.cli.main([str(a) for a in args])
        out, err = capsys.readouterr()
        if code == 2:
            assert err.startswith("topstats: ") and err.endswith(".\n") and err.count("\n") == 1
            assert err.lower().count("allowed is") + err.count("shows what is allowed") <= 1
            assert err.count("possible") + err.count("cannot be written") <= 1 and ".;" not in err
        return code, out, err

    return call


def strict(text):
    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def answer(run):
    """The JSON that a command answers."""

    def call(*args):
        code, out, err = run(*args, "--json")
        assert (code, err) == (0, "")
        return strict(out)

    return call


def environment(**changed):
    return os.environ | {"PYTHONPATH": str(Path(topstats.cli.__file__).parents[2])} | changed


# What it answers


def test_help_loads_nothing_heavy():
    """`topstats --help` is quick because of what it does not import."""
    code = "import sys; from topstats.cli import main; main(['--help']); print(*sorted(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True).stdout
    assert all(re.search(rf"\b{name}\b", shown) for name in ("games", "rules", "strategies", "simulate", "replay", "report", "warmup", "app"))
    loaded = shown.splitlines()[-1].split()
    assert not {"numba", "numpy", "pandas", "scipy", "plotly", "streamlit", "pyarrow"} & set(loaded)


def test_the_module_is_the_command_and_without_a_word_it_helps():
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: topstats" in done.stdout


def test_games(run, answer):
    assert "top_pop: Top Pop." in run("games")[1]
    (game,) = [g for g in answer("games")["games"] if g["name"] == "top_pop"]
    assert list(game) == ["name", "label", "question", "idea", "modes"]
    assert game["modes"][0]["name"] == "base"
    assert game["modes"][0]["players"] == [2, 3, 4, 5]


def test_rules(run, answer):
    assert "**TP-17**" in run("rules", "top_pop")[1]
    text = run("rules", "top_pop", "--settings", "--players", 2)[1]
    assert re.search(r"end_cards +6 +a whole number from 1 to 15 +TP-20", text)
    data = answer("rules", "top_pop", "--mode", "lite", "--players", "3")
    assert list(data) == ["game", "mode", "players", "text", "clauses", "settings"]
    assert data["clauses"][0]["rule"] == "TP-01"
    assert all(clause["text"] for clause in data["clauses"])
    knobs = {knob["name"]: knob for knob in data["settings"]}
    assert knobs["end_cards"]["printed"] == 5
    assert knobs["start_caps"]["printed"] == [1, 2, 1]
    assert knobs["tie_caps"]["choices"][0]["value"] == "after"


def test_strategies(run, answer):
    text = run("strategies", "top_pop")[1]
    assert "greedy (the default)" in text
    assert "blunder" in text
    data = answer("strategies", "top_pop", "--mode", "base")
    (mode,) = data["modes"]
    names = [s["name"] for s in mode["strategies"]]
    assert mode["default"] in names
    weighted = next(s for s in mode["strategies"] if s["name"] == "weighted")
    assert {"name", "printed", "allowed", "low", "high"} <= set(weighted["parameters"][0])


def test_simulate_in_words(run):
    code, out, err = run(*FEW, "--rule", "end_cards=5", "--seats", "greedy,random,greedy")
    assert (code, err) == (0, "")
    assert out.startswith("Top Pop, Base game, 3 players: 60 games, seed 7\nChanged: end_cards = 5 (printed 6)\n")
    assert "Ended: " in out
    assert "games a second" in out
    assert "* not in every seat equally often" in out
    assert re.search(r"^ +1  greedy +\d+\.\d % +33\.3 % +\d+\.\d to \d+\.\d %", out, re.M)


def test_too_few_games_are_said_once_for_all_findings(run):
    lines = run("simulate", "top_pop", "--games", "29", "--seats", "greedy,random,greedy,random")[1].splitlines()
    assert lines.count("Too few games for a verdict: 29, and 30 are the least.") == 1
    assert not any(" wins " in line or "makes most" in line for line in lines[:5])


def test_simulate_json_has_the_documented_keys(answer):
    data = answer(*FEW, "--rotate", "--seats", "greedy,random,weighted:variety=2:blunder=0.1")
    needed = {"seat", "strategy", "win_share", "win_low", "win_high", "score_mean", "score_sd", "score_quantiles"}
    assert needed <= set(data["seats"][0])
    assert needed - {"seat"} | {"seats_held", "balanced", "fair_share"} <= set(data["by_strategy"][0])
    assert {"settings", "n_games", "length", "margin", "ended", "seconds", "games_per_second"} <= set(data)
    documented = set(re.findall(r"\w+", topstats.cli.__doc__))
    for part in (data, data["seats"][0], data["by_strategy"][0], data["length"], data["ended"], data["unit"]):
        assert set(part) <= documented
    assert [seat["strategy"] for seat in data["seats"]] == [None] * 3
    assert sum(data["ended"].values()) == data["n_games"] == 60
    assert Settings.from_dict(data["settings"]).seed == 7


def test_numbers_do_not_depend_on_workers(answer):
    one, two = (answer(*FEW, "--workers", n) for n in (1, 2))
    speed = {"workers", "seconds", "prepare_seconds", "games_per_second"}
    assert {k: v for k, v in one.items() if k not in speed} == {k: v for k, v in two.items() if k not in speed}


def test_replay(run, answer):
    given = ["replay", "top_pop", "--players", "3", "--seed", "9", "--game", "2"]
    open_text, told = run(*given)[1], run(*given, "--as-seat", "2")[1]
    assert "Turn 1, Blue (seat 1)" in open_text
    assert "Told as seat 2 knows it." in told
    data = answer(*given, "--as-seat", "2")
    assert (data["game"], data["as_seat"]) == (2, 2)
    assert set(data) | set(data["frames"][0]) | set(data["seats"][0]) <= set(re.findall(r"\w+", topstats.cli.__doc__))


def test_warmup_names_every_mode(answer):
    data = answer("warmup")
    assert [(m["game"], m["mode"]) for m in data["modes"]] == [(game.name, mode.name) for game in GAMES.values() for mode in game.modes]
    assert data["seconds"] > 0


# What it refuses

BAD = [
    (["nonsense"], "allowed is games, rules"),
    (["simulate"], "which game? Allowed is top_pop"),
    (["simulate", "chess"], "there is top_pop"),
    (["simulate", ""], "there is top_pop"),
    (["simulate", "top_pop", "--gmes", "3"], "--games"),
    (["simulate", "top_pop", "--games"], "`topstats simulate --help`"),
    (["simulate", "top_pop", "more"], "`topstats simulate --help`"),
    ([*FEW, "--json=yes"], "`topstats simulate --help`"),
    *[(["simulate", "top_pop", "--games", n], "1 to 10^9") for n in ("0", "-1", "1.5", "1e3", "x", "", "9" * 5000)],
    *[([*FEW, "--seed", n], "0 to 2^63 - 1") for n in ("-1", str(2**63), "0x10", "")],
    *[([*FEW, "--workers", n], "a whole number from 1 to") for n in ("0", "-1", "x", "1.5", "9" * 5000, "²")],
    *[(["simulate", "top_pop", "--players", n], "2, 3, 4 or 5") for n in ("1", "6", "x")],
    (["simulate", "top_pop", "--mode", "night"], "base, lite"),
    ([*FEW, "--seats", "greedy"], "3 players"),
    ([*FEW, "--seats", ""], "strategy '' is not known: Base game has greedy"),
    (["simulate", "top_pop", "--games", "1000000000", "--csv", "never.csv"], "neither --csv nor --parquet"),
    ([*FEW, "--seats", "greedy,greedy,clever"], "greedy"),
    ([*FEW, "--seats", "greedy,greedy,greedy:speed=1"], "blunder"),
    ([*FEW, "--seats", "greedy,greedy,greedy:blunder=2"], "from 0 to 1 (see RULES.md, Strategies)"),
    ([*FEW, "--seats", "greedy,greedy,greedy:blunder=nan"], "from 0 to 1"),
    ([*FEW, "--rule", "end_cards"], "name=value"),
    ([*FEW, "--rule", "=5"], "name=value"),
    ([*FEW, "--rule", "end_cards=0"], "1 to 15 (rule TP-20)"),
    ([*FEW, "--rule", "end_cards=5", "--rule", "end_cards=6"], "twice"),
    ([*FEW, "--rule", "start_caps=1,2"], "3 are needed"),
    ([*FEW, "--rule", "start_cards=1,1,1", "--rule", "start_placed=0,0,3"], "TP-05"),
    ([*FEW, "--extras", "gossip"], "lead_changes"),
    ([*FEW, "--per", "seat"], "together with --csv FILE or --parquet FILE"),
    (["replay", "top_pop", "--game", "-1"], "0 to 999,999,999"),
    (["replay", "top_pop", "--as-seat", "5"], "from 1 to 4"),
    (["replay", "top_pop", "--as-seat", "zero"], "from 1 to 4"),
    (["rules", "top_pop", "--players", "9"], "2, 3, 4 or 5"),
    (["strategies", "top_pop", "--mode", "x"], "base, lite"),
    (["app", "--port", "80"], "1024 to 65535"),
    (["app", "--port", "http"], "1024 to 65535"),
]


@pytest.mark.parametrize(("args", "allowed"), BAD, ids=[" ".join(args)[-40:] for args, _ in BAD])
def test_bad_input_is_one_sentence_that_says_what_is_allowed(run, args, allowed):
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert allowed in err


@pytest.mark.parametrize(
    ("args", "beginning"),
    [
        (["--games", "0"], "--games 0 is not possible"),
        (["--seed", "1.5"], "--seed 1.5 is not possible"),
        (["--seats", "greedy,random"], "--seats greedy,random names 2"),
        (["--rule", "end_cards=99"], "--rule end_cards=99 is not possible"),
        (["--rule", "start_caps=1,2"], "--rule start_caps=1,2 is not possible because"),
        (["--seats", "greedy:variety=999,greedy,greedy,greedy"], "--seats variety=999 is not possible"),
    ],
)
def test_a_refusal_speaks_of_what_was_typed(run, args, beginning):
    assert run("simulate", "top_pop", *args)[2].startswith(f"topstats: {beginning}")


def test_bad_input_leaves_no_traceback_in_a_process_of_its_own():
    done = subprocess.run([*COMMAND, "simulate", "top_pop", "--players", "9"], capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "topstats: --players 9 is not possible: allowed is a whole number, 2, 3, 4 or 5 in Top Pop (Base game).\n"


# Files


@pytest.mark.parametrize("per", ["seat", "game", "city"])
def test_files_hold_the_table_of_the_result(run, tmp_path, per):
    code, out, err = run(*FEW, "--csv", tmp_path / "rows.csv", "--parquet", tmp_path / "rows.parquet", "--per", per)
    assert (code, err) == (0, "")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["rows.csv", "rows.parquet"]
    table = simulate(Settings(players=3, n_games=60, seed=7)).table(per)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "rows.parquet"), table)
    read = pd.read_csv(tmp_path / "rows.csv")
    assert list(read) == list(table)
    for name in table:
        if table[name].dtype != "category":
            pd.testing.assert_series_equal(read[name], table[name], check_dtype=False)
        else:
            assert read[name].tolist() == table[name].tolist()


def test_a_row_is_a_seat_if_not_said_otherwise(run, tmp_path):
    run(*FEW, "--csv", tmp_path / "rows.csv")
    assert len(pd.read_csv(tmp_path / "rows.csv")) == 180


def test_columns_on_request(run, tmp_path):
    run(*FEW, "--csv", tmp_path / "rows.csv", "--per", "game", "--extras", "lead_changes")
    assert "lead_changes" in pd.read_csv(tmp_path / "rows.csv")
    run(*FEW, "--csv", tmp_path / "rows.csv", "--per", "game")
    assert "lead_changes" not in pd.read_csv(tmp_path / "rows.csv")


def test_no_text_of_a_csv_is_a_formula(tmp_path):
    texts = ["=1+1", "+x", "-x", "@SUM(A1)", "\tx", "\rx", "x=1", ""]
    table = pd.DataFrame({"=name": texts, "kind": pd.Categorical(texts), "number": range(-3, 5)})
    many.write_table(table, tmp_path / "a.csv", is_parquet=False)
    read = pd.read_csv(tmp_path / "a.csv", keep_default_na=False)
    assert list(read) == ["'=name", "kind", "number"]
    assert read["'=name"].tolist() == read["kind"].tolist() == [f"'{t}" for t in texts[:6]] + texts[6:]
    assert read["number"].tolist() == list(range(-3, 5))
    assert list(table)[0] == "=name"


@pytest.fixture
def no_game(monkeypatch):
    """No game may be played."""

    def play(*args, **kwargs):
        raise AssertionError("a game was played")

    monkeypatch.setattr(many, "play", play)


def test_what_cannot_be_written_is_refused_before_the_first_game(run, tmp_path, no_game):
    (tmp_path / "folder").mkdir()
    for name, why in (("missing/rows.csv", "folders are not created"), ("folder", "it is a folder"), ("folder/", "it is a folder"), ("x" * 300, "too long")):
        code, out, err = run(*FEW, "--csv", f"{tmp_path}/{name}")
        assert (code, out) == (2, "")
        assert why in err
        assert "allowed is a file in an existing folder" in err
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]


def test_odd_targets_are_refused(run, tmp_path, no_game):
    assert "it is not an ordinary file" in run(*FEW, "--parquet", "/dev/null")[2]
    assert "the name is empty" in run(*FEW, "--csv", "")[2]
    os.mkfifo(tmp_path / "pipe")
    assert "it is not an ordinary file" in run(*FEW, "--csv", tmp_path / "pipe")[2]
    os.symlink(tmp_path / "same", tmp_path / "link")
    assert "a file of its own for each" in run(*FEW, "--csv", tmp_path / "same", "--parquet", tmp_path / "link")[2]


def test_a_protected_file_or_folder_is_refused(run, tmp_path, no_game, monkeypatch):
    """Simulated, because the one who runs the tests may be allowed everything."""
    target = tmp_path / "rows.csv"
    target.write_text("mine")
    monkeypatch.setattr(files.os, "access", lambda *args: False)
    assert "it is write-protected" in run(*FEW, "--csv", target)[2]

    def forbidden(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.tempfile, "mkstemp", forbidden)
    assert "Permission denied" in run(*FEW, "--csv", tmp_path / "new.csv")[2]
    assert target.read_text() == "mine"


def test_a_file_that_is_there_is_replaced_and_keeps_its_permissions(run, tmp_path):
    target = tmp_path / "rows.csv"
    target.write_text("old")
    target.chmod(0o640)
    os.symlink(target, tmp_path / "link.csv")
    assert run(*FEW, "--csv", tmp_path / "link.csv")[0] == 0
    assert target.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "link.csv").is_symlink()
    assert target.read_text().startswith('"game"')


def test_a_disk_that_fills_up_leaves_the_old_file(run, tmp_path, monkeypatch):
    target = tmp_path / "rows.csv"
    target.write_text("old")

    def full(table, path, is_parquet):
        path.write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(many, "write_table", full)
    code, out, err = run(*FEW, "--csv", target)
    assert (code, out) == (1, "")
    assert "No space left on device" in err
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("rows.csv", "old")]


# Saved runs and their report


def test_a_run_is_saved_and_told(run, answer, tmp_path):
    code, out, err = run(*FEW, "--save", tmp_path / "run", "--extras", "lead_changes")
    assert (code, err) == (0, "")
    assert out.endswith(f"Saved in {tmp_path / 'run'}; `topstats report {tmp_path / 'run'}` makes one page of it.\n")
    saved = Result.load(tmp_path / "run")
    assert saved.settings == Settings(players=3, n_games=60, seed=7)
    assert saved.blocks is not None
    answer(*FEW, "--save", tmp_path / "sums", "--no-rows")
    assert Result.load(tmp_path / "sums").blocks is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run", "sums"]


def test_a_folder_that_cannot_be_made_is_refused_before_the_first_game(run, tmp_path, no_game):
    (tmp_path / "old").mkdir()
    for name, why in (("old", "it exists already"), ("no/run", "does not exist"), ("x" * 300, "too long")):
        code, out, err = run(*FEW, "--save", tmp_path / name)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("topstats: --save ")
        assert why in err
    assert "the name is empty" in run(*FEW, "--save", "")[2]
    assert "a file of its own for each" in run(*FEW, "--save", tmp_path / "new", "--csv", tmp_path / "new")[2]
    for args in (("--no-rows",), ("--no-rows", "--save", tmp_path / "new", "--csv", tmp_path / "rows.csv")):
        assert "allowed is together with --save DIR, without --csv and --parquet" in run(*FEW, *args)[2]
    assert [p.name for p in tmp_path.iterdir()] == ["old"]


def test_a_protected_place_is_refused_before_the_first_game(run, tmp_path, no_game, monkeypatch):
    """Simulated, because the one who runs the tests may be allowed everything."""

    def forbidden(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(store.tempfile, "mkdtemp", forbidden)
    assert "Permission denied" in run(*FEW, "--save", tmp_path / "run")[2]


def test_a_disk_that_fills_up_leaves_no_folder(run, tmp_path, monkeypatch):
    def full(result, part):
        (part / "games.parquet").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(many, "write", full)
    code, out, err = run(*FEW, "--save", tmp_path / "run")
    assert (code, out) == (1, "")
    assert "No space left on device" in err
    assert not list(tmp_path.iterdir())


@pytest.fixture
def saved(tmp_path):
    return simulate(Settings(players=3, n_games=60, seed=7), workers=1).save(tmp_path / "run")


def test_a_report_is_one_file(run, answer, saved, tmp_path):
    code, out, err = run("report", saved, "--out", tmp_path / "a.html", "--title", "<b>Tonight")
    assert (code, out, err) == (0, f"{tmp_path / 'a.html'}: 1 run.\n", "")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "&lt;b&gt;Tonight" in text
    assert "<b>Tonight" not in text
    data = answer("report", saved, saved, "--out", tmp_path / "b.html")
    assert list(data) == ["out", "pdf", "runs", "compared"] and not data["compared"]
    assert [r["n_games"] for r in data["runs"]] == [60, 60]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.html", "b.html", "run"]


def test_a_report_of_no_run_leaves_the_old_page(run, saved, tmp_path):
    (tmp_path / "a.html").write_text("old")
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "nothing", tmp_path / "empty"):
        code, out, err = run("report", saved, folder, "--out", tmp_path / "a.html")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "a run is a folder made by --save" in err
    assert run("report", saved, "--out", tmp_path / "no" / "a.html")[0] == 2
    assert run("report", "--out", tmp_path / "a.html")[0] == 2
    assert (tmp_path / "a.html").read_text() == "old"


def test_without_a_browser_pdf_is_a_sentence(run, saved, tmp_path, monkeypatch):
    monkeypatch.delenv("TOPSTATS_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    code, out, err = run("report", saved, "--out", tmp_path / "a.html", "--pdf", tmp_path / "a.pdf")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "none is installed here: leave out --pdf" in err
    assert [p.name for p in tmp_path.iterdir()] == ["run"]


def test_a_browser_that_does_not_print_is_said(run, saved, tmp_path, monkeypatch):
    monkeypatch.setenv("TOPSTATS_CHROMIUM", "/bin/false")
    code, out, err = run("report", saved, "--out", tmp_path / "a.html", "--pdf", tmp_path / "a.pdf")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "did not print the page" in err
    assert [p.name for p in tmp_path.iterdir()] == ["run"]


# How it stops


def interrupted(args, folder, **changed):
    """Start a command, send Ctrl-C once its file is under way; (exit code, standard output, standard error)."""
    process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(**changed))
    while not list(folder.glob(".*.part")):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.02)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    try:
        return process.returncode, *process.communicate(timeout=10), process.returncode
    finally:
        process.kill()


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_ctrl_c_stops_a_run_and_leaves_nothing_half_written(tmp_path, cache):
    """With a cold cache the compiler is at work, which does not listen."""
    target = tmp_path / "rows.csv"
    target.write_text("old")
    changed = {"XDG_CACHE_HOME": str(tmp_path / "cache")} if cache == "cold" else {}
    _, out, err, code = interrupted([*FOREVER[:-1], "10000000", "--csv", str(target)], tmp_path, **changed)
    assert (code, out, err.strip()) == (130, "", "Stopped.")
    assert [p.name for p in tmp_path.glob("*rows*")] == ["rows.csv"]
    assert target.read_text() == "old"


def test_ctrl_c_leaves_no_half_saved_run(tmp_path):
    _, out, err, code = interrupted([*FOREVER, "--save", str(tmp_path / "run"), "--no-rows"], tmp_path)
    assert (code, out, err.strip()) == (130, "", "Stopped.")
    assert not list(tmp_path.iterdir())


def test_closed_streams_are_no_error():
    closed = {"close_fds": True, "env": environment(), "preexec_fn": lambda: (os.close(1), os.close(2))}
    assert subprocess.run([*COMMAND, "games"], **closed).returncode == 0
    assert subprocess.run([*COMMAND, "rules", "chess"], **closed).returncode == 2


def test_a_full_disk_behind_standard_output_is_said():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, env=environment())
    assert (done.returncode, done.stderr) == (1, "topstats: this could not be finished: No space left on device.\n")


def test_a_reader_that_leaves_early_is_no_error():
    with subprocess.Popen([*COMMAND, "rules", "top_pop", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def on_terminal(args):
    """What a command writes to standard error when that is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*COMMAND, *args], stdout=subprocess.PIPE, stderr=theirs, env=environment(TERM="xterm"))
    os.close(theirs)
    seen = b""
    try:
        while chunk := os.read(ours, 65536):
            seen += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return process.communicate()[0].decode(), seen.decode()


def test_a_progress_bar_is_shown_on_a_terminal_only(run):
    args = [*FEW[:-4], "--games", "20000", "--json"]
    out, err = on_terminal(args)
    assert "Playing" in err
    assert strict(out)["n_games"] == 20000
    assert run(*args)[2] == ""


# The page


@pytest.fixture
def served(monkeypatch, tmp_path):
    """The command that `topstats app` becomes."""
    command = []
    (tmp_path / "app.py").write_text("")
    monkeypatch.setattr(start, "home", lambda: tmp_path)
    monkeypatch.setattr(start.os, "execv", lambda program, args: command.extend(args))
    return command


def test_the_page_is_served_on_this_machine_and_tells_nobody(answer, served, tmp_path):
    with socket.socket() as free:
        free.bind((start.HOST, 0))
        port = free.getsockname()[1]
    data = answer("app", "--port", port, "--no-browser")
    assert data == {"url": f"http://127.0.0.1:{port}", "app": str(tmp_path / "app.py")}
    assert served[1:5] == ["-m", "streamlit", "run", str(tmp_path / "app.py")]
    assert {f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"} <= set(served)


def test_a_port_in_use_is_refused(run, served):
    with socket.socket() as taken:
        taken.bind((start.HOST, 0))
        taken.listen()
        code, out, err = run("app", "--port", taken.getsockname()[1])
    assert (code, out, served) == (2, "", [])
    assert "is in use" in err


def test_a_missing_page_is_said(run, served, tmp_path):
    (tmp_path / "app.py").unlink()
    code, _, err = run("app")
    assert code == 1
    assert "the page is missing" in err
