"""Every rule about the deal and a turn of Top Pop in a position typed in by hand; engine and referee play in step.

The end and lite stand in test_top_pop_positions_end.py.
"""

import pytest

from tests.naive.top_pop_typed import CITIES, LETTERS
from tests.top_pop_engine import deal, sit

rule = pytest.mark.rule


ONLY_STACK = {"collect_caps": 0}  # with an empty hand the first question is where to stack


# ---- material and deal ----


@rule("TP-01")
def test_seven_cities_with_three_to_nine_cards():
    cards = [card.rstrip("*") for card in deal(players=5).cards()]
    assert [cards.count(city) for city in CITIES] == [3, 4, 5, 6, 7, 8, 9]


@rule("TP-01")
def test_the_deck_can_be_changed():
    cards = [card.rstrip("*") for card in deal(players=3, deck=(9, 1, 2, 3, 4, 5, 6)).cards()]
    assert [cards.count(city) for city in CITIES] == [9, 1, 2, 3, 4, 0, 0]


@rule("TP-02")
@pytest.mark.parametrize(("players", "n_cards", "last"), [(2, 18, "Las Vegas"), (3, 25, "Chicago"), (4, 33, "Seattle"), (5, 42, "New Orleans")])
def test_the_deck_grows_with_the_table(players: int, n_cards: int, last: str):
    cards = deal(players=players).cards()
    assert len(cards) == n_cards
    assert {card.rstrip("*") for card in cards} == set(CITIES[: CITIES.index(last) + 1])


@rule("TP-03")
def test_one_night_card_of_each_city():
    assert sorted(card for card in deal(players=5).cards() if card.endswith("*")) == sorted(city + "*" for city in CITIES)


@rule("TP-03")
def test_backs_are_public_cities_are_not():
    table = sit(hands=[["Seattle"], ["Chicago*", "New York"]], deck=["Las Vegas*", "Seattle"])
    assert table.hand("O", by="B") == ["?*", "?"]
    assert table.hand("O", by="O") == ["Chicago*", "New York"]
    assert table.is_night_on_top


@rule("TP-04")
def test_fifteen_caps_of_the_colours_in_play():
    table = deal(players=3)
    caps = table.middle + "".join(table.supply(letter) for letter in "BOY")
    assert sorted(caps) == sorted("B" * 15 + "O" * 15 + "Y" * 15)


@rule("TP-05")
def test_starting_resources():
    table = deal(players=5)
    assert [table.supply(letter) for letter in LETTERS] == ["B", "OO", "Y", "PPP", "GG"]
    assert [len(table.hand(letter)) for letter in LETTERS] == [3, 3, 4, 3, 4]
    assert table.hand("B") == table.cards()[:3] and table.hand("O") == table.cards()[3:6]
    middle = table.middle
    assert table.asked == "Y start" and len(table.options()) == 4
    first = table.hand("Y")[1]
    table.do(table.options()[1])
    assert table.asked == "G start" and table.front("Y") == [first]
    table.do(table.options()[0])
    assert table.asked == "B place"  # the first seat begins
    assert [len(table.hand(letter)) for letter in LETTERS] == [3] * 5
    assert [len(table.front(letter)) for letter in LETTERS] == [0, 0, 1, 0, 1]
    assert table.middle == middle  # no cap for this placement


@rule("TP-05")
def test_a_night_card_laid_at_the_start_is_face_down():
    tables = (deal(players=3, deal=number) for number in range(100))
    table = next(t for t in tables if any(card.endswith("*") for card in t.hand("Y")))
    names = table.hand("Y")
    night = next(i for i, card in enumerate(names) if card.endswith("*"))
    table.do(f"lay {names[night]}")
    assert table.front("Y", by="O") == ["?*"] and table.front("Y", by="B") == ["?*"]
    assert table.front("Y", by="Y") == [names[night]]


# ---- a turn ----


@rule("TP-06")
def test_win_place_collect_stack_draw_in_this_order():
    table = sit(supply=["BB"], front=[[], ["Chicago: OB"]], hands=[["New York", "Las Vegas"], [], []], deck=["San Francisco", "St. Louis"])
    assert table.asked == "B place" and table.won("B") == ["Chicago"] and table.hand("B") == ["New York", "Las Vegas"]
    assert table.do("place New York Y").asked == "B collect"
    assert table.do("collect B").asked == "B stack" and len(table.hand("B")) == 1
    assert table.do("stop").asked == "O collect"
    assert table.hand("B") == ["Las Vegas", "San Francisco"] and table.deck == 1


@rule("TP-07")
def test_every_card_on_which_one_leads_is_won():
    table = sit(front=[["Chicago: B"], ["New York: O, BB", "Las Vegas: B, OO"], ["St. Louis: YB", "San Francisco"]])
    assert table.won("B") == ["Chicago", "New York", "St. Louis"]
    assert table.front("O") == ["Las Vegas: B, OO"] and table.front("Y") == ["San Francisco"]


@rule("TP-08")
def test_the_winning_caps_go_to_the_one_in_front_of_whom_the_card_lay():
    table = sit(supply=["B", "Y"], front=[[], ["Chicago: OYB"]])
    assert table.supply("O") == "BOYY" and table.supply("B") == "B"


@rule("TP-08")
def test_the_caps_of_a_card_in_front_of_oneself_go_to_the_middle():
    table = sit(supply=["B"], front=[["Chicago: OYB"]])
    assert table.supply("B") == "B" and table.middle == "B" * 14 + "O" * 15 + "Y" * 15


@rule("TP-09")
def test_the_other_stacks_return_whole_to_their_owners():
    table = sit(front=[[], ["Chicago: O, BYY, OOBB"]])
    assert table.supply("Y") == "BYY" and table.supply("B") == ""
    assert table.supply("O") == "BBOOO"


@rule("TP-10")
def test_placing_in_front_of_another_pays_a_cap_of_its_colour():
    table = sit(hands=[["New York", "Las Vegas"]], supply=["Y"])
    assert table.options() == [f"place {city} {letter}" for city in ("New York", "Las Vegas") for letter in "BOY"]
    table.do("place Las Vegas O")
    assert table.supply("B") == "OY" and table.front("O") == ["Las Vegas"] and table.hand("B") == ["New York"]


@rule("TP-10")
def test_placing_in_front_of_oneself_or_with_no_such_cap_left_pays_nothing():
    assert sit(hands=[["New York"]]).do("place New York B").supply("B") == ""
    assert sit(hands=[["New York"]], supply=["", "", "O" * 15]).do("place New York O").supply("B") == ""
    assert sit(hands=[["New York"]], rules={"place_caps": 2}).do("place New York O").supply("B") == "OO"


@rule("TP-11")
def test_a_night_card_is_known_to_two_and_to_its_winner():
    table = sit(players=4, hands=[["Chicago*"], [], [], ["New York", "Seattle"]], supply=["", "", "Y"], rules=ONLY_STACK).do("place Chicago* O")
    assert [table.front("O", by=letter) for letter in "BOYP"] == [["Chicago*"], ["Chicago*"], ["?*"], ["?*"]]
    table.do("stack Chicago* Y")
    assert table.asked == "P place" and table.front("O", by="Y") == ["?*: Y"]
    table.do("place New York P")  # nobody can do anything until yellow wins the card
    assert table.asked == "P place"
    assert [table.won("Y", by=letter) for letter in "BOYP"] == [["Chicago*"], ["Chicago*"], ["Chicago*"], ["?*"]]
    table.do("place Seattle P")  # and now nobody can do anything for a round: the game is scored, and the piles are open
    assert table.asked == "over" and table.won("Y", by="P") == ["Chicago*"]


@rule("TP-11")
def test_won_day_cards_are_public_and_a_hand_is_secret():
    table = sit(won=[["Chicago", "New York*"]], hands=[[], ["Seattle"]])
    assert table.won("B", by="Y") == ["?*", "Chicago"]
    assert table.hand("O", by="Y") == ["?"]


@rule("TP-12")
def test_placing_is_compulsory_and_skipped_with_an_empty_hand():
    table = sit(hands=[["New York"]], deck=["Chicago", "Seattle"])
    assert all(words.startswith("place New York") for words in table.options())
    assert sit(hands=[[], ["New York"]]).asked == "B collect"


@rule("TP-13")
def test_one_cap_of_any_colour_in_the_middle():
    table = sit(hands=[[], ["New York"]], supply=["", "O" * 15])
    assert table.options() == ["collect B", "collect Y"]
    assert table.do("collect Y").supply("B") == "Y" and table.asked != "B collect"


@rule("TP-13")
def test_caps_of_others_are_collected_when_ones_own_are_gone():
    table = sit(hands=[[], ["New York"]], supply=["B" * 14], front=[["Chicago: B"], []], rules={"collect_caps": 2})
    assert table.asked == "B collect" and table.supply("B") == "B" * 14  # the fifteenth came to the middle with the card
    assert table.do("collect B").options() == ["collect O", "collect Y"]


@rule("TP-13")
def test_an_empty_middle_gives_nothing():
    table = sit(players=2, supply=["B" * 15, "O" * 15], front=[["Chicago"]])
    assert table.asked == "B stack"


@rule("TP-13")
def test_as_many_caps_as_the_setting_says():
    table = sit(hands=[[], ["New York"]], rules={"collect_caps": 2})
    assert table.do("collect O", "collect B").supply("B") == "BO" and table.asked == "O place"


@rule("TP-14")
def test_a_stack_on_any_number_of_cards_one_on_each():
    table = sit(supply=["BBBO"], front=[["Chicago", "Seattle"], ["New York"]], hands=[[], ["Las Vegas"]], rules=ONLY_STACK)
    table.do("stack New York BO")
    assert table.front("O") == ["New York: OB"]  # the own cap on top
    assert not [words for words in table.options() if "New York" in words]
    table.do("stack Chicago B", "stack Seattle B")
    assert table.asked == "O place"
    assert table.front("B") == ["Chicago: B", "Seattle: B"] and table.supply("B") == ""


@rule("TP-14")
def test_no_stack_at_all_is_allowed_and_none_without_an_own_cap():
    rest = {"hands": [[], ["New York"]], "front": [["Chicago"]], "rules": ONLY_STACK}
    table = sit(supply=["BO"], **rest)
    assert table.options() == ["stop", "stack Chicago B", "stack Chicago BO"]
    assert table.do("stop").front("B") == ["Chicago"] and table.supply("B") == "BO"
    assert sit(supply=["OOY"], **rest).asked == "O place"


@rule("TP-15")
def test_a_stack_must_be_strictly_the_tallest():
    table = sit(supply=["BBO"], front=[["Chicago: OO"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BBO"]


@rule("TP-16")
def test_a_cap_of_the_leader_must_be_inside():
    assert sit(supply=["BBBYY"], front=[["Chicago: O"]], rules=ONLY_STACK).options() == ["stop"]
    table = sit(supply=["BBOY"], front=[["Chicago: O"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BO", "stack Chicago BOY", "stack Chicago BBO", "stack Chicago BBOY"]


@rule("TP-16")
def test_it_is_the_tallest_stack_whose_colour_counts():
    table = sit(supply=["BBBO"], front=[["Chicago: Y, OO"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BBO", "stack Chicago BBBO"]
    assert sit(supply=["BBBY"], front=[["Chicago: Y, OO"]], rules=ONLY_STACK).options() == ["stop"]


@rule("TP-16")
def test_blue_outbids_orange():
    """Worked example: blue needs an orange cap inside, a blue on top, and more caps than orange."""
    table = sit(supply=["BBOY"], front=[[], [], ["Chicago: YO"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BOY", "stack Chicago BBO", "stack Chicago BBOY"]
    table.do("stack Chicago BOY")
    assert table.front("Y") == ["Chicago: YO, OYB"]


@rule("TP-17")
def test_orange_comes_back():
    """Worked example: orange adds a blue cap and an orange one on top, more if needed; its old caps stay where they are."""
    table = sit(to_act="O", supply=["", "BOOY"], front=[["Chicago: YO, OYB"]], rules=ONLY_STACK)
    assert table.options() == [
        "stop",
        "stack Chicago BO",
        "stack Chicago BOY",
        "stack Chicago BOO",
        "stack Chicago BOOY",
    ]
    table.do("stack Chicago BOY")
    assert table.front("B") == ["Chicago: OYB, BOYYO"] and table.supply("O") == "O"


@rule("TP-17")
def test_more_is_added_if_needed():
    table = sit(to_act="O", supply=["", "BOO"], front=[["Chicago: O, OYYB"]], rules=ONLY_STACK)
    assert table.options() == ["stop"]
    assert sit(to_act="O", supply=["", "BOOO"], front=[["Chicago: O, OYYB"]], rules=ONLY_STACK).options() == ["stop", "stack Chicago BOOO"]


@rule("TP-17")
def test_yellow_comes_back_below_two():
    """Worked example: yellow below orange below blue needs a blue cap inside and a yellow on top; an orange one does not serve."""
    three = [["Chicago: Y, YO, OOB"]]
    table = sit(to_act="Y", supply=["", "", "BOYY"], front=three, rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BYY", "stack Chicago BOY", "stack Chicago BOYY"]
    table.do("stack Chicago BOY")
    assert table.front("B") == ["Chicago: YO, OOB, BOYY"]
    assert sit(to_act="Y", supply=["", "", "OOYYY"], front=three, rules=ONLY_STACK).options() == ["stop"]
    assert sit(to_act="Y", supply=["", "", "BBOO"], front=three, rules=ONLY_STACK).asked != "Y stack"


@rule("TP-18")
def test_outbid_stacks_stay_until_the_card_is_won():
    table = sit(supply=["BYY", "", ""], front=[[], ["Chicago: O, YY"]], hands=[[], ["New York"], []], rules=ONLY_STACK)
    table.do("stack Chicago BYY")
    assert table.asked == "O place" and table.front("O") == ["Chicago: O, YY, YYB"]
    assert table.supply("O") == "" and table.supply("Y") == ""
    table.do("place New York O")  # then blue's turn begins
    assert table.won("B") == ["Chicago"] and table.supply("Y") == "YY" and table.supply("O") == "BOYY"


@rule("TP-19")
def test_one_card_is_drawn_whatever_the_hand_holds():
    table = sit(hands=[["New York"] * 2 + ["Chicago"] * 6, ["Las Vegas"]], deck=["St. Louis", "Seattle"], rules=ONLY_STACK)
    table.do("place New York B")
    assert table.hand("B") == ["New York"] + ["Chicago"] * 6 + ["St. Louis"] and table.deck == 1


@rule("TP-19")
def test_nothing_is_drawn_from_an_empty_deck_and_more_if_the_setting_says_so():
    hands = [["New York"], ["Las Vegas"]]
    assert sit(hands=hands, rules=ONLY_STACK).do("place New York B").hand("B") == []
    table = sit(hands=hands, deck=["St. Louis", "Chicago", "Seattle"], rules={**ONLY_STACK, "draw_cards": 2})
    assert table.do("place New York B").hand("B") == ["St. Louis", "Chicago"]
