"""The strategies of the two-player version as data: names, ideas, parameters, presets. The kernels stand in policies.py."""

from topstats.core.contract import Knob, Strategy
from topstats.core.search_knobs import search_knobs
from topstats.games.top_pop.strategies import RANDOM, SEARCH, WEIGHTED

RULE = "RULES.md, Two-player version: strategies"


def _weight(name: str, label: str, help: str, default: float, low: float = -10, high: float = 10) -> Knob:
    return Knob(name=name, label=label, help=help, rule=RULE, kind="float", default=default, low=low, high=high, step=0.1, group="Strategy")


def weights(now: float, stake: float, rival: float, majority: float, variety: float, spread: float, seventh: float) -> tuple[Knob, ...]:
    """The knobs of the investor in the order of its parameters, with these defaults."""
    return (
        _weight("now", "Caps now", "Weight of a cap earned by this card.", now),
        _weight("stake", "Caps held", "Weight of the likely value of all caps, one's own less the other's.", stake),
        _weight("rival", "Caps of the other", "How much the other player's caps count against one's own.", rival),
        _weight("majority", "Majority points", "Weight of a company's majority points in its likely rank.", majority),
        _weight("variety", "Variety points", "Weight of a company's variety points in its likely rank.", variety),
        _weight("spread", "Spread", "Points ahead that halve the doubt about a rank at the start of the game.", spread, 0, 50),
        _weight("seventh", "Seventh cards", "Weight of the points that a seventh card adds to its company.", seventh),
    )


HEURISTICS = (
    Strategy(name="greedy", idea="Plays where a card earns the most caps now, whatever the company is worth.", source="topstats, after the Top Pop rulebook",
             kernel=WEIGHTED, parameters=weights(1, 0, 1, 1, 0.1, 30, 0)),
    Strategy(name="investor", idea="Weighs the caps that both players hold by the likely rank of their companies.", source="topstats", kernel=WEIGHTED,
             parameters=weights(2, 1, 1, 1, 0.1, 30, 1)),
    Strategy(name="spoiler", idea="Plays down the companies that pay the other player, rather than up its own.", source="topstats", kernel=WEIGHTED,
             parameters=weights(1, 1, 3, 1, 0.1, 30, 1)),
    Strategy(name="random", idea="Draws each move at random from all legal ones.", source=RULE, kernel=RANDOM),
)  # fmt: skip

PLAYOUT = tuple(s for s in HEURISTICS if s.name in ("greedy", "investor", "random"))  # what a search may play out with

STRATEGIES = (
    *HEURISTICS,
    Strategy(name="search", idea="Tries its likeliest moves in games played to the end, with all that it cannot know dealt anew each time.",
             source="flat Monte Carlo with sequential halving (Karnin, Koren, Somekh 2013)", kernel=SEARCH, parameters=search_knobs(PLAYOUT, 12, 50, 0.02)),
)  # fmt: skip
