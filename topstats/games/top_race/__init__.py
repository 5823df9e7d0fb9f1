"""Top Race: cars at auction, races by cards. The door of the room: GAME."""

from functools import cache

from topstats.core.contract import Engine, Game, Mode
from topstats.games.top_race import rules
from topstats.games.top_race.columns import COLUMNS
from topstats.games.top_race.strategies import STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine of the game (imported late: it brings the compiler)."""
    from topstats.games.top_race.build import ENGINE

    return ENGINE


ASSUMPTIONS = (
    "Tracks and speed cards are reconstructed from relatives of the game, not the printed ones (TR-02, TR-60).",
    "Players are strategies, not people: shares hold for the strategies named.",
)

BASE = Mode(
    name="base",
    label="Base game",
    idea="Six cars go under the hammer, then everybody's cards move everybody's cars.",
    players=(2, 3, 4, 5, 6),
    default_players=4,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="racer",
    engine=load_engine,
    check=rules.check,
    axes={"auction": rules.AUCTION, "car": rules.CAR},
    assumptions=ASSUMPTIONS,
    seats_have_colours=False,
)

GAME = Game(
    name="top_race",
    label="Top Race",
    question="What is a car worth?",
    idea="2 to 6 players · six cars at auction, cards that move them all",
    modes=(BASE,),
    rules_file="games/top_race/RULES.md",
)
