"""Every rule about the set-up and the auctions of Top Race in a position typed in by hand; engine and referee play in step."""

import pytest

from tests.naive.top_race import CARS
from tests.top_race_engine import deal, sit

rule = pytest.mark.rule
ALL = list(CARS)


def bids(low: int, high: int, may_pass: bool = True) -> list[int]:
    return [0] * may_pass + list(range(low, high + 1, 10_000))


def all_cards(table, players: int) -> list[str]:
    return [card for seat in range(1, players + 1) for card in table.hand(seat)]


# ---- set-up ----


@rule("TR-01")
def test_everybody_starts_with_200_000_or_what_is_set():
    assert deal(players=3).money == [200_000] * 3
    assert deal(players=2, capital=350_000).money == [350_000] * 2


@rule("TR-02")
@pytest.mark.parametrize(("players", "each"), [(2, 24), (3, 16), (4, 12), (5, 9), (6, 8)])
def test_all_48_cards_are_dealt_but_three_with_five_players(players: int, each: int):
    cards = all_cards(deal(players=players), players)
    assert len(cards) == each * players == (45 if players == 5 else 48)


@rule("TR-02")
def test_the_deck_has_every_printed_value_and_the_three_pairs():
    cards = all_cards(deal(players=4), 4)
    special = sorted(card for card in cards if card.startswith("sprint"))
    assert special == [f"sprint/breakdown {pair}" for pair in ("blue-red", "purple-green", "yellow-black")]
    points = {int(line.split()[1]) for card in cards if not card.startswith("sprint") for line in card.split(", ")}
    assert points == {1, 2, 3, 4, 5, 6, 10} and any("joker" in card for card in cards)


@rule("TR-02")
def test_hands_are_secret_and_dealt_before_the_auction():
    table = deal(players=4)
    assert table.asked == "1 bid"
    assert table.hand(1, by=2) == ["?"] * 12 and "?" not in table.hand(2, by=2)


# ---- bids ----


@rule("TR-03")
def test_the_opener_bids_then_clockwise_each_bids_higher_or_passes():
    table = deal(players=3)
    assert table.answers == bids(10_000, 200_000, may_pass=False)
    table.do(40_000)
    assert table.asked == "2 bid" and table.answers == bids(50_000, 200_000)
    table.do(0, 60_000)  # seat 2 passes, seat 3 bids
    assert table.asked == "1 bid"
    table.do(70_000)
    assert table.asked == "3 bid"  # seat 2 is out
    table.do(0)
    assert table.asked == "1 car" and table.money == [130_000, 200_000, 200_000]


@rule("TR-03")
def test_bids_are_multiples_of_the_step_and_begin_at_the_opening_bid():
    table = deal(players=2, opening_bid=50_000, bid_step=20_000)
    assert table.answers == list(range(60_000, 200_001, 20_000))
    assert table.do(60_000).answers == [0, *range(80_000, 200_001, 20_000)]


@rule("TR-04")
def test_the_winner_takes_a_car_and_a_start_space_and_the_first_winner_starts_the_race():
    table = deal(players=2)
    table.do(10_000, 20_000, 0)
    assert table.asked == "2 car" and table.answers == ALL
    table.do("green")
    assert table.asked == "2 start" and table.answers == ["2c", "2b", "2a", "1c", "1b", "1a"]
    table.do("1c")
    assert table.car("green") == "1c" and table.owned(2) == ["green"]
    for _ in range(4):
        table.do(10_000, 0)
        table.do(table.answers[0])  # a car
        table.do(table.answers[0])  # a start space
    assert table.asked.endswith("bid")  # the last car: everybody has one
    table.do(10_000, 0)
    assert table.asked == "2 card"  # the last car and the last start space were not asked for


@rule("TR-04")
def test_a_start_space_holds_one_car():
    table = sit(players=2, auction=2, cars={"red": "1 2b"}, seat=2)
    table.do(10_000, 0, "blue")
    assert table.answers == ["2c", "2a", "1c", "1b", "1a"]


@rule("TR-05")
def test_the_player_left_of_the_winner_opens_and_may_not_pass():
    table = deal(players=4)
    table.do(10_000, 0, 20_000, 0, 0, "red", "2c")  # seat 3 wins
    assert table.asked == "4 bid" and table.answers == bids(10_000, 200_000, may_pass=False)


# ---- everybody gets a car ----


@rule("TR-06")
def test_with_two_cars_one_may_bid_while_four_are_left_for_three_without():
    table = sit(players=4, auction=3, cars={"red": "1 2c", "blue": "1 2b"}, seat=2)
    table.do(10_000, 0, 0)
    assert table.asked == "1 bid"
    table.do(20_000, 0, "green", "2a")  # the third car
    assert table.asked == "2 bid"
    table.do(10_000, 0, 0)  # seats 3 and 4 pass, seat 1 is not asked
    assert table.asked == "2 car"


@rule("TR-06")
def test_with_two_cars_left_for_two_without_neither_owner_may_bid():
    table = sit(players=4, auction=5, cars={"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c"}, seat=1)
    assert table.asked == "3 bid"  # the duty to open passes to the next without a car
    table.do(10_000)
    assert table.asked == "4 bid"
    table.do(0)
    assert table.asked == "3 car"


@rule("TR-07")
def test_the_last_car_costs_a_player_without_one_30_000():
    table = sit(players=3, auction=6, cars={"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c", "purple": "1 1b"}, seat=1)
    assert table.asked == "" and table.owned(3) == ["yellow"]  # nobody holds a card: the race is over at once
    assert table.row["seat"][2]["spent"] == 3 and table.row["seat"][2]["bankrupt"] == 0
    assert table.row["auction"][2][5] == {"bought": 1, "opened": 0, "bids": 0, "price": 3, "worth": 1, "overpaid": 2, "sold_car": 2, "buyer_hand": 0}


@rule("TR-07")
def test_the_fixed_price_can_be_set():
    cars = {"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c", "purple": "1 1b"}
    assert sit(players=3, auction=6, cars=cars, rules={"fixed_price": 80_000}).row["seat"][2]["spent"] == 8


# ---- money ----


@rule("TR-08")
def test_no_bid_above_ones_cash():
    table = sit(players=2, auction=1, cash=[30_000, 50_000])
    assert table.answers == bids(10_000, 30_000, may_pass=False)
    table.do(30_000)
    assert table.answers == [0, 40_000, 50_000]


@rule("TR-08")
def test_who_cannot_pay_more_is_not_asked():
    table = sit(players=3, auction=1, cash=[90_000, 30_000, 90_000])
    assert table.do(30_000).asked == "3 bid"


@rule("TR-08")
def test_an_opener_without_money_passes_the_duty_on():
    table = sit(players=3, auction=1, cash=[0, 0, 40_000])
    assert table.asked == "3 bid" and table.answers == bids(10_000, 40_000, may_pass=False)
    table.do(40_000)
    assert table.asked == "3 car" and table.money[2] == 0


@rule("TR-08")
def test_if_nobody_can_open_the_first_without_a_car_gets_it_for_what_it_has():
    table = sit(players=3, auction=2, cars={"red": "2 2c"}, cash=[10_000, 0, 10_000], seat=2, rules={"opening_bid": 20_000, "bid_step": 20_000})
    assert table.asked == "3 car" and table.money == [10_000, 0, 0]


@rule("TR-08")
def test_if_nobody_can_open_and_all_have_a_car_the_opener_gets_it():
    table = sit(players=2, auction=3, cars={"red": "1 2c", "blue": "2 2b"}, cash=[0, 0], seat=2)
    assert table.asked == "2 car" and table.money == [0, 0]


@rule("TR-08")
@pytest.mark.parametrize(("debts", "left"), [(False, 0), (True, -20_000)])
def test_a_forced_payment_takes_what_is_there_or_leaves_debts(debts: bool, left: int):
    cars = {"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c", "purple": "1 1b"}
    row = sit(players=3, auction=6, cars=cars, cash=[0, 0, 10_000], rules={"debts": debts, "prizes": (0,) * 6}).row["seat"][2]
    assert (row["score"] * 10_000, row["bankrupt"]) == (left, 1)


@rule("TR-08")
def test_a_player_without_money_gets_a_car_and_drives_on():
    cars = {name: f"1 {space}" for name, space in zip(ALL[:5], ("2c", "2b", "2a", "1c", "1b"), strict=True)}
    table = sit(players=2, auction=6, cars=cars, cash=[0, 0], hands=[["red 5"], ["purple 5"]])
    assert table.owned(2) == ["purple"] and table.asked == "1 card"
