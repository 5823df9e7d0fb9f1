"""The numbers of the Top Pop rulebook, each a Knob, and how they are packed for the kernels."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from topstats.core.contract import SEATS, Axis, Knob, SettingError
from topstats.games.top_pop import powers

CITIES = ("St. Louis", "New York", "San Francisco", "Las Vegas", "Chicago", "Seattle", "New Orleans")
LETTERS = "BOYPG"
COLOURS = ("Blue", "Orange", "Yellow", "Plum", "Green")
MAX_PLAYERS = 5
MAX_PER_CITY = 12
MAX_CARDS = MAX_PER_CITY * len(CITIES)
MAX_CAPS = 30

CITY = Axis("city", CITIES)
VARIETY = Axis("number of cities", tuple(f"{n} cities" if n > 1 else "1 city" for n in range(1, 8)))

KNOBS = (
    Knob(
        name="start_caps",
        label="Caps at the start",
        help="Caps of its own colour that each seat begins with.",
        rule="TP-05",
        kind="vector",
        axis=SEATS,
        default=(1, 2, 1, 3, 2),
        low=0,
        high=10,
        unit="caps",
        group="Start",
    ),
    Knob(
        name="start_cards",
        label="Cards at the start",
        help="Cards dealt to each seat, before any is put down.",
        rule="TP-05",
        kind="vector",
        axis=SEATS,
        default=(3, 3, 4, 3, 4),
        low=0,
        high=8,
        unit="cards",
        group="Start",
        when=("hands", True),
    ),
    Knob(
        name="start_placed",
        label="Cards laid at the start",
        help="Cards that each seat lays in front of itself before the first turn.",
        rule="TP-05",
        kind="vector",
        axis=SEATS,
        default=(0, 0, 1, 0, 1),
        low=0,
        high=3,
        unit="cards",
        group="Start",
    ),
    Knob(
        name="cities",
        label="Cities in play",
        help="How many of the seven cities are in the deck, beginning with St. Louis.",
        rule="TP-02",
        default=4,
        by_players={2: 4, 3: 5, 4: 6, 5: 7},
        low=1,
        high=7,
        unit="cities",
        group="Cards",
    ),
    Knob(
        name="deck",
        label="Cards of each city",
        help="How many cards of each city the deck holds (the first four are reconstructed).",
        rule="TP-01",
        kind="vector",
        axis=CITY,
        default=(3, 4, 5, 6, 7, 8, 9),
        low=1,
        high=MAX_PER_CITY,
        unit="cards",
        group="Cards",
    ),
    Knob(
        name="night_cards",
        label="Night cards a city",
        help="How many cards of each city are night cards, placed face down.",
        rule="TP-03",
        default=1,
        low=0,
        high=3,
        unit="cards",
        group="Cards",
    ),
    Knob(
        name="hands",
        label="Players hold a hand",
        help="Off: each turn one card is drawn and placed (the lite version).",
        rule="TP-31",
        kind="bool",
        default=True,
        group="Cards",
    ),
    Knob(
        name="draw_cards",
        label="Cards drawn at the end of a turn",
        help="Cards taken from the deck in step 5.",
        rule="TP-19",
        default=1,
        low=0,
        high=3,
        unit="cards",
        group="Cards",
        when=("hands", True),
    ),
    Knob(
        name="caps_per_colour",
        label="Caps of each colour",
        help="Bottle caps of each player's colour in the box.",
        rule="TP-04",
        default=15,
        low=1,
        high=MAX_CAPS,
        unit="caps",
        group="Caps",
    ),
    Knob(
        name="place_caps",
        label="Caps for placing in front of another",
        help="Caps of that player's colour taken from the middle.",
        rule="TP-10",
        default=1,
        low=0,
        high=5,
        unit="caps",
        group="Caps",
    ),
    Knob(
        name="collect_caps",
        label="Caps collected a turn",
        help="Caps of any colour taken from the middle in step 3.",
        rule="TP-13",
        default=1,
        low=0,
        high=5,
        unit="caps",
        group="Caps",
    ),
    Knob(
        name="leader_cap",
        label="A cap of the leader is needed",
        help="To outbid a stack, yours must hold a cap of its owner's colour.",
        rule="TP-16",
        kind="bool",
        default=True,
        group="Stacks",
    ),
    Knob(
        name="end_cards",
        label="Cards that trigger the end",
        help="The end begins when a player has won this many cards.",
        rule="TP-20",
        default=6,
        low=1,
        high=15,
        unit="cards",
        group="End of the game",
    ),
    Knob(
        name="turn_limit",
        label="Turn limit",
        help="Turns a player after which a game is cut and counted as truncated.",
        rule="TP-25",
        default=200,
        low=1,
        high=1000,
        unit="turns",
        group="End of the game",
    ),
    Knob(
        name="majority_points",
        label="Points a card, most cards of a city",
        help="For the sole most cards of a city, each.",
        rule="TP-22",
        default=2,
        low=0,
        high=10,
        unit="points",
        group="Scoring",
    ),
    Knob(
        name="tied_points",
        label="Points a card, tied for most",
        help="For tied most cards of a city, each.",
        rule="TP-22",
        default=1,
        low=0,
        high=10,
        unit="points",
        group="Scoring",
    ),
    Knob(
        name="variety_points",
        label="Points for different cities",
        help="Points for having cards of this many different cities.",
        rule="TP-23",
        kind="vector",
        axis=VARIETY,
        default=(0, 2, 4, 6, 8, 10, 12),
        low=0,
        high=40,
        unit="points",
        group="Scoring",
    ),
    Knob(
        name="tie_caps",
        label="Caps that break a tie",
        help="Whether caps are counted after or before the last wins move them.",
        rule="TP-24",
        kind="choice",
        default="after",
        choices=(("after", "after the last wins"), ("before", "before the last wins, own stacks included")),
        group="Scoring",
    ),
    powers.knob(CITY),
)

LITE = {"leader_cap": False, "hands": False, "end_cards": 5}
LITE_RULE = {"leader_cap": "TP-30", "hands": "TP-31", "end_cards": "TP-32", "start_placed": "TP-33"}
LITE_KNOBS = tuple(replace(k, default=LITE.get(k.name, k.default), rule=LITE_RULE.get(k.name, k.rule)) for k in KNOBS)


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    deck = rules["deck"][: rules["cities"]]
    for name, n in zip(CITIES, deck, strict=False):
        if n < rules["night_cards"]:
            raise SettingError(
                f"deck = {n} for {name} is not possible with night_cards = {rules['night_cards']}: a city needs at least as many cards (rule TP-03)."
            )
    dealt = sum(rules["start_cards"]) if rules["hands"] else sum(rules["start_placed"])
    if dealt > sum(deck):
        name = "start_cards" if rules["hands"] else "start_placed"
        raise SettingError(f"{name} deals {dealt} cards, but the deck of {players} players has only {sum(deck)} (rules TP-02 and TP-05).")
    if max(rules["start_caps"]) > rules["caps_per_colour"]:
        raise SettingError(
            f"start_caps asks for {max(rules['start_caps'])} caps of a colour, but caps_per_colour is {rules['caps_per_colour']} (rules TP-04 and TP-05)."
        )
    if rules["hands"]:
        for i, (n, laid) in enumerate(zip(rules["start_cards"], rules["start_placed"], strict=True), 1):
            if laid > n:
                raise SettingError(f"start_placed lays {laid} cards of seat {i}, which is dealt only {n} by start_cards (rule TP-05).")


FIELDS: list[tuple] = [
    ("start_caps", np.int64, (MAX_PLAYERS,)),
    ("start_cards", np.int64, (MAX_PLAYERS,)),
    ("start_placed", np.int64, (MAX_PLAYERS,)),
    ("deck", np.int64, (len(CITIES),)),
    ("variety_points", np.int64, (len(CITIES),)),
    ("city_powers", np.int64, (len(CITIES),)),  # the effect of each city, 0 for none and for cities that are not in play
    ("powers", np.int64),  # whether any city has one
] + [(k.name, np.int64) for k in KNOBS if k.kind != "vector"]


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the fields of the record S that have their names."""
    S.players = players
    effects = [name for name, _ in powers.EFFECTS]
    for knob in KNOBS:
        value = rules[knob.name]
        if knob.kind == "vector":
            field = S[knob.name]
            field[:] = 0
            field[: len(value)] = [effects.index(v) for v in value] if knob.choices else value
        else:
            S[knob.name] = int(knob.packed(value))
    S.city_powers[rules["cities"] :] = 0
    S.powers = int(S.city_powers.any())
