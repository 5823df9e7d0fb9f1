"""Many games: the same rows however they are cut, rows that agree with the tally, runs that stop when they should."""

import hashlib
import json
import signal
import sys
import threading
from itertools import cycle, islice

import numpy as np
import pytest

from topstats.core.contract import SettingError
from topstats.registry import GAMES
from topstats.settings import Settings
from topstats.simulate import Cancelled, simulate

pytestmark = pytest.mark.usefixtures("toy")

MODULE = sys.modules["topstats.simulate"]  # `topstats.simulate` itself is the function
MIXED = "careful,bold,random:blunder=0.5,careful"


def same_rows(a, b):
    return a.blocks.keys() == b.blocks.keys() and all(np.array_equal(a.blocks[per], b.blocks[per]) for per in a.blocks)


def tables():
    """Every mode of the house and every number of players, all strategies of the mode at the table, one of them in bad form."""
    for game in GAMES.values():
        for mode in game.modes:
            for players in mode.players:
                seats = list(islice(cycle(s.name for s in mode.strategies), players))
                yield Settings(game.name, mode.name, players, seats=[*seats[:-1], f"{seats[-1]}:blunder=0.3"], rotate=True, n_games=2 * players + 1, seed=5)


every_table = pytest.mark.parametrize("settings", list(tables()), ids=lambda s: f"{s.game} {s.mode} {s.players}")


@pytest.mark.parametrize("rotate", [False, True])
def test_rows_and_tally_depend_on_the_game_alone(rotate):
    settings = Settings("toy", players=4, seats=MIXED, rotate=rotate, n_games=1003, seed=3)
    one = simulate(settings, workers=1, chunk=1003, extras=["lead_changes"])
    for workers, chunk in ((1, 1), (2, 7), (8, 100), (3, None)):
        other = simulate(settings, workers=workers, chunk=chunk, extras=["lead_changes"])
        assert same_rows(one, other) and other.tally.to_dict() == one.tally.to_dict(), (workers, chunk)
    alone = simulate(settings, rows=False, extras=["lead_changes"])
    assert alone.blocks is None and alone.tally.to_dict() == one.tally.to_dict()


@pytest.mark.bounds
@every_table
def test_rows_do_not_depend_on_how_often_the_engine_comes_back(monkeypatch, settings):
    whole = simulate(settings, extras=["lead_changes"])
    monkeypatch.setattr(MODULE, "MOST_STEPS", 3)
    monkeypatch.setattr(MODULE, "FIRST_BUDGET", 1)
    assert same_rows(whole, simulate(settings, extras=["lead_changes"]))


@pytest.mark.bounds
@pytest.mark.nojit
@every_table
def test_rows_are_the_same_in_every_lane_and_on_every_machine(project, regenerate, settings):
    """tests/rows.json holds, for each table, the points of each game and a hash of all rows."""
    path = project / "tests" / "rows.json"
    blocks = simulate(settings, extras=["lead_changes"]).blocks
    rows = b"".join(block.astype("<i2").tobytes() for block in blocks.values())
    found = {"points": blocks["seat"][:, :, 1].tolist(), "rows": hashlib.sha256(rows).hexdigest()}
    name, known = f"{settings.game} {settings.mode} {settings.players}", json.loads(path.read_text()) if path.exists() else {}
    if regenerate:
        lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted({**known, name: found}.items()))
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    else:
        assert known[name] == found


@pytest.mark.bounds
@pytest.mark.parametrize("game, seats", [("toy", None), ("top_pop", "greedy,random:blunder=0.1,weighted")])
@pytest.mark.parametrize("rotate", [False, True])
def test_n_games_are_the_first_of_twice_as_many(game, seats, rotate):
    settings = Settings(game, players=3, seats=seats, n_games=250, rotate=rotate, seed=11)
    few, many = simulate(settings), simulate(settings.replace(n_games=500))
    assert all(np.array_equal(few.blocks[per], many.blocks[per][:250]) for per in few.blocks)


def test_rotation_plays_each_deal_from_every_seat():
    rows = simulate(Settings("toy", players=3, seats="careful,careful:blunder=0.3,random", rotate=True, n_games=8)).table("seat")
    assert rows.groupby("game")["deal"].first().tolist() == [0, 0, 0, 1, 1, 1, 2, 2]
    order = rows.groupby("game")["strategy"].agg(list).tolist()
    a, b, c = "careful", "careful:blunder=0.3", "random"
    assert order[:4] == [[a, b, c], [c, a, b], [b, c, a], [a, b, c]]


def test_tables_are_tidy_and_agree_with_the_rows():
    result = simulate(Settings("toy", players=2, n_games=40, seats="careful,random"), extras=["lead_changes"])
    game, seat, face = (result.table(per) for per in ("game", "seat", "face"))
    assert list(game) == ["game", "deal", "length", "ended", "margin", "tied", "lead_changes"]
    assert list(seat)[:6] == ["game", "deal", "seat", "strategy", "share", "score"]
    assert list(face) == ["game", "deal", "seat", "strategy", "face", "throws", "sum"]
    assert (len(game), len(seat), len(face)) == (40, 80, 480)
    assert seat["seat"].tolist() == [1, 2] * 40 and seat["strategy"].tolist() == ["careful", "random"] * 40
    assert seat["share"].tolist() == (result.blocks["seat"][:, :, 0].reshape(-1) / 60).tolist()
    assert seat["triggered"].dtype == bool and game["ended"].dtype == "category" and set(game["ended"]) == {"normal"}
    assert face["face"].tolist()[:7] == ["One", "Two", "Three", "Four", "Five", "Six", "One"]
    assert face.groupby(["game", "seat"])["throws"].sum().min() > 0
    assert (seat.groupby("game")["share"].sum() == 1).all()


def test_columns_not_asked_for_are_left_out():
    settings = Settings("toy", n_games=10)
    plain, more = simulate(settings), simulate(settings, extras="lead_changes")
    assert "lead_changes" not in plain.table("game") and ("game", "lead_changes") not in plain.tally
    assert more.table("game")["lead_changes"].sum() > 0 and ("game", "lead_changes") in more.tally


def test_seats_of_nobody_are_missing():
    table = simulate(Settings("top_pop", players=4, seats="random,random,random,random", n_games=300)).table("game")
    stalled = table["ended"] != "normal"
    assert (table["trigger_seat"].isna() == stalled).all() and table["trigger_seat"].dropna().between(1, 4).all()


def test_games_to_watch():
    result = simulate(Settings("toy", n_games=500))
    games, watch = result.table("game"), result.extremes(2)
    assert watch["why"].tolist() == ["longest"] * 2 + ["closest"] * 2 + ["most one-sided"] * 2
    best = watch.groupby("why")["value"].first()
    assert (best["longest"], best["closest"], best["most one-sided"]) == (games["length"].max(), games["margin"].min(), games["margin"].max())
    assert watch["game"][2] == games["game"][games["margin"] == games["margin"].min()].min()  # the first of equals


def test_progress_counts_up_to_all():
    seen = []
    simulate(Settings("toy", n_games=3000), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (3000, 3000) and seen == sorted(seen)


def test_cancel_stops_a_run_that_would_take_years():
    settings = Settings("toy", seats=["careful:think=1000000"] * 3, n_games=10**9)
    looks = iter([False, False, True])
    before = threading.active_count()
    with pytest.raises(Cancelled, match="of 1,000,000,000 games"):
        simulate(settings, rows=False, cancel=lambda: next(looks))
    assert threading.active_count() == before


def test_ctrl_c_stops_a_run_that_would_take_years():
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        simulate(Settings("toy", n_games=10**9), rows=False, progress=lambda done, total: signal.raise_signal(signal.SIGINT))
    assert threading.active_count() == before


def test_a_worker_that_fails_stops_the_others(monkeypatch):
    calls = iter(range(10**9))

    def fail(*args):
        if next(calls) > 5:
            raise ZeroDivisionError
        return 32

    monkeypatch.setattr(MODULE, "_call", fail)
    with pytest.raises(ZeroDivisionError):
        simulate(Settings("toy", n_games=10**9), rows=False)


def test_bad_calls_are_refused_in_a_sentence():
    settings = Settings("toy", n_games=10)
    for words, bad in (("workers = 0", {"workers": 0}), ("workers = two", {"workers": "two"}), ("chunk = 0", {"chunk": 0}), ("luck", {"extras": ["luck"]})):
        with pytest.raises(SettingError, match=words):
            simulate(settings, **bad)
    with pytest.raises(SettingError, match="rows=False"):
        simulate(settings.replace(n_games=10**9))
    with pytest.raises(SettingError, match="rows=True"):
        simulate(settings, rows=False).table("game")
    with pytest.raises(SettingError, match="game, seat, face"):
        simulate(settings).table("city")


def test_a_result_says_what_it_is_in_a_line():
    settings = Settings(game="top_pop", players=3, n_games=12, seed=4)
    assert repr(simulate(settings)) == "<Result of 12 games: Base game, 3 players, seed 4; tables game, seat, city>"
    assert repr(simulate(settings, rows=False)).endswith("; summaries only>")


@pytest.mark.parametrize("given", ["top_pop", None, {"players": 4}])
def test_what_is_no_settings_is_refused_in_one_sentence(given):
    with pytest.raises(SettingError, match="allowed is Settings"):
        simulate(given)
