"""Every rule about the race of Top Race in a position typed in by hand; engine and referee play in step. The auctions stand beside it."""

import pytest

from tests.naive.top_race import CARS
from tests.top_race_engine import deal, sit

rule = pytest.mark.rule
BLUE_RED, YELLOW_BLACK = "sprint/breakdown blue-red", "sprint/breakdown yellow-black"


# ---- turns and lines ----


@rule("TR-10")
def test_clockwise_each_plays_one_card_and_moves_all_cars_on_it_from_top_to_bottom():
    card = "red 6, yellow 4, black 2, blue 1"
    table = sit(hands=[[card], ["green 5"]], cars={"red": "1 10b", "yellow": "1 9b", "black": "2 8b", "blue": "2 7b"})
    table.do(card)
    for space, car in (("16b", "red"), ("13b", "yellow"), ("10b", "black"), ("8b", "blue")):
        assert table.asked == "1 space"
        table.do(space)
        assert table.car(car) == space
    assert table.asked == "2 card" and table.hand(1) == []


@rule("TR-10")
def test_the_turns_go_clockwise_and_each_player_plays_one_card_a_turn():
    cars = {"red": "1 home 1", "blue": "2 9b", "green": "1 8b", "black": "3 7b"}
    hands = [["joker 4", "joker 5"], ["joker 4", "joker 5"], ["joker 4", "joker 5"]]
    table, asked = sit(players=3, hands=hands, cars=cars, seat=2), []
    while table.asked:
        if table.asked.endswith("card"):
            asked.append(table.asked)
        table.do(table.answers[0])  # the joker is red, which is home
    assert asked == ["2 card", "3 card", "1 card"] * 2


@rule("TR-10")
def test_the_winner_of_the_first_auction_begins_and_the_next_clockwise_follows():
    table = deal(players=3)
    table.do(10_000, 20_000, 0, 0)  # seat 2 has the first car
    while not table.asked.endswith("card"):
        table.do(table.answers[0])
    assert table.asked == "2 card"
    table.do(table.answers[0])
    while not table.asked.endswith("card"):
        table.do(table.answers[0])
    assert table.asked == "3 card"


@rule("TR-10")
def test_the_card_played_comes_to_lie_on_the_discard_and_only_ones_own_can_be_played():
    table = sit(hands=[["red 5", "green 5"], ["blue 5"]], cars={"red": "1 home 1", "blue": "2 home 2", "green": "1 8b"}, discard=["yellow 5"])
    assert table.refused("red 5") == "" and all("TR-10" in table.refused(card) for card in ("blue 5", "yellow 5", "pass"))
    table.do("red 5", "blue 5")
    discard = [card["lines"] for card in table.game.view(None)["discard"]]
    assert discard == [[["yellow", 5]], [["red", 5]], [["blue", 5]]] and "TR-10" in table.refused("red 5")


@rule("TR-10")
def test_played_cards_are_public_the_hand_is_not():
    table = sit(hands=[["red 5", "blue 5"], ["green 5"]], cars={"red": "1 10b"})
    table.do("red 5")
    assert table.hand(1, by=2) == ["?"] and table.game.view(1)["discard"][0]["lines"] == [["red", 5]]


# ---- movement ----


@rule("TR-11")
def test_straight_or_diagonally_forward_never_sideways():
    table = sit(hands=[["joker 4", "blue 5"], []], cars={"blue": "1 4a", "red": "2 40a"}, rules={"deck": "standard"})
    table.do("joker 4", "blue")
    assert table.answers == ["8a", "8b", "8c"]


@rule("TR-11")
def test_one_space_from_the_edge_of_the_track():
    table = sit(hands=[["purple 6, blue 4, green 2, red 1"], []], cars={"red": "1 5a", "purple": "2 home 1", "blue": "2 home 2", "green": "2 home 3"})
    table.do("purple 6, blue 4, green 2, red 1")
    assert table.asked == "1 space" and table.answers == ["6a", "6b"]  # neither 6c nor 5b


@rule("TR-11")
def test_never_onto_or_through_a_car():
    table = sit(hands=[["red 5"], []], cars={"red": "1 23b", "purple": "2 26a"})
    assert table.do("red 5").car("red") == "25a"


@rule("TR-11")
def test_passing_diagonally_between_two_cars_is_fine():
    card = "purple 6, blue 4, green 2, red 1"
    home = {"purple": "2 home 1", "blue": "2 home 2", "green": "2 home 3"}
    table = sit(hands=[[card], []], cars=home | {"red": "1 4b", "yellow": "2 4a", "black": "2 5b"})
    assert table.do(card).answers == ["5a", "5c"]  # 5a lies between 4a and 5b


@rule("TR-11")
@pytest.mark.parametrize("space", ["52b", "54b"])
def test_crossing_the_line_counts_as_the_full_number(space: str):
    table = sit(hands=[["red 10"], []], cars={"red": f"1 {space}"})
    table.do("red 10")
    assert table.places[0] == "red"
    red = table.row["car"][0][0]
    assert (red["home"], red["moved"], red["lost"]) == (1, 10, 0)


@rule("TR-11")
def test_whoever_plays_the_card_chooses_among_the_end_spaces_and_no_other():
    table = sit(hands=[["red 5", "blue 5"], []], cars={"red": "2 4a", "blue": "1 3b"})
    table.do("red 5")
    assert table.asked == "1 space"  # it is the car of seat 2
    assert table.refused("9a") == "" and all("TR-11" in table.refused(space) for space in ("8a", "10a", "4a", "finish"))


@rule("TR-11")
@pytest.mark.parametrize(("end", "place"), [("54a", "54a"), ("finish", "home 1")])
def test_where_one_full_path_crosses_and_another_does_not_either_may_be_chosen(end: str, place: str):
    """The inner lane of the last curve has fewer spaces."""
    table = sit(hands=[["red 10", "joker 5"], []], cars={"red": "1 46a", "blue": "1 5b"})
    assert table.do("red 10").answers == ["54a", "54b", "54c", "finish"]
    assert table.do(end).car("red") == place


@rule("TR-11")
def test_a_path_that_crosses_early_and_a_full_one_that_does_not():
    """From 49b, 51b taken, the shortest way crosses with the fifth step; the longest stands on the last row after six."""
    card = "red 6, yellow 4, black 2, blue 1"
    cars = {"red": "1 49b", "green": "2 51b", "yellow": "2 home 1", "black": "2 home 2", "blue": "2 home 3"}
    table = sit(hands=[[card], []], cars=cars, rules={"track": "desert_drive"})
    assert table.do(card).answers == ["54c", "54b", "54a", "finish"]


@rule("TR-12")
def test_in_a_curve_a_car_may_change_lanes_sideways_where_the_front_edge_is_further_ahead():
    """11b to 12c and 12a lie beside it and end further ahead; from 11a (front 10.8) 12b does not begin yet."""
    table = sit(hands=[["purple 6, blue 4, green 2, red 1"], []], cars={"red": "1 11b", "purple": "2 home 1", "blue": "2 home 2", "green": "2 home 3"})
    assert table.do("purple 6, blue 4, green 2, red 1").answers == ["12c", "12a", "12b"]
    table = sit(hands=[["purple 6, blue 4, green 2, red 1"], []], cars={"red": "1 11a", "purple": "2 home 1", "blue": "2 home 2", "green": "2 home 3"})
    assert table.do("purple 6, blue 4, green 2, red 1").car("red") == "12a"


@rule("TR-13")
def test_a_blocked_car_goes_as_far_as_it_can_and_the_rest_is_lost():
    """Purple has 5 to move and is blocked after 3."""
    table = sit(hands=[["purple 5"], ["red 5"]], cars={"purple": "1 22b", "blue": "2 26a", "red": "2 3b"})
    table.do("purple 5")
    assert table.car("purple") == "25a" and table.asked == "2 card"
    table.do("red 5", "8b")
    assert table.row["car"][0][5]["lost"] == 2 and table.row["game"]["blocked"] == 2


@rule("TR-13")
def test_a_car_that_cannot_move_at_all_loses_everything():
    table = sit(hands=[["purple 5"], []], cars={"purple": "1 24a", "blue": "2 25a"})
    assert table.do("purple 5").car("purple") == "24a" and table.row["car"][0][5]["lost"] == 5


@rule("TR-13")
@pytest.mark.parametrize(("red", "end"), [("22b", "25a"), ("25a", "25a")])
def test_what_a_blocked_car_loses_is_lost_and_the_next_line_is_as_printed(red: str, end: str):
    card = "red 6, yellow 4, black 2, blue 1"
    table = sit(hands=[[card], []], cars={"red": f"1 {red}", "green": "2 26a", "yellow": "2 4b", "black": "2 home 1", "blue": "2 home 2"})
    table.do(card)
    assert table.car("red") == end and table.asked == "1 space" and table.answers == ["8a", "8b", "8c"]  # yellow 4


@rule("TR-13")
def test_a_way_into_a_blockage_may_not_be_chosen_while_another_allows_the_full_number():
    """From 23c only 24b leads on, which is taken: the way of five leads over 24a."""
    table = sit(hands=[["yellow 5"], []], cars={"yellow": "1 21b", "red": "2 24b"})
    assert table.do("yellow 5").car("yellow") == "26a"
    table = sit(hands=[["yellow 5"], []], cars={"yellow": "1 22c", "red": "2 24b", "green": "2 23b"})
    assert table.do("yellow 5").car("yellow") == "23c"  # now nothing else is left


@rule("TR-13")
def test_the_longer_way_round_is_compulsory_if_it_alone_gives_the_full_number():
    """Row 15 is barred. Ahead three spaces are left; with a step to the side (12b, 13c, 13b, 14c) or over the short spaces of the outer lane there are four."""
    table = sit(hands=[["joker 4"], []], cars={"red": "1 12a", "green": "2 15a", "black": "2 15b", "blue": "2 15c"})
    table.do("joker 4", "red")
    assert table.answers == ["14a2", "14b", "14c"]  # not 14a, which takes three
    assert table.do("14c").row["car"][0][0]["lost"] == 0


@rule("TR-14")
def test_a_joker_is_a_car_that_the_card_does_not_show():
    card = "purple 6, yellow 4, joker 2, blue 1"
    table = sit(hands=[[card], []], cars={"purple": "1 home 1", "yellow": "1 home 2", "blue": "1 12b", "red": "2 3a", "green": "2 5a", "black": "2 7a"})
    table.do(card)
    assert table.asked == "1 joker" and table.answers == ["red", "green", "black"]
    table.do("green", "7b")
    assert table.asked == "1 space"  # blue 1 comes last


@rule("TR-14")
def test_the_joker_is_chosen_when_its_line_is_reached():
    card = "purple 6, yellow 4, joker 2, blue 1"
    table = sit(hands=[[card], []], cars={"purple": "1 5b", "yellow": "1 4b", "blue": "1 12b"})
    asked = []
    while table.asked:
        asked.append(table.asked)
        table.do(table.answers[0])
    assert asked == ["1 card", "1 space", "1 space", "1 joker", "1 space", "1 space"]


@rule("TR-14")
@pytest.mark.parametrize("red", ["2 home 1", "2 beside 30a blue"])
def test_a_joker_may_be_a_car_that_loses_the_points(red: str):
    table = sit(hands=[["joker 5", "blue 5"], []], cars={"red": red, "blue": "1 12b"})
    before = table.car("red")
    table.do("joker 5", "red")
    assert table.car("red") == before and table.asked == "1 card"


# ---- sprint and breakdown ----


@rule("TR-15")
def test_the_car_behind_sprints_until_it_is_level():
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 4b", "red": "2 9b"})
    table.do(BLUE_RED, "sprint")
    assert table.answers == ["9a", "9c"]  # any free space of the row
    assert table.do("9a").car("blue") == "9a"
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 9b", "red": "2 4b"})
    assert table.do(BLUE_RED, "sprint").asked == "1 space"  # now red is behind, a car of seat 2
    assert table.do("9c").car("red") == "9c"


@rule("TR-15")
def test_level_goes_by_row_though_one_front_edge_is_further_ahead():
    """Row 12 holds 12c, 12a and 12b with different front edges."""
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 9b", "red": "2 12c"})
    assert table.do(BLUE_RED, "sprint").answers == ["12a", "12b"]
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 12b", "red": "2 12c"})
    assert table.do(BLUE_RED).asked == ""  # level: no effect


@rule("TR-15")
def test_a_sprint_stops_behind_a_blockage():
    """Purple and green bar the two lanes of row 24."""
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 21b", "red": "2 27a", "purple": "2 24a", "green": "2 24b"})
    assert table.do(BLUE_RED, "sprint").answers == ["23c", "23b", "23a"]
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 21b", "red": "2 27a", "purple": "2 22a", "green": "2 22b", "black": "2 22c"})
    assert table.do(BLUE_RED, "sprint").car("blue") == "21b"  # no space at all


@rule("TR-15")
@pytest.mark.parametrize(("black", "ends"), [("2 1a", ["27a"]), ("2 26a", ["25a"])])
def test_a_sprint_behind_two_cars_and_with_a_third_further_back_three_spaces_only(black: str, ends: list[str]):
    """Purple and green bar both lanes of row 28; black on 26a leaves three spaces from 22b."""
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 22b", "red": "2 31a", "purple": "2 28a", "green": "2 28b", "black": black, "yellow": "2 1b"})
    assert [table.do(BLUE_RED, "sprint").car("blue")] == ends


@rule("TR-15")
def test_a_sprint_over_many_rows():
    table = sit(hands=[[BLUE_RED], []], cars={"blue": "1 1b", "red": "2 53b"})
    assert table.do(BLUE_RED, "sprint").answers == ["53a", "53c"]


@rule("TR-16")
def test_the_car_ahead_breaks_down_blocks_nobody_and_loses_its_movement():
    table = sit(hands=[[BLUE_RED, "blue 5"], ["red 5"]], cars={"blue": "1 22b", "red": "2 26a", "green": "1 30a"})
    table.do(BLUE_RED, "breakdown")
    assert table.car("red") == "beside 26a"
    table.do("red 5")
    assert table.car("red") == "beside 26a" and table.asked == "1 card"
    table.do("blue 5")
    assert table.asked == ""  # blue passes the place where red stood: red is back, and both hands are empty


@rule("TR-16")
def test_it_comes_back_to_a_free_space_of_its_row_by_its_owners_choice():
    table = sit(hands=[["joker 4"], ["green 5"]], cars={"red": "2 beside 9b blue", "blue": "1 5b", "green": "2 2a"})
    table.do("joker 4", "blue", "9b")
    assert table.asked == "2 return" and table.answers == ["9a", "9c"]
    assert table.refused("9a") == "" and all("TR-16" in table.refused(space) for space in ("9b", "8b", "10a"))
    table.do("9c")
    assert table.car("red") == "9c" and table.asked == "2 card"


@rule("TR-16")
def test_a_row_behind_is_not_level():
    table = sit(hands=[["joker 4", "joker 5"], []], cars={"red": "2 beside 9b blue", "blue": "1 4b", "green": "1 9c"})
    table.do("joker 4", "blue", "8b")
    assert table.asked == "1 card" and table.car("red") == "beside 9b"
    assert table.do("joker 5", "red").car("red") == "beside 9b"  # its movement is lost


@rule("TR-16")
def test_with_the_row_full_it_comes_back_to_the_row_behind():
    table = sit(hands=[["joker 5"], ["green 5"]], cars={"red": "2 beside 9b blue", "blue": "1 4b", "green": "2 9a", "black": "1 9c", "purple": "1 8b"})
    table.do("joker 5", "blue")  # to 9b, the only end
    assert table.asked == "2 return" and table.answers == ["8a", "8c"]


@rule("TR-16")
def test_it_comes_back_before_the_next_line_which_moves_it():
    card = "yellow 6, red 4, black 2"
    table = sit(hands=[[card], []], cars={"red": "2 beside 5b yellow", "yellow": "1 2b", "black": "2 home 1"})
    table.do(card, "8b", "5b")
    assert table.car("red") == "5b" and table.asked == "1 space" and table.answers == ["9a", "9b", "9c"]


@rule("TR-16")
def test_it_comes_back_when_the_other_is_home():
    table = sit(hands=[["blue 10"], []], cars={"red": "2 beside 53b blue", "blue": "1 52b", "green": "1 12a"})
    table.do("blue 10")
    assert table.asked == "2 return" and table.answers == ["53a", "53b", "53c"]


@rule("TR-16")
def test_level_goes_by_row_though_the_other_ends_behind():
    """12c (front 11.3) and 12b (front 12) are in one row."""
    table = sit(hands=[["joker 4"], []], cars={"red": "2 beside 12b blue", "blue": "1 8b"})
    table.do("joker 4", "blue", "12c")
    assert table.asked == "2 return" and table.answers == ["12a", "12b"]


@rule("TR-16")
def test_two_that_wait_for_one_car_come_back_one_after_the_other_in_the_order_of_the_cars():
    """Possible with a deck of one's own, whose cards show blue twice."""
    cars = {"red": "3 beside 9b blue", "green": "2 beside 8b blue", "black": "1 8b", "purple": "1 8c", "blue": "1 5b"}
    table = sit(players=3, hands=[["joker 4"], [], []], cars=cars)
    table.do("joker 4", "blue", "9b")
    assert table.asked == "3 return" and table.answers == ["9a", "9c"] and table.car("green") == "beside 8b"
    assert table.do("9a").asked == "" and (table.places[-3:], table.car("green")) == (["black", "green", "yellow"], "8a")


@rule("TR-16")
def test_it_waits_on_while_the_other_is_broken_down_itself():
    """Possible with a deck of one's own: red waits for blue, blue for green."""
    cars = {"red": "2 beside 9b blue", "blue": "1 beside 5b green", "green": "1 3b", "yellow": "2 12b"}
    table = sit(hands=[["yellow 5", "joker 4"], []], cars=cars)
    table.do("yellow 5")
    table.do(table.answers[0])
    assert (table.car("red"), table.car("blue")) == ("beside 9b", "beside 5b")
    table.do("joker 4", "green", "7b")
    assert table.asked == "1 return" and table.answers == ["5a", "5b", "5c"]  # blue; red waits on
    assert table.do("5b").asked == "" and table.car("red") == "beside 9b"


@rule("TR-16")
def test_a_sprint_brings_a_car_back_too():
    """Possible with a deck of one's own: red waits for yellow."""
    table = sit(hands=[[YELLOW_BLACK], []], cars={"red": "2 beside 9b yellow", "yellow": "1 5b", "black": "1 12b"})
    table.do(YELLOW_BLACK, "sprint", "12c")
    assert table.asked == "2 return" and table.answers == ["9a", "9b", "9c"]


@rule("TR-17")
@pytest.mark.parametrize("red", ["2 home 1", "2 beside 30a blue", "2 12a"])
def test_no_effect_with_a_car_home_or_broken_down_or_level(red: str):
    table = sit(hands=[[BLUE_RED, "blue 5"], []], cars={"red": red, "blue": "1 12b"})
    before = table.car("red")
    table.do(BLUE_RED)
    assert table.asked == "1 card" and (table.car("red"), table.car("blue")) == (before, "12b")
    table = sit(hands=[[BLUE_RED, "red 5"], []], cars={"red": "1 12b", "blue": red.replace("blue", "red")})
    assert table.do(BLUE_RED).asked == "1 card" and (table.car("blue"), table.car("red")) == (before, "12b")  # the other way round


@rule("TR-17")
def test_the_player_chooses_sprint_or_breakdown():
    table = sit(hands=[[YELLOW_BLACK], []], cars={"black": "1 5b", "yellow": "2 12b"})
    assert table.do(YELLOW_BLACK).answers == ["sprint", "breakdown"]
    assert table.refused("breakdown") == "" and "TR-17" in table.refused(2) and "TR-17" in table.refused(-1)
    assert table.do("breakdown").car("yellow") == "beside 12b"
    table = sit(hands=[[YELLOW_BLACK], []], cars={"black": "1 5b", "yellow": "2 12b"})
    assert table.do(YELLOW_BLACK, "sprint", "12a").car("black") == "12a"


# ---- the end ----


@rule("TR-18")
def test_cars_take_places_in_the_order_in_which_they_cross():
    """Yellow crosses first, red then lands further on: yellow 1st, red 2nd; black stays out."""
    card = "yellow 6, red 4, black 2"
    table = sit(hands=[[card], []], cars={"yellow": "1 49b", "red": "2 54b", "black": "1 50b"})
    table.do(card)
    table.do("52b")
    assert table.places[:2] == ["yellow", "red"] and table.row["car"][0][4]["home"] == 0
    assert table.row["seat"][0]["prize"] == 20 + 10 and table.row["seat"][1]["prize"] == 15 + 6 + 3 + 1


@rule("TR-18")
def test_the_next_place_is_taken_however_far_the_car_would_have_gone():
    table = sit(hands=[["red 10"], ["green 5"]], cars={"yellow": "1 home 1", "red": "2 54b", "green": "2 53b", "black": "1 9b"})
    assert table.do("red 10").car("red") == "home 2"
    assert table.do("green 5").car("green") == "home 3" and table.places[:4] == ["yellow", "red", "green", "black"]
    assert [seat["prize"] for seat in table.row["seat"]] == [20 + 6, 15 + 10 + 3 + 1]


@rule("TR-18")
def test_prizes_can_be_set():
    row = sit(cars={"red": "1 home 1"}, rules={"prizes": (60_000, 50_000, 40_000, 30_000, 20_000, 10_000)}).row
    assert [seat["prize"] for seat in row["seat"]] == [6, 15]


@rule("TR-19")
def test_who_has_all_cars_home_takes_no_further_part_also_on_anothers_card():
    table = sit(hands=[["red 10", "joker 5"], ["blue 5", "green 5"]], cars={"red": "1 52b", "blue": "2 5b", "green": "2 9b"})
    table.do("red 10")
    assert table.asked == "2 card"
    table.do("blue 5", "10b")
    assert table.asked == "2 card"  # not seat 1, which still holds a card
    table = sit(hands=[["blue 10"], ["red 10", "green 5"]], cars={"red": "1 52b", "blue": "2 5b"}, seat=2)
    assert table.do("red 10").asked == "2 card"


@rule("TR-19")
def test_the_race_ends_with_the_fifth_car_in_the_middle_of_a_card():
    card = "green 6, blue 4, purple 2"
    home = {"red": "1 home 1", "yellow": "1 home 2", "black": "2 home 3", "purple": "2 home 4"}
    table = sit(hands=[[card, "blue 5"], ["blue 10"]], cars=home | {"green": "1 54a", "blue": "2 20a"})
    table.do(card)
    assert table.asked == "" and table.places == ["red", "yellow", "black", "purple", "green", "blue"]
    assert table.row["car"][0][1]["moved"] == 0  # its line came after
    assert [seat["cards_left"] for seat in table.row["seat"]] == [1, 1]


@rule("TR-19")
def test_with_one_of_two_cars_home_one_plays_on():
    cars = {"red": "1 54b", "green": "1 9b", "blue": "2 8b"}
    table = sit(hands=[["red 10", "joker 5"], ["joker 4"]], cars=cars)
    table.do("red 10", "joker 4", "red")
    assert table.asked == "1 card" and table.answers == ["joker 5"]


@rule("TR-19")
def test_with_the_fourth_car_home_the_race_goes_on():
    cars = {"red": "1 home 1", "yellow": "1 home 2", "black": "2 home 3", "green": "1 54a", "purple": "2 9b", "blue": "1 8b"}
    table = sit(hands=[["green 10", "joker 5"], ["blue 5"]], cars=cars)
    assert table.do("green 10").asked == "2 card" and table.car("green") == "home 4"


@rule("TR-19")
@pytest.mark.parametrize(("end_cars", "asked"), [(3, ""), (4, "2 card"), (6, "2 card")])
def test_with_how_many_cars_home_the_race_ends_is_a_rule(end_cars: int, asked: str):
    cars = {"red": "1 home 1", "yellow": "1 home 2", "black": "1 54a", "green": "2 9b", "purple": "2 8b", "blue": "1 8c"}
    table = sit(hands=[["joker 5"], ["joker 4"]], cars=cars, rules={"end_cars": end_cars})
    assert table.do("joker 5", "black").asked == asked and table.places[:3] == ["red", "yellow", "black"]


@rule("TR-19")
def test_where_the_race_goes_on_to_the_sixth_car_all_are_home():
    cars = {"red": "1 home 1", "yellow": "2 home 2", "black": "1 home 3", "green": "2 home 4", "purple": "2 54b", "blue": "1 54a"}
    table = sit(hands=[["blue 10"], ["joker 5"]], cars=cars, seat=2, rules={"end_cars": 6})
    assert table.do("joker 5", "purple").asked == "1 card" and table.car("purple") == "home 5"
    assert table.do("blue 10").asked == "" and table.car("blue") == "home 6" and table.row["game"]["cars_home"] == 6


@rule("TR-19")
def test_with_the_fifth_car_home_nobody_comes_back_any_more():
    cars = {"yellow": "1 home 1", "black": "2 home 2", "green": "1 home 3", "purple": "2 home 4", "blue": "1 54a", "red": "2 beside 53b blue"}
    table = sit(hands=[["blue 10"], ["red 5"]], cars=cars)
    assert table.do("blue 10").asked == "" and table.places == ["yellow", "black", "green", "purple", "blue", "red"]


@rule("TR-19")
def test_whoever_still_has_cards_plays_on():
    """Seat 1, which began, has none left, and seat 2 has two more than seat 3."""
    cars = {"red": "1 9b", "blue": "2 home 1", "green": "3 8b", "black": "2 7b"}
    table, asked = sit(players=3, hands=[[], ["blue 5", "blue 10", "joker 4"], ["joker 5"]], cars=cars, seat=2), []
    while table.asked:
        asked += [table.asked] if table.asked.endswith("card") else []
        table.do(table.answers[1 if table.asked.endswith("joker") else 0])
    assert asked == ["2 card", "3 card", "2 card", "2 card"]


@rule("TR-19")
def test_the_race_ends_when_nobody_who_takes_part_has_a_card():
    table = sit(
        hands=[["blue 5"], ["red 5"]],
        cars={"red": "1 home 1", "green": "1 home 2"} | {"blue": "2 5b", "yellow": "2 9b", "black": "2 9a", "purple": "2 9c"},
        seat=2,
    )
    table.do("red 5")
    assert table.asked == ""  # seat 1 has no car out any more


@rule("TR-20")
def test_cars_still_out_are_placed_by_front_edge_then_by_being_further_inside():
    """Three cars out: black 4th; blue and green are level, the next curve turns right: blue, in lane c, is further inside."""
    home = {"red": "1 home 1", "yellow": "1 home 2", "purple": "2 home 3"}
    assert sit(cars=home | {"black": "1 9a", "blue": "2 8c", "green": "1 8b"}).places == ["red", "yellow", "purple", "black", "blue", "green"]


@rule("TR-20")
def test_before_a_curve_to_the_left_the_other_side_is_inside():
    home = {"red": "1 home 1", "yellow": "1 home 2", "purple": "2 home 3"}
    assert sit(cars=home | {"black": "1 24a", "blue": "2 23c", "green": "1 23a"}).places[3:] == ["black", "green", "blue"]


@rule("TR-20")
def test_a_car_beside_the_track_comes_after_all_others_level_with_it():
    home = {"yellow": "1 home 1", "purple": "2 home 2"}
    cars = home | {"red": "1 beside 9c blue", "black": "1 9a", "blue": "2 8c", "green": "1 9b"}
    assert sit(cars=cars).places == ["yellow", "purple", "green", "black", "red", "blue"]


@rule("TR-20")
def test_a_car_beside_the_track_counts_with_the_front_edge_of_its_space_not_with_its_row():
    """12b, 12a and 12c are in one row and end at 12, 11.6 and 11.3."""
    cars = {"yellow": "1 home 1", "purple": "2 home 2", "red": "1 beside 12b blue", "black": "1 12a", "green": "1 12c", "blue": "2 8c"}
    assert sit(cars=cars).places == ["yellow", "purple", "red", "black", "green", "blue"]


@rule("TR-20")
def test_of_two_beside_the_track_the_further_inside_is_better():
    cars = {"yellow": "1 home 1", "purple": "2 home 2", "red": "1 beside 9b blue", "black": "1 beside 9c yellow", "blue": "2 8c", "green": "1 7b"}
    table = sit(cars=cars | {"yellow": "2 5a"} | {"purple": "2 home 1"})
    assert table.places == ["purple", "black", "red", "blue", "green", "yellow"]


@rule("TR-20")
def test_of_two_beside_the_track_the_further_inside_is_better_however_many_breakdowns_there_were():
    cars = {"purple": "2 home 1", "red": "1 beside 9c blue 10", "black": "1 beside 9b yellow 1", "blue": "2 8c", "green": "1 7b", "yellow": "2 5a"}
    assert sit(cars=cars).places == ["purple", "red", "black", "blue", "green", "yellow"]


@rule("TR-20")
def test_of_two_beside_one_space_the_one_that_broke_down_earlier_is_better():
    cars = {"purple": "2 home 1", "red": "1 beside 9b blue 2", "black": "1 beside 9b yellow 1", "blue": "2 8c", "green": "1 7b", "yellow": "2 5a"}
    assert sit(cars=cars).places == ["purple", "black", "red", "blue", "green", "yellow"]


@rule("TR-21")
def test_most_money_wins_and_ties_share():
    """Seat 1: 160,000 in prizes, seat 2: 390,000."""
    cars = {"red": "1 home 1", "blue": "2 home 2", "yellow": "2 home 3"}
    assert [seat["share"] for seat in sit(cars=cars).row["seat"]] == [0, 60]
    row = sit(cars=cars, cash=[350_000, 200_000]).row
    assert [seat["score"] for seat in row["seat"]] == [55, 55] and [seat["share"] for seat in row["seat"]] == [30, 30]
    assert row["game"]["margin"] == 0


@rule("TR-21")
@pytest.mark.parametrize("opener", ["winner", "random"])
def test_a_series_keeps_the_money_and_the_owner_of_the_winner_opens(opener: str):
    asked, openers = set(), set()
    for number in range(8):
        table = deal(players=3, number=number, races=2, cards_each=1, next_opener=opener)
        hands = [table.hand(seat) for seat in (1, 2, 3)]
        while table.game.view(None)["race"] == 1:
            table.do(table.answers[0])
        record = table.game.engine.record
        winner = record.n_wins.tolist().index(1) + 1
        assert sum(table.money) == 600_000 + 550_000 - 10_000 * record.spent.sum()
        assert [table.hand(seat) for seat in (1, 2, 3)] != hands  # dealt anew
        asked.add(table.asked == f"{winner} bid")
        openers.add(table.asked)
    assert asked == ({True} if opener == "winner" else {True, False})
    assert opener == "winner" or openers == {"1 bid", "2 bid", "3 bid"}


@rule("TR-21")
def test_the_second_race_begins_without_cars_and_has_its_own_auctions_to_the_end():
    """In the second race seat 1 buys as long as it may: four cars, since the others need one each."""
    table = deal(players=3, races=2, cards_each=1)
    while table.game.view(None)["race"] == 1:
        table.do(table.answers[0])
    assert [table.owned(seat) for seat in (1, 2, 3)] == [[]] * 3 and {table.car(name) for name in CARS} == {"waiting"} and table.places == []
    while not table.asked.endswith("card"):
        bids = [answer for answer in table.answers if answer] if table.asked.endswith("bid") else table.answers
        table.do(bids[0] if table.asked.startswith("1 ") or 0 not in table.answers else 0)
    assert [len(table.owned(seat)) for seat in (1, 2, 3)] == [4, 1, 1]
    while table.asked:
        table.do(table.answers[0])
    assert len(table.row["race"][0]) == 2  # and it was the last
