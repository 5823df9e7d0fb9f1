"""The numbers of the Top Race rulebook, each a Knob, and how they are packed for the kernels.

Amounts of money are printed in full here and are whole numbers of 10,000 (UNIT) inside.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import Axis, Knob, SettingError
from topstats.games.top_race import cards, track, track_check

CARS = ("Red", "Blue", "Yellow", "Green", "Black", "Purple")
N_CARS = len(CARS)
UNIT = 10_000
MAX_PLAYERS = 6
MAX_RACES = 10
MAX_CARDS = cards.MOST_CARDS
MAX_HAND = 36
MAX_STOPS = 6
MAX_OFFER = 8
N_TIPS = 3
MAX_LINES = cards.MOST_LINES
MAX_SPACES, MAX_STARTS = track_check.MAX_SPACES, track_check.MAX_STARTS
MAX_ID = track_check.MAX_ID
JOKER = cards.JOKER  # stands for a car on a card

CAR = Axis("car", CARS)
PLACE = Axis("place", ("1st", "2nd", "3rd", "4th", "5th", "6th"))
AUCTION = Axis("auction", tuple(f"Auction {n}" for n in range(1, N_CARS + 1)))
RACE = Axis("race", tuple(f"Race {n}" for n in range(1, MAX_RACES + 1)), is_time=True, knob="races")


def spaces(rules: Mapping[str, Any]) -> Axis:
    """The spaces of the track in use, by their ids."""
    return Axis("space", tuple(space.id for space in track.load(rules["track"]).spaces))


def _money(name: str, label: str, help: str, rule: str, default: Any, high: int, low: int = 0, group: str = "Money", **more: Any) -> Knob:
    return Knob(name=name, label=label, help=help, rule=rule, default=default, low=low, high=high, step=UNIT, unit="euros", group=group, **more)


PRIZES = (200_000, 150_000, 100_000, 60_000, 30_000, 10_000)

KNOBS = (
    Knob(
        name="track",
        label="Track",
        help="One of the four tracks (reconstructed, TR-60) or a file of your own.",
        rule="TR-60",
        kind="file",
        file=track.TRACKS,
        default="speed_street",
        group="Course",
    ),
    Knob(
        name="races",
        label="Races",
        help="Races driven one after the other; the money is kept, cards are dealt and cars auctioned anew.",
        rule="TR-21",
        default=1,
        low=1,
        high=MAX_RACES,
        unit="races",
        group="Course",
    ),
    Knob(
        name="next_opener",
        label="Who opens after a race",
        help="Who opens the first auction of the second and further races.",
        rule="TR-21",
        kind="choice",
        default="winner",
        choices=(("winner", "the owner of the car that won"), ("random", "drawn by lot")),
        group="Course",
    ),
    Knob(
        name="end_cars",
        label="Cars home that end the race",
        help="The race ends the moment so many cars are home; those still out take the places that are left.",
        rule="TR-19",
        default=5,
        low=1,
        high=N_CARS,
        unit="cars",
        group="Course",
    ),
    _money("capital", "Capital at the start", "Money of each player before the first race.", "TR-01", 200_000, 5_000_000),
    _money("prizes", "Prizes", "Prize of each place.", "TR-18", PRIZES, 1_000_000, kind="vector", axis=PLACE),
    Knob(
        name="debts",
        label="Debts",
        help="On: a forced payment may leave a player with less than nothing.",
        rule="TR-08",
        kind="bool",
        default=False,
        group="Money",
    ),
    _money("opening_bid", "Least opening bid", "What the opener of an auction must bid at least.", "TR-03", UNIT, 500_000, UNIT, "Auction"),
    _money("bid_step", "Steps of the bids", "Bids are whole multiples of this.", "TR-03", UNIT, 200_000, UNIT, "Auction"),
    _money("fixed_price", "Fixed price of the last car", "What the last car costs a player who has none.", "TR-07", 30_000, 1_000_000, 0, "Auction"),
    Knob(
        name="deck",
        label="Deck",
        help="The speed cards: the reconstructed deck or a file of your own.",
        rule="TR-02",
        kind="file",
        file=cards.DECKS,
        default="standard",
        group="Cards",
    ),
    Knob(
        name="cards_each",
        label="Cards each",
        help="Speed cards dealt to each player; what is left over is set aside unseen.",
        rule="TR-02",
        default=12,
        by_players={2: 24, 3: 16, 4: 12, 5: 9, 6: 8},
        low=1,
        high=MAX_HAND,
        unit="cards",
        group="Cards",
        when=("pit_stop", False),
    ),
    Knob(
        name="pit_stop",
        label="Pit stops",
        help="Cards that were played, or lie in the box, can be taken into hand; made for Turbo Town.",
        rule="TR-30",
        kind="bool",
        default=False,
        group="Pit stops",
    ),
    Knob(
        name="pit_cards_each",
        label="Cards each, with pit stops",
        help="Speed cards dealt to each player.",
        rule="TR-30",
        default=10,
        by_players={2: 21, 3: 14, 4: 10, 5: 8, 6: 7},
        low=1,
        high=30,
        unit="cards",
        group="Pit stops",
        when=("pit_stop", True),
    ),
    Knob(
        name="box_cards",
        label="Cards in the box",
        help="Speed cards that lie face up beside the track.",
        rule="TR-30",
        default=8,
        by_players={2: 6, 3: 6, 4: 8, 5: 8, 6: 6},
        low=0,
        high=40,
        unit="cards",
        group="Pit stops",
        when=("pit_stop", True),
    ),
    Knob(
        name="pit_cards",
        label="Pit-stop cards",
        help="How often each player can make a pit stop in a race.",
        rule="TR-30",
        default=3,
        low=0,
        high=MAX_STOPS,
        unit="stops",
        group="Pit stops",
        when=("pit_stop", True),
    ),
)

TIPS_KNOBS = (
    *KNOBS,
    Knob(
        name="tip_table",
        label="Tip table",
        help="What the three tips pay by the place of the car: the reconstructed table or a file of your own.",
        rule="TR-41",
        kind="file",
        file=cards.TIPS,
        default="standard",
        group="Tips",
    ),
    Knob(
        name="tip_stop",
        label="The tip table is a pit stop",
        help="Off: the pit-stop card that serves as tip table is no stop, so that there is one less.",
        rule="TR-42",
        kind="bool",
        default=True,
        group="Tips",
        when=("pit_stop", True),
    ),
)


def check(rules: Mapping[str, Any], players: int) -> None:
    """What spans several knobs. Raises SettingError with the rule id."""
    for knob in KNOBS:
        if knob.unit == "euros" and knob.name in rules and any(int(v) % UNIT for v in np.atleast_1d(rules[knob.name])):
            raise SettingError(f"{knob.name} = {rules[knob.name]} is not possible: money is in steps of 10,000 (rule TR-01).")
    name, rule, box = ("pit_cards_each", "TR-30", rules["box_cards"]) if rules["pit_stop"] else ("cards_each", "TR-02", 0)
    n_cards, n = len(cards.load(rules["deck"]).cards), rules[name] * players + box
    if n > n_cards:
        more = " and the box" if box else ""
        raise SettingError(f"{name} = {rules[name]} deals {n} cards to {players} players{more}, but the deck has only {n_cards} (rule {rule}).")


FIELDS: list[tuple] = [
    ("races", np.int64),
    ("next_opener", np.int64),
    ("end_cars", np.int64),
    ("capital", np.int64),
    ("prizes", np.int64, (N_CARS,)),
    ("debts", np.int64),
    ("opening_bid", np.int64),
    ("bid_step", np.int64),
    ("fixed_price", np.int64),
    ("cards_each", np.int64),
    ("pit_stop", np.int64),
    ("pit_cards_each", np.int64),
    ("box_cards", np.int64),
    ("pit_cards", np.int64),
    ("has_tips", np.int64),
    ("tip_money", np.int64, (N_TIPS, N_CARS)),
    ("has_stocks", np.int64),
    ("stocks_each", np.int64),
    ("stock_trades", np.int64),
    ("fewest_stocks", np.int64),
    ("most_stocks", np.int64),
    ("offer_cards", np.int64),
    ("offer_wins", np.int64),
    ("n_lots", np.int64),  # auctions of a race
    ("n_mixed", np.int64),  # cards that are shuffled, the first of the deck
    ("n_spaces", np.int64),
    ("ahead", np.uint64, (MAX_SPACES,)),  # window of a space: bit k is space + 1 + k, set if an edge leads there
    ("is_last", np.int8, (MAX_SPACES,)),  # one more step crosses the finish
    ("row", np.int16, (MAX_SPACES,)),
    ("level", np.int16, (MAX_SPACES,)),  # spaces of equal front edge have the same number, rising
    ("tips", np.int8, (MAX_SPACES,)),  # tip lines behind a car that stands here
    ("space_id", np.uint32, (MAX_SPACES, MAX_ID)),  # letters, for people
    ("n_starts", np.int64),
    ("start", np.int16, (MAX_STARTS,)),
    ("n_cards", np.int64),
    ("n_lines", np.int8, (MAX_CARDS,)),  # of a face of the deck, 0: sprint or breakdown
    ("line_car", np.int8, (MAX_CARDS, MAX_LINES)),
    ("line_points", np.int8, (MAX_CARDS, MAX_LINES)),
    ("pair", np.int8, (MAX_CARDS, 2)),  # the two cars of a sprint/breakdown card
    ("shown", np.int8, (MAX_CARDS,)),  # bit c: car c stands on the card
    ("points", np.int8, (MAX_CARDS, N_CARS + 1)),  # points of each car and of the jokers
]


def _pack_track(S: Any, course: track.Track) -> None:
    road, spaces = course.road, course.spaces
    n = len(spaces)
    S.n_spaces, S.n_starts = n, len(road.start)
    S.ahead[:n], S.is_last[:n], S.row[:n], S.tips[:n] = road.first, road.is_last, road.row, road.tips
    fronts = [round(space.front, 6) for space in spaces]
    S.level[:n] = [sorted(set(fronts)).index(front) for front in fronts]
    S.start[: len(road.start)] = road.start
    for i, space in enumerate(spaces):
        S.space_id[i, : len(space.id)] = [ord(letter) for letter in space.id]


def _pack_deck(S: Any, deck: cards.Deck) -> None:
    n = len(deck.cards)
    S.n_cards = S.n_mixed = n
    S.n_lines[:n] = [len(card.lines) for card in deck.cards]
    S.line_car[:n], S.line_points[:n], S.pair[:n] = deck.colour, deck.spaces, deck.pair
    for f, card in enumerate(deck.cards):
        S.shown[f] = sum(1 << c for c in {*(car for car, _ in card.lines), *(card.pair or ())} - {JOKER})
        for car, points in card.lines:
            S.points[f, car] += points


def pack(S: Any, rules: Mapping[str, Any], players: int) -> None:
    """Write checked rules into the fields of the record S that have their names, track and deck into theirs."""
    S.players = players
    for knob in KNOBS:
        if knob.name not in rules:  # with stocks
            continue
        value = rules[knob.name]
        if knob.unit == "euros":
            S[knob.name] = np.array(value, np.int64) // UNIT
        elif knob.kind != "file":
            S[knob.name] = int(knob.packed(value))
    S.n_lots = N_CARS
    _pack_track(S, track.load(rules["track"]))
    _pack_deck(S, cards.load(rules["deck"]))
    if "tip_table" in rules:
        S.has_tips, S.tip_money[:] = 1, cards.load_tips(rules["tip_table"]).money
        S.pit_cards = max(0, rules["pit_cards"] - (0 if rules["tip_stop"] else 1))
