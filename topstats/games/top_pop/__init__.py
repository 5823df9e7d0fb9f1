"""Top Pop: bid with bottle caps for city cards. The door of the room: GAME."""

from dataclasses import replace
from functools import cache

from topstats.core.contract import Engine, Game, Mode
from topstats.games.top_pop import rules
from topstats.games.top_pop.columns import COLUMNS
from topstats.games.top_pop.strategies import STRATEGIES
from topstats.games.top_pop.two_player import MODE as TWO_PLAYER


@cache
def load_engine() -> Engine:
    """The machine of the base game and of lite (imported late: it brings the compiler)."""
    from topstats.games.top_pop.build import ENGINE

    return ENGINE


ASSUMPTIONS = (
    "The numbers of cards of St. Louis, New York, San Francisco and Las Vegas are reconstructed (TP-01).",
    "Players are strategies, not people: shares hold for the strategies named.",
)

BASE = Mode(
    name="base",
    label="Base game",
    idea="Place city cards, collect caps, outbid each other's stacks.",
    players=(2, 3, 4, 5),
    default_players=4,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="greedy",
    engine=load_engine,
    check=rules.check,
    axes={"city": rules.CITY},
    assumptions=ASSUMPTIONS,
)

LITE = replace(BASE, name="lite", label="Lite", idea="No hands, no leader's cap, five cards end the game.", knobs=rules.LITE_KNOBS)

GAME = Game(
    name="top_pop",
    label="Top Pop",
    question="Is it fair to sit first?",
    idea="2 to 5 players · caps, cities, hidden night cards",
    modes=(BASE, LITE, TWO_PLAYER),
    rules_file="games/top_pop/RULES.md",
)
