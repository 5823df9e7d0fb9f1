"""The engine of Top Race against the plain referee: same questions, options, tables and rows."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.making.random_track import random_track
from tests.naive.top_pop import Move
from tests.naive.top_race_players import play_alone
from tests.top_pop_engine import agree
from tests.top_race_engine import EngineGame, compare, games, referee_of, rows_of
from topstats.games.top_race import GAME
from topstats.settings import Settings

TRACKS = ("speed_street", "lake_lane", "desert_drive", "turbo_town")
PLAYERS = (2, 3, 4, 5, 6)
IN_ITS_HEAD = ("appraiser", "search")  # drive races in their heads: tests/test_top_race_search.py
PRESETS = {mode.name: tuple(s.name for s in mode.strategies if s.name not in IN_ITS_HEAD) for mode in GAME.modes}
CASTS = [(mode, name) for mode, names in PRESETS.items() for name in names if mode != "tips" or name not in PRESETS["base"][2:]]
FOUR = dict.fromkeys(PRESETS, ("racer", "random", "striker", "blocker")) | {"stocks": ("trader", "random", "gambler", "hedger")}
Chooser = Callable[[EngineGame], Move]
every_number = pytest.mark.parametrize("players", PLAYERS)
every_track = pytest.mark.parametrize("track", TRACKS)


def settings(players: int, *names: str, **given: Any) -> Settings:
    """A run in which these strategies sit in turn."""
    return Settings("top_race", players=players, seats=[names[i % len(names)] for i in range(players)], **given)


def _tip_table(random: Random) -> dict[str, Any]:
    return {"name": "drawn", "money": [[random.randrange(-9, 10) * 10_000 for _ in range(6)] for _ in range(3)]}


def _with_stocks(rules: dict[str, Any], random: Random, players: int) -> dict[str, Any]:
    """Rules drawn for stocks; hands and box are small enough for the offer row."""
    few, each = random.choice((0, 0, 1)), random.choice((1, 3, 5, 5))
    offer = random.randrange(max(3, players), 9)
    more = {"last_seat": random.randrange(3) * 10_000, "offer_cards": offer, "stock_trades": random.choice((0, 1, 2, 2, 3)), "stocks_each": each}
    more["offer_wins"] = 1 + offer % 3
    more |= {"fewest_stocks": few, "most_stocks": each + random.randrange(1 + 2 * each), "box_cards": random.randrange(5)}
    more |= {"cards_each": random.randrange(1, (48 - offer) // players + 1), "pit_cards_each": random.randrange(1, (44 - offer) // players + 1)}
    more["stock_trades"] = min(more["stock_trades"], 6 * (each - few))
    return {name: value for name, value in (rules | more).items() if name not in ("debts", "fixed_price")}


def drawn(number: int) -> Settings:
    """Rules, seats and track drawn by lot, far from the printed ones."""
    random = Random(number)
    players = random.choice(PLAYERS)
    rules: dict[str, Any] = {
        "track": random.choice((*TRACKS, random_track(Random(number), random.choice((24, 40))))),
        "races": random.choice((1, 1, 2, 3)),
        "next_opener": random.choice(("winner", "random")),
        "end_cars": (5, 5, 1, 3, 6)[number % 5],
        "capital": random.randrange(8) * 10_000,
        "prizes": [random.randrange(10) * 10_000 for _ in range(6)],
        "debts": random.choice((True, False)),
        "opening_bid": random.choice((1, 1, 2, 5)) * 10_000,
        "bid_step": random.choice((1, 1, 2, 3)) * 10_000,
        "fixed_price": random.randrange(7) * 10_000,
        "cards_each": random.randrange(1, 48 // players + 1),
        "pit_stop": random.choice((True, False)),
        "pit_cards_each": random.randrange(1, 40 // players + 1),
        "box_cards": random.randrange(9),
        "pit_cards": random.choice((0, 1, 2, 3, 6)),
    }
    mode = random.choice(tuple(PRESETS))
    if mode == "tips":
        rules |= {"tip_stop": random.choice((True, False)), "tip_table": _tip_table(random)}
    if mode == "stocks":
        rules = _with_stocks(rules, random, players)
    names = [random.choice(PRESETS[mode]) + random.choice(("", "", ":blunder=0.3")) for _ in range(players)]
    return settings(players, *names, mode=mode, rules=rules, seed=number, rotate=random.choice((True, False)))


# ---- whole games: the rows of play_many against a referee that plays alone ----


def weights(run: Settings, entry: int) -> dict[str, float] | None:
    """The parameters of a seat by name, None for random."""
    seat = run.seats[entry]
    knobs = run.mode_record.strategy(seat.strategy).parameters
    given = dict(seat.parameters)
    values = {k.name: given.get(k.name, k.default) for k in knobs}
    choices = {k.name: [value for value, _ in k.choices] for k in knobs if k.choices}
    return {name: float(choices[name].index(value) if name in choices else value) for name, value in values.items()} if knobs else None


def rows_agree(run: Settings, first: int, stop: int, budget: int = 100_000) -> None:
    states = run.start(first, ("lead_changes",))
    states[0].first_game, states[0].next_game, states[0].stop_game = first, first, stop
    for number, row in enumerate(rows_of(run.mode, states, stop - first, budget), first):
        referee = referee_of(run, number)
        entries = run.entries(number)
        play_alone(referee, [weights(run, e) for e in entries], [run.seats[e].blunder for e in entries])
        agree(row, referee.row(), f"game {number} of {run.to_dict()}")


@every_number
@pytest.mark.parametrize(("mode", "name"), CASTS)
def test_rows_of_the_printed_game(players: int, mode: str, name: str):
    rows_agree(settings(players, name, mode=mode, seed=1, rules={"pit_stop": players == 3}), 0, 2)


@every_number
@every_track
def test_rows_with_blunders_seats_that_turn_and_a_late_beginning(players: int, track: str):
    """Row g depends on seed and g alone: not on where a run begins, nor on how often it is interrupted."""
    run = settings(players, "racer:blunder=0.3", "random", "striker", seed=2**62 + 5, rotate=True, rules={"track": track})
    rows_agree(run, 123_457, 123_463, budget=7)


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_rows_of_drawn_configurations(first: int):
    for number in range(first, first + 10):
        rows_agree(drawn(number), 0, 3)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(60, 460, 50))
def test_rows_of_many_drawn_configurations(first: int):
    for number in range(first, first + 50):
        rows_agree(drawn(number), 0, 4)


# ---- step by step: the engine's moves are handed to the referee as a tape ----


def in_step(run: Settings, number: int, choose: Chooser) -> int:
    """Play one game on both; returns how many moves were made. All eyes are compared in every seventh state, the open table in each."""
    engine, referee = games(run, number)
    for n_moves in range(10_000):
        compare(engine, referee, (None, *range(run.players)) if n_moves % 7 == 0 else (None,))
        if engine.question is None:
            return n_moves
        move = choose(engine)
        referee.answer(move)
        engine.answer(move)
    raise AssertionError("the game does not end")


def of_its_own(engine: EngineGame) -> Move:
    return engine.choose()


def any_legal(random: Random) -> Chooser:
    """Drawn uniformly from all legal moves."""
    return lambda engine: random.choice(engine.options())


@pytest.mark.nojit
@pytest.mark.bounds
@every_number
def test_step_by_step(players: int):
    for mode in PRESETS:
        rules = {"track": TRACKS[players % 4], "pit_stop": mode != "base" and players > 2}
        run = settings(players, *FOUR[mode], mode=mode, rotate=True, seed=6, rules=rules)
        assert in_step(run, 1, of_its_own) > 60


@pytest.mark.bounds
@every_number
@every_track
def test_moves_drawn_from_all_legal_ones(players: int, track: str):
    assert in_step(settings(players, "random", seed=7, rules={"track": track}), players, any_legal(Random(players))) > 60


@pytest.mark.bounds
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_step_by_step_with_drawn_rules(first: int):
    for number in range(first, first + 10):
        in_step(drawn(number), number, of_its_own if number % 2 else any_legal(Random(number)))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(40, 240, 50))
def test_step_by_step_with_many_drawn_rules(first: int):
    for number in range(first, first + 50):
        in_step(drawn(number), 0, of_its_own)
        in_step(drawn(number), 1, any_legal(Random(number)))


@every_number
def test_what_one_refuses_the_other_refuses(players: int):
    """Moves near the legal ones: another amount, car, card or space."""
    random = Random(players)
    verdicts = []
    for number in range(2):
        engine, referee = games(settings(players, "racer", "random", "striker", seed=11, rules={"pit_stop": number == 1}), number)
        while engine.question is not None:
            move = engine.choose()
            for _ in range(3):
                value, how = engine.encode(move)
                value += random.choice((-7, -3, -2, -1, 1, 2, 3, 7))
                if not 0 <= value < (6 if move[0] in ("car", "joker") else 2 if move[0] in ("effect", "claim") else len(engine.names)):
                    continue
                engine.record.move[:] = value, how
                is_legal = engine.engine.illegal(engine.record) == 0
                assert is_legal == referee.is_legal(engine.decode(value, how)), (engine.decode(value, how), referee.question)
                verdicts.append(is_legal)
            engine.answer(move)
            referee.answer(move)
    assert 0.1 < sum(verdicts) / len(verdicts) < 0.9


# ---- chance ----


def test_another_strategy_in_one_seat_leaves_the_deal_and_the_draws_of_the_others():
    """Until seat 3 is asked for the first time, everybody does the same, whatever sits there."""
    for deal in range(10):
        tapes = []
        for name in ("racer", "random"):
            run = settings(4, "random:blunder=0.2", "racer:blunder=0.2", name, "random", seed=12)
            engine, _ = games(run, deal)
            tape: list[Any] = [engine.record.face.tolist()]
            while engine.question is not None and engine.question.seat != 2:
                move = engine.choose()
                tape.append(move)
                engine.answer(move)
            tapes.append(tape)
        assert tapes[0] == tapes[1] and len(tapes[0]) > 2
