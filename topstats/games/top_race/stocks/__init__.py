"""Stocks, the variant of Top Race in which nobody owns a car and everybody trades stocks of all six. The door: MODE."""

from functools import cache

from topstats.core.contract import Engine, Mode
from topstats.games.top_race.columns import SPACE_SUMS
from topstats.games.top_race.rules import CAR, RACE
from topstats.games.top_race.stocks import rules
from topstats.games.top_race.stocks.columns import COLUMNS
from topstats.games.top_race.stocks.strategies import STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine of the mode (imported late: it brings the compiler)."""
    from topstats.games.top_race.stocks.build import ENGINE

    return ENGINE


NO_TIPS = "tips do not go with stocks; allowed is mode tips alone (rule TR-43)."
MODE = Mode(
    name="stocks",
    label="Stocks",
    idea="Nobody owns a car: seats are auctioned, and everybody trades stocks of all six cars in secret.",
    players=(2, 3, 4, 5, 6),
    default_players=4,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="trader",
    engine=load_engine,
    check=rules.check,
    sums=SPACE_SUMS,
    axes={"auction": rules.SEAT_AUCTION, "car": CAR, "race": RACE},
    assumptions=("Players are strategies, not people: shares hold for the strategies named.",),
    refused={
        "tip_table": NO_TIPS,
        "tip_stop": NO_TIPS,
        "fixed_price": "with stocks no car is sold; what the last seat costs is last_seat (rule TR-52).",
        "debts": "with stocks nobody is ever forced to pay more than it has (rule TR-08).",
    },
    seats_have_colours=False,
)
