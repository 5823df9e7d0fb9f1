"""Every rule about the pit stops of Top Race in a position typed in by hand; engine and referee play in step."""

import pytest

from tests.top_race_engine import deal, sit
from topstats.core.contract import SettingError
from topstats.settings import Settings

rule = pytest.mark.rule
ON = {"pit_stop": True, "track": "turbo_town"}
BLUE_RED = "sprint/breakdown blue-red"
CARS = {"red": "1 9b", "blue": "2 8b"}


@rule("TR-30")
@pytest.mark.parametrize(("players", "each", "box"), [(2, 21, 6), (3, 14, 6), (4, 10, 8), (5, 8, 8), (6, 7, 6)])
def test_cards_dealt_and_cards_in_the_box(players: int, each: int, box: int):
    table = deal(players=players, pit_stop=True)
    view = table.game.view(0)
    assert [len(hand) for hand in view["hands"]] == [each] * players and view["stops"] == [3] * players
    assert len(view["box"]) == box and all(card["lines"] or card["pair"] for card in view["box"])  # face up
    assert players * each + box <= 48


@rule("TR-30")
def test_without_pit_stops_there_is_no_box():
    view = deal(players=3).game.view(None)
    assert view["box"] == [] and view["stops"] == [0, 0, 0]


@rule("TR-30")
def test_more_cards_than_the_deck_has_cannot_be_dealt_nor_laid_in_the_box():
    with pytest.raises(SettingError, match=r"pit_cards_each = 10 deals 49 cards to 4 players and the box, but the deck has only 48 \(rule TR-30\)\."):
        Settings("top_race", players=4, rules={"pit_stop": True, "box_cards": 9})


@rule("TR-31")
def test_a_card_just_played_can_be_claimed_by_another_who_takes_part():
    table = sit(hands=[["red 5", "green 5"], ["blue 5"]], cars=CARS, rules=ON)
    table.do("red 5")
    table.do(table.answers[-1])
    assert table.asked == "2 claim" and table.answers == [False, True]
    assert table.refused(True) == "" and "TR-31" in table.refused(2) and "TR-31" in table.refused(-1)
    table.do(True)
    view = table.game.view(None)
    assert view["waiting"][1][0]["lines"] == [["red", 5]] and view["discard"] == []
    assert table.game.view(0)["waiting"][1][0]["lines"] == [["red", 5]]  # face up
    assert table.asked == "2 card" and table.answers[:1] == ["take red 5"]


@rule("TR-31")
def test_of_two_claimants_the_next_in_turn_order_has_priority_and_the_player_itself_has_none():
    cars = {"red": "1 9b", "blue": "2 8b", "green": "3 7b", "black": "3 6b"}
    hands = [["black 5"], ["black 10", "red 5"], ["blue 5"]]
    table = sit(players=3, hands=hands, cars=cars, seat=2, rules=ON)
    table.do("black 10")
    while not table.asked.endswith("claim"):
        table.do(table.answers[-1])
    assert table.asked == "3 claim"  # seat 3 comes before seat 1
    table.do(False)
    assert table.asked == "1 claim"
    table.do(True)
    assert table.asked == "3 card"  # seat 2, which played it, is not asked
    table = sit(players=3, hands=hands, cars=cars, seat=2, rules=ON)
    table.do("black 10")
    while not table.asked.endswith("claim"):
        table.do(table.answers[-1])
    assert table.do(True).asked == "3 card"  # claimed: nobody else is asked


@rule("TR-31")
@rule("TR-32")
def test_several_cards_may_be_claimed_in_one_round_each_on_a_pit_stop_card_of_its_own():
    """Red is home, and the joker, so that no car moves. Seat 3 claims one card of seat 1 and one of seat 2, the second without a card in hand."""
    cars = {"red": "1 home 1", "blue": "1 9b", "green": "2 8b", "black": "3 7b"}
    table = sit(players=3, hands=[["joker 4", "joker 5"], [BLUE_RED], []], cars=cars, rules=ON)
    table.do("joker 4", "red", False)
    assert table.asked == "3 claim"
    table.do(True, BLUE_RED)  # without effect: red is home
    assert table.asked == "3 claim"
    table.do(True)
    assert table.asked == "3 card" and table.answers[:2] == ["take joker 4", f"take {BLUE_RED}"]
    table.do("take joker 4", "joker 5", "red", False)
    assert table.asked == "3 claim"  # one pit-stop card is free
    table.do(False)
    assert table.game.view(None)["stops"] == [3, 3, 2] and table.asked == "2 card"


@rule("TR-31")
def test_who_has_all_cars_home_or_no_free_pit_stop_card_cannot_claim():
    cars = {"red": "1 9b", "blue": "2 home 1"} | dict.fromkeys(("green", "yellow", "black", "purple"), "")
    cars |= {"green": "1 8a", "yellow": "1 7a", "black": "1 6a", "purple": "1 5a"}
    table = sit(hands=[["joker 4", "red 5"], ["blue 5"]], cars=cars, rules=ON)
    table.do("joker 4", "blue")
    assert table.asked == "1 card"
    table = sit(hands=[["red 5", "green 5"], ["blue 5"]], cars=CARS, rules=ON, left_stops=[3, 1], waiting=[[], ["purple 5"]])
    table.do("red 5")
    table.do(table.answers[-1])
    assert table.asked == "2 card" and table.answers == ["take purple 5"]


@rule("TR-32")
def test_a_waiting_card_is_taken_instead_of_playing_and_the_pit_stop_card_leaves_the_game():
    table = sit(hands=[["red 5"], []], cars=CARS, rules=ON, waiting=[["purple 5"], []], left_stops=[1, 0])
    assert table.asked == "1 card" and table.answers == ["take purple 5"]
    table.do("take purple 5")
    view = table.game.view(None)
    assert table.hand(1) == ["red 5", "purple 5"] and view["stops"] == [0, 0] and view["waiting"] == [[], []]
    assert table.asked == "1 card" and table.answers == ["red 5", "purple 5"]  # seat 2 has nothing to do


@rule("TR-32")
def test_two_waiting_cards_take_two_turns():
    table = sit(hands=[["red 5"], ["blue 5", "blue 10"]], cars=CARS, rules=ON, waiting=[["purple 5", "yellow 5"], []], left_stops=[2, 0])
    assert table.answers == ["take purple 5", "take yellow 5"]
    assert all("TR-32" in table.refused(words) for words in ("red 5", "pass", "take blue 5"))
    table.do("take yellow 5", "blue 5")
    while table.asked != "1 card":
        table.do(table.answers[0] if table.asked != "1 claim" else False)
    assert table.answers == ["take purple 5"]  # it plays nothing until all are taken


@rule("TR-32")
def test_waiting_cards_count_as_cards_held():
    table = sit(hands=[[], []], cars=CARS, rules=ON, waiting=[["red 5"], []], left_stops=[1, 0])
    assert table.asked == "1 card"  # the race is not over


@rule("TR-33")
def test_at_the_start_of_the_turn_a_stop_for_a_box_card_or_the_top_of_the_discard():
    table = sit(hands=[["red 5"], ["blue 5"]], cars=CARS, rules=ON, box=["red 10", "joker 5"], discard=["green 5", "yellow 5"], left_stops=[1, 0])
    assert table.answers == ["red 5", "stop red 10", "stop joker 5", "stop yellow 5"]
    assert all("TR-33" in table.refused(words) for words in ("stop green 5", "stop blue 5", "take red 10"))
    table.do("stop red 10")
    view = table.game.view(None)
    assert table.hand(1) == ["red 5", "red 10"] and view["stops"] == [0, 0] and len(view["box"]) == 1
    assert table.asked == "2 card"  # the turn is over


@rule("TR-33")
def test_ones_own_card_on_top_of_the_discard_may_be_taken_and_waiting_cards_stay():
    table = sit(hands=[["red 5"], []], cars=CARS, rules=ON, waiting=[["purple 5"], []], discard=["red 10"], left_stops=[2, 0])
    assert table.answers == ["take purple 5", "stop red 10"]
    table.do("stop red 10")
    view = table.game.view(None)
    assert table.hand(1) == ["red 5", "red 10"] and view["waiting"][0][0]["lines"] == [["purple", 5]] and view["discard"] == []
    assert table.asked == "1 card" and table.answers == ["take purple 5"]


@rule("TR-33")
def test_the_card_that_one_played_itself_may_be_taken_back_when_it_is_on_top_again():
    cars = {"red": "1 home 1", "blue": "1 9b", "green": "2 8b"}
    table = sit(hands=[["joker 4"], ["blue 5"]], cars=cars, box=["red 10"], rules=ON)
    table.do("joker 4", "red", False, "stop red 10")
    assert table.asked == "1 card" and table.answers == ["pass", "stop joker 4"]
    assert table.do("stop joker 4").hand(1) == ["joker 4"]


@rule("TR-33")
def test_an_occupied_pit_stop_card_is_no_stop():
    table = sit(hands=[["red 5"], []], cars=CARS, rules=ON, waiting=[["purple 5"], []], box=["joker 5"], discard=["red 10"], left_stops=[1, 0])
    assert table.answers == ["take purple 5"] and all("TR-33" in table.refused(words) for words in ("stop joker 5", "stop red 10"))


@rule("TR-33")
def test_a_card_that_came_by_a_stop_is_known_to_all():
    table = sit(hands=[["red 5"], ["blue 5"]], cars=CARS, rules=ON, box=["red 10"])
    table.do("stop red 10")
    assert table.hand(1, by=2) == ["?", "red 10"]


@rule("TR-34")
def test_sprint_or_breakdown_with_a_car_broken_down_has_no_effect():
    table = sit(hands=[[BLUE_RED, "blue 5"], []], cars={"blue": "1 9b", "red": "2 beside 20a blue"}, rules=ON, left_stops=[0, 0])
    assert table.do(BLUE_RED).asked == "1 card" and table.car("blue") == "9b"


@rule("TR-35")
def test_without_cards_but_with_a_pit_stop_card_one_may_stop_or_pass():
    table = sit(hands=[[], ["blue 5"]], cars=CARS, rules=ON, box=["red 10"], left_stops=[1, 0])
    assert table.answers == ["pass", "stop red 10"]
    table.do("pass")
    assert table.asked == "2 card"


@rule("TR-35")
def test_the_race_ends_when_nobody_has_cards_and_all_have_passed_in_a_row():
    table = sit(players=3, hands=[[], [], []], cars=CARS, rules=ON, box=["red 10"], left_stops=[1, 1, 0])
    table.do("pass")
    assert table.asked == "2 card"
    table.do("pass")
    assert table.asked == ""  # seat 3 has nothing to do, which counts as passed


@rule("TR-35")
def test_a_stop_in_between_begins_the_count_anew():
    table = sit(players=2, hands=[[], []], cars=CARS, rules=ON, box=["red 10", "blue 10"], left_stops=[1, 1])
    table.do("pass", "stop red 10")
    assert table.asked == "1 card" and table.answers == ["pass", "stop blue 10"]
    assert table.do("pass").asked == "2 card" and table.answers == ["red 10"]


@rule("TR-35")
def test_the_top_of_the_discard_is_enough_to_stop_for():
    table = sit(hands=[[], []], cars=CARS, rules=ON, discard=["red 10", "green 5"], left_stops=[1, 0])
    assert table.asked == "1 card" and table.answers == ["pass", "stop green 5"]


@rule("TR-35")
def test_with_box_and_discard_empty_there_is_nothing_to_stop_for():
    assert sit(hands=[[], []], cars=CARS, rules=ON, left_stops=[3, 3]).asked == ""


@rule("TR-35")
def test_who_has_all_cars_home_no_longer_stops_in_the_base_game():
    cars = {"red": "1 home 1", "blue": "2 8b"} | dict.fromkeys(("green", "yellow", "black", "purple"), "")
    cars |= {"green": "2 8a", "yellow": "2 7a", "black": "2 6a", "purple": "2 5a"}
    table = sit(hands=[["red 5"], []], cars=cars, rules=ON, box=["red 10"], left_stops=[3, 1])
    assert table.asked == "2 card"
