"""The engine of the mode stocks, put together."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import Engine
from topstats.games.top_race import state
from topstats.games.top_race.stocks import engine, moves, policies, positions, rules, seats, trading, views, words


def new(rule_values: Mapping[str, Any], players: int) -> Any:
    """A recarray of one state record with the rules packed and nothing dealt."""
    states = np.zeros(1, state.STATE).view(np.recarray)
    rules.pack(states[0], rule_values, players)
    states[0].entry[:] = np.arange(len(states[0].entry))
    return states


def trace(S: Any, out: Any) -> int:
    return int(engine.trace(S, out))


ENGINE = Engine(
    new=new,
    deal=seats.deal_stocks,
    step=engine.step,
    advance=engine.advance,
    choose=policies.choose,
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    trace=trace,
    play_many=engine.play_many,
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
