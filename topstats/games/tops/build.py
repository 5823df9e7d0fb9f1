"""The engine of Tops, put together."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import Engine
from topstats.games.tops import engine, moves, policies, rules, state, views, words


def new(rule_values: Mapping[str, Any], players: int) -> Any:
    """A recarray of one state record with the rules packed and nothing dealt."""
    states = np.zeros(1, state.STATE).view(np.recarray)
    rules.pack(states[0], rule_values, players)
    states[0].entry[:] = np.arange(len(states[0].entry))
    return states


ENGINE = Engine(
    new=new,
    deal=state.deal,
    step=engine.step,
    advance=engine.advance,
    choose=policies.choose,
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    trace=engine.trace,
    play_many=engine.play_many,
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
