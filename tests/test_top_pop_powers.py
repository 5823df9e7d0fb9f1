"""City powers (TP-50): each effect and each ruling in a position typed in by hand; engine and referee play in step.

What holds in whole games with powers stands in test_top_pop_powers_games.py.
"""

from typing import Any

import pytest

from tests.naive.top_pop_typed import CITIES
from tests.top_pop_engine import sit

rule = pytest.mark.rule
LATE = {"turn_limit": 1, "collect_caps": 0}  # with turn 3 the game is cut after this turn


def power(collect: int = 0, **effects: str) -> dict[str, Any]:
    """Rules in which these cities have powers (Las_Vegas="draw_two"); with an empty hand the first question is where to stack."""
    return {"city_powers": tuple(effects.get(city.replace(" ", "_").replace(".", ""), "none") for city in CITIES), "collect_caps": collect}


CHICAGO = {"won": [["Chicago"]], "powers": {"Chicago": "B"}}  # Blue holds its power


# ---- whose a power is ----


@rule("TP-50")
def test_a_power_belongs_to_the_last_winner_of_a_card_of_the_city():
    two = {"front": [["Chicago: B"], ["Chicago: O", "Seattle: O"]], "hands": [["New York"], ["New York"], ["New York"]]}
    table = sit(**two, rules=power(Chicago="see_night"))
    assert table.powers("B") == ["Chicago"]
    table.do("place New York B")
    assert table.powers("B") == [] and table.powers("O") == ["Chicago"]  # Seattle has none


@rule("TP-50")
def test_the_power_stays_with_whoever_has_more_cards_but_won_none_since():
    table = sit(won=[["Chicago"], ["Chicago", "Chicago"]], powers={"Chicago": "B"}, front=[[], ["New York: B"]], rules=power(Chicago="extra_cap"))
    assert table.powers("B") == ["Chicago"] and table.powers("O") == []


@rule("TP-50")
def test_a_night_card_that_brings_a_power_is_shown_to_all_others_are_not():
    night = {"front": [["Chicago*: B", "Seattle*: B"]], "hands": [["New York"]]}
    table = sit(**night, rules=power(Chicago="extra_cap"))
    assert table.powers("B") == ["Chicago"]
    assert table.won("B", by="O") == ["?*", "Chicago*"]
    kept = sit(won=[["Chicago"]], powers={"Chicago": "B"}, **night, rules=power(Chicago="extra_cap"))
    assert kept.won("B", by="O") == ["?*", "?*", "Chicago"]  # its power was there already


@rule("TP-50")
def test_of_several_cards_the_first_placed_brings_the_power():
    table = sit(front=[["Chicago: B", "Chicago*: B"]], hands=[["New York"]], rules=power(Chicago="extra_cap"))
    assert table.won("B", by="O") == ["?*", "Chicago"]


@rule("TP-50")
def test_every_card_of_a_win_step_brings_its_power():
    table = sit(front=[["New York: B", "Chicago: B", "Seattle: B"]], hands=[["Las Vegas"]], rules=power(Chicago="see_night", Seattle="no_leader_cap"))
    assert table.powers("B") == ["Chicago", "Seattle"]


@rule("TP-50")
def test_a_power_won_in_a_step_counts_from_after_that_step():
    """Chicago would give the caps of New York back to Blue; it comes too late for that."""
    cards = [[], ["Chicago: B", "New York: B"], []]
    table = sit(front=cards, hands=[["Seattle"]], rules=power(Chicago="keep_caps"))
    assert table.powers("B") == ["Chicago"] and table.supply("B") == "" and table.supply("O") == "BB"


@rule("TP-50")
def test_powers_are_frozen_at_the_last_wins():
    """Orange wins a Chicago at the end: it stays Blue's power, which makes Blue's stack the taller and scores Blue's Chicagos."""
    cards = [["Chicago: OO"], ["Seattle: Y, B"]]
    late = {"to_act": "Y", "turn": 3, "front": cards} | CHICAGO
    table = sit(**late, rules=power(Chicago="one_taller") | LATE)
    assert table.asked == "over" and table.powers("B") == ["Chicago"] and table.powers("O") == []
    assert table.won("B") == ["Chicago", "Seattle"] and table.won("O") == ["Chicago"]
    led = {"won": [["Chicago", "Chicago"]], "front": [["Chicago: OO"], []]}
    points = sit(**late | led, rules=power(Chicago="bonus_points") | LATE)
    assert points.final("power_points") == [2, 0, 0] and points.final("powers") == [1, 0, 0] and points.final_game("power_moves") == 0


@rule("TP-50")
def test_a_city_that_is_not_in_play_has_no_power():
    rules = power(Chicago="extra_cap", New_Orleans="extra_cap") | {"cities": 4}
    table = sit(won=[["New York"]], front=[["Las Vegas: B"]], hands=[["St. Louis"]], rules=rules)
    assert table.powers("B") == [] and "powers" not in table.game.engine.engine.view(table.game.engine.record, None)


@rule("TP-50")
def test_powers_of_the_same_effect_add_up():
    both = {"won": [["Chicago", "Seattle"]], "powers": {"Chicago": "B", "Seattle": "B"}}
    table = sit(**both, hands=[[], ["New York"]], rules=power(1, Chicago="extra_cap", Seattle="extra_cap"))
    assert table.do("collect B", "collect O", "collect Y").supply("B") == "BOY" and table.asked == "O place"


# ---- the effects ----


@rule("TP-50")
def test_one_more_cap_when_collecting():
    table = sit(**CHICAGO, hands=[[], ["New York"]], rules=power(1, Chicago="extra_cap"))
    assert table.do("collect O").asked == "B collect"
    assert table.do("collect O").asked == "O place" and table.supply("B") == "OO"
    assert table.do("place New York O", "collect Y").asked == "Y collect"  # Orange, without the power, collects one


@rule("TP-50")
def test_draw_two_keep_one():
    deck = ["St. Louis", "Seattle*", "Las Vegas"]
    table = sit(**CHICAGO, hands=[["New York"], ["New York"]], deck=deck, rules=power(Chicago="draw_two"))
    assert table.do("place New York B").asked == "B keep" and table.deck == 1
    assert table.options() == ["keep St. Louis", "keep Seattle*"]
    assert table.do("keep Seattle*").asked == "O place"
    assert table.hand("B") == ["Seattle*"] and table.hand("B", by="Y") == ["?*"] and table.deck == 1  # St. Louis is out of the game


@rule("TP-50")
def test_the_last_card_of_the_deck_is_drawn_without_a_question_and_each_draw_asks_anew():
    last = sit(**CHICAGO, hands=[["New York"], ["New York"]], deck=["St. Louis"], rules=power(Chicago="draw_two"))
    assert last.do("place New York B").asked == "O place" and last.hand("B") == ["St. Louis"]
    deck = ["St. Louis", "Seattle", "Las Vegas", "Chicago", "New York"]
    twice = sit(**CHICAGO, hands=[["New York"], ["New York"]], deck=deck, rules=power(Chicago="draw_two") | {"draw_cards": 2})
    assert twice.do("place New York B", "keep Seattle").options() == ["keep Las Vegas", "keep Chicago"]
    assert twice.do("keep Las Vegas").hand("B") == ["Seattle", "Las Vegas"] and twice.deck == 1


@rule("TP-50")
def test_only_a_card_just_drawn_is_kept_and_two_such_powers_draw_three():
    deck = ["St. Louis", "Seattle", "Las Vegas", "New York"]
    both = {"won": [["Chicago", "Seattle"]], "powers": {"Chicago": "B", "Seattle": "B"}}
    rules = power(Chicago="draw_two", Seattle="draw_two")
    table = sit(**both, hands=[["New York", "San Francisco"], ["New York"]], deck=deck, rules=rules).do("place New York B")
    assert table.options() == ["keep St. Louis", "keep Seattle", "keep Las Vegas"]
    engine, held = table.game.engine, table.game.engine.record.hand[0, 0]
    engine.record.move[0] = held
    assert "TP-50" in engine.engine.reasons[engine.engine.illegal(engine.record)] and not table.game.referee.is_legal(("keep", held))
    assert table.do("keep Seattle").hand("B") == ["San Francisco", "Seattle"]


@rule("TP-50")
def test_in_lite_one_of_two_is_kept_before_the_win_step():
    """The power held when the turn begins counts, and a card won in this turn brings it for the next."""
    deck = ["St. Louis", "Seattle", "Las Vegas", "San Francisco", "New York"]
    lite = {"mode": "lite", "deck": deck, "front": [["Las Vegas: B"]], "rules": power(Chicago="draw_two", Las_Vegas="extra_cap")}
    table = sit(**CHICAGO, **lite)
    assert table.asked == "B keep" and table.front("B") == ["Las Vegas: B"] and table.options() == ["keep St. Louis", "keep Seattle"]
    assert table.do("keep Seattle").asked == "B place" and table.won("B") == ["Chicago", "Las Vegas"]
    assert all(words.startswith("place Seattle") for words in table.options())
    assert sit(**lite | {"rules": power(Las_Vegas="draw_two")}).asked == "B place"


@rule("TP-50")
def test_own_stacks_count_one_taller():
    rest = CHICAGO | {"rules": power(Chicago="one_taller"), "hands": [[], ["New York"]]}
    table = sit(**rest, supply=["BBOO"], front=[["Seattle: OO"]])
    assert table.options() == ["stop", "stack Seattle BO", "stack Seattle BOO", "stack Seattle BBO", "stack Seattle BBOO"]  # two caps beat two
    assert table.do("stack Seattle BO", "stop", "place New York O").won("B") == ["Chicago", "Seattle"]
    against = sit(**rest | {"hands": [[], ["New York"], []]}, to_act="Y", supply=["", "", "BYYY"], front=[["Seattle: B", "Las Vegas: OB"]])
    assert [words for words in against.options() if "Las Vegas" in words] == ["stack Las Vegas BYYY"]  # Blue's two count three
    assert "stack Seattle BY" not in against.options() and "stack Seattle BYY" in against.options()


@rule("TP-50")
def test_where_there_is_no_stack_nothing_counts_taller():
    table = sit(**CHICAGO, rules=power(Chicago="one_taller"), front=[["Seattle", "Las Vegas: O"]], hands=[["New York"]])
    assert table.won("B") == ["Chicago"] and table.front("B") == ["Seattle", "Las Vegas: O"]


@rule("TP-50")
def test_no_leaders_cap_is_needed():
    table = sit(**CHICAGO, rules=power(Chicago="no_leader_cap"), supply=["BBY"], front=[["Seattle: O", "Las Vegas: B, OY"]])
    assert table.options() == [
        "stop",
        "stack Seattle BY",
        "stack Seattle BB",
        "stack Seattle BBY",
        "stack Las Vegas BY",
        "stack Las Vegas BB",
        "stack Las Vegas BBY",
    ]
    other = sit(to_act="O", **CHICAGO, rules=power(Chicago="no_leader_cap"), supply=["", "OOY"], front=[["Seattle: B"]])
    assert other.options() == ["stop"]  # only its holder is free


@rule("TP-50")
def test_a_point_for_each_card_of_the_city():
    won = {"won": [["Chicago", "Chicago"], ["Chicago"]], "rules": power(Chicago="bonus_points") | {"end_cards": 15}}
    table = sit(**won, powers={"Chicago": "B"})
    assert table.asked == "over" and table.final("power_points") == [2, 0, 0] and table.final("score") == [6, 0, 0]
    other = sit(**won, powers={"Chicago": "O"})
    assert other.final("power_points") == [0, 1, 0] and other.final("score") == [4, 1, 0]


@rule("TP-50")
def test_the_winning_stack_comes_back_to_the_winner():
    cards = [["New York: OB"], ["Seattle: Y, YOB"]]
    table = sit(**CHICAGO, rules=power(Chicago="keep_caps"), front=cards, hands=[["St. Louis"]])
    assert table.supply("B") == "BBOOY" and table.supply("O") == "" and table.supply("Y") == "Y"
    late = sit(**CHICAGO, to_act="Y", turn=3, front=cards, rules=power(Chicago="keep_caps") | LATE)
    assert late.asked == "over" and late.supply("B") == "BBOOY" and late.final("caps_given") == [0, 0, 0]


@rule("TP-50")
def test_its_holder_looks_at_the_night_cards_on_the_table():
    night = {"front": [[], ["Seattle*"], ["Las Vegas*"]], "hands": [["New York*"], ["Chicago*"], ["New York"]]}
    table = sit(**CHICAGO, **night, rules=power(Chicago="see_night"))
    assert sit(**CHICAGO, **night, rules=power(Chicago="extra_cap")).front("O", by="B") == ["?*"]
    assert table.front("O", by="Y") == ["?*"] and table.hand("O", by="B") == ["?*"]
    table.do("place New York* B", "place Chicago* Y")
    assert table.front("Y", by="B") == ["Las Vegas*", "Chicago*"]  # those placed later too


@rule("TP-50")
def test_who_wins_the_power_to_look_looks_at_once_and_forgets_nothing():
    table = sit(
        won=[["Chicago"]], powers={"Chicago": "B"}, rules=power(Chicago="see_night"), to_act="O",
        front=[["Chicago: O"], ["Seattle*"], ["Las Vegas*"]], hands=[[], ["New York*"], ["New York"]],
    )  # fmt: skip
    assert table.powers("O") == ["Chicago"] and table.front("Y", by="O") == ["Las Vegas*"]
    table.do("place New York* Y")
    assert table.front("O", by="B") == ["Seattle*"] and table.front("Y", by="B") == ["Las Vegas*", "?*"]


# ---- "one taller" and ties ----

TIED = CHICAGO | {"rules": power(Chicago="one_taller")}  # Blue's stack of one counts as much as another's of two


@rule("TP-50")
def test_two_equal_tallest_stacks_win_nothing_until_one_is_taller():
    cards = [[], ["Seattle: B, YO"], []]
    assert sit(**TIED, front=cards, hands=[["New York"]]).won("B") == ["Chicago"]
    table = sit(**TIED, to_act="O", front=cards, supply=["", "BO"], hands=[[], ["New York"], ["New York"]])
    assert table.won("O") == []
    table.do("place New York B", "stack Seattle BO", "place New York B")
    assert table.won("O") == ["Seattle"]  # in its next turn


@rule("TP-50")
def test_either_leaders_cap_serves_against_a_tie():
    cards = [[], ["Seattle: B, YO"]]
    table = sit(**TIED, to_act="Y", front=cards, supply=["", "", "BYYO"])
    assert table.options() == ["stop", "stack Seattle OYY", "stack Seattle BYY", "stack Seattle BOY", "stack Seattle BOYY"]
    assert sit(**TIED, to_act="Y", front=cards, supply=["", "", "YYYY"]).options() == ["stop"]


@rule("TP-50")
def test_ones_own_tied_stack_counts_as_lower():
    cards = [[], ["Seattle: B, YO"]]
    orange = sit(**TIED, to_act="O", front=cards, supply=["", "BOYY"])
    assert orange.options() == ["stop", "stack Seattle BO", "stack Seattle BOY", "stack Seattle BOYY"]  # a cap of the other leader and one's own
    blue = sit(**TIED, front=cards, supply=["BBO"])
    assert blue.options() == ["stop", "stack Seattle BO", "stack Seattle BBO"]


@rule("TP-50")
def test_a_card_still_tied_at_the_end_leaves_the_game_and_its_stacks_go_home():
    table = sit(**TIED | {"rules": power(Chicago="one_taller") | LATE}, to_act="Y", turn=3, front=[[], ["Seattle: OB, YOO, Y"]])
    assert table.asked == "over" and table.final("cards") == [1, 0, 0]
    assert [table.supply(letter) for letter in "BOY"] == ["BO", "OOY", "Y"]


@rule("TP-50")
def test_a_power_that_moves_changes_who_leads():
    """Blue's two count three and lead; when Orange wins Chicago they count two, and Orange's two count three."""
    cards = [["Seattle: OO, BB", "Chicago: O"], []]
    table = sit(**TIED, to_act="O", front=cards, hands=[[], ["New York"], ["New York"]])
    assert table.powers("O") == ["Chicago"] and table.won("O") == ["Chicago"]  # Seattle was not yet Orange's to win
    table.do("place New York B", "place New York B")
    assert table.won("B") == ["Chicago"] and table.won("O") == ["Chicago", "Seattle"]


@rule("TP-50")
def test_a_tied_stack_that_is_topped_was_no_tallest_one():
    table = sit(**TIED | {"rules": power(Chicago="one_taller") | LATE}, to_act="Y", turn=3, front=[[], ["Seattle: B, YO"]], supply=["", "", "BYY"])
    assert table.do("stack Seattle BYY").asked == "over" and table.final("stacks_lost") == [0, 0, 0] and table.won("Y") == ["Seattle"]
