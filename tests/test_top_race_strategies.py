"""What the strategies of Top Race do: for each a position and the move it makes, where another makes another. The twin in plain Python agrees."""

from typing import Any

import numpy as np
import pytest

from tests.naive.top_race_players import choose
from tests.naive.top_race_typed import Position, Table, TypedReferee
from tests.test_top_race_referee import weights
from tests.top_race_engine import EngineGame, engine_position, typed_referee
from topstats.core.rng import game_key
from topstats.settings import Settings

BLUE_RED, YELLOW_BLACK = "sprint/breakdown blue-red", "sprint/breakdown yellow-black"


def seated(spec: str, **typed: Any) -> tuple[Settings, Position, EngineGame, TypedReferee]:
    position = Position(**typed)
    run = Settings("top_race", position.mode, position.players, rules=position.rules, seats=[spec] * position.players)
    engine = EngineGame(position.mode, run.start(0), engine_position(position))
    engine.record.key = np.uint64(game_key(0, 0))
    return run, position, engine, typed_referee(position)


def move(spec: str, *answers: Any, **typed: Any) -> Any:
    """The answer of a strategy in a typed position, after some answers, in words."""
    run, _, engine, referee = seated(spec, **typed)
    for answer in answers:
        table = Table(engine)
        chosen = engine.question.options[table.answers.index(answer)]
        referee.answer(chosen)
        engine.answer(chosen)
    made = engine.choose()
    assert made == choose(referee, weights(run, 0), 0.0)
    return Table(engine)._said(made[1])


def limit(spec: str, **typed: Any) -> int:
    """The highest price at which seat 2 still goes higher than the opener."""
    for price in range(10_000, 200_000, 10_000):
        rules = typed.get("rules", {}) | {"opening_bid": price, "bid_step": 10_000}
        if move(spec, price, **typed | {"rules": rules}) == 0:
            return price
    return 200_000


# ---- in the race ----

TWO = {"cars": {"red": "1 3b", "blue": "2 24a", "yellow": "2 9b", "green": "2 25a"}}


def test_driver_plays_most_points_for_its_own_cars_racer_looks_at_the_others_too():
    hands = [["red 5", "red 6, green 4, joker 2, yellow 1"]]
    assert move("driver", hands=hands, **TWO) == "red 6, green 4, joker 2, yellow 1"
    assert move("racer", hands=hands, **TWO) == "red 5"


def test_saver_keeps_its_own_points_while_the_race_is_young():
    cars = {"red": "1 5b", "yellow": "2 11a", "black": "2 3a"}
    typed = {"hands": [["red 6, black 4, yellow 2", YELLOW_BLACK]], "cars": cars, "rules": {"cards_each": 2}}
    assert move("racer", **typed) == "red 6, black 4, yellow 2"
    assert move("saver", **typed) == YELLOW_BLACK


def test_burner_plays_points_where_they_are_lost():
    hands = [["yellow 5", "blue 5"]]
    assert move("racer", hands=hands, **TWO) == "yellow 5"  # as bad as the other, and the first
    assert move("burner", hands=hands, **TWO) == "blue 5"  # blue stands behind green


def test_striker_sprints_where_racer_drives():
    typed = {"hands": [["red 5", BLUE_RED]], "cars": {"red": "1 3b", "blue": "2 6b"}}
    assert move("racer", **typed) == "red 5" and move("striker", **typed) == BLUE_RED
    assert move("striker", BLUE_RED, **typed) == "sprint"


def test_a_rival_far_ahead_breaks_down():
    typed = {"hands": [[YELLOW_BLACK]], "cars": {"red": "1 5b", "yellow": "2 11a", "black": "2 3a"}}
    assert move("racer", YELLOW_BLACK, **typed) == "breakdown"


def test_own_cars_go_far_others_into_bottlenecks():
    own = {"hands": [["red 5"]], "cars": {"red": "1 5b"}}
    assert move("racer", "red 5", **own) == "10c"
    others = {"hands": [["blue 5"]], "cars": {"red": "1 3b", "blue": "2 5b"}}
    assert move("blocker", "blue 5", **others) == "10a" and move("racer:crowd=1", "blue 5", **others) == "10b"


def test_a_joker_is_the_own_car_in_front_or_one_that_loses_the_points():
    typed = {"hands": [["joker 5"]], "cars": {"red": "1 3b", "yellow": "1 8b", "blue": "2 17b"}}
    assert move("racer", "joker 5", **typed) == "yellow"
    typed = {"hands": [["joker 5"]], "cars": {"red": "1 home 1", "yellow": "2 8b", "blue": "2 17b", "green": "1 2b"}, "seat": 1}
    assert move("racer", "joker 5", **typed) == "green"
    nobody = {"hands": [["joker 5"], []], "cars": {"red": "2 home 1", "yellow": "2 8b", "blue": "1 beside 20a yellow"}}
    assert move("racer", "joker 5", **nobody) == "red"  # home already


# ---- at the auction: seat 2 holds 15 points for red, 12.5 above its average car ----

AUCTION = {"auction": 1, "hands": [[], ["red 10", "red 5"]]}


@pytest.mark.parametrize(
    ("spec", "price"),
    [
        ("racer", 110_000),  # worth 65,000 + 12.5 times 4,000
        ("shader", 80_000),
        ("flat", 60_000),
        ("careful", 100_000),
        ("bargain", 40_000),
        ("starter", 160_000),
        ("spender", 80_000),  # two fifths of 200,000, whatever it holds
        ("racer:worth=100000:hand=0", 100_000),
    ],
)
def test_how_far_a_strategy_bids(spec: str, price: int):
    assert limit(spec, **AUCTION) == price


def test_driver_up_bids_less_for_a_second_car_but_drives_the_price():
    second = AUCTION | {"auction": 2, "cars": {"blue": "2 2c"}}
    assert limit("racer", **second) == 110_000
    assert limit("driver_up", **second) == 60_000  # six tenths
    assert limit("driver_up:drive=0", **second) == 50_000


def test_early_opens_high_and_takes_the_best_car_and_start_space():
    typed = {"auction": 1, "hands": [["red 10", "red 5"], []]}
    assert move("racer", **typed) == 10_000 and move("early", **typed) == 90_000
    assert move("racer", 10_000, 0, **typed) == "red"
    assert move("racer", 10_000, 0, "red", **typed) == "2c"


# ---- pit stops and tips ----

PIT = {"rules": {"pit_stop": True}, "cars": {"red": "1 3b", "blue": "2 9b"}}


def test_it_claims_and_stops_for_good_cards_only():
    assert move("racer", "blue 10", "19a", hands=[["red 5"], ["blue 10", "blue 5"]], seat=2, **PIT) is False
    assert move("racer", "red 10", "13c", hands=[["red 5"], ["red 10", "blue 5"]], seat=2, **PIT) is True
    assert move("racer", hands=[["red 5"], []], box=["red 10"], **PIT) == "stop red 10"
    assert move("racer:stop=11", hands=[["red 5"], []], box=["red 10"], **PIT) == "red 5"
    assert move("racer", hands=[[], ["blue 5"]], box=["blue 10", "red 5"], **PIT) == "stop red 5"
    assert move("racer", hands=[[], ["blue 5"]], box=["blue 10"], **PIT) == "pass"


@pytest.mark.parametrize(("spec", "car"), [("racer", "blue"), ("patriot", "green"), ("contrarian", "yellow"), ("hedger", "blue")])
def test_whom_it_backs(spec: str, car: str):
    cars = {"blue": "2 8b", "yellow": "2 7b", "green": "1 6b", "red": "1 5b"}
    run, _, engine, referee = seated(spec, mode="tips", hands=[["blue 5"]], cars=cars)
    card = engine.question.options[0]
    for game in (engine, referee):
        game.answer(card)
        game.answer(game.question.options[0])
    assert engine.question.kind == "tip"
    made = engine.choose()
    assert made == choose(referee, weights(run, 0), 0.0) == ("tip", car)


def test_a_backed_car_of_another_is_worth_something():
    typed = {"mode": "tips", "hands": [["yellow 5", "blue 5"]], "cars": {"blue": "2 12b", "yellow": "2 11b", "red": "1 5b"}}
    assert move("racer", backed=[["blue"], ["red"]], **typed) == "blue 5"
    assert move("racer", backed=[["red"], ["red"]], **typed) == "yellow 5"
