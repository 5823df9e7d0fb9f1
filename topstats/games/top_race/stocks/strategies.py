"""The strategies of the mode stocks as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from dataclasses import replace
from typing import Any

from topstats.core.contract import Knob, Strategy
from topstats.core.search_knobs import search_knobs
from topstats.games.top_race import strategies as base
from topstats.games.top_race.strategies import RANDOM, knob

TRADER, SEARCH = 2, 3
MANNERS = (
    ("leader", "of the car in front"),
    ("hand", "of the car that its row and the seat's own cards speak for"),
    ("hedge", "evenly of the three cars in front"),
    ("random", "of any car, by lot"),
)

# The order is that of the base game's as far as both have them: the kernels share those (policies.py).
CHANGED = {
    k.name: k
    for k in (
        knob("worth", "Worth of a seat", "What it thinks a seat and a card of the offer row are worth, in money.", 0, 1_000_000, 10_000),
        knob("hand", "Worth of a point", "What a point on an offered card adds, for the car that its own hand is best for, or a joker's.", 0, 100_000, 1_000),
        knob("budget", "Budget", "The share of its cash that one seat may cost.", 0, 1),
        knob("drive", "Sprint/breakdown card", "What such a card of the offer row is worth, in money.", 0, 1_000_000, 10_000),
        knob("spare", "Own hand", "What ten points in its hand for a car, above the average car, add to the weight of a point for it.", 0, 10),
        knob("own", "Points for many stocks", "Weight of a point for a car of which it holds more stocks than at the start, for each such share."),
        knob("rival", "Points for few stocks", "Weight of a point for a car of which it holds fewer stocks than at the start, for each such share, as a loss."),
        knob("save", "Big cards late", "What a point for a car that it is for costs it early in the race, less and less until the last card."),
        knob("waste", "Wasted points", "What a point for a car that it is against, and that cannot use it, is worth to it."),
        knob("crowd", "Ways for others", "It sends cars that it is not for where so many more ways lie ahead: below 0, into bottlenecks."),
    )
}
RENAMED = {"drive": "special", "spare": "plan"}
KNOBS = (
    *(replace(CHANGED.get(k.name, k), name=RENAMED.get(k.name, k.name)) for k in base.KNOBS),
    Knob(
        name="trade",
        label="Trades",
        help="Of which car it buys stocks; it sells those of which it thinks least.",
        rule="RULES.md, Strategies",
        kind="choice",
        default="hand",
        choices=MANNERS,
        group="Strategy",
    ),
    knob("sight", "Own cards in trades", "Rows that a point in hand for a car counts when it trades by its hand.", 0, 10),
)
NUMBERS = {"worth": 10_000, "hand": 1_000, "shade": 1, "budget": 1, "special": 10_000, "plan": 1, "own": 1, "rival": 0.4, "strike": 1, "claim": 6, "stop": 6}
NUMBERS |= {"sight": 0.5}


def _preset(name: str, idea: str, **given: Any) -> Strategy:
    values = {k.name: k.default for k in KNOBS if k.kind == "choice"} | NUMBERS | given
    parameters = tuple(replace(k, default=values[k.name] if k.kind == "choice" else float(values.get(k.name, 0))) for k in KNOBS)
    return Strategy(name=name, idea=idea, source="topstats", kernel=TRADER, parameters=parameters)


HEURISTICS = (
    _preset("trader", "Buys the car that its row and its own cards speak for, and drives for its stocks."),
    _preset("follower", "As trader, but buys the car in front.", trade="leader", sight=0),
    _preset("insider", "As trader, but trusts its own cards more than the row.", sight=1.5),
    _preset("hedger", "As trader, but spreads its stocks over the three cars in front.", trade="hedge", sight=0),
    _preset("gambler", "As trader, but trades by lot.", trade="random", sight=0),
    _preset("bidder", "As trader, but pays for its seat and its card.", worth=30_000, hand=5_000, special=60_000, starter=20_000),
    _preset("blocker", "As trader, and sends cars that it is not for into bottlenecks.", crowd=-1),
    _preset("burner", "As trader, and plays points where they are lost for cars that it is against.", waste=0.5),
    _preset("striker", "As trader, but lives by sprint and breakdown.", strike=3, special=40_000),
    Strategy(name="random", idea="Any card, any car, any stock; a bid or a pass by the toss of a coin.", source="topstats", kernel=RANDOM),
)

PLAYOUTS = tuple(s for name in ("trader", "insider", "follower", "random") for s in HEURISTICS if s.name == name)  # what a search plays out with
STRATEGIES = (*HEURISTICS, replace(base.SEARCHER, kernel=SEARCH, parameters=search_knobs(PLAYOUTS, 8, 50, 0.1, "10,000")))
