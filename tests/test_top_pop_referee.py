"""The engine of Top Pop's base game and lite against the plain referee: same questions, options, tables and rows."""

from collections.abc import Callable
from random import Random

import pytest

from tests.lanes import fewer
from tests.naive.top_pop import Move, Referee
from tests.naive.top_pop_players import play_alone
from tests.naive.top_pop_scoring import printed
from tests.top_pop_drawn import HEURISTICS, Configuration, drawn, preset, printed_game
from tests.top_pop_engine import KINDS, EngineGame, agree, compare, decode, encode
from topstats.games.top_pop import GAME

TABLES = [(mode, players) for mode in ("base", "lite") for players in (2, 3, 4, 5)]
CASTS = (*((name,) for name in HEURISTICS), ("greedy", "random", "weighted"), ("raider", "landlord", "night_owl"))  # each alone, and mixed
every_table = pytest.mark.parametrize(("mode", "players"), TABLES)
every_cast = pytest.mark.parametrize("cast", CASTS, ids="-".join)
Chooser = Callable[[EngineGame], Move]


# ---- whole games: the rows of play_many against a referee that plays alone ----


def rows_agree(game: Configuration, seed: int, first: int, stop: int, budget: int = 100_000) -> None:
    for number, row in enumerate(game.rows(seed, first, stop, budget), first):
        deal, seats, blunders = game.at_places(number)
        referee = Referee(seed, deal, game.rules, game.players)
        play_alone(referee, seats, blunders)
        agree(row, referee.row(), f"game {number} of {game}")


@every_table
def test_the_numbers_of_the_rulebook(mode: str, players: int):
    assert {knob.name: knob.printed(players) for knob in GAME.mode(mode).knobs} == printed(mode, players)


@every_cast
@every_table
def test_rows_of_the_printed_game(mode: str, players: int, cast: tuple[str, ...]):
    rows_agree(printed_game(mode, players, *cast), seed=1, first=0, stop=16)


@every_table
def test_rows_with_blunders_seats_that_turn_and_a_late_beginning(mode: str, players: int):
    """Row g depends on seed and g alone: not on where a run begins, nor on how often it is interrupted."""
    blunders = (0.3, 0.0, 1.0, 0.05, 0.0)[:players]
    game = printed_game(mode, players, "weighted", "greedy", "random", blunders=blunders, rotate=True)
    rows_agree(game, seed=2**62 + 5, first=123_457, stop=123_487, budget=7)


@pytest.mark.parametrize("first", range(0, 80, 10))
def test_rows_of_drawn_configurations(first: int):
    for number in range(first, first + 10):
        rows_agree(drawn(number), seed=3, first=0, stop=8)


@pytest.mark.slow
@every_cast
@every_table
def test_many_rows_of_the_printed_game(mode: str, players: int, cast: tuple[str, ...]):
    rows_agree(printed_game(mode, players, *cast), seed=4, first=16, stop=250)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(80, 480, 50))
def test_rows_of_many_drawn_configurations(first: int):
    for number in range(first, first + 50):
        rows_agree(drawn(number), seed=5, first=0, stop=8)


# ---- step by step: the engine's moves are handed to the referee as a tape ----


def in_step(game: Configuration, seed: int, number: int, choose: Chooser, most_options: int = 1_000, most_moves: int = 1_000) -> int:
    """Play one game on both; returns how many moves were made. All eyes are compared in every seventh state, the open table in each."""
    deal, seats, blunders = game.at_places(number)
    placed = Configuration(game.mode, game.players, game.rules, seats, blunders)
    engine, referee = placed.engine_game(seed, deal), Referee(seed, deal, game.rules, game.players)
    for n_moves in range(most_moves):
        compare(engine, referee, (None, *range(game.players)) if n_moves % 7 == 0 else (None,), most_options)
        if engine.question is None:
            break
        move = choose(engine)
        referee.answer(move)
        engine.answer(move)
    return n_moves


def of_its_own(engine: EngineGame) -> Move:
    return engine.choose()


def any_legal(random: Random) -> Chooser:
    """Drawn uniformly from all legal moves, odd compositions of stacks included."""

    def choose(engine: EngineGame) -> Move:
        options = engine.option_array()
        return decode(KINDS[engine.record.ask], options[random.randrange(len(options))].tolist(), engine.players)

    return choose


@pytest.mark.nojit
@pytest.mark.bounds
@every_table
def test_step_by_step(mode: str, players: int):
    game = printed_game(mode, players, "greedy", "random", "weighted", rotate=True)
    for number in range(fewer(4)):
        assert in_step(game, 6, number, of_its_own) > 20


@pytest.mark.bounds
@every_table
def test_moves_drawn_from_all_legal_ones(mode: str, players: int):
    random = Random(players)
    for number in range(20 // players):
        assert in_step(printed_game(mode, players, "random"), 7, number, any_legal(random)) > 10


@pytest.mark.bounds
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_step_by_step_with_drawn_rules(first: int):
    for number in range(first, first + 10):
        in_step(drawn(number), 8, 0, of_its_own, most_moves=100)
        in_step(drawn(number), 8, 1, any_legal(Random(number)), most_moves=60)


@pytest.mark.slow
@every_table
def test_many_moves_drawn_from_all_legal_ones(mode: str, players: int):
    random = Random(players)
    for number in range(250 // players):
        in_step(printed_game(mode, players, "random"), 9, number, any_legal(random), most_options=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(40, 340, 50))
def test_step_by_step_with_many_drawn_rules(first: int):
    for number in range(first, first + 50):
        in_step(drawn(number), 10, 0, of_its_own)
        in_step(drawn(number), 10, 1, any_legal(Random(number)))


@every_table
def test_what_one_refuses_the_other_refuses(mode: str, players: int):
    """Moves near the legal ones: a cap more or less, another card, another seat, another colour."""
    random = Random(players)
    game = printed_game(mode, players, "greedy", "random")
    verdicts = []
    for number in range(6):
        engine, referee = game.engine_game(11, number), Referee(11, number, game.rules, players)
        while engine.question is not None:
            move = engine.choose()
            for _ in range(5):
                near = _near(random, move, engine)
                engine.record.move[:] = encode(near, len(engine.record.move))
                is_legal = engine.engine.illegal(engine.record) == 0
                assert is_legal == referee.is_legal(near), (near, referee.question)
                verdicts.append(is_legal)
            engine.answer(move)
            referee.answer(move)
    assert 0.1 < sum(verdicts) / len(verdicts) < 0.9


def _near(random: Random, move: Move, engine: EngineGame) -> Move:
    """The move with one or two of its numbers changed; at a question where to stack, sometimes any stack at all."""
    kind = KINDS[engine.record.ask]
    flat = encode(move, len(engine.record.move))
    if kind == "stack" and flat[0] < 0:
        flat = [random.randrange(int(engine.record.n_cards)), *(random.randrange(3) for _ in flat[1:])]
    used = {"start": 1, "keep": 1, "collect": 1, "place": 2, "stack": 1 + engine.players}[kind]
    for _ in range(random.choice((1, 1, 2))):
        flat[random.randrange(used)] += random.choice((-1, 1))
    flat[0] = max(flat[0], 0)
    return decode(kind, flat, engine.players)


# ---- chance ----


@pytest.mark.parametrize("mode", ["base", "lite"])
def test_another_strategy_in_one_seat_leaves_the_deal_and_the_draws_of_the_others(mode: str):
    """Until seat 3 plays for the first time, everybody does the same, whatever sits there."""
    for deal in range(20):
        tapes = []
        for name in ("greedy", "random"):
            game = Configuration(mode, 4, printed(mode, 4), tuple(preset(mode, n) for n in ("greedy", "random", name, "random")), (0.2,) * 4)
            engine = game.engine_game(12, deal)
            tape: list = [engine.kinds()]
            while engine.question is not None and engine.question.turn < 3:
                if engine.question.turn == 0:  # the card that seat 3 lays before the first turn
                    engine.answer(engine.options()[0])
                    continue
                move = engine.choose()
                tape.append(move)
                engine.answer(move)
            tapes.append(tape)
        assert tapes[0] == tapes[1] and len(tapes[0]) > 4
