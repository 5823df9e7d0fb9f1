"""What the strategies of the mode stocks do: for each a position and the move it makes, where another makes another. The twin in plain Python agrees."""

from typing import Any

import pytest

from tests.test_top_race_referee import settings
from tests.test_top_race_strategies import BLUE_RED, YELLOW_BLACK
from tests.test_top_race_strategies import move as made
from tests.top_race_engine import rows_of

CARS = {"red": "20b", "blue": "18b", "yellow": "16b", "green": "9b", "black": "8b", "purple": "7b"}


def move(spec: str, *answers: Any, **typed: Any) -> Any:
    return made(spec, *answers, mode="stocks", **{"cars": CARS} | typed)


def test_it_drives_for_the_cars_of_which_it_holds_many_stocks():
    hands = [["red 5", "blue 5"]]
    assert move("trader:plan=0", hands=hands, stocks=[[8, 2, 5, 5, 5, 5]]) == "red 5"
    assert move("trader:plan=0", hands=hands, stocks=[[2, 8, 5, 5, 5, 5]]) == "blue 5"
    assert move("trader:plan=0:own=0:rival=-1", hands=hands, stocks=[[8, 2, 5, 5, 5, 5]]) == "blue 5"


def test_without_a_lead_in_stocks_its_hand_says_for_which_car():
    hands = [["blue 5", "red 5", "red 10"]]
    assert move("trader", hands=hands) == "red 10" and move("trader:plan=0", hands=hands) == "blue 5"


def test_cars_that_it_is_against_lose_points_where_burner_can_see_to_it():
    cars = CARS | {"blue": "24a", "green": "25a"}
    hands, stocks = [["yellow 5", "blue 5"]], [[9, 3, 3, 5, 5, 5]]
    assert move("trader:plan=0", hands=hands, stocks=stocks, cars=cars) == "yellow 5"
    assert move("burner:plan=0", hands=hands, stocks=stocks, cars=cars) == "blue 5"  # blue stands behind green


def test_it_strikes_for_its_stocks():
    hands, stocks = [["red 5", YELLOW_BLACK]], [[6, 5, 1, 5, 10, 3]]
    assert move("trader:strike=0:plan=0", hands=hands, stocks=stocks) == "red 5"
    assert move("striker:plan=0", hands=hands, stocks=stocks) == YELLOW_BLACK
    assert move("striker:plan=0", YELLOW_BLACK, hands=hands, stocks=stocks) == "sprint"
    assert move("striker:plan=0", BLUE_RED, hands=[[BLUE_RED]], stocks=[[0, 5, 10, 5, 5, 5]]) == "breakdown"


@pytest.mark.parametrize(
    ("spec", "bought", "sold"),
    [
        ("follower", "red", "purple"),  # the car in front, the last one
        ("trader:sight=1.5", "yellow", "purple"),  # 16 rows and 10 points in hand, against 26 rows
        ("trader:sight=0.2", "red", "purple"),
        ("hedger", "yellow", "green"),  # of the three in front the one it holds fewest of; of the others the most
    ],
)
def test_what_it_trades(spec: str, bought: str, sold: str):
    typed = {"hands": [["red 5", "yellow 10"], []], "stocks": [[6, 7, 3, 6, 4, 4]], "cars": CARS | {"red": "21b"}}
    assert move(spec, "red 5", **typed) == sold
    assert move(spec, "red 5", sold, "purple", **typed) == bought


def test_gambler_trades_by_lot():
    typed = {"hands": [["red 5", "yellow 10"], []], "cars": CARS | {"red": "21b"}}
    drawn = [move("gambler", "red 5", **typed), *(move("gambler", "red 5", sold, **typed) for sold in ("red", "blue"))]
    drawn += [move("gambler", "red 5", "red", sold, **typed) for sold in ("red", "blue", "green")]
    assert len(set(drawn)) > 1 and len(set(drawn[1:3])) == 1  # one lot for each decision, whatever was sold


def test_its_own_cars_go_far_others_stay_back_or_go_into_bottlenecks():
    hands, many, few = [["blue 5"]], [[5, 10, 5, 5, 5, 0]], [[10, 0, 5, 5, 5, 5]]
    cars = CARS | {"blue": "5b", "green": "3b", "black": "2b", "purple": "1b"}
    assert move("trader:plan=0", "blue 5", hands=hands, stocks=many, cars=cars) == "10c"
    assert move("blocker:plan=0", "blue 5", hands=hands, stocks=few, cars=cars) == "10a"
    assert move("blocker:plan=0:crowd=1", "blue 5", hands=hands, stocks=few, cars=cars) == "10b"


def test_a_joker_is_the_car_it_is_most_for_or_one_that_loses_the_points():
    assert move("trader:plan=0", "joker 5", hands=[["joker 5"]], stocks=[[5, 6, 8, 4, 4, 3]]) == "yellow"
    cars = CARS | {"red": "home 1"}
    assert move("trader:plan=0", "joker 5", hands=[["joker 5"]], stocks=[[10, 4, 4, 4, 4, 4]], cars=cars) == "red"
    assert move("trader:plan=0", "joker 5", hands=[["joker 5"]], stocks=[[5, 5, 5, 5, 5, 5]]) == "red"  # all the same


@pytest.mark.parametrize(("red", "space"), [(9, "12b"), (5, "12c"), (1, "12c")])
def test_where_a_car_comes_back(red: int, space: str):
    cars = CARS | {"red": "beside 12b blue", "blue": "9a", "green": "6b", "black": "5b", "purple": "4b", "yellow": "3b"}
    stocks = [[red, 30 - red - 6, 3, 1, 1, 1]] if red < 9 else [[red, 6, 6, 3, 3, 3]]
    rules = {"most_stocks": 90}
    answers = ["blue 10", "19a"]
    assert move("trader:plan=0", *answers, hands=[["blue 10"]], stocks=stocks, cars=cars, rules=rules) == space


def test_it_claims_and_stops_for_good_cards_only():
    typed = {"rules": {"pit_stop": True}, "stocks": [[11, 0, 5, 5, 5, 4]], "cars": CARS | {"red": "3b", "blue": "9b", "green": "5b"}}
    assert move("trader:plan=0", hands=[["yellow 5"], []], box=["red 10"], **typed) == "stop red 10"
    assert move("trader:plan=0:stop=14", hands=[["yellow 5"], []], box=["red 10"], **typed) == "yellow 5"
    assert move("trader:plan=0", "red 10", "13c", hands=[[], ["red 10"]], seat=2, **typed) is True
    assert move("trader:plan=0", "blue 10", "19a", hands=[[], ["blue 10"]], seat=2, **typed) is False


def test_bidder_pays_for_seats_and_gets_the_cards_it_wants():
    run = settings(4, "bidder", "trader", "trader", "trader", mode="stocks", seed=35, rotate=True, n_games=400)
    states = run.start(0)
    states[0].first_game, states[0].next_game, states[0].stop_game = 0, 0, run.n_games
    rows = rows_of("stocks", states, run.n_games)
    spent, specials = [0] * 4, [0] * 4
    for g, row in enumerate(rows):
        for e in range(4):
            seat = row["seat"][(e + g) % 4]
            spent[e] += seat["spent"]
            specials[e] += seat["specials"]
    assert spent[0] > 1.2 * max(spent[1:]) and specials[0] == run.n_games
