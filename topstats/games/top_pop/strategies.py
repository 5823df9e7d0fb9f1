"""The strategies of Top Pop as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from topstats.core.contract import Knob, Strategy

RANDOM, WEIGHTED = 0, 1


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


def weights(
    majority: float, variety: float, deny: float, cap: float, gift: float, cushion: int, own: float, other: float, key: float, show: float, home: float
) -> tuple[Knob, ...]:
    """The knobs of the weighted player in the order of its parameters, with these defaults."""
    return (
        _weight("majority", "Majority points", "Weight of a point from most cards of a city.", majority),
        _weight("variety", "Variety points", "Weight of a point from one more city.", variety),
        _weight("deny", "Denied points", "Weight of a point taken from the leader of a card.", deny),
        _weight("cap", "Cost of a cap", "What a cap laid on a card costs.", cap),
        _weight("gift", "Cost of a cap given", "What a cap costs that goes to the player in front of whom the card lies.", gift),
        _weight("cushion", "Caps to spare", "Caps added beyond the smallest stack.", cushion, 0, 10, "int"),
        _weight("own", "Own caps", "Worth of a cap of its own colour, the first one.", own),
        _weight("other", "Other caps", "Worth of a cap of another colour, the first one.", other),
        _weight("key", "Caps that open a card", "Worth of a leader's cap, per point of the best card that it opens.", key),
        _weight("show", "Cards it places", "1: places the cards it gains most from; -1: the least.", show),
        _weight("home", "Placing at home", "Worth of placing in front of itself.", home),
    )


STRATEGIES = (
    Strategy(
        name="greedy",
        idea="Takes the most points it can get now, with the fewest caps.",
        source="topstats, after the Top Pop rulebook",
        kernel=WEIGHTED,
        parameters=weights(1, 1, 0, 0.5, 0, 0, 2, 0.5, 0, 1, 0.5),
    ),
    Strategy(
        name="weighted",
        idea="Values points, caps and denial by weights of your choice; the defaults were found by search against itself and greedy.",
        source="topstats",
        kernel=WEIGHTED,
        parameters=weights(1, 0.5, 0, 0.4, 0, 0, 2, 0.4, 0.1, 0.4, 1),
    ),
    Strategy(name="random", idea="Draws each move at random from a described set of legal ones.", source="RULES.md, section Strategies", kernel=RANDOM),
)
