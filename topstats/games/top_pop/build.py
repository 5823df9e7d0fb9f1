"""The engine of Top Pop's base game and lite, put together."""

from typing import Any

from topstats.core.contract import Engine
from topstats.core.machine import blank
from topstats.core.playing import Playing, thinking_apart
from topstats.games.top_pop import engine, moves, rules, state, views, words
from topstats.games.top_pop.strategies import SEARCH


def _thinks(S: Any) -> bool:
    """Whether some seat searches."""
    return SEARCH in S["strategy"][: S["players"]]


def _thinking() -> Playing:
    from topstats.games.top_pop.search import PLAYING

    return PLAYING


ENGINE = Engine(
    new=blank(state.STATE, rules.pack),
    deal=state.deal,
    step=engine.step,
    advance=engine.PLAYING.advance,
    **thinking_apart(engine.PLAYING, _thinks, _thinking),
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    redeal=state.redeal,
    view=views.view,
    position=views.position,
    restore=views.restore,
    words=words.words,
    describe=words.describe,
    encode=words.encode,
    reasons=moves.REASONS,
    asks=moves.ASKS,
)
