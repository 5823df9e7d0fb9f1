"""Every rule about the end of Top Pop and about lite in a position typed in by hand; engine and referee play in step."""

import pytest

from tests.naive.top_pop_typed import CITIES, LETTERS
from tests.top_pop_engine import deal, sit

rule = pytest.mark.rule
ONLY_STACK = {"collect_caps": 0}  # with an empty hand the first question is where to stack
SCORING = {"end_cards": 15}  # with nothing but won cards the game ends at once and is scored


# ---- the end ----

FIVE = ["St. Louis", "New York", "San Francisco", "Las Vegas", "Chicago"]


@rule("TP-20")
def test_the_sixth_card_triggers_the_last_round():
    table = sit(
        to_act="O",
        won=[[], FIVE],
        supply=["B", "OO", "Y"],
        front=[["Seattle: O"], ["Seattle"], []],
        hands=[["New York"], ["Las Vegas"], ["Chicago*"]],
        deck=["San Francisco", "San Francisco"],
    )
    assert table.won("O") == sorted([*FIVE, "Seattle"])
    assert table.deck == 0 and [table.hand(letter) for letter in "BOY"] == [[], [], []]
    assert table.asked == "O collect"  # the trigger player finishes its turn, without placing
    assert table.do("collect O").asked == "O stack"
    assert table.do("stop").asked == "Y collect"
    assert table.do("collect Y", "stop").asked == "B collect"
    assert table.do("collect B", "stop").asked == "over"
    assert table.final("triggered") == [0, 1, 0] and table.final_game("trigger_seat") == 2
    assert table.final_game("length") == table.final_game("trigger_turn") + 2 and table.final_game("ended") == 0


@rule("TP-20")
def test_five_cards_do_not_trigger_it_and_it_may_pass_six():
    hands = [["New York"], ["Seattle"]]
    assert sit(won=[FIVE[:4]], front=[["Seattle: B"]], hands=hands).asked == "B place"
    table = sit(won=[FIVE], front=[["Seattle: B", "Seattle: B"]], hands=hands)
    assert table.asked == "B collect" and len(table.won("B")) == 7


@rule("TP-20")
def test_the_last_round_is_played_with_an_empty_table_too():
    """It may still decide a tie by caps: TP-25's end at once is for a game below its target."""
    table = sit(won=[FIVE], front=[[], ["Seattle: B"]], deck=["New York"])
    assert table.do("collect B").asked == "O collect"
    assert table.do("collect O").asked == "Y collect"
    assert table.do("collect Y").asked == "over" and table.final_game("length") == 3


@rule("TP-20")
def test_nothing_triggers_it_twice():
    table = sit(won=[FIVE, FIVE], front=[["Seattle: B", "Seattle: OO"], ["New York"]], rules=ONLY_STACK)
    assert table.asked == "over" and len(table.won("O")) == 6
    assert table.final("triggered") == [1, 0, 0] and table.final_game("length") == 3


@rule("TP-21")
def test_at_the_end_every_led_card_is_won_at_once():
    cards = [["Chicago: Y, BO", "Seattle"], ["New York: OB"], []]
    table = sit(to_act="Y", turn=3, front=cards, rules={"turn_limit": 1, **ONLY_STACK})
    assert table.asked == "over"
    assert [table.won(letter) for letter in "BOY"] == [["New York"], ["Chicago"], []]
    assert [table.supply(letter) for letter in "BOY"] == ["BO", "BO", "Y"]
    assert table.final("cards") == [1, 1, 0]


@rule("TP-22")
def test_sole_and_tied_majorities():
    """Worked examples: four New York against three are 8 points; two Seattle each are 2 points each."""
    four = sit(players=4, won=[["New York"] * 3 + ["New York*"], [], [], []], rules=SCORING)
    assert four.final("majority") == [8, 0, 0, 0]
    tied = sit(players=4, won=[["Seattle"] * 2, ["Seattle"] * 2, ["Seattle"], ["St. Louis"]], rules=SCORING)
    assert tied.final("tied") == [2, 2, 0, 0] and tied.final("majority") == [0, 0, 0, 2]


@rule("TP-22")
def test_others_get_nothing_and_the_points_are_settings():
    won = [["New Orleans"] * 4, ["New Orleans"] * 3, ["Chicago*"], ["Chicago"], []]
    assert sit(players=5, won=won, rules=SCORING).final("score") == [8, 0, 1, 1, 0]
    changed = {**SCORING, "majority_points": 3, "tied_points": 2}
    assert sit(players=5, won=won, rules=changed).final("score") == [12, 0, 2, 2, 0]


@rule("TP-23")
def test_variety():
    """Worked example: 3 New York, 2 Chicago, 1 Seattle, 1 St. Louis are 4 cities, 6 points."""
    table = sit(players=4, won=[["New York"] * 3 + ["Chicago"] * 2 + ["Seattle", "St. Louis"]], rules=SCORING)
    assert table.final("variety") == [6, 0, 0, 0]


@rule("TP-23")
@pytest.mark.parametrize("n", range(8))
def test_two_points_for_each_city_after_the_first(n: int):
    table = sit(players=5, won=[[], list(CITIES[:n])], rules=SCORING)
    assert table.final("variety")[1] == (0, 0, 2, 4, 6, 8, 10, 12)[n]


@rule("TP-24")
def test_most_points_win():
    table = sit(won=[["New York"] * 2, ["Chicago"] * 3], supply=["BBBB", "O"], rules=SCORING)
    assert table.final("score") == [4, 6, 0] and table.final("share") == [0, 60, 0]
    assert table.final_game("margin") == 2 and table.final_game("tie_break") == 0


@rule("TP-24")
def test_a_tie_goes_to_the_player_with_more_caps_of_any_colour():
    table = sit(won=[["New York"], ["Chicago"]], supply=["BBB", "BYYY"], rules=SCORING)
    assert table.final("share") == [0, 60, 0] and table.final("caps") == [3, 4, 0]
    assert table.final_game("margin") == 0 and table.final_game("tie_break") == 1


@rule("TP-24")
def test_still_tied_the_win_is_shared():
    table = sit(won=[["New York"], ["Chicago"], ["Seattle"]], players=4, supply=["BBB", "BYY", "YYP"], rules=SCORING)
    assert table.final("share") == [20, 20, 20, 0] and table.final_game("tie_break") == 2


@rule("TP-24")
@pytest.mark.parametrize(("tie_caps", "share"), [("after", [0, 60, 0]), ("before", [60, 0, 0])])
def test_caps_count_after_the_last_wins_or_before_them(tie_caps: str, share: list[int]):
    """Blue's three caps go to orange, orange's one to blue."""
    rules = {"turn_limit": 1, "tie_caps": tie_caps, **ONLY_STACK}
    table = sit(to_act="Y", turn=3, front=[["New York: O"], ["Chicago: YYB"]], rules=rules)
    assert table.final("score") == [2, 2, 0] and table.final("share") == share
    assert table.final("caps") == [1, 3, 0]
    assert table.final("caps_given") == [3, 1, 0] and table.final("caps_received") == [1, 3, 0]


@rule("TP-25")
def test_a_round_in_which_nothing_happens_is_the_end():
    table = sit(supply=["O"], front=[["Chicago"]], deck=["Seattle"], turn=4, rules={**ONLY_STACK, "draw_cards": 0})
    assert table.asked == "over" and table.final_game("ended") == 1 and table.final_game("length") == 6
    assert table.final("cards") == [0, 0, 0]


@rule("TP-25")
def test_the_turn_limit_cuts_the_game():
    table = sit(to_act="Y", turn=6, front=[["Chicago"]], rules={"turn_limit": 2})
    assert table.do("collect O").asked == "over"
    assert table.final_game("ended") == 2 and table.final_game("length") == 6


@rule("TP-25")
def test_with_nothing_left_the_game_ends_at_once():
    table = sit(supply=["B"], front=[["Chicago: OB"]], turn=7, rules=SCORING)
    assert table.asked == "over" and table.final_game("ended") == 0 and table.final_game("length") == 7
    assert table.final("cards") == [1, 0, 0] and table.supply("B") == "B"
    assert sit(supply=["B"], front=[["Chicago: OB"]], deck=["Seattle"], rules=SCORING).asked == "B collect"


# ---- lite ----


@rule("TP-30")
def test_lite_needs_no_cap_of_the_leader():
    table = sit(mode="lite", supply=["BBY"], front=[["Chicago: O"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BY", "stack Chicago BB", "stack Chicago BBY"]


@rule("TP-30")
def test_lite_adds_to_its_own_stack_with_an_own_cap_on_top():
    table = sit(mode="lite", supply=["BYY", "", "Y"], front=[["Chicago: B, OO"]], rules=ONLY_STACK)
    assert table.options() == ["stop", "stack Chicago BY", "stack Chicago BYY"]
    assert table.do("stack Chicago BYY").front("B") == ["Chicago: OO, BYYB"]


@rule("TP-31")
def test_lite_draws_first_and_places_what_it_drew():
    table = sit(mode="lite", deck=["Chicago", "Seattle", "New York"])
    assert table.asked == "B place" and table.hand("B") == ["Chicago"] and table.deck == 2
    table.do("place Chicago O", "collect B", "stop")
    assert table.asked == "O place" and table.hand("B") == [] and table.hand("O") == ["Seattle"]


@rule("TP-31")
def test_lite_with_an_empty_deck_places_nothing():
    assert sit(mode="lite", front=[["Chicago"]]).asked == "B collect"


@rule("TP-31")
def test_lite_draws_nothing_in_the_last_round_and_shows_nothing():
    table = sit(mode="lite", won=[FIVE[:4]], front=[["Seattle: B", "Seattle"]], deck=["Chicago", "New York", "St. Louis"])
    assert table.asked == "B collect" and table.deck == 0 and table.hand("B") == []
    assert table.do("collect B", "stop").asked == "O collect"
    assert table.front("B") == ["Seattle"]


@rule("TP-32")
def test_lite_ends_with_the_fifth_card():
    rest = {"front": [["Seattle: B", "Seattle"]], "deck": ["Chicago"]}
    assert sit(mode="lite", won=[FIVE[:3]], **rest).asked == "B place"
    assert sit(mode="lite", won=[FIVE[:4]], **rest).asked == "B collect"


@rule("TP-33")
def test_lite_lays_the_first_cards_from_the_deck():
    table = deal(players=5, mode="lite")
    assert [table.supply(letter) for letter in LETTERS] == ["B", "OO", "Y", "PPP", "GG"]
    assert [table.front(letter) for letter in LETTERS] == [[], [], table.cards()[:1], [], table.cards()[1:2]]
    assert table.asked == "B place" and table.hand("B") == table.cards()[2:3]


@rule("TP-33")
def test_lite_may_begin_with_an_empty_table():
    table = deal(players=5, mode="lite", start_placed=(0, 0, 0, 0, 0))
    assert [table.front(letter) for letter in LETTERS] == [[]] * 5
