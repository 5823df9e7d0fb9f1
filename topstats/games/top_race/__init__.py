"""Top Race: cars at auction, races by cards. The door of the room: GAME."""

from dataclasses import replace
from functools import cache

from topstats.core.contract import Engine, Game, Mode
from topstats.games.top_race import rules
from topstats.games.top_race.columns import COLUMNS, SPACE_SUMS, TIPS_COLUMNS
from topstats.games.top_race.stocks import MODE as STOCKS
from topstats.games.top_race.strategies import STRATEGIES, TIPS_STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine of the game (imported late: it brings the compiler)."""
    from topstats.games.top_race.build import ENGINE

    return ENGINE


ASSUMPTIONS = ("Players are strategies, not people: shares hold for the strategies named.",)  # beside what track, deck and tip table say of themselves

ALIKE = (
    "Players who all back the car in front (racer and most others) are paid alike by tips: what tips decide shows with others at the table "
    "(patriot, contrarian, hedger, random)."
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
    axes={"auction": rules.AUCTION, "car": rules.CAR, "race": rules.RACE},
    sums=SPACE_SUMS,
    assumptions=ASSUMPTIONS,
    seats_have_colours=False,
)

TIPS = replace(
    BASE,
    name="tips",
    label="Tips",
    idea="As the base game, and everybody backs three cars in secret.",
    knobs=rules.TIPS_KNOBS,
    columns=TIPS_COLUMNS,
    strategies=TIPS_STRATEGIES,
    assumptions=(*ASSUMPTIONS, ALIKE),
)

GAME = Game(
    name="top_race",
    label="Top Race",
    question="What is a car worth?",
    idea="2 to 6 players · six cars at auction, cards that move them all",
    modes=(BASE, TIPS, STOCKS),
    rules_file="games/top_race/RULES.md",
)
