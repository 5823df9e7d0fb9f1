"""The engine of the mode stocks, put together."""

from typing import Any

from topstats.core.contract import Engine
from topstats.core.machine import blank
from topstats.core.playing import Playing, thinking_apart
from topstats.games.top_race import state
from topstats.games.top_race.stocks import engine, moves, positions, rules, seats, trading, views, words
from topstats.games.top_race.stocks.strategies import SEARCH


def _thinks(S: Any) -> bool:
    """Whether some seat searches."""
    return SEARCH in S["strategy"][: S["players"]]


def _thinking() -> Playing:
    from topstats.games.top_race.stocks.search import PLAYING

    return PLAYING


ENGINE = Engine(
    new=blank(state.STATE, rules.pack),
    deal=seats.deal_stocks,
    step=engine.step,
    advance=engine.PLAYING.advance,
    **thinking_apart(engine.PLAYING, _thinks, _thinking),
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    redeal=trading.redeal_all,
    view=views.view,
    position=views.position,
    restore=positions.restore,
    words=words.words,
    describe=words.describe,
    encode=words.encode,
    reasons=moves.REASONS,
    asks=views.ASKS,
)
