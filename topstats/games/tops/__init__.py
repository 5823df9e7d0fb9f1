"""Tops: everybody at once places discs on three spinning tops. The door of the room: GAME."""

from functools import cache

from topstats.core.contract import Engine, Game, Mode
from topstats.games.tops import rules
from topstats.games.tops.columns import COLUMNS
from topstats.games.tops.strategies import STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine of the game (imported late: it brings the compiler)."""
    from topstats.games.tops.build import ENGINE

    return ENGINE


ASSUMPTIONS = (
    "Hands, eyes and tops are a model with assumed numbers: pauses, reach, sure hands, spin times (RULES.md, Model).",
    "The players see tops, cards and discs without fail unless told to mix them up: real tables have more rounds without a winner.",
    "The ten objectives are reconstructed: all ways to choose three of three colours (TS-02).",
)

BASE = Mode(
    name="base",
    label="Base game",
    idea="Three tops, ten objectives, discs from every hand at once.",
    players=(2, 3, 4),
    default_players=4,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="planner",
    engine=load_engine,
    check=rules.check,
    axes={"picture": rules.PICTURE, "round": rules.ROUND},
    assumptions=ASSUMPTIONS,
    seats_have_colours=False,
    turn_word="round",
    is_real_time=True,
)

GAME = Game(
    name="tops",
    label="Tops",
    question="Is waiting worth it?",
    idea="2 to 4 players · discs on spinning tops, in real time",
    modes=(BASE,),
    rules_file="games/tops/RULES.md",
)
