"""Every rule about the set-up and the auctions of Top Race in a position typed in by hand; engine and referee play in step."""

import pytest

from tests.naive.top_race import CARS
from tests.top_race_engine import deal, sit
from topstats.core.contract import SettingError
from topstats.settings import Settings

rule = pytest.mark.rule
ALL = list(CARS)


def bids(low: int, high: int, may_pass: bool = True) -> list[int]:
    return [0] * may_pass + list(range(low, high + 1, 10_000))


def all_cards(table, players: int) -> list[str]:
    return [card for seat in range(1, players + 1) for card in table.hand(seat)]


# ---- set-up ----


@rule("TR-01")
def test_everybody_starts_with_200_000_or_what_is_set():
    table = deal(players=3)
    assert table.money == [200_000] * 3
    assert all(table.game.view(seat)["money"] == [200_000] * 3 for seat in range(3))  # and everybody sees it
    assert deal(players=2, capital=350_000).money == [350_000] * 2


@rule("TR-01")
@pytest.mark.parametrize("name", ["capital", "fixed_price", "opening_bid"])
def test_money_comes_in_steps_of_10_000(name: str):
    with pytest.raises(SettingError, match=rf"{name} = 25000 is not possible: money is in steps of 10,000 \(rule TR-01\)\."):
        Settings("top_race", rules={name: 25_000})


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
def test_the_cards_are_shuffled_anew_for_each_game():
    first, second = (all_cards(deal(players=4, number=number), 4) for number in (0, 1))
    assert first != second and sorted(first) == sorted(second)


@rule("TR-02")
def test_hands_are_secret_and_dealt_before_the_auction():
    table = deal(players=4)
    assert table.asked == "1 bid"
    assert table.hand(1, by=2) == ["?"] * 12 and "?" not in table.hand(2, by=2)


@rule("TR-02")
def test_what_is_left_over_is_set_aside_unseen():
    game = deal(players=5).game.engine
    aside = [card["known"] for card in game.engine.position(game.record)["cards"] if card["where"] == "aside"]
    assert aside == [[]] * 3 and game.view(None)["hands"][0] != game.view(1)["hands"][0]


@rule("TR-02")
def test_more_cards_than_the_deck_has_cannot_be_dealt():
    assert Settings("top_race", players=4, rules={"cards_each": 12}).rules["cards_each"] == 12
    with pytest.raises(SettingError, match=r"cards_each = 13 deals 52 cards to 4 players, but the deck has only 48 \(rule TR-02\)\."):
        Settings("top_race", players=4, rules={"cards_each": 13})


# ---- bids ----


@rule("TR-03")
def test_six_auctions_one_car_each_then_the_race_begins():
    table, openers = deal(players=2), []
    while "card" not in table.asked:
        assert len(table.owned(1)) + len(table.owned(2)) == len(openers)
        openers.append(table.asked)
        table.do(10_000, 0)
        while table.asked.split()[1] in ("car", "start"):
            table.do(table.answers[0])
    assert openers == ["1 bid", "2 bid"] * 3 and table.money == [170_000, 170_000] and len(table.owned(1)) == len(table.owned(2)) == 3


@rule("TR-03")
def test_the_last_one_standing_pays_and_who_passed_is_back_in_the_next_auction():
    table = deal(players=3)
    table.do(10_000, 0, 30_000, 0)  # seat 3, which did not open
    assert table.asked == "3 car" and table.money == [200_000, 200_000, 170_000]
    table.do("red", "2c", 10_000)  # seat 1 opens, and it had passed in the end
    assert table.asked == "2 bid"
    assert table.do(20_000).asked == "3 bid"


@rule("TR-03")
def test_a_bid_that_is_too_low_or_no_multiple_of_the_step_is_refused():
    table = deal(players=2, opening_bid=40_000, bid_step=20_000)
    assert table.refused(40_000) == "" and "TR-03" in table.refused(20_000) and "TR-03" in table.refused(50_000)
    table.do(60_000)
    assert table.refused(80_000) == "" and "TR-03" in table.refused(60_000) and "TR-03" in table.refused(40_000)
    assert "TR-03" in table.refused(70_000) and "TR-03" in table.refused(-20_000)


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
def test_a_car_is_sold_once_and_starts_on_a_free_start_space():
    table = sit(players=2, auction=3, cars={"red": "1 2b", "blue": "2 1b"}, seat=2)
    table.do(10_000, 0)
    assert table.refused("green") == "" and "TR-04" in table.refused("red")
    table.do("green")
    assert table.refused("1c") == "" and all("TR-04" in table.refused(space) for space in ("2b", "1b", "3b", "finish"))


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


@rule("TR-05")
def test_an_openers_pass_is_refused():
    assert "TR-05" in deal(players=3).refused(0) and deal(players=3).do(10_000).refused(0) == ""


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


@rule("TR-06")
def test_the_duty_to_open_passes_clockwise_to_the_next_without_a_car():
    cars = {"red": "2 2c", "blue": "2 2b", "green": "3 2a", "black": "3 1c"}
    assert sit(players=4, auction=5, cars=cars, seat=2).asked == "4 bid"  # not seat 1, and not seat 3, which has two
    assert sit(players=4, auction=5, cars=cars, seat=4).asked == "4 bid"
    cars = {"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c"}
    assert sit(players=3, auction=5, cars=cars, seat=1).asked == "1 bid"  # two cars are left for one player without


@rule("TR-06")
def test_who_has_three_may_bid_on_while_the_cars_outnumber_the_others_without():
    """One player is without: seat 1 buys until one car is left, which seat 3 gets."""
    table = sit(players=3, auction=3, cars={"red": "1 2c", "blue": "2 2b"}, seat=3, hands=[["red 5"]])
    table.do(10_000, 20_000, 0, 0, "green", "2a")  # its second; three are left
    table.do(10_000, 0, 20_000, 0, "black", "1c")  # its third; two are left
    table.do(10_000, 0, 20_000, 0, "purple", "1b")  # its fourth; one is left
    assert table.money == [140_000, 200_000, 170_000] and table.owned(3) == ["yellow"]


@rule("TR-07")
def test_the_last_car_is_not_auctioned_only_if_somebody_has_none():
    cars = {"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c"}
    assert sit(players=3, auction=5, cars=cars, seat=3).asked == "3 bid"  # one car before the last
    assert sit(players=3, auction=6, cars=cars | {"purple": "3 1b"}, seat=3).asked == "3 bid"  # everybody has one


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
    assert table.refused(30_000) == "" and "TR-08" in table.refused(40_000)
    table.do(30_000)
    assert table.answers == [0, 40_000, 50_000]


@rule("TR-08")
def test_all_that_one_has_may_be_bid():
    table = sit(players=2, auction=1, cash=[10_000, 20_000])
    assert table.asked == "1 bid" and table.answers == [10_000]
    table.do(10_000)
    assert table.asked == "2 bid" and table.answers == [0, 20_000]
    table.do(20_000)
    assert table.asked == "2 car" and table.money == [10_000, 0]


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
def test_the_duty_passes_over_those_who_can_pay_but_may_not_bid():
    """Two cars are left for seats 2 and 3, which have none; seat 3 has no money either."""
    cars = {"red": "1 2c", "blue": "1 2b", "green": "4 2a", "black": "4 1c"}
    assert sit(players=4, auction=5, cars=cars, cash=[90_000, 90_000, 0, 90_000], seat=3).asked == "2 bid"


@rule("TR-08")
def test_if_nobody_can_open_the_first_without_a_car_gets_it_for_what_it_has():
    table = sit(players=3, auction=2, cars={"red": "2 2c"}, cash=[10_000, 0, 10_000], seat=2, rules={"opening_bid": 20_000, "bid_step": 20_000})
    assert table.asked == "3 car" and table.money == [10_000, 0, 0]


@rule("TR-08")
def test_who_gets_the_car_without_a_bid_pays_at_most_the_opening_bid_and_is_not_bankrupt():
    """Bids are multiples of 30,000, so that nobody can open."""
    cars = {"red": "1 2c", "blue": "1 2b", "green": "2 2a", "black": "2 1c", "purple": "1 1b"}
    table = sit(players=2, auction=6, cars=cars, cash=[20_000, 0], seat=1, rules={"bid_step": 30_000, "prizes": (0,) * 6})
    assert "yellow" in table.owned(1) and table.money == [10_000, 0]
    table = sit(players=2, auction=6, cars=cars, cash=[20_000, 0], seat=2, rules={"bid_step": 30_000, "prizes": (0,) * 6})
    assert "yellow" in table.owned(2) and table.money == [20_000, 0] and [seat["bankrupt"] for seat in table.row["seat"]] == [0, 0]
    table = sit(players=2, auction=6, cars=cars, cash=[-20_000, -10_000], seat=1, rules={"debts": True, "prizes": (0,) * 6})
    assert "yellow" in table.owned(1) and table.money == [-20_000, -10_000]


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
    row = sit(players=3, auction=6, cars=cars, cash=[0, 0, 30_000], rules={"debts": debts, "prizes": (0,) * 6}).row["seat"][2]
    assert (row["score"], row["bankrupt"]) == (0, 0)  # it could just pay


@rule("TR-08")
def test_a_player_without_money_gets_a_car_and_drives_on():
    cars = {name: f"1 {space}" for name, space in zip(ALL[:5], ("2c", "2b", "2a", "1c", "1b"), strict=True)}
    table = sit(players=2, auction=6, cars=cars, cash=[0, 0], hands=[["red 5"], ["purple 5"]])
    assert table.owned(2) == ["purple"] and table.asked == "1 card"
