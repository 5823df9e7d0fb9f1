"""The two-player version of Top Pop: two consultants serve the same four companies. The door: MODE."""

from functools import cache

from topstats.core.contract import Engine, Mode
from topstats.games.top_pop.two_player import rules
from topstats.games.top_pop.two_player.columns import COLUMNS
from topstats.games.top_pop.two_player.strategies import STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine of the two-player version (imported late: it brings the compiler)."""
    from topstats.games.top_pop.two_player.build import ENGINE

    return ENGINE


MODE = Mode(
    name="two_player",
    seats_have_colours=False,
    label="Two-player version",
    idea="Two consultants serve four companies and earn their caps; the best companies' caps are worth most.",
    players=(2,),
    default_players=2,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="greedy",
    engine=load_engine,
    check=rules.check,
    axes={"company": rules.COMPANY},
    refused={"city_powers": "city powers do not go with the two-player version; allowed is without them, or mode base or lite (rule TP-50)."},
    assumptions=(
        "The numbers of cards of St. Louis, New York, San Francisco and Las Vegas are reconstructed (TP-01).",
        "The rulebook says two things about the cards laid at the start (TP-44); by default they are extra.",
        "Players are strategies, not people: shares hold for the strategies named.",
    ),
)
