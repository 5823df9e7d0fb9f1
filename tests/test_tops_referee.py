"""The engine of Tops against the plain referee: same clock, questions, options, states and rows, event by event."""

from random import Random

import numpy as np
import pytest

from tests.naive.tops_players import play_alone
from tests.tops_games import EngineGame, drawn, naive_choice, plans, referee_of
from topstats.settings import Settings
from topstats.simulate import simulate

CASTS = ("planner", "early", "last_moment", "either", "steady", "defender", "denier", "careless", "random", "mixed")


def printed(players: int, cast: str, **more) -> Settings:
    seats = ["planner", "random:hands=child", "early:hands=practised", "steady"][:players] if cast == "mixed" else [cast] * players
    return Settings(game="tops", players=players, seats=seats, **more)


def rows_agree(settings: Settings, games: int) -> None:
    blocks = simulate(settings.replace(n_games=games)).blocks
    for game in range(games):
        referee = referee_of(settings, game)
        play_alone(referee, *plans(settings, game))
        row = referee.row()
        for per, block in blocks.items():
            found = block[game] if row[per] != [[]] * settings.players else np.zeros((settings.players, 0))
            assert found.tolist() == np.array(row[per]).tolist(), (per, game, settings)


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_of_the_printed_game(players: int, cast: str):
    rows_agree(printed(players, cast, seed=1), 3)


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_rows_of_drawn_settings(first: int):
    for number in range(first, first + 10):
        rows_agree(drawn(number), 3)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 700, 100))
def test_rows_of_many_drawn_settings(first: int):
    for number in range(first, first + 100):
        rows_agree(drawn(number), 5)


def in_step(settings: Settings, game: int, any_legal: Random | None = None, most_moves: int = 400) -> int:
    """Play one game on both, move by move; returns how many moves were made. The moves are the engine's strategies' or any legal ones."""
    engine, referee = EngineGame(settings, game), referee_of(settings, game)
    n_moves = 0
    while n_moves < most_moves:
        a, b = engine.question, referee.question
        if a is None or b is None:
            assert a is b and int(engine.record.ended) == referee.ended
            break
        assert (a.kind, a.seat, a.turn, a.decision) == (b.kind, b.seat, b.turn, b.decision)
        assert engine.state() == referee.state()
        options = engine.options()
        assert options == b.options()
        move = engine.choose()
        assert move == naive_choice(settings, game, referee)
        if any_legal is not None:
            move = any_legal.choice(options)
        engine.answer(move)
        referee.answer(move)
        assert referee.discs() == list(settings.rules["discs"])
        n_moves += 1
    return n_moves


@pytest.mark.nojit
@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
def test_step_by_step(players: int):
    assert in_step(printed(players, "mixed", seed=6), 0, most_moves=250) > 200


@pytest.mark.bounds
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_step_by_step_with_drawn_settings(first: int):
    for number in range(first, first + 10):
        in_step(drawn(number), 0, most_moves=80)
        in_step(drawn(number), 1, Random(number), most_moves=80)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(200, 500, 50))
def test_step_by_step_with_many_drawn_settings(first: int):
    for number in range(first, first + 50):
        in_step(drawn(number), 0)
        in_step(drawn(number), 1, Random(number))


def test_what_one_refuses_the_other_refuses():
    """Moves near the legal ones, legal by the engine if and only if the referee lists them."""
    random, verdicts = Random(3), []
    for number in range(12):
        settings = drawn(number)
        engine, referee = EngineGame(settings, 0), referee_of(settings, 0)
        for _ in range(60):
            if engine.question is None:
                break
            options = referee.question.options()
            for _ in range(4):
                near = engine.encode(random.choice(options))
                near[random.randrange(3)] += random.choice((-1, 1))
                is_listed = (
                    near in [engine.encode(move) for move in options]
                    or (engine.record.ask == 1 and near[0] == 0)
                    or (engine.record.ask == 2 and near[1:] != [0, 0] and [near[0], 0, 0] in [engine.encode(move) for move in options])
                )  # what stands behind a hold or a colour to take does not matter
                assert engine.is_legal(near) == is_listed, (near, options)
                verdicts.append(is_listed)
            move = engine.choose()
            engine.answer(move)
            referee.answer(move)
    assert 0.1 < sum(verdicts) / len(verdicts) < 0.95
