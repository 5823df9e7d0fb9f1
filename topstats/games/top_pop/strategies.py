"""The strategies of Top Pop as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from topstats.core.contract import Knob, Strategy
from topstats.core.search_knobs import search_knobs

RANDOM, WEIGHTED, SEARCH = 0, 1, 2


def _weight(name: str, label: str, help: str, default: float, low: float = -10, high: float = 10, kind: str = "float") -> Knob:
    return Knob(
        name=name,
        label=label,
        help=help,
        rule="RULES.md, Strategies",
        kind=kind,
        default=default,
        low=low,
        high=high,
        step=1 if kind == "int" else 0.1,
        group="Strategy",
    )


GREEDY = {"majority": 1, "variety": 1, "cap": 0.5, "own": 2, "other": 0.5, "show": 1, "home": 0.5}  # the others are 0


def weights(**given: float) -> tuple[Knob, ...]:
    """The knobs of the weighted player in the order of its parameters; what is not given has the default of greedy."""
    default = dict.fromkeys(("deny", "gift", "cushion", "key", "card", "contest", "hurt", "night", "early", "rent"), 0) | GREEDY | given
    return (
        _weight("majority", "Majority points", "Weight of a point from most cards of a city.", default["majority"]),
        _weight("variety", "Variety points", "Weight of a point from one more city.", default["variety"]),
        _weight("deny", "Denied points", "Weight of a point taken from the leader of a card.", default["deny"]),
        _weight("cap", "Cost of a cap", "What a cap laid on a card costs.", default["cap"]),
        _weight("gift", "Cost of a cap given", "What a cap costs that goes to the player in front of whom the card lies.", default["gift"]),
        _weight("cushion", "Caps to spare", "Caps added beyond the smallest stack.", default["cushion"], 0, 10, "int"),
        _weight("own", "Own caps", "Worth of a cap of its own colour, the first one.", default["own"]),
        _weight("other", "Other caps", "Worth of a cap of another colour, the first one.", default["other"]),
        _weight("key", "Caps that open a card", "Worth of a leader's cap, per point of the best card that it opens.", default["key"]),
        _weight("show", "Cards it places", "1: places the cards it gains most from; -1: the least.", default["show"]),
        _weight("home", "Placing at home", "Worth of placing in front of itself.", default["home"]),
        _weight("card", "Any card", "Worth of a card as such, which brings the end nearer.", default["card"]),
        _weight("contest", "Cost of outbidding", "What it costs to bid on a card that another leads.", default["contest"]),
        _weight("hurt", "Denied to the first", "Weight of a point taken from the leader of a card who is ahead in points.", default["hurt"]),
        _weight("night", "Night cards", "Worth of a night card whose city it knows, to bid on and to place.", default["night"]),
        _weight("early", "Saving early", "What a cap costs more at the start, less and less towards the end.", default["early"]),
        _weight("rent", "Rent", "Weight of each cap it would receive from the stack that leads in front of itself.", default["rent"]),
    )


def _preset(name: str, idea: str, **given: float) -> Strategy:
    return Strategy(name=name, idea=idea, source="topstats", kernel=WEIGHTED, parameters=weights(**given))


HEURISTICS = (
    Strategy(
        name="greedy",
        idea="Takes the most points it can get now, with the fewest caps.",
        source="topstats, after the Top Pop rulebook",
        kernel=WEIGHTED,
        parameters=weights(),
    ),
    _preset(
        "weighted",
        "Values points, caps and denial by weights of your choice; the defaults were found by search against itself and greedy.",
        variety=0.5, cap=0.4, other=0.4, key=0.1, show=0.4, home=1,
    ),
    _preset("expert", "Weighs everything; its weights were found by an optimiser against greedy and weighted.",
            variety=0.31, deny=-0.12, cap=0.61, own=2.6, other=0.13, key=0.27, show=0.6, home=2.46, card=2.5, contest=-0.07, hurt=0.1, night=0.63,
            early=1.73, rent=0.86),
    _preset("majority_hunter", "Bids for the cities of which it already has most.",
            majority=1.5, variety=0.3, cap=0.19, own=2.48, other=0.12, key=0.17, show=-0.07, home=0.75),
    _preset("variety_collector", "Bids for cities that it does not have yet.",
            majority=0.3, cap=0.16, own=2.2, other=0.62, key=0.01, show=1.36, home=0.77),
    _preset("bargain_bidder", "Bids where nobody leads and one cap is enough.",
            cap=0.43, own=2.96, other=0.52, key=0.1, show=0.28, home=2.32, contest=1.5),
    _preset("raider", "Outbids where it takes points from the seat that is ahead.",
            deny=0.05, cap=0.42, own=2.32, other=0.6, key=0.03, show=0.54, home=1.21, hurt=0.6),
    _preset("hoarder", "Saves its caps at first and strikes late.",
            cap=0.98, own=2.47, other=0.53, key=0.06, show=1.29, home=1.4, card=1.03, early=1),
    _preset("landlord", "Places in front of itself and leaves the stacks there that pay it.",
            cap=0.24, own=1.47, other=0.36, key=0.06, show=1.01, home=3, rent=0.7),
    _preset("partner", "Places in front of others, for the second cap.",
            cap=0.37, own=2.43, show=0.05, home=0),
    _preset("rusher", "Drives to the end: any card is welcome.",
            cap=0.59, own=1.54, other=0.33, key=0.03, show=0.05, home=0.81, card=1),
    _preset("night_owl", "Prefers night cards and keeps them in front of itself, where only it knows them.",
            majority=1.53, cap=0.6, own=3.93, other=0.6, key=0.13, show=0.54, home=3, night=1),
    Strategy(name="random", idea="Draws each move at random from a described set of legal ones.", source="RULES.md, section Strategies", kernel=RANDOM),
)  # fmt: skip

PLAYOUT = tuple(s for s in HEURISTICS if s.name in ("greedy", "weighted", "expert", "random"))  # what a search may play out with


STRATEGIES = (
    *HEURISTICS,
    Strategy(
        name="search",
        idea="Tries its likeliest moves in games played to the end, with all that it cannot know dealt anew each time.",
        source="flat Monte Carlo with sequential halving (Karnin, Koren, Somekh 2013)",
        kernel=SEARCH,
        parameters=search_knobs(PLAYOUT, 8, 50, 0.02),
    ),
)
