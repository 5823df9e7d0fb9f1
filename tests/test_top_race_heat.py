"""What happens on each space: the sums of a run against the referee, against the rows, and the same however the games are cut and shared out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as speed
from hypothesis import strategies as st

from tests.naive.top_race import Move
from tests.naive.top_race_players import play_alone
from tests.naive.top_race_typed import Position, Table
from tests.test_top_race_referee import drawn, settings, weights
from tests.top_race_engine import EngineGame, engine_position, referee_of
from topstats import Settings, simulate
from topstats.core.contract import SettingError
from topstats.games.top_race.columns import SPACE_SUMS
from topstats.games.top_race.heat import note
from topstats.games.top_race.state import NOTHING
from topstats.games.top_race.track import load
from topstats.result import Result

NAMES = [c.name for c in SPACE_SUMS.columns]


def heated(run, **more):
    return simulate(run, extras=("spaces",), **more)


def by_space(result):
    """The table as plain numbers: name -> space -> sum, zeros left out."""
    table = result.table("space").set_index("space")
    return {name: {space: int(n) for space, n in table[name].items() if n} for name in NAMES}


def by_referee(run):
    """The same, played by the referee alone."""
    found = {name: {} for name in NAMES}
    for number in range(run.n_games):
        referee, entries = referee_of(run, number), run.entries(number)
        play_alone(referee, [weights(run, e) for e in entries], [run.seats[e].blunder for e in entries])
        for name in NAMES:
            for space, n in referee.heat[name].items():
                if n and space != "finish":
                    found[name][space] = found[name].get(space, 0) + n
    return found


class Counting(EngineGame):
    """The engine in a typed position, counting what happens on the spaces as a run does."""

    def answer(self, move: Move) -> None:
        S = self.record
        S.move[:], S.event = self.encode(move), NOTHING
        self.engine.apply(S)
        note(S, self.sums)
        while not S.ask and not S.over:
            self.engine.step(S)
            note(S, self.sums)


def counted(*answers, **typed):
    """Name -> space -> sum, of these answers in a typed position."""
    position = Position(**typed)
    states = Settings("top_race", position.mode, position.players, rules=position.rules).start(0, ("spaces",))
    game = Counting(position.mode, states, engine_position(position))
    game.sums = np.zeros((3, len(NAMES), len(game.names) - 1), np.int64)
    Table(game).do(*answers)
    return {name: {game.names[i]: int(n) for i, n in enumerate(row) if n} for name, row in zip(NAMES, game.sums[0], strict=True)}


FAR = {"red": "2 1a", "yellow": "2 1b", "green": "2 1c", "black": "2 2a"}  # cars that have nothing to do with it
STAND = {"1a": 1, "1b": 1, "1c": 1, "2a": 1}


@pytest.mark.rule("TR-62")
def test_a_move_cut_short_counts_where_it_ended_and_whom_it_met():
    """Purple has 5 to move and is blocked by blue after 3."""
    found = counted("purple 5", hands=[["purple 5", "red 5"], []], cars=FAR | {"purple": "1 22b", "blue": "2 26a"})
    assert found == {"visits": {"25a": 1}, "time": STAND | {"22b": 1, "26a": 1}, "blocks": {"26a": 1}, "lost": {"25a": 2}}


@pytest.mark.rule("TR-62")
def test_a_car_that_cannot_move_loses_all_and_two_may_stand_in_its_way():
    found = counted("purple 5", hands=[["purple 5", "red 5"], []], cars=FAR | {"purple": "1 23b", "blue": "2 24a", "black": "2 24b"})
    assert (found["visits"], found["blocks"], found["lost"]) == ({}, {"24b": 1, "24a": 1}, {"23b": 5})


@pytest.mark.rule("TR-62")
def test_a_car_that_comes_back_visits_and_beside_the_track_no_time_passes():
    cars = FAR | {"red": "2 beside 9b blue", "blue": "1 5b", "purple": "1 2b"}
    found = counted("joker 4", "blue", "9a", "9c", hands=[["joker 4", "red 5"], []], cars=cars)
    assert found["visits"] == {"9a": 1, "9c": 1} and found["time"] == {"5b": 1, "2b": 1, "1b": 1, "1c": 1, "2a": 1} and not found["lost"]


@pytest.mark.rule("TR-62")
def test_over_the_finish_no_space_is_visited_and_the_start_is_a_visit():
    found = counted("red 10", hands=[["red 10", "blue 5"], []], cars=FAR | {"red": "1 53b", "blue": "1 2b", "purple": "2 2c"})
    assert found["visits"] == {} and found["time"]["53b"] == 1
    assert counted(10_000, 0, "green", "2a", auction=1)["visits"] == {"2a": 1}


@pytest.mark.rule("TR-62")
@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_sums_are_those_of_the_referee(players):
    run = settings(players, "racer", "blocker", "random", rules={"track": "desert_drive"}, n_games=2, seed=players)
    assert by_space(heated(run, rows=False)) == by_referee(run)


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_the_sums_are_those_of_the_referee_with_drawn_rules(first):
    """Pit stops, tips, series, tracks of chance, rotation: breakdowns and their returns, too."""
    for number in range(first, first + 10):
        run = drawn(number).replace(n_games=2)
        assert by_space(heated(run, rows=False)) == by_referee(run), run.to_dict()


@speed(max_examples=12, deadline=None)
@given(st.integers(0, 200), st.integers(1, 23), st.integers(1, 3))
def test_laws(number, n_games, workers):
    run = drawn(number).replace(n_games=n_games, rules=dict(drawn(number).rules) | {"races": 1})
    result = heated(run, workers=workers, chunk=4)
    sums, cars = result.table("space"), result.table("car").query("seat == 1")
    assert sums["lost"].sum() == cars["lost"].sum() == result.table("game")["blocked"].sum()
    assert (sums["visits"].sum() >= 6 * n_games) and (sums["time"].sum() <= 6 * result.table("game")["cards_played"].sum())
    assert (sums[NAMES] >= 0).all().all()
    assert (sums["blocks"].sum() == 0) == (sums["lost"].sum() == 0)
    assert np.array_equal(result.tally.sums, heated(run, workers=1, rows=False).tally.sums)
    assert result.tally.to_dict() == heated(run, workers=2, chunk=1).tally.to_dict()


def test_units_are_games_or_whole_rotations():
    """Sums of each unit and of its square, from runs of single games."""
    for rotate in (False, True):
        run = Settings("top_race", players=3, seats="racer,random,saver", rotate=rotate, n_games=11, seed=4)
        ends = [heated(run.replace(n_games=n), rows=False).tally.sums[0] for n in range(1, 12)]
        games = np.diff(np.array([np.zeros_like(ends[0]), *ends]), axis=0)
        unit = 3 if rotate else 1
        units = games[: 11 // unit * unit].reshape(11 // unit, unit, *games.shape[1:]).sum(axis=1)
        whole, total, square = heated(run, rows=False).tally.sums
        assert np.array_equal(whole, games.sum(axis=0))
        assert np.array_equal(total, units.sum(axis=0)) and np.array_equal(square, (units**2).sum(axis=0))


def test_rows_are_the_same_whether_or_not_it_is_asked():
    run = settings(4, "racer", "striker", mode="tips", n_games=200, seed=5)
    plain, asked = simulate(run), heated(run)
    assert all(np.array_equal(plain.blocks[per], asked.blocks[per]) for per in plain.blocks)
    assert plain.tally.sums is None
    with pytest.raises(SettingError, match="table space was not asked for"):
        plain.table("space")


def test_the_axis_is_the_track_in_use(tmp_path):
    other = Settings("top_race", rules={"track": "turbo_town"}, n_games=3)
    assert list(heated(other).table("space")["space"]) == [space.id for space in load("turbo_town").spaces]


@pytest.mark.parametrize("rows", [True, False])
def test_a_saved_run_keeps_them(tmp_path, rows):
    result = heated(Settings("top_race", n_games=40), rows=rows)
    loaded = Result.load(result.save(tmp_path / "run"))
    assert np.array_equal(loaded.tally.sums, result.tally.sums)
    assert loaded.table("space").equals(result.table("space"))
    text = (tmp_path / "run" / "meta.json").read_text()
    assert '"sums"' in text
    (tmp_path / "run" / "meta.json").write_text(text.replace('"sums"', '"some"'))
    with pytest.raises(SettingError, match="sums in meta.json are damaged"):
        Result.load(tmp_path / "run")
