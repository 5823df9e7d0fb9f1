"""The numbers of the two-player version, each a Knob, and how they are packed for the kernels."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from topstats.core.contract import SEATS, Axis, Knob, SettingError
from topstats.games.top_pop.rules import CITIES, COLOURS, MAX_CAPS
from topstats.games.top_pop.rules import KNOBS as BASE_KNOBS

COMPANIES = 4
SEVENTHS = 2  # each player lays the seventh card of two companies
MAX_START, MAX_COLUMN, MAX_HAND = 2, 6, 12

COMPANY = Axis("company", COLOURS[:COMPANIES])
CARD = Axis("card", ("1st card", "2nd card", "3rd card", "4th card", "5th card", "6th card"))
PLACE = Axis("place", ("1st place", "2nd place", "3rd place", "4th place"))
EXTRA, FIRST, CLOSING = 0, 1, 2  # readings of TP-44, in the order of the choices below

_BASE = {k.name: k for k in BASE_KNOBS}

KNOBS = (
    Knob(name="start_cards", label="Cards at the start", help="Cards dealt to each player, seventh cards and discards included.", rule="TP-41", kind="vector",
         axis=SEATS, default=(5, 6), low=3, high=MAX_HAND, unit="cards", group="Start"),
    Knob(name="discards", label="Cards discarded at the start", help="Cards that each player discards unseen after laying its seventh cards.", rule="TP-42",
         kind="vector", axis=SEATS, default=(0, 1), low=0, high=6, unit="cards", group="Start"),
    Knob(name="table_cards", label="Cards under the companies at the start", help="Cards from the deck that lie face up under each company.", rule="TP-41",
         kind="vector", axis=COMPANY, default=(1, 1, 0, 0), low=0, high=MAX_START, unit="cards", group="Start"),
    replace(_BASE["cities"], default=6, by_players={}, rule="TP-40"),
    _BASE["deck"],
    _BASE["night_cards"],
    Knob(name="hand_size", label="Hand", help="After playing, a player draws until the hand holds this many cards.", rule="TP-43", default=3, low=1,
         high=MAX_HAND, unit="cards", group="Cards"),
    Knob(name="caps_per_company", label="Caps of each company", help="Bottle caps in the stack of each company.", rule="TP-40", default=15, low=1,
         high=MAX_CAPS, unit="caps", group="Caps"),
    Knob(name="payout", label="Caps for a card", help="Caps earned for the 1st to 6th card of a company.", rule="TP-43", kind="vector", axis=CARD,
         default=(4, 3, 3, 2, 2, 1), low=0, high=10, unit="caps", group="Caps"),
    Knob(name="column_cards", label="Cards that close a company", help="With this many cards a company is closed and gets its seventh card.", rule="TP-45",
         default=6, low=1, high=MAX_COLUMN, unit="cards", group="End of the game"),
    Knob(name="table_cards_count", label="What the cards laid at the start count for", help="The rulebook says two things about the two cards from the deck.",
         rule="TP-44", kind="choice", default="extra",
         choices=(("extra", "extra: they do not count"), ("first", "as the first cards of their columns"), ("closing", "towards closing only, not for caps")),
         group="End of the game"),
    Knob(name="rank_values", label="Points a cap", help="Value of a cap of the company in 1st to 4th place; ties shift down.", rule="TP-47", kind="vector",
         axis=PLACE, default=(5, 3, 2, 1), low=0, high=20, unit="points", group="Scoring"),
    _BASE["majority_points"],
    _BASE["tied_points"],
    _BASE["variety_points"],
)  # fmt: skip


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    deck = rules["deck"][: rules["cities"]]
    for name, n in zip(CITIES, deck, strict=False):
        if n < rules["night_cards"]:
            raise SettingError(
                f"deck = {n} for {name} is not possible with night_cards = {rules['night_cards']}: a city needs at least as many cards (rule TP-03)."
            )
    needed = sum(rules["start_cards"]) + sum(rules["table_cards"])
    if needed > sum(deck):
        raise SettingError(f"start_cards and table_cards ask for {needed} cards, but the deck has only {sum(deck)} (rules TP-40 and TP-41).")
    for i, (n, off) in enumerate(zip(rules["start_cards"], rules["discards"], strict=True), 1):
        if n < SEVENTHS + off + 1:
            raise SettingError(
                f"start_cards = {n} for seat {i} is too few: two seventh cards, {off} discarded (discards) and at least one to play "
                f"make {SEVENTHS + off + 1} (rule TP-42)."
            )
    if rules["table_cards_count"] != "extra" and max(rules["table_cards"]) >= rules["column_cards"]:
        raise SettingError(
            f"table_cards = {max(rules['table_cards'])} under one company would close it before the first turn: "
            f"with table_cards_count = {rules['table_cards_count']} fewer than column_cards = {rules['column_cards']} are allowed (rule TP-44)."
        )


def _size(knob: Knob) -> tuple[int, ...]:
    return (knob.size(2),) if knob.kind == "vector" else ()


FIELDS: list[tuple] = [(k.name, np.int64, _size(k)) for k in KNOBS]


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the fields of the record S that have their names."""
    S.players = players
    for knob in KNOBS:
        value = rules[knob.name]
        if knob.kind == "vector":
            S[knob.name][:] = value
        else:
            S[knob.name] = [v for v, _ in knob.choices].index(value) if knob.kind == "choice" else int(value)
