"""The strategies of Tops as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from typing import Any

from topstats.core.contract import Knob, Strategy
from topstats.games.tops.rules import HANDS

RANDOM, PLANNER = 0, 1
NEAREST, EITHER, STEADY = 0, 1, 2  # plans
SCARCEST, DENY, BY_LOT = 0, 1, 2  # what to take

_RULE, _GROUP = "RULES.md, Strategies", "Strategy"
_HANDS = Knob(name="hands", label="Hands", help="How fast and how sure the hands are; the numbers are model settings.", rule="RULES.md, Model", kind="choice",
              default="casual", choices=tuple((h, h) for h in HANDS), group=_GROUP)  # fmt: skip


def _number(name: str, label: str, help: str, default: float, high: float, kind: str = "float", step: float = 0.5, unit: str = "") -> Knob:
    return Knob(name=name, label=label, help=help, rule=_RULE, kind=kind, default=default, low=0, high=high, step=step, unit=unit, group=_GROUP)


def _choice(name: str, label: str, help: str, default: str, *choices: tuple[str, str]) -> Knob:
    return Knob(name=name, label=label, help=help, rule=_RULE, kind="choice", default=default, choices=choices, group=_GROUP)


def plan(**given: Any) -> tuple[Knob, ...]:
    """The knobs of the planner in the order of its parameters; what is not given has its default."""
    value: dict[str, Any] = {"plan": "nearest", "wait": 6, "reserve": 99, "defend": False, "take": "scarcest", "blind": 0} | given
    return (
        _HANDS,
        _choice("plan", "Plays for", "Which of its objectives it plays for.", value["plan"], ("nearest", "the one with the fewest discs to change"),
                ("either", "any possible one, by lot at each look"), ("steady", "the one it drew by lot in this round, while that is possible")),
        _number("wait", "Seconds left", "Places a disc on a top when it thinks that the top has at most so many seconds left.", value["wait"], 600, unit="s"),
        _number("reserve", "Reserve", "Places at once, however long the top still spins, while it holds more discs than this.", value["reserve"], 200, "int", 1,
                "discs"),
        Knob(name="defend", label="Defends", help="With no objective possible, covers a colour late.", rule=_RULE, kind="bool", default=value["defend"],
             group=_GROUP),
        _choice("take", "Takes", "Which disc it takes when they are shared out.", value["take"], ("scarcest", "the colour of which it has fewest"),
                ("deny", "the colour of which fewest are left to take"), ("random", "any colour, by lot")),
        _number("blind", "Mixes up", "Share of its discs that go on any moving top in any colour.", value["blind"], 1, step=0.05),
    )  # fmt: skip


def _preset(name: str, idea: str, **given: Any) -> Strategy:
    return Strategy(name=name, idea=idea, source="topstats", kernel=PLANNER, parameters=plan(**given))


STRATEGIES = (
    Strategy(
        name="planner",
        idea="Plays for the nearer of its objectives, a disc at a time, on tops that seem to have six seconds left.",
        source="topstats, after the tips of the Tops rulebook",
        kernel=PLANNER,
        parameters=plan(),
    ),
    _preset("early", "Plays for the nearer of its objectives from the first second on.", wait=600),
    _preset("last_moment", "Waits until a top seems to have two and a half seconds left.", wait=2.5),
    _preset("either", "Plays for any objective that is possible, now one, now the other.", plan="either"),
    _preset("steady", "Draws one of its objectives by lot and keeps to it while it can.", plan="steady"),
    _preset("defender", "When its objectives are lost, it covers what the others have built.", defend=True),
    _preset("denier", "Takes the colour of which fewest are left, whatever it has itself.", take="deny"),
    _preset("careless", "Takes any disc and mixes up one in five.", take="random", blind=0.2),
    Strategy(
        name="random",
        idea="Puts any colour on any moving top whenever it looks.",
        source="RULES.md, section Strategies",
        kernel=RANDOM,
        parameters=(_HANDS,),
    ),
)
