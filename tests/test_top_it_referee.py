"""The engine of Top It against the plain referee: the same questions at the same microsecond, tables, minds and rows."""

import pytest

from tests.naive.top_it_players import play_alone
from tests.top_it_games import EngineGame, blocks_of, drawn, people, referee_of, table_of_engine, table_of_referee
from topstats import Settings
from topstats.games.top_it import GAME

pytestmark = [pytest.mark.bounds, pytest.mark.nojit]
PLANS = [s.name for s in GAME.modes[0].strategies]


def rows_agree(settings: Settings, first: int, stop: int) -> None:
    blocks = blocks_of(settings, first, stop)
    for game in range(first, stop):
        referee = referee_of(settings, game)
        play_alone(referee, people(settings, game))
        rows = referee.rows_of_result()
        for block, per in zip(blocks, ("game", "seats", "letters"), strict=True):
            assert block[game - first].tolist() == rows[per], f"{per} of game {game}: {settings}"


@pytest.mark.parametrize("plan", PLANS)
def test_rows_of_each_plan(plan):
    rows_agree(Settings("top_it", players=3, seats=[plan] * 3, rules={"round_limit": 4}, seed=1), 0, 2)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_rows_of_whole_games_with_printed_rules(players):
    seats = (["rows", "cover:skill=child", "late:skill=word_lover"] * 2)[:players]
    rows_agree(Settings("top_it", players=players, seats=seats, rotate=True, seed=players), 3, 4)


@pytest.mark.parametrize("number", range(25))
def test_rows_of_drawn_settings(number):
    rows_agree(drawn(number), number, number + 1)


@pytest.mark.parametrize("number", range(100, 112))
def test_every_question_and_every_table_of_drawn_settings(number):
    settings = drawn(number)
    engine, referee = EngineGame(settings), referee_of(settings, 0)
    while referee.question is not None:
        assert engine.question == referee.question
        assert table_of_engine(engine.record) == table_of_referee(referee)
        move = engine.choose()
        engine.answer(move)
        referee.answer(move)
    assert engine.record.over and engine.record.score[: settings.players].tolist() == referee.score


def test_tables_agree_when_moves_are_drawn_at_random_from_all_that_is_allowed():
    """Also answers that no strategy gives: one tile only, keeping silent with a full mind."""
    from random import Random

    settings, dice = Settings("top_it", players=3, rules={"round_limit": 2, "team_size": "1,2,1", "hand_s": 0.5, "narrow_think_s": 1}, seed=9), Random(3)
    engine, referee = EngineGame(settings), referee_of(settings, 0)
    while referee.question is not None:
        assert engine.question == referee.question and table_of_engine(engine.record) == table_of_referee(referee)
        mind = referee.persons[referee.question.person].mind
        if referee.question.kind == "seek":
            move = frozenset(dice.sample(range(9), dice.choice((1, 1, 2, 5, 9))))
        else:
            move = dice.choice([None, None, None, *mind])
        engine.answer(move)
        referee.answer(move)
    assert engine.record.over
