"""Every rule about the stocks of Top Race in a position typed in by hand; engine and referee play in step."""

from random import Random
from typing import Any

import pytest

from tests.naive.top_race import CARS
from tests.naive.top_race_typed import OFFER, STOCKS_EACH, STOCKS_PIT, Table
from tests.top_race_engine import deal as deal_out
from tests.top_race_engine import sit as sit_down
from topstats.core.contract import SettingError
from topstats.settings import Settings

rule = pytest.mark.rule
SPECIAL = "sprint/breakdown"
OUT = {"red": "30b", "blue": "9a", "yellow": "9b", "green": "8b", "black": "7b", "purple": "6b"}


def sit(**typed: Any) -> Table:
    return sit_down(mode="stocks", **typed)


def deal(players: int = 4, number: int = 0, **rules: Any) -> Table:
    return deal_out(players, number, "stocks", **rules)


def first_answers(table: Table, *until: str) -> Table:
    """Answer with the first option until one of these is asked."""
    while table.asked and table.asked.split()[1] not in until:
        table.do(table.answers[0])
    return table


# ---- before the race ----


@rule("TR-50")
def test_everybody_holds_five_stocks_of_each_car_in_secret_and_nobody_owns_a_car():
    table = deal(3)
    assert [table.stocks(seat) for seat in (1, 2, 3)] == [[5] * 6] * 3
    assert table.stocks(2, by=2) == [5] * 6 and table.stocks(2, by=1) is None
    first_answers(table, "card")
    assert all(table.owned(seat) == [] for seat in (1, 2, 3))
    assert deal(3, stocks_each=3).stocks(1) == [3] * 6


@rule("TR-50")
def test_the_cars_line_up_by_lot_when_the_auctions_are_over():
    starts = []
    for number in range(4):
        table = deal(3, number)
        assert {table.car(name) for name in CARS} == {"waiting"}
        first_answers(table, "card")
        starts.append(tuple(table.car(name) for name in CARS))
    assert all(sorted(spaces) == ["1a", "1b", "1c", "2a", "2b", "2c"] for spaces in starts) and len(set(starts)) == 4


@rule("TR-51")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("pit", [False, True])
def test_hands_and_offer(players: int, pit: bool):
    table = deal(players, pit_stop=pit)
    assert {len(table.hand(seat)) for seat in range(1, players + 1)} == {(STOCKS_PIT if pit else STOCKS_EACH)[players]}
    assert len(table.offer) == OFFER[players] and [card.startswith(SPECIAL) for card in table.offer][:4] == [True, True, True, False][: OFFER[players]]
    view = table.game.view(None)
    assert len(view["box"]) == ({2: 6, 3: 6, 4: 8, 5: 8, 6: 6}[players] if pit else 0)
    dealt = sum(len(hand) for hand in view["hands"]) + len(view["offer"]) + len(view["box"])
    assert dealt == (45 if players == 5 and not pit else 48)
    assert not any(card.startswith(SPECIAL) for seat in range(1, players + 1) for card in table.hand(seat))


@rule("TR-51")
@pytest.mark.parametrize(
    ("players", "rules", "words"),
    [
        (4, {"offer_cards": 3}, "4 players take one each"),
        (5, {"cards_each": 9}, "need 50 cards with 5 players, but the deck has only 48"),
        (4, {"pit_stop": True, "box_cards": 10}, "need 50 cards"),
    ],
)
def test_what_the_deck_cannot_give_is_refused(players: int, rules: dict[str, Any], words: str):
    with pytest.raises(SettingError, match=rf"{words}.*\(rule TR-51\)\."):
        Settings("top_race", "stocks", players, rules=rules)


@rule("TR-52")
def test_four_seats_are_auctioned_each_with_a_card():
    table = deal(4)
    offer = table.offer
    table.do(10_000, 0, 20_000, 0, 0)
    assert table.asked == "3 offer" and table.answers == offer
    table.do(offer[1])
    assert table.order[0] == 3 and offer[1] in table.hand(3) and offer[1] in table.hand(3, by=1) and len(table.hand(3)) == 12
    assert table.asked == "4 bid" and 0 not in table.answers
    table.do(10_000)
    assert table.asked == "1 bid"
    table.do(0)
    assert table.asked == "2 bid"
    table.do(20_000)
    assert table.asked == "4 bid"  # and not seat 3, which has a seat
    table.do(0, offer[0])
    assert table.order == [3, 2, 4, 1]  # 2 sits next to 3, the others keep their order
    assert table.asked == "4 bid" and 0 not in table.answers
    table.do(10_000, 20_000, 0, offer[2])
    assert table.order == [3, 2, 1, 4]
    assert table.asked == "3 card" and table.offer == [] and offer[3] in table.hand(4)
    assert table.money == [180_000, 180_000, 180_000, 190_000]  # the last one paid 10,000
    played = []
    for _ in range(4):
        played.append(table.asked)
        table.do(next(card for card in table.answers if not card.startswith(SPECIAL)))
        while table.asked.split()[1] in ("space", "joker", "return"):
            table.do(table.answers[0])
    assert played == ["3 card", "2 card", "1 card", "4 card"]


@rule("TR-52")
@pytest.mark.parametrize(("last_seat", "money"), [(10_000, 190_000), (0, 200_000), (30_000, 170_000)])
def test_what_the_last_seat_costs(last_seat: int, money: int):
    table = deal(3, last_seat=last_seat).do(10_000, 0, 0)
    table.do(table.answers[0], 10_000, 0, table.offer[1])
    assert table.asked == "1 card" and table.money[2] == money


@rule("TR-52")
@rule("TR-08")
def test_who_has_nothing_still_gets_a_seat_and_a_card():
    """Nobody can pay 10,000: the first without a seat, counted from the opener, gets it for what it has."""
    table = deal(3, capital=0)
    assert table.asked == "1 offer"
    table.do(table.answers[2])
    assert table.asked == "2 offer"
    table.do(table.answers[0])
    assert table.asked == "1 card" and table.money == [0, 0, 0] and table.order == [1, 2, 3]


@rule("TR-53")
def test_two_players_bid_until_one_has_two_cards():
    table = deal(2)
    offer = table.offer
    table.do(10_000, 0, offer[0])
    assert table.asked == "2 bid" and 0 not in table.answers  # to the left of the last winner
    table.do(10_000)
    assert table.asked == "1 bid"  # it may bid on
    table.do(20_000, 0, offer[1])
    assert table.asked == "1 card" and table.money == [170_000, 200_000] and table.order == [1, 2]
    assert [len(table.hand(seat)) for seat in (1, 2)] == [24, 24] and set(offer[2:]) <= set(table.hand(2))


@rule("TR-53")
def test_with_one_card_each_a_third_auction_decides():
    table = deal(2)
    offer = table.offer
    table.do(10_000, 20_000, 0, offer[3])
    table.do(10_000, 0, offer[0])
    assert table.asked == "2 bid"
    table.do(10_000, 0, offer[1])
    assert table.asked == "2 card"  # the first winner starts
    assert set(offer[:1] + offer[2:3]) <= set(table.hand(1)) and set(offer[1:2] + offer[3:]) <= set(table.hand(2))
    assert table.money == [190_000, 170_000]


@rule("TR-53")
@pytest.mark.parametrize("wins", [1, 3])
def test_how_many_cards_end_the_auctions_of_two_is_a_rule(wins: int):
    table = deal(2, offer_wins=wins, offer_cards=5, cards_each=5)
    for number in range(wins):
        table.do(*((10_000, 0) if table.asked == "1 bid" else (10_000, 20_000, 0)), table.offer[0])  # seat 1 wins
        assert table.asked == ("1 card" if number == wins - 1 else "2 bid")
    assert [len(table.hand(seat)) for seat in (1, 2)] == [5 + wins, 10 - wins]
    with pytest.raises(SettingError, match=r"offer_wins = 3 is not possible: two players may win 5 cards, and 4 are on offer \(rule TR-53\)\."):
        Settings("top_race", "stocks", 2, rules={"offer_wins": 3})


# ---- stock rounds ----

TWO_ROUNDS = {"hands": [["purple 5", "green 5"], ["black 5", "yellow 5"]], "cars": OUT}


def after_a_round(**typed: Any) -> Table:
    """Everybody has had its turn of the first race round."""
    return first_answers(sit(**TWO_ROUNDS | typed), "sell")


@rule("TR-54")
def test_the_example_of_the_rulebook():
    """Purple 5 to 4, black 5 to 4, blue 5 to 7."""
    table = after_a_round()
    assert table.asked == "1 sell" and table.answers == list(CARS)
    table.do("purple", "black", "blue", "blue")
    assert table.stocks(1) == [5, 7, 5, 5, 4, 4]
    assert table.asked == "2 sell" and table.stocks(1, by=2) is None


@rule("TR-54")
def test_race_rounds_and_stock_rounds_alternate():
    table = after_a_round()
    asked = []
    for _ in range(8):
        asked.append(table.asked)
        table.do("red" if "sell" in table.asked else "blue")
    assert asked == [f"{seat} {kind}" for seat in (1, 2) for kind in ("sell", "sell", "buy", "buy")]
    assert table.asked == "1 card" and table.stocks(2) == [3, 7, 5, 5, 5, 5]


@rule("TR-54")
def test_a_stock_round_waits_for_every_player_of_the_order():
    table = sit(players=3, order=[1, 3, 2], cars=OUT, hands=[["purple 5", "red 5"], ["black 5", "blue 5"], ["yellow 5", "green 5"]])
    asked = []
    while table.asked != "1 sell":
        asked += [table.asked] if "card" in table.asked else []
        table.do(table.answers[0])
    assert asked == ["1 card", "3 card", "2 card"]


@rule("TR-54")
def test_never_below_0_nor_above_15_sold_first_then_bought():
    table = after_a_round(stocks=[[15, 15, 0, 0, 0, 0]])
    assert table.answers == ["red", "blue"]
    table.do("red", "red")
    assert table.answers == [car for car in CARS if car != "blue"]
    table.do("red", "red")  # the same ones
    assert table.stocks(1) == [15, 15, 0, 0, 0, 0]
    table = after_a_round(stocks=[[6, 4, 5, 5, 5, 5]], rules={"fewest_stocks": 4, "most_stocks": 6})
    assert table.answers == [car for car in CARS if car != "blue"]
    table.do("red", "red")
    assert table.answers == list(CARS)
    table.do("green")
    assert table.answers == [car for car in CARS if car != "green"]


@rule("TR-54")
def test_the_last_stock_of_a_car_is_sold_once():
    table = after_a_round(stocks=[[1, 15, 14, 0, 0, 0]])
    table.do("red")
    assert table.answers == ["blue", "yellow"]


@rule("TR-54")
def test_no_stock_round_once_a_car_is_home():
    table = sit(**TWO_ROUNDS | {"cars": OUT | {"red": "home 1"}})
    first_answers(table, "sell", "card")
    assert table.asked == "1 card"
    first_answers(table.do("purple 5"), "sell", "card")
    first_answers(table.do("black 5"), "sell", "card")
    assert table.asked == "1 card" and table.answers == ["green 5"]


@rule("TR-54")
def test_no_stock_round_after_the_last_race_round():
    table = sit(hands=[["purple 5"], ["black 5"]], cars=OUT)
    assert first_answers(table, "sell").asked == "" and table.row["game"]["stock_rounds"] == 0 and table.row["game"]["rounds"] == 1


@rule("TR-54")
def test_who_has_no_cards_trades_all_the_same():
    table = after_a_round(hands=[["purple 5", "green 5"], []])
    assert table.do("red", "red", "red", "red").asked == "2 sell"


@rule("TR-54")
def test_with_pit_stops_whatever_a_player_does_is_its_turn():
    table = sit(hands=[["purple 5"], ["black 5", "yellow 5"]], cars=OUT, box=["red 5"], rules={"pit_stop": True})
    table.do("stop red 5", "black 5")
    first_answers(table, "sell")
    assert table.asked == "1 sell"


@rule("TR-54")
@pytest.mark.parametrize("trades", [0, 1, 3])
def test_how_many_stocks_are_traded_is_a_rule(trades: int):
    table = first_answers(sit(**TWO_ROUNDS, rules={"stock_trades": trades}), "sell")
    asked = []
    while table.asked.startswith("1 ") and "card" not in table.asked:
        asked.append(table.asked)
        table.do("red")
    assert asked == ["1 sell"] * trades + ["1 buy"] * trades


@rule("TR-54")
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"stocks_each": 5, "most_stocks": 4}, "stocks_each = 5 is not possible: it stands between"),
        ({"stocks_each": 1, "fewest_stocks": 1}, "a player can sell only 0 stocks"),
    ],
)
def test_limits_that_leave_no_trades_are_refused(rules: dict[str, Any], words: str):
    with pytest.raises(SettingError, match=words + r".*\(rule TR-54\)\."):
        Settings("top_race", "stocks", rules=rules)


# ---- the end ----


@rule("TR-55")
def test_everybody_must_play_to_the_end_and_all_cards_are_played():
    table = sit(hands=[["purple 5", "green 5"], ["black 5"]], cars=OUT | {"red": "home 1"}, stocks=[[15, 3, 3, 3, 3, 3]])
    assert table.answers == ["purple 5", "green 5"]  # no pass
    first_answers(table)
    assert table.row["game"]["cards_played"] == 3 and [seat["cards_left"] for seat in table.row["seat"]] == [0, 0]


@rule("TR-35")
@rule("TR-55")
def test_with_pit_stops_and_without_cards_one_may_stop_or_pass_and_the_race_ends_when_all_have_passed():
    table = sit(hands=[[], ["red 5"]], cars=OUT | {"red": "home 1"}, box=["red 10"], rules={"pit_stop": True})
    assert table.asked == "1 card" and table.answers == ["pass", "stop red 10"]
    table.do("pass", "red 5", False)
    assert table.asked == "1 card" and table.answers == ["pass", "stop red 10", "stop red 5"]
    assert table.do("pass").asked == "2 card" and table.do("pass").asked == ""


@rule("TR-55")
def test_five_cars_home_end_the_race():
    cars = {"red": "home 1", "blue": "home 2", "yellow": "home 3", "green": "home 4", "black": "54b", "purple": "9b"}
    table = sit(hands=[["black 10", "purple 5"], ["purple 10"]], cars=cars)
    first_answers(table.do("black 10"))
    assert table.asked == "" and table.row["game"]["cards_played"] == 1 and table.places[-2:] == ["black", "purple"]


@rule("TR-55")
@pytest.mark.parametrize("seat", [1, 2])
def test_where_a_car_comes_back_is_chosen_by_the_player_whose_turn_it_is(seat: int):
    table = sit(hands=[["blue 10"]] if seat == 1 else [[], ["blue 10"]], seat=seat, cars=OUT | {"red": "beside 12b blue", "blue": "9a"})
    table.do("blue 10")
    first_answers(table, "return")
    assert table.asked == f"{seat} return" and sorted(table.answers) == ["12a", "12b", "12c"]


PLACED = {"red": "home 1", "yellow": "home 2", "blue": "home 3", "black": "home 4", "purple": "9b", "green": "8b"}


@rule("TR-56")
def test_the_example_of_the_rulebook_with_its_misprint_put_right():
    """Red 7, yellow 5, blue 11, black 2, purple 4, green 1: 3,500,000, and 3,640,000 with the 140,000 left."""
    table = sit(cars=PLACED, stocks=[[7, 11, 5, 1, 2, 4]], cash=[140_000, 140_000])
    assert table.asked == "" and table.places == ["red", "yellow", "blue", "black", "purple", "green"]
    seat = table.row["seat"][0]
    assert (seat["prize"] * 10_000, seat["score"] * 10_000) == (3_500_000, 3_640_000)


TIE = {"cars": PLACED, "rules": {"prizes": [100_000, 100_000, 100_000, 100_000, 100_000, 0]}}


@rule("TR-56")
@pytest.mark.parametrize(
    ("stocks", "winner"),
    [
        ([[5, 6, 6, 5, 4, 4], [6, 4, 6, 5, 4, 5]], 2),  # more red, the 1st
        ([[5, 5, 6, 5, 5, 4], [5, 6, 5, 5, 5, 4]], 1),  # as much red, more yellow, the 2nd
        ([[5, 6, 5, 5, 4, 5], [5, 5, 5, 5, 5, 5]], 1),  # then blue, the 3rd
        ([[5] * 6, [5] * 6], 2),  # all the same: the later seat
    ],
)
def test_ties_are_broken_by_stocks_in_the_order_of_the_places(stocks: list[list[int]], winner: int):
    row = sit(**TIE, stocks=stocks).row
    assert row["seat"][0]["score"] == row["seat"][1]["score"]
    assert [seat["share"] for seat in row["seat"]] == [60 * (seat == winner) for seat in (1, 2)]


@rule("TR-56")
def test_of_equal_players_the_latest_in_the_seating_order_wins():
    row = sit(**TIE, players=4, order=[1, 4, 2, 3], cash=[200_000, 200_000, 200_000, 200_000]).row
    assert [seat["share"] for seat in row["seat"]] == [0, 0, 60, 0]
    assert [seat["order"] for seat in row["seat"]] == [0, 2, 3, 1]


@rule("TR-56")
@rule("TR-21")
def test_in_a_series_whose_stocks_paid_most_opens_and_everybody_begins_with_five_again():
    openers = set()
    for number in range(4):
        table, random = deal(3, number, races=2), Random(number)
        while table.game.view(None)["race"] == 1:
            money, order = table.money, table.order
            table.do(random.choice(table.answers))
        paid = [after - before for before, after in zip(money, table.money, strict=True)]
        assert table.asked == f"{paid.index(max(paid)) + 1} bid" and paid.count(max(paid)) == 1
        openers.add(table.asked)
        assert [table.stocks(seat) for seat in (1, 2, 3)] == [[5] * 6] * 3
        assert table.order == order[order.index(1) :] + order[: order.index(1)]  # as they sat, told from seat 1 on
    assert len(openers) > 1


@rule("TR-56")
@rule("TR-21")
def test_the_highest_pay_out_opens_the_next_race_not_the_most_money_and_of_equals_the_later_seat():
    """Without trades all are paid the same; seat 3, the last in the order, paid most for its seat."""
    table = deal(3, races=2, stock_trades=0, last_seat=50_000, cards_each=2)
    while table.game.view(None)["race"] == 1:
        table.do(table.answers[0])
    assert table.money == [2_940_000, 2_940_000, 2_900_000] and table.asked == "3 bid"


@rule("TR-56")
def test_sums_that_the_tables_could_not_hold_are_refused():
    with pytest.raises(SettingError, match=r"allowed are at most 320,000,000 \(rule TR-56\)\."):
        Settings("top_race", "stocks", rules={"races": 10, "stocks_each": 15, "prizes": [1_000_000] * 6})


@rule("TR-43")
@pytest.mark.parametrize("name", ["tip_table", "tip_stop"])
def test_tips_cannot_be_asked_for_with_stocks(name: str):
    with pytest.raises(SettingError, match=r"tips do not go with stocks; allowed is mode tips alone \(rule TR-43\)\."):
        Settings("top_race", "stocks", rules={name: "standard"})
