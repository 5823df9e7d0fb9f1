"""What the heuristics of Top Pop do: for each a position and the move it makes, where greedy makes another."""

from typing import Any

import numpy as np
import pytest

from tests.naive.top_pop_players import choose
from tests.naive.top_pop_typed import Position, Table, TypedReferee
from tests.top_pop_drawn import Configuration, preset
from tests.top_pop_engine import EngineGame, engine_position
from tests.two_player_games import ENGINE, as_move, printed, start
from topstats.core.rng import game_key

ONLY_STACK = {"collect_caps": 0}  # with an empty hand the first question is where to stack


def move(name: str, **typed: Any) -> str:
    """The move of a strategy in a typed position, in words; the engine and its twin in plain Python agree."""
    position = Position(**typed)
    weights = preset(position.mode, name)
    seats = Configuration(position.mode, position.players, position.full_rules, (weights,) * position.players, (0.0,) * position.players)
    engine = EngineGame(position.mode, seats.states(0), engine_position(position))
    engine.record.key = np.uint64(game_key(0, 0))  # equal moves are drawn from the same stream
    made = engine.choose()
    assert made == choose(TypedReferee(position), weights, 0.0)
    return Table(engine)._words(made)


# Orange has won as many Chicago as Blue, and Seattle besides; Blue has nothing but Chicago.
HALF_A_CITY = {
    "supply": ["BB"],
    "won": [["Chicago", "Chicago"], ["Chicago", "Chicago", "Seattle", "Seattle"]],
    "front": [[], ["Chicago", "Seattle"]],
    "rules": ONLY_STACK,
}


def test_majority_hunter_goes_for_the_city_it_has():
    assert move("majority_hunter", **HALF_A_CITY) == "stack Chicago B"


def test_variety_collector_goes_for_the_city_it_lacks():
    assert move("variety_collector", **HALF_A_CITY) == "stack Seattle B"


def test_bargain_bidder_leaves_a_card_that_costs_a_fight():
    fight = HALF_A_CITY | {"supply": ["BBYY"], "front": [[], ["Chicago: YY", "Seattle"]]}
    assert move("greedy", **fight) == "stack Chicago BYY"
    assert move("bargain_bidder", **fight) == "stack Seattle B"


def test_raider_outbids_the_one_who_is_ahead():
    """Either card is worth the same to Blue; Orange, who is ahead, leads the dearer one."""
    ahead = {
        "supply": ["BBOOY"],
        "won": [["New York"], ["Chicago", "Chicago", "Chicago"], ["Seattle", "Seattle"]],
        "front": [[], ["Chicago: OO", "Seattle: Y"]],
        "rules": ONLY_STACK,
    }
    assert move("greedy", **ahead) == "stack Seattle BY"
    assert move("raider", **ahead) == "stack Chicago BOO"


@pytest.mark.parametrize("name", ["hoarder", "expert"])
def test_hoarder_and_expert_save_their_caps_until_the_end_is_near(name: str):
    """The same card at the same price; then somebody has five of the six cards that end the game."""
    table = {"supply": ["BY"], "front": [[], [], ["Chicago: Y"]], "rules": ONLY_STACK}
    five = ["Seattle", "Seattle", "Seattle", "New York", "New York"]
    assert move(name, **table) == "stop"
    assert move("greedy", **table) == move(name, **table, won=[[], five]) == "stack Chicago BY"


def test_landlord_places_at_home_and_leaves_the_stacks_there():
    table = {"supply": ["BBO"], "front": [["Chicago: OO"]]}
    assert move("landlord", **table, hands=[["New York"]]) == "place New York B"
    assert move("landlord", **table, rules=ONLY_STACK) == "stop"
    assert move("greedy", **table, rules=ONLY_STACK) == "stack Chicago BBO"


def test_partner_places_in_front_of_others_for_the_second_cap():
    table = {"supply": ["BOY"], "hands": [["Chicago"]]}
    assert move("greedy", **table) == "place Chicago B"
    assert move("partner", **table) in ("place Chicago O", "place Chicago Y")


def test_rusher_takes_a_card_that_brings_no_point():
    table = {"supply": ["BB"], "won": [[], ["Chicago", "Chicago"]], "front": [[], ["Chicago"]], "rules": ONLY_STACK}
    assert move("greedy", **table) == "stop"
    assert move("rusher", **table) == "stack Chicago B"


def test_night_owl_lays_its_night_card_in_front_of_itself():
    table = {"supply": ["BB"], "won": [[], ["Chicago"]], "hands": [["Seattle", "Chicago*"]]}
    assert move("greedy", **table).startswith("place Seattle")
    assert move("night_owl", **table) == "place Chicago* B"


# ---- two players ----


def plays_under(company: int, name: str, deals: int = 60) -> int:
    """In how many deals the first card is played under the company, of which it holds five caps and the other player four."""
    n = 0
    for deal in range(deals):
        S = start(printed(), (name, name), 3, deal)[0]
        ENGINE.advance(S)
        while ENGINE.asks[S.ask] != "play":
            ENGINE.choose(S)
            ENGINE.apply(S)
            ENGINE.advance(S)
        S.caps[:, company - 1], S.stack[company - 1] = (5, 4), 6
        ENGINE.choose(S)
        n += as_move(S, S.move)[1] == company - 1
    return n


def test_spoiler_keeps_away_from_a_company_that_pays_the_other_too():
    assert plays_under(4, "investor") > 30
    assert plays_under(4, "spoiler") == 0
