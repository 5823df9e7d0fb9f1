"""How the engine asks an own strategy: it is shown what its seat may know, and its answer is checked before it counts."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from topstats.core.contract import Engine
from topstats.core.jit import NotCompiled, address_of, own_kernel, result_of
from topstats.core.rng import HIDDEN, next_word, seed_stream

MOST_LISTED = 1_000_000  # legal moves; where there are more, a strategy that wants the list is refused
FIRST_LISTED = 256
ILLEGAL, NO_SUCH_OPTION, TOO_MANY = 1, 2, 3


class Refused(Exception):
    """Why a function is no strategy."""


class Misplay(Exception):
    """An answer that is no move: one of ILLEGAL, NO_SUCH_OPTION, TOO_MANY, and two numbers that say more."""


@dataclass(frozen=True)
class Asking:
    """The kernel that asks a strategy, and where it stands."""

    kernel: Any
    address: int


@cache  # what was compiled stays: a thread may still be in it
def compiled(function: Callable[..., Any], engine: Engine, dtype: Any) -> Asking:
    """Compile a strategy for the records of an engine. Raises Refused."""
    S, table = np.zeros(1, dtype).view(np.recarray)[0], np.zeros((1, dtype["move"].shape[0]), np.int16)
    wants_list = len(inspect.signature(function).parameters) == 2
    f = own_kernel(function)
    try:
        found = result_of(f, S, *([table] if wants_list else []))
        if wants_list and not re.fullmatch(r"(u?int\d+|Literal\[int\]\(-?\d+\))?", found):
            raise Refused(f"it returns {found}; allowed is a whole number, the row of options that it takes, from 0")
        if not wants_list and found not in ("", "nothing"):
            raise Refused(f"it returns {found}; with S alone it writes S.move and returns nothing (or give it a second argument, options)")
        kernel = _asking(f, wants_list, engine, dtype)
        return Asking(kernel, address_of(kernel, S))
    except NotCompiled as error:
        raise Refused(f"numba cannot compile it: {error}") from None


def _asking(f: Any, wants_list: bool, engine: Engine, dtype: Any) -> Any:
    """A kernel that shows the strategy a twin of S, and leaves S as it was but for the move."""
    redeal, illegal, options = engine.redeal, engine.illegal, engine.options
    record, width = np.dtype((np.record, dtype)), dtype["move"].shape[0]

    def ask(S: Any) -> None:
        twin = np.empty(1, record)
        twin[0] = S
        T = twin[0]
        seed_stream(T.stream, S.key, HIDDEN, S.seat, S.turn * 4096 + S.decision)
        redeal(T, S.seat)  # all that the seat cannot know
        T.key, T.seed, T.deal = next_word(T.stream), 0, 0  # no way back to the deal
        for i in range(4):
            T.stream[i] = S.stream[i]
        T.strategy[:], T.slot[:], T.blunder[:], T.parameter[:] = 0, 0, 0.0, 0.0  # who the others are
        for i in range(width):
            T.move[i] = 0  # what somebody else has just answered
        if wants_list:  # known when this is compiled: only one of the two is
            table = np.empty((FIRST_LISTED, width), np.int16)
            n = options(T, table)
            if n > MOST_LISTED:
                raise Misplay(TOO_MANY, n, MOST_LISTED)
            if n > FIRST_LISTED:
                table = np.empty((n, width), np.int16)
                options(T, table)
            k = np.int64(f(T, table[:n].copy()))  # a copy: what it does to it is its own affair
            if k < 0 or k >= n:
                raise Misplay(NO_SUCH_OPTION, k, n)
            for i in range(width):
                S.move[i] = table[k, i]
        else:
            f(T)
            for i in range(width):
                S.move[i] = T.move[i]
            broken = illegal(S)
            if broken > 0:
                raise Misplay(ILLEGAL, broken, 0)
        S.thinking = len(twin)  # 1 as before; used to the end, the twin is not freed while T points into it

    return own_kernel(ask)
