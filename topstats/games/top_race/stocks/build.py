"""The engine of the mode stocks, put together."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from topstats.core.contract import Engine
from topstats.games.top_race import state
from topstats.games.top_race.stocks import engine, moves, policies, positions, rules, seats, trading, views, words
from topstats.games.top_race.stocks.strategies import SEARCH


def new(rule_values: Mapping[str, Any], players: int) -> Any:
    """A recarray of one state record with the rules packed and nothing dealt."""
    states = np.zeros(1, state.STATE).view(np.recarray)
    rules.pack(states[0], rule_values, players)
    states[0].entry[:] = np.arange(len(states[0].entry))
    return states


def _machine(S: Any) -> Any:
    """Where choose, trace and play_many stand: apart where a seat searches, so that nobody else waits for that to compile."""
    if SEARCH not in S["strategy"][: S["players"]]:
        return engine
    from topstats.games.top_race.stocks import search

    return search


def choose(S: Any) -> None:
    machine = _machine(S)
    (policies.choose if machine is engine else machine.choose_here)(S)


def trace(S: Any, out: Any) -> int:
    return int(_machine(S).trace(S, out))


def play_many(S: Any, *blocks_and_budget: Any) -> None:
    _machine(S).play_many(S, *blocks_and_budget)


ENGINE = Engine(
    new=new,
    deal=seats.deal_stocks,
    step=engine.step,
    advance=engine.advance,
    choose=choose,
    apply=moves.apply,
    illegal=moves.illegal,
    options=moves.options,
    trace=trace,
    play_many=play_many,
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
