"""How games are played on: traced, and many in a row. Written once, and made into kernels of a room from those that the room gives."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from topstats.core.jit import room_kernel, shared_kernel
from topstats.core.machine import NOTHING, end_unit, seat_players

STEPS = 64  # what a game that is played in a head counts for in the budget of play_many


class Playing(NamedTuple):
    """Kernels of a room: `choose`, `advance`, `trace` and `play_many` as Engine has them; begin_game(S) seats the players of the next game and deals."""

    choose: Any
    advance: Any
    trace: Any
    play_many: Any
    begin_game: Any


@shared_kernel
def note_nothing(S, sums):
    """For a room without sums."""


def playing(room: str, *, deal: Any, step: Any, choose: Any, apply: Any, write_rows: Any, note: Any = note_nothing, mind: Any = None) -> Playing:
    """The kernels of a room that play its games on, made from its own kernels.

    room : the name of the module that has them. deal, step, choose, apply : as in Engine. write_rows(S, i, *blocks) : the rows of a game that is over.
    note(S, sums) : count what has just happened, S.event, into sums[0]; asked only if there are sums with entries.
    mind : the dtype of a record, for seats that play games in their heads: choose(S, pair) then gets two such records to think with, and returns how
        many it played.
    """
    kernel = room_kernel(room)

    if mind is None:
        choose_here, mind = choose, np.dtype(np.int8)

        @kernel
        def decide(S, pair):
            choose(S)
            return np.int64(0)

    else:
        decide = choose

        @kernel
        def choose_here(S):
            decide(S, np.zeros(2, mind))

    @kernel
    def advance(S):
        while S.ask == 0 and S.over == 0:
            step(S)

    @kernel
    def trace(S, out):
        n, pair = 0, np.zeros(2, mind)
        while S.over == 0 and n < out.shape[0]:
            S.event = NOTHING
            if S.ask > 0:
                decide(S, pair)
                apply(S)
            else:
                step(S)
            if S.event != NOTHING:
                out[n] = S
                n += 1
        return n

    @kernel
    def begin_game(S):
        seat_players(S)
        deal(S)
        S.dealt = 1

    @kernel
    def play_many(S, blocks, sums, budget):
        spent, pair, has_sums = np.int64(0), np.zeros(2, mind), sums.shape[2] > 0
        while S.next_game < S.stop_game:
            if S.dealt == 0:
                begin_game(S)
            while S.over == 0:
                if spent >= budget:
                    return
                spent += 1
                S.event = NOTHING
                if S.ask > 0:
                    spent += STEPS * decide(S, pair)
                    apply(S)
                else:
                    step(S)
                if has_sums and S.event != NOTHING:
                    note(S, sums)
            write_rows(S, S.next_game - S.first_game, *blocks)
            if has_sums:
                end_unit(S, sums)
            S.dealt = 0
            S.next_game += 1

    return Playing(choose_here, advance, trace, play_many, begin_game)


def thinking_apart(plain: Playing, thinks: Callable[[Any], bool], load: Callable[[], Playing]) -> dict[str, Callable[..., Any]]:
    """choose, trace and play_many of an Engine: those of `load()` where some seat thinks, `thinks(S)`, so that nobody else waits for them to compile."""

    def kernels(S: Any) -> Playing:
        return load() if thinks(S) else plain

    return {
        "choose": lambda S: kernels(S).choose(S),
        "trace": lambda S, out: int(kernels(S).trace(S, out)),
        "play_many": lambda S, blocks, sums, budget: kernels(S).play_many(S, blocks, sums, budget),
    }
