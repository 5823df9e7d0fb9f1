"""Every rule about the tips of Top Race in a position typed in by hand; engine and referee play in step."""

from typing import Any

import pytest

from tests.naive.top_race import CARS
from tests.naive.top_race_typed import Table
from tests.top_race_engine import deal
from tests.top_race_engine import sit as sit_down
from topstats.core.contract import SettingError
from topstats.settings import Settings

rule = pytest.mark.rule
HOME = {"red": "1 home 1", "yellow": "1 home 2", "black": "2 home 3"}


def sit(**typed: Any) -> Table:
    return sit_down(mode="tips", **typed)


@rule("TR-40")
def test_everybody_backs_a_car_in_secret_when_the_first_car_passes_a_tip_line():
    """On Speed Street the first line lies after row 10."""
    table = sit(hands=[["red 5", "red 10"], ["blue 5"]], cars={"red": "1 6b"})
    table.do("red 5")
    table.do(table.answers[0])
    assert table.asked == "1 tip" and table.answers == list(CARS)
    table.do("red")
    assert table.asked == "2 tip" and table.game.view(1)["tips"] == [[None], []]
    table.do("red")
    assert table.game.view(1)["tips"] == [[None], ["red"]] and table.game.view(0)["tips"] == [["red"], [None]]
    assert table.asked == "2 card"


@rule("TR-40")
def test_any_car_may_be_backed_also_one_that_is_home_and_no_other():
    """The player of seat 2 plays; all are asked, from seat 1 on."""
    table = sit(hands=[[], ["blue 5"]], cars={"red": "1 home 1", "blue": "2 21b"}, seat=2, backed=[["red"], ["red"]])
    table.do("blue 5")
    assert table.asked == "1 tip" and table.answers == list(CARS)
    assert table.refused("red") == "" and "TR-40" in table.refused(6) and "TR-40" in table.refused(-1)
    table.do("red")  # a second time
    assert table.asked == "2 tip"


@rule("TR-40")
def test_a_sprint_passes_a_line_and_nobody_tips_in_the_base_game():
    typed = {"hands": [["sprint/breakdown blue-red", "joker 5"], []], "cars": {"red": "2 12b", "blue": "1 9b"}}
    table = sit(**typed, backed=[[], []])
    table.do("sprint/breakdown blue-red", "sprint", "12a")
    assert table.asked == "1 tip"
    table = sit_down(**typed)
    assert table.do("sprint/breakdown blue-red", "sprint", "12a").asked == "1 card"


@rule("TR-40")
@rule("TR-16")
def test_the_pause_comes_before_cars_come_back():
    table = sit(hands=[["blue 5"], []], cars={"red": "2 beside 9b blue", "blue": "1 8b"})
    table.do("blue 5", "13b")
    assert table.asked == "1 tip" and table.car("red") == "beside 9b"
    table.do("red", "red")
    assert table.asked == "2 return" and table.answers == ["9a", "9b", "9c"]


@rule("TR-40")
def test_neither_the_drawn_table_nor_the_words_tell_anothers_tip():
    from topstats.replay import replay

    told = replay(Settings("top_race", "tips", 3, seats="random,random,random", seed=3))
    steps = [k for k in range(len(told)) if "places tip" in told.words(k)]
    assert len(steps) >= 3
    for k in steps:
        seat = int(told.records[k].seat)
        for viewer in range(3):
            words, view = told.words(k, viewer + 1), told.view(k, viewer + 1)
            assert (" on " in words) == (viewer == seat) and view["focus"] == []
            assert all(car is None for s, owner in enumerate(view["seats"]) if s != viewer for car in owner["tips"])


@rule("TR-40")
def test_a_line_is_passed_by_the_first_car_only():
    table = sit(hands=[["blue 5"], []], cars={"red": "1 12b", "blue": "2 8b"}, backed=[["red"], ["blue"]])
    table.do("blue 5")
    table.do(table.answers[0])
    assert table.asked == "" and table.game.view(None)["tips"] == [["red"], ["blue"]]


@rule("TR-40")
def test_the_pause_comes_before_the_next_car_on_the_card_and_before_a_claim():
    card = "red 6, black 4, yellow 2"
    table = sit(hands=[[card], ["blue 5"]], cars={"red": "1 6b", "black": "2 5b", "yellow": "2 4b"}, rules={"pit_stop": True})
    table.do(card, "12b")
    assert table.asked == "1 tip"
    table.do("red", "black")
    assert table.asked == "1 space" and table.car("black") == "5b"  # now black
    table = sit(hands=[["red 5"], ["blue 5"]], cars={"red": "1 8b"}, rules={"pit_stop": True})
    table.do("red 5", "13b")
    assert table.asked == "1 tip"
    assert table.do("red", "red").asked == "2 claim"


@rule("TR-40")
def test_two_lines_in_one_move_are_two_tips_in_order():
    track = _track(tips=[12.0, 14.0, 35.0])
    table = sit(hands=[["red 5"], []], cars={"red": "1 11b"}, rules={"track": track})
    table.do("red 5")
    table.do(table.answers[-1])
    assert table.asked == "1 tip"
    table.do("red", "blue")
    assert table.asked == "1 tip" and table.game.view(None)["tips"] == [["red"], ["blue"]]
    table.do("green", "green")
    assert table.asked == "" and all(table.game.view(seat)["tips"] == [["red", "green"], ["blue", "green"]] for seat in (0, 1, None))  # all are shown


@rule("TR-40")
def test_over_the_third_line_and_the_finish_in_one_move_the_tip_comes_first():
    """From 43a, on the inner lane, ten spaces lead over the line after row 43.9 and over the finish."""
    track = _track(tips=[12.0, 14.0, 43.9])
    table = sit(hands=[["red 10"], []], cars={"red": "1 46a"}, rules={"track": track}, backed=[["red"] * 2, ["red"] * 2])
    table.do("red 10", "finish")
    assert table.asked == "1 tip" and table.car("red") == "46a"  # not home yet
    table.do("red", "blue")
    assert table.car("red") == "home 1"


@rule("TR-40")
def test_over_two_lines_and_the_finish_in_one_move_both_tips_come_first():
    table = sit(hands=[["red 10"], []], cars={"red": "1 46a"}, rules={"track": _track(tips=[12.0, 43.8, 43.9])}, backed=[["red"], ["red"]])
    table.do("red 10", "finish", "red", "red")
    assert table.asked == "1 tip" and table.car("red") == "46a"
    assert table.do("blue", "green").car("red") == "home 1" and table.game.view(None)["tips"] == [["red", "red", "blue"], ["red", "red", "green"]]


@rule("TR-40")
def test_a_line_that_nobody_crosses_means_no_tip_and_no_payment():
    row = sit(cars={"red": "1 9b"}, cash=[100_000, 100_000]).row
    assert [seat["tips"] for seat in row["seat"]] == [0, 0]


@rule("TR-41")
def test_the_example_of_the_rulebook():
    """Blue (tip 1) 2nd, red (tip 2) 5th, blue (tip 3) 2nd: 60,000 - 30,000 + 20,000 = 50,000."""
    cars = {"green": "1 home 1", "blue": "2 home 2", "black": "1 home 3", "yellow": "1 home 4", "red": "2 9b", "purple": "2 8b"}
    row = sit(cars=cars, backed=[["blue", "red", "blue"], ["green"] * 3]).row
    assert row["seat"][0]["tips"] == 5 and [row["seat"][0][f"tip_{n}"] for n in (1, 2, 3)] == [6, -3, 2]
    assert row["seat"][1]["tips"] == 9 + 6 + 3


@rule("TR-41")
def test_the_table_of_tips_can_be_given():
    money = [[10_000] * 6, [20_000] * 6, [-40_000] * 6]
    row = sit(cars={"red": "1 9b"}, backed=[["blue"] * 3, ["blue"] * 3], rules={"tip_table": {"name": "own", "money": money}}).row
    assert [seat["tips"] for seat in row["seat"]] == [-1, -1]


@rule("TR-41")
@rule("TR-08")
def test_who_can_just_pay_its_tips_is_not_bankrupt():
    rules = {"prizes": (0,) * 6, "tip_table": {"name": "own", "money": [[-50_000] * 6] * 3}}
    seats = sit(cars={"red": "1 9b"}, cash=[150_000, 140_000], backed=[["red"] * 3, ["red"] * 3], rules=rules).row["seat"]
    assert [(seat["score"], seat["bankrupt"]) for seat in seats] == [(0, 0), (0, 1)]


@rule("TR-41")
@rule("TR-08")
@pytest.mark.parametrize(("debts", "score", "paid"), [(False, 0, -5), (True, -10, -15)])
def test_prizes_come_first_then_the_net_of_the_tips_then_the_floor(debts: bool, score: int, paid: int):
    """Seat 1 has 10,000 and the 60,000 - 20,000 of its cars' prizes: red 4th (60,000), and three tips on the last one cost 140,000."""
    cars = {"green": "2 home 1", "blue": "2 home 2", "black": "2 home 3", "red": "1 9b", "yellow": "2 8b", "purple": "2 7b"}
    rules = {"debts": debts, "prizes": (0, 0, 0, 50_000, 0, 0), "tip_table": {"name": "own", "money": [[-50_000] * 6] * 3}}
    row = sit(cars=cars, cash=[0, 500_000], backed=[["purple"] * 3, ["green"] * 3], rules=rules).row["seat"][0]
    assert (row["score"], row["tips"], row["bankrupt"]) == (score, paid, 1)


@rule("TR-42")
def test_who_has_all_cars_home_stays_in_and_may_play_or_pass():
    cars = HOME | {"green": "2 8a", "blue": "2 7a", "purple": "2 6a"}
    table = sit(hands=[["green 5", "blue 5"], ["purple 5"]], cars=cars, backed=[["red"] * 3, ["red"] * 3])
    assert table.asked == "1 card" and table.answers == ["green 5", "blue 5", "pass"]
    table.do("pass")
    assert table.asked == "2 card" and table.answers == ["purple 5"]  # it has cars out: it must play


@rule("TR-42")
def test_the_race_ends_when_all_have_passed_in_a_row():
    cars = HOME | {"green": "2 8a", "blue": "2 7a", "purple": "2 6a"}
    table = sit(hands=[["green 5"], []], cars=cars, backed=[["red"] * 3, ["red"] * 3])
    table.do("pass")
    assert table.asked == ""  # seat 2 has no card, which counts as passed
    assert table.row["seat"][0]["cards_left"] == 1


@rule("TR-42")
def test_a_card_in_between_begins_the_count_anew():
    cars = HOME | {"green": "2 8a", "blue": "2 7a", "purple": "2 6a"}
    table = sit(hands=[["green 5", "blue 5"], ["purple 5"]], cars=cars, backed=[["red"] * 3, ["red"] * 3])
    table.do("pass", "purple 5", "11a")
    assert table.asked == "1 card" and table.answers == ["green 5", "blue 5", "pass"]  # it decides anew each time
    assert table.do("green 5", "13a").asked == "1 card"
    assert table.do("pass").asked == ""


@rule("TR-42")
def test_the_race_ends_with_the_fifth_car():
    cars = HOME | {"green": "2 home 4", "blue": "2 54a", "purple": "2 6a"}
    table = sit(hands=[["green 5", "red 5"], ["blue 5", "purple 5"]], cars=cars, seat=2, backed=[["red"] * 3, ["red"] * 3])
    assert table.do("blue 5").asked == "" and table.places[-2:] == ["blue", "purple"]


@rule("TR-42")
def test_it_still_claims_and_stops():
    cars = HOME | {"green": "2 8a", "blue": "2 7a", "purple": "2 6a"}
    table = sit(hands=[["green 5"], ["purple 5"]], cars=cars, box=["red 10"], backed=[["red"] * 3, ["red"] * 3], rules={"pit_stop": True})
    assert table.answers == ["green 5", "pass", "stop red 10"]
    table.do("pass", "purple 5")
    table.do(table.answers[0])
    assert table.asked == "1 claim"
    assert table.do(True).answers == ["take purple 5", "stop red 10"] and "TR-32" in table.refused("pass")  # what waits must be taken


@rule("TR-35")
@rule("TR-42")
def test_without_cards_and_with_all_cars_home_it_may_still_stop_or_pass():
    cars = HOME | {"green": "2 8a", "blue": "2 7a", "purple": "2 6a"}
    table = sit(hands=[[], ["purple 5"]], cars=cars, box=["red 10"], backed=[["red"] * 3, ["red"] * 3], rules={"pit_stop": True})
    assert table.asked == "1 card" and table.answers == ["pass", "stop red 10"]


@rule("TR-42")
@pytest.mark.parametrize(("tip_stop", "stops"), [(True, 3), (False, 2)])
def test_the_tip_table_is_a_pit_stop_card_and_may_count_as_a_stop(tip_stop: bool, stops: int):
    assert deal(3, mode="tips", pit_stop=True, tip_stop=tip_stop).game.view(None)["stops"] == [stops] * 3
    assert deal(3, mode="tips", pit_stop=True).game.view(None)["stops"] == [3] * 3  # printed: it counts


@rule("TR-43")
@pytest.mark.parametrize("track", ["speed_street", "lake_lane", "desert_drive", "turbo_town"])
def test_tips_go_with_every_track_and_with_pit_stops(track: str):
    table = deal(3, mode="tips", pit_stop=True, track=track)
    asked = []
    while table.asked:
        asked.append(table.asked.split()[1])
        table.do(table.answers[0])
    first = asked.index("tip")
    assert asked[first : first + 3] == ["tip"] * 3 and asked[first + 3] != "tip"  # a line, not all three with the finish
    assert len(table.game.view(None)["tips"][0]) <= 3


@rule("TR-43")
def test_a_mode_that_is_not_listed_is_refused_with_a_sentence():
    with pytest.raises(SettingError, match=r"mode tips and stocks is not known: Top Race has base, tips, stocks\."):
        Settings("top_race", "tips and stocks")


def _track(tips: list[float]) -> dict[str, Any]:
    from tests.naive.top_race import data_of

    return data_of("tracks", "speed_street") | {"tip_lines": tips}
