"""A saved run: it comes back equal, is there whole or not at all, and a damaged one is refused in a sentence."""

import json

import numpy as np
import pandas as pd
import pytest

from topstats import Result, Settings, simulate, store
from topstats.core.contract import SettingError
from topstats.stats.metrics import metrics_of

RUNS = {
    "printed": Settings(n_games=120, players=3, seed=5),
    "changed": Settings(n_games=121, players=4, seed=2**63 - 1, rotate=True, rules={"end_cards": 5}, seats="greedy,random,greedy:blunder=0.1,greedy"),
    "lite": Settings(n_games=60, mode="lite"),
    "two": Settings(n_games=60, mode="two_player"),
}


@pytest.fixture(scope="module", params=RUNS)
def result(request):
    return simulate(RUNS[request.param], workers=1, extras=("lead_changes",) if request.param != "lite" else ())


def same(a, b):
    """Whether two results say the same: settings, meta, tally, tables, metrics."""
    assert (a.settings, a.meta, a.tally.to_dict()) == (b.settings, b.meta, b.tally.to_dict())
    for one, other in zip(metrics_of(a), metrics_of(b), strict=True):
        pd.testing.assert_frame_equal(one.compute(a), other.compute(b))
        assert one.finding(one.compute(a)) == other.finding(other.compute(b))


def test_a_run_comes_back_equal(result, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "BATCH", 50)
    place = result.save(tmp_path / "run")
    assert [p.name for p in tmp_path.iterdir()] == ["run"]
    assert sorted(p.name for p in place.iterdir()) == ["games.parquet", "meta.json"]
    back = Result.load(place)
    same(result, back)
    for per in result.settings.mode_record.blocks():
        assert np.array_equal(back.blocks[per], result.blocks[per])
        pd.testing.assert_frame_equal(back.table(per), result.table(per))


def test_a_run_without_rows_keeps_its_sums(tmp_path):
    settings = RUNS["changed"]
    lean = simulate(settings, workers=1, rows=False)
    lean.save(tmp_path / "run")
    assert [p.name for p in (tmp_path / "run").iterdir()] == ["meta.json"]
    back = Result.load(tmp_path / "run")
    assert back.blocks is None
    same(lean, back)


def test_the_file_of_games_can_be_read_by_others(tmp_path):
    result = simulate(RUNS["printed"], workers=1)
    result.save(tmp_path / "run")
    games = pd.read_parquet(tmp_path / "run" / "games.parquet")
    assert len(games) == 120
    seats = result.table("seat")
    assert (games["seat.score.2"].to_numpy() == seats.loc[seats["seat"] == 2, "score"].to_numpy()).all()
    assert "game.lead_changes" not in games, "what was not computed is not there"


def test_what_is_there_is_not_touched(tmp_path):
    result = simulate(RUNS["printed"], workers=1, rows=False)
    (tmp_path / "mine").mkdir()
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name, why in (
        ("mine", "exists"),
        ("file", "exists"),
        ("link", "exists"),
        ("no/run", "does not exist"),
        ("file/run", "irectory"),
        ("x" * 300, "too long"),
    ):
        with pytest.raises(SettingError, match=rf"{why}.*allowed is a new name") as refused:
            result.save(tmp_path / name)
        assert str(refused.value).count("\n") == 0
    with pytest.raises(SettingError, match="the name is empty"):
        result.save("")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "link", "mine"]


def test_a_folder_is_there_whole_or_not_at_all(tmp_path, monkeypatch):
    result = simulate(RUNS["printed"], workers=1)

    def full(result, path):
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "_write_rows", full)
    with pytest.raises(SettingError, match="No space left on device"):
        result.save(tmp_path / "run")
    assert not list(tmp_path.iterdir())


def test_one_who_came_first_keeps_the_place(tmp_path, monkeypatch):
    result = simulate(RUNS["printed"], workers=1, rows=False)
    monkeypatch.setattr(store, "write", lambda result, part: (tmp_path / "run").mkdir())
    with pytest.raises(SettingError, match="exists by now"):
        result.save(tmp_path / "run")
    assert [p.name for p in tmp_path.iterdir()] == ["run"]


def edit(**changes):
    """A change of meta.json, fields by their path with underscores doubled."""

    def apply(place):
        data = json.loads((place / "meta.json").read_text())
        for path, value in changes.items():
            *way, last = path.split("__")
            at = data
            for name in way:
                at = at[name]
            at[last] = value
        (place / "meta.json").write_text(json.dumps(data))

    return apply


def cut(place):
    (place / "games.parquet").write_bytes((place / "games.parquet").read_bytes()[:-9])


def other_games(place):
    """Games of another run, with their own digest."""
    other = simulate(RUNS["printed"].replace(n_games=7), workers=1).save(place.parent / "other")
    (place / "games.parquet").write_bytes((other / "games.parquet").read_bytes())
    edit(rows__sha256=store._digest(place / "games.parquet"))(place)


def other_columns(place):
    table = pd.read_parquet(place / "games.parquet").rename(columns={"game.length": "game.size"})
    table.to_parquet(place / "games.parquet")
    edit(rows__sha256=store._digest(place / "games.parquet"))(place)


DAMAGE = {
    "no meta": (lambda place: (place / "meta.json").unlink(), "meta.json is missing or damaged"),
    "no json": (lambda place: (place / "meta.json").write_text("{"), "meta.json is missing or damaged"),
    "no text": (lambda place: (place / "meta.json").write_bytes(b"\xff\xfe\x00"), "meta.json is missing or damaged"),
    "a list": (lambda place: (place / "meta.json").write_text("[]"), "not of a topstats run"),
    "other format": (edit(format="toy"), "not of a topstats run"),
    "newer": (edit(shape=99), "saved in shape 99, and this version of topstats reads shape 2"),
    "no settings": (edit(settings=None), "settings None are not possible"),
    "unknown rule": (edit(settings__rules={"no_such": 1}), "rule no_such is not known"),
    "unknown game": (edit(settings__game="chess"), "chess"),
    "meta": (edit(meta=[]), "the part meta of meta.json is damaged"),
    "meta number": (edit(meta__seconds="<b>"), "the part meta of meta.json is damaged"),
    "extras": (edit(meta__extras=["no_such"]), "extras no_such is not known"),
    "rows": (edit(rows={}), "games.parquet is missing or damaged"),
    "no rows": (lambda place: (place / "games.parquet").unlink(), "games.parquet is missing or damaged"),
    "cut rows": (cut, "not the file that was saved"),
    "other rows": (other_games, "has 7 games, and its settings ask for 120"),
    "other columns": (other_columns, "has other columns than Base game has"),
    "more players": (edit(settings__players=4, settings__seats=["greedy"] * 4, settings__rules={}), "has other columns"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_run_is_refused_in_a_sentence(name, tmp_path):
    damage, why = DAMAGE[name]
    place = simulate(RUNS["printed"], workers=1).save(tmp_path / "run")
    damage(place)
    with pytest.raises(SettingError) as refused:
        Result.load(place)
    assert why in str(refused.value)
    assert str(refused.value).startswith("run ")
    assert "\n" not in str(refused.value)


SUMS = {
    "none": (edit(tally=None), "damaged"),
    "a fraction": (edit(tally__columns={"seat.share": {"low": 0, "counts": [[[0.5]]]}}), "damaged"),
    "no columns": (edit(tally__columns={}), "of other columns"),
    "other games": (edit(tally__n_games=7), "of 7 games in 30 units, and its settings ask for 121 in 30"),
    "other units": (edit(settings__rotate=False), "121 games in 30 units, and its settings ask for 121 in 121"),
}


@pytest.mark.parametrize("name", SUMS)
def test_damaged_sums_are_refused_in_a_sentence(name, tmp_path):
    damage, why = SUMS[name]
    place = simulate(RUNS["changed"], workers=1, rows=False).save(tmp_path / "run")
    damage(place)
    with pytest.raises(SettingError, match=why):
        Result.load(place)


def test_no_folder_is_said(tmp_path):
    with pytest.raises(SettingError, match="there is no such folder"):
        Result.load(tmp_path / "nothing")
