"""`topstats compare`: what it answers, what it writes, what it refuses."""

import json
import re
import shlex
from html import unescape

import pandas as pd
import pytest

import topstats.cli
from topstats import Result, Settings, compare
from topstats.stats.compare import compare_results
from topstats.stats.compared import family

FEW = ["compare", "top_pop", "--players", "3", "--games", "90", "--seed", "7"]


@pytest.fixture
def run(capsys):
    """Run a command in this process: (exit code, standard output, standard error)."""

    def call(*args):
        code = topstats.cli.main([str(a) for a in args])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def strict(text):
    def refuse(word):
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


def settings(**given):
    return Settings(players=3, n_games=90, seed=7, **given)


def test_the_answer_is_compares(run):
    code, out, err = run(
        *FEW, "--rule", "end_cards=4", "--a", "cities=5", "--b", "end_cards=5", "--b", "seats=random,greedy,greedy", "--c", "mode=lite", "--json"
    )
    assert (code, err) == (0, "")
    data = strict(out)
    sides = [
        settings(rules={"end_cards": 4, "cities": 5}),
        settings(rules={"end_cards": 5}, seats="random,greedy,greedy"),
        settings(mode="lite", rules={"end_cards": 4}),
    ]
    assert [side["settings_hash"] for side in data["settings"]] == [s.hash for s in sides]
    expected = compare(*sides)
    assert [(d["setting"], d["measure"], d["difference"], d["low"]) for d in data["differences"]] == [
        tuple(r) for r in expected.differences[["setting", "measure", "difference", "low"]].itertuples(index=False)
    ]
    assert data["n_flipped"] == {name: expected.n_flipped(name) for name in "BC"}
    assert [f["finding"] for f in data["findings"]] == [expected.finding(name) for name in "BC"]


def test_other_player_counts_are_strict_json_too(run):
    code, out, _ = run(*FEW, "--b", "players=2", "--json")
    data = strict(out)
    assert code == 0 and [side["paired"] for side in data["settings"]] == [True, False]
    assert {d["gain"] for d in data["differences"]} == {None}
    assert "cannot share A's deals" in data["findings"][0]["pairing"]
    assert data["winners"] == data["flipped"] == []


def test_in_words(run):
    code, out, err = run(*FEW, "--b", "end_cards=3", "--rotate")
    assert (code, err) == (0, "")
    assert "Top Pop: 90 games of each, seed 7, every deal from each seat" in out
    assert "B: Base game, 3 players, all greedy; end_cards = 3 (printed 7)" in out or "end_cards = 3 (printed" in out
    assert re.search(r"^Turns \(turns\) +[\d.]+ +[\d.]+ +-[\d.]+ +-[\d.]+ to -[\d.]+ +\* +[\d.]+ +30$", out, re.M)
    assert "games have another winner under B (the first: game " in out


def test_files(run, tmp_path):
    csv, parquet = tmp_path / "d.csv", tmp_path / "d.parquet"
    assert run(*FEW, "--b", "end_cards=3", "--csv", csv, "--parquet", parquet)[0] == 0
    expected = compare(settings(), settings(rules={"end_cards": 3}))
    assert pd.read_csv(csv)["difference"].tolist() == expected.differences["difference"].tolist()
    assert len(pd.read_parquet(parquet)) == len(expected.differences)
    assert run(*FEW, "--b", "end_cards=3", "--csv", csv, "--per", "flipped")[0] == 0
    assert pd.read_csv(csv)["game"].tolist() == expected.flipped["game"].tolist()


@pytest.mark.parametrize(
    "args, sentence",
    [
        ([], "which settings? Allowed is --b NAME=VALUE"),
        (["--a", "end_cards=5"], "Allowed is --b NAME=VALUE"),
        (["--c", "end_cards=5"], "Allowed is --b NAME=VALUE"),
        (["--b", "end_cards"], "--b end_cards is not possible: it is written NAME=VALUE"),
        (["--b", "seed=3"], "all sides have the same seed; allowed is --seed"),
        (["--b", "end_cards=99"], "--b end_cards=99 is not possible: allowed is"),
        (["--b", "end_cards=5", "--b", "end_cards=6"], "--b: rule end_cards is given twice"),
        (["--b", "mode=lite", "--b", "mode=base"], "--b mode is given twice"),
        (["--b", "players=7"], "--b players=7 is not possible"),
        (["--rule", "end_cards=99", "--b", "cities=5"], "topstats: --rule end_cards=99 is not possible: allowed is"),
        (["--b", "end_cards=5", "--games", "1", "--rotate"], "--games 1 is not possible: with rotation"),
        (["--b", "end_cards=5", "--measures", "few"], "--measures few is not possible: allowed is main, all, seats"),
        (["--b", "end_cards=5", "--pdf", "x.pdf"], "together with --out FILE"),
        (["--b", "end_cards=5", "--out", "nowhere/x.html"], "its folder does not exist"),
        (["--b", "wrong=7"], "--b: rule wrong is not known"),
        (["--b", "end_cards=5", "--per", "flipped"], "--per flipped is not possible"),
        (["--b", "end_cards=5", "--workers", "0"], "--workers 0 is not possible"),
        (["--b", "end_cards=5", "--csv", "nowhere/x.csv"], "its folder does not exist"),
    ],
)
def test_refusals(run, args, sentence):
    code, out, err = run(*FEW, *args)
    assert (code, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


def test_another_game(run):
    assert "Allowed is top_pop" in run("compare", "--b", "x=1")[2]
    assert run("compare", "chess", "--b", "x=1")[0] == 2


def test_the_size_of_the_family_is_said(run):
    told = {level: run(*FEW, "--b", "end_cards=3", "--measures", level) for level in ("main", "all", "seats")}
    for level, (code, out, _) in told.items():
        assert code == 0 and family(compare(settings(), settings(rules={"end_cards": 3}), measures=level)) in out
    data = strict(run(*FEW, "--b", "end_cards=3", "--measures", "main", "--json")[1])
    assert (data["measures"], data["n_comparisons"]) == ("main", len(data["differences"]))


def test_each_side_is_kept_as_a_run_of_its_own_and_compared_again(run, tmp_path):
    given = [*FEW, "--b", "end_cards=3", "--c", "players=2"]
    code, out, err = run(*given, "--save", tmp_path / "kept")
    assert (code, err) == (0, "") and f"topstats report {tmp_path / 'kept'}" in out
    assert sorted(p.name for p in (tmp_path / "kept").iterdir()) == ["A", "B", "C"]
    expected = compare(settings(), settings(rules={"end_cards": 3}), settings().replace(players=2))
    kept = compare_results([Result.load(tmp_path / "kept" / name) for name in "ABC"])
    for name in ("differences", "winners", "flipped"):
        assert getattr(kept, name).equals(getattr(expected, name)), name
    code, out, err = run("report", tmp_path / "kept", "--out", tmp_path / "a.html")
    assert (code, out, err) == (0, f"{tmp_path / 'a.html'}: 3 runs, compared with the first.\n", "")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert all(f'id="{part}"' in text for part in ("comparison1", "run1", "run2", "run3"))
    assert run(*given, "--save", tmp_path / "kept")[0] == 2  # it is there already


def test_runs_on_other_deals_are_not_compared_and_the_command_says_so(run, tmp_path):
    for name, seed in (("a", 1), ("b", 2)):
        assert run("simulate", "top_pop", "--games", "40", "--seed", seed, "--save", tmp_path / name)[0] == 0
    code, out, _ = run("report", tmp_path / "a", tmp_path / "b", "--out", tmp_path / "a.html")
    assert code == 0 and "2 runs. They are not compared" in out
    assert 'id="comparison1"' not in (tmp_path / "a.html").read_text(encoding="utf-8")


def test_a_page_of_it_and_its_command_makes_the_same_page(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = [*FEW, "--b", "end_cards=3", "--b", "seats=random,greedy,greedy", "--c", "mode=lite", "--rotate", "--measures", "main"]
    code, out, err = run(*given, "--out", "first.html", "--title", "=<i>Tonight")
    assert (code, err) == (0, "") and "Written: first.html." in out
    first = (tmp_path / "first.html").read_text(encoding="utf-8")
    (command,) = (unescape(c) for c in re.findall(r"<pre>(topstats compare.*?)</pre>", first))
    assert run(*shlex.split(command)[1:], "--title", "=<i>Tonight")[0] == 0
    again = (tmp_path / "report.html").read_text(encoding="utf-8")
    differing = [a for a, b in zip(first.splitlines(), again.splitlines(), strict=True) if a != b]
    assert all('class="stamp"' in line for line in differing)
    assert "<i>Tonight" not in first and "=&lt;i&gt;Tonight" in first
