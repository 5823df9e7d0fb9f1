"""The two-player version as a resumable machine: step, advance, the end, and the loops over whole games."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import NORMAL, STALLED
from topstats.core.playing import playing
from topstats.games.top_pop.two_player.moves import apply, count_scored, score
from topstats.games.top_pop.two_player.policies import choose
from topstats.games.top_pop.two_player.record import write_rows
from topstats.games.top_pop.two_player.rules import SEVENTHS
from topstats.games.top_pop.two_player.state import (
    BOTH,
    DISCARD,
    DREW,
    FINISHED,
    NOTHING,
    PLAY,
    SETUP,
    SEVENTH,
    SKIPPED,
    TURN,
    K,
    deal,
    draw,
)


@kernel
def finish(S, ended):
    """The end of the game: all scored cards are shown, companies and players are scored (TP-46 to TP-48)."""
    for k in range(K):
        for i in range(S.n_column[k]):
            S.knows[S.column[k, i]] = BOTH
        if S.closed[k] == 1:
            S.knows[S.seventh[k]] = BOTH
    count_scored(S)
    score(S)
    S.over, S.ended, S.event, S.focus, S.ask = 1, ended, FINISHED, -1, 0


@kernel
def _setup_step(S):
    """Seat 2, then seat 1: two seventh cards and the discards (TP-42)."""
    if S.left > S.discards[S.mover]:
        S.ask = SEVENTH
    elif S.left > 0:
        S.ask = DISCARD
    elif S.mover == 1:
        S.mover, S.left = 0, SEVENTHS + S.discards[0]
    else:
        S.phase, S.mover = TURN, 1
    S.seat = S.mover


@kernel
def _turn_step(S):
    """The end, or the next player who has a card (TP-43, TP-46)."""
    n_closed = np.int64(0)
    for k in range(K):
        n_closed += S.closed[k]
    if n_closed == K:
        finish(S, NORMAL)
        return
    S.mover = 1 - S.mover
    if S.n_hand[S.mover] == 0:
        S.mover = 1 - S.mover
        S.event = SKIPPED
    S.seat = S.mover
    if S.n_hand[S.mover] == 0:
        finish(S, STALLED)
        return
    S.turn += 1
    S.decision = 0
    S.ask = PLAY


@kernel
def _draw_step(S):
    while S.n_hand[S.mover] < S.hand_size and S.drawn < S.n_cards:
        draw(S, S.mover)
        S.event = DREW
    S.phase = TURN


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event, S.focus = NOTHING, -1
    if S.phase == TURN:
        _turn_step(S)
    elif S.phase == SETUP:
        _setup_step(S)
    else:
        _draw_step(S)


PLAYING = playing(__name__, deal=deal, step=step, choose=choose, apply=apply, write_rows=write_rows)
