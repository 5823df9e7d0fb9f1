"""Top It: name terms against the clock and stack pins on letters. The door of the room: GAME."""

from functools import cache

from topstats.core.contract import Engine, Game, Mode
from topstats.games.top_it import rules
from topstats.games.top_it.columns import COLUMNS
from topstats.games.top_it.strategies import STRATEGIES


@cache
def load_engine() -> Engine:
    """The machine (imported late: it brings the compiler)."""
    from topstats.games.top_it.build import ENGINE

    return ENGINE


ASSUMPTIONS = (
    "Which word comes to whom, and when, is a model (RULES.md, The model): what carries the result are how many terms a topic has and how far people know "
    "the same ones (zipf, vocab_spread, the terms and think_s of the topics), then how far people differ (person_spread) and how uneven a topic's letters are "
    "(letter_evenness).",
    "Which 18 letters have a tile is not printed: the commonest of the language (TI-02).",
)

BASE = Mode(
    name="base",
    label="Base game",
    idea="Name terms that fit the topic, pin their first letters, make rows on top.",
    players=(2, 3, 4, 5, 6),
    default_players=4,
    knobs=rules.KNOBS,
    columns=COLUMNS,
    strategies=STRATEGIES,
    default_strategy="rows",
    engine=load_engine,
    check=rules.check,
    axes={"letter": rules.LETTER},
    turn_word="round",
    is_real_time=True,
    assumptions=ASSUMPTIONS,
)

GAME = Game(
    name="top_it",
    label="Top It",
    question="Do the letters decide?",
    idea="2 to 6 players or teams · words, pins, rows of three, one minute",
    modes=(BASE,),
    rules_file="games/top_it/RULES.md",
)
