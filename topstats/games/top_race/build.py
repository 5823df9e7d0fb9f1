"""The engine of Top Race, put together."""

from typing import Any

from topstats.core.contract import Engine
from topstats.core.machine import blank
from topstats.core.playing import Playing, thinking_apart
from topstats.games.top_race import engine, moves, policies, positions, rules, state, views, words
from topstats.games.top_race.strategies import BY_RACES, DRIVER, SEARCH


def _thinks(S: Any) -> bool:
    """Whether some seat plays races in its head."""
    strategy, value = S["strategy"][: S["players"]], S["parameter"][: S["players"], policies.VALUE]
    return SEARCH in strategy or bool(((strategy == DRIVER) & (value == BY_RACES)).any())


def _thinking() -> Playing:
    from topstats.games.top_race.search import PLAYING

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
    restore=positions.restore,
    words=words.words,
    describe=words.describe,
    encode=words.encode,
    reasons=moves.REASONS,
    asks=moves.ASKS,
)
