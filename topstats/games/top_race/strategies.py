"""The strategies of Top Race as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from dataclasses import replace
from typing import Any

from topstats.core.contract import Knob, Strategy
from topstats.core.search_knobs import search_knobs

RANDOM, DRIVER, SEARCH = 0, 1, 2
BY_HAND, BY_RACES, BY_CASH = 0, 1, 2  # the choices of `value`


def knob(name: str, label: str, help: str, low: float = -10, high: float = 10, step: float = 0.1) -> Knob:
    return Knob(name=name, label=label, help=help, rule="RULES.md, Strategies", kind="float", low=low, high=high, step=step, group="Strategy")


# The order is that of the constants in policies.py.
KNOBS = (
    knob("worth", "Worth of a car", "What it thinks any car is worth, in money.", 0, 1_000_000, 10_000),
    knob("hand", "Worth of a point", "What a point in hand for a car, above the average car, adds to its worth.", 0, 100_000, 1_000),
    knob("shade", "Share bid", "The share of its worth that it bids up to; 1 is truthful.", 0, 3),
    knob("budget", "Budget", "The share of its cash that one car may cost.", 0, 1),
    knob("jump", "Opening jump", "The share of its limit with which it opens.", 0, 1),
    knob("patience", "Patience", "The share of its limit that it holds back at the first auction, less and less until the last.", 0, 1),
    knob("starter", "Worth of starting", "What the first auction is worth more, because its winner starts the race.", 0, 500_000, 10_000),
    knob("drive", "Driving up", "It bids others up as long as the price is below this share of what the car is worth to it.", 0, 2),
    knob("spare", "Second car", "The share of its limit that it bids when it owns a car already.", 0, 2),
    knob("own", "Own points", "Weight of a point for a car of its own."),
    knob("rival", "Others' points", "Weight of a point for a car of another, as a loss."),
    knob("save", "Big cards late", "What a point of its own costs it early in the race, less and less until the last card."),
    knob("strike", "Sprint and breakdown", "Weight of a row by which a car catches up or is held back."),
    knob("waste", "Wasted points", "What a point for a car that cannot use it is worth to it."),
    knob("crowd", "Ways for others", "It sends cars of others where so many more ways lie ahead: below 0, into bottlenecks."),
    knob("claim", "Claims", "With pit stops: it claims a card that would be worth at least so much to play.", -100, 100, 1),
    knob("stop", "Pit stops", "With pit stops: while it has cards it stops for one that is worth at least so much, and more than those.", -100, 100, 1),
)
VALUE = Knob(
    name="value",
    label="Values cars by",
    help="What a car is worth to it: by its cards, by the prizes of quick races on cards dealt anew, or by the money that it has.",
    rule="RULES.md, Strategies",
    kind="choice",
    default="hand",
    choices=(("hand", "worth and points in hand"), ("playouts", "prizes in quick races"), ("cash", "the budget's share of its cash")),
    group="Strategy",
)
TIPS_KNOBS = (
    Knob(
        name="tip",
        label="Tips",
        help="Which car it backs when a tip line is passed.",
        rule="RULES.md, Strategies",
        kind="choice",
        default="favourite",
        choices=(("favourite", "the car in front"), ("own", "its own best car"), ("contrarian", "the second car"), ("hedge", "the k-th car for tip k")),
        group="Strategy",
    ),
    knob("back", "Backed cars", "Weight of a point for a car, for each tip with which it backs it."),
)

TRUTHFUL = {"worth": 65_000, "hand": 4_000, "shade": 1, "budget": 1, "spare": 1, "own": 1, "strike": 1, "claim": 6, "stop": 6}


def _parameters(value: str = "hand", **given: float) -> tuple[Knob, ...]:
    return (*(replace(k, default=float((TRUTHFUL | given).get(k.name, 0))) for k in KNOBS), replace(VALUE, default=value))


def _tipping(strategy: Strategy, tip: str = "favourite", back: float = 0.3) -> Strategy:
    """The strategy with the knobs of tips."""
    knobs = (replace(TIPS_KNOBS[0], default=tip), replace(TIPS_KNOBS[1], default=back))
    return replace(strategy, parameters=(*strategy.parameters, *knobs)) if strategy.parameters else strategy


def _preset(name: str, idea: str, **given: Any) -> Strategy:
    return Strategy(name=name, idea=idea, source="topstats", kernel=DRIVER, parameters=_parameters(**given))


HEURISTICS = (
    _preset("driver", "Plays the card with the most points for its own cars; bids what its hand says, truthfully."),
    _preset("racer", "Plays for the advance of its own cars over the others; bids truthfully.", rival=0.4),
    _preset("expert", "As racer with an eye on blockages, and bids three quarters of what a car is worth.", rival=0.4, waste=1, strike=2, shade=0.75),
    _preset("shader", "As racer, but bids only seven tenths of what a car is worth to it.", rival=0.4, shade=0.7),
    _preset("flat", "As racer, but thinks every car worth the same.", rival=0.4, hand=0),
    _preset("careful", "As racer, but spends at most half of its cash on a car.", rival=0.4, budget=0.5),
    _preset("early", "As racer, but opens high.", rival=0.4, jump=0.8),
    _preset("bargain", "As racer, but waits for the last cars.", rival=0.4, patience=0.6),
    _preset("driver_up", "As racer, but drives the price up for others.", rival=0.4, drive=0.6, spare=0.5),
    _preset("starter", "As racer, but pays for the first seat.", rival=0.4, starter=50_000),
    _preset("saver", "As racer, but keeps its big cards for the end.", rival=0.4, save=0.2),
    _preset("burner", "As racer, and plays the points of others where they are lost.", rival=0.4, waste=1),
    _preset("blocker", "As racer, and sends others into bottlenecks.", rival=0.4, crowd=-1),
    _preset("appraiser", "As racer, but a car is worth what it wins in quick races that it thinks up.", rival=0.4, value="playouts"),
    _preset("spender", "As racer, but any car is worth two fifths of the money it has.", rival=0.4, value="cash", budget=0.4),
    _preset("striker", "As racer, but lives by sprint and breakdown.", rival=0.4, strike=3),
    Strategy(
        name="random",
        idea="Any card, any car, any way; a bid or a pass by the toss of a coin.",
        source="topstats",
        kernel=RANDOM,
    ),
)

RACER = next(s for s in HEURISTICS if s.name == "racer")
PLAYOUTS = tuple(_tipping(next(s for s in HEURISTICS if s.name == name)) for name in ("racer", "driver", "expert", "random"))  # what a search plays out with
SEARCHER = Strategy(
    name="search",
    idea="Tries its likeliest moves in games played to the end, with all that it cannot know dealt anew each time.",
    source="flat Monte Carlo with sequential halving (Karnin, Koren, Somekh 2013)",
    kernel=SEARCH,
    parameters=search_knobs(PLAYOUTS, 8, 50, 0.1, "10,000"),
)

STRATEGIES = (*HEURISTICS, SEARCHER)
TIPS_STRATEGIES = (
    *(_tipping(strategy) for strategy in HEURISTICS),
    _tipping(replace(RACER, name="patriot", idea="As racer, and backs its own best car."), "own"),
    _tipping(replace(RACER, name="contrarian", idea="As racer, and backs the second car."), "contrarian"),
    _tipping(replace(RACER, name="hedger", idea="As racer, and backs a different car with each tip."), "hedge"),
    SEARCHER,
)
