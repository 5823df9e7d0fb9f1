"""The strategies of Top It: which tiles a person looks for, and whether it names what it has in mind. Wording: RULES.md.

They read the grid, its own seat's minds and its own stream; nothing of the others but their pins.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below, seed_stream, uniform
from topstats.games.top_it.memory import scaled, tile_for
from topstats.games.top_it.state import ALL, LINES, P_HOLD, P_PICKY, SEEK
from topstats.games.top_it.strategies import ANY, COVER, RANDOM, ROWS, SPREAD

EPOCH_BITS = np.int64(20)  # the moment of decision d in round t is t * 2^20 + d


def _full(mask: int, n: int) -> int:
    """Tiles of the lines of which the mask has exactly n tiles."""
    found = 0
    for line in LINES:
        bits = sum(1 << t for t in line)
        if (bits & mask).bit_count() == n:
            found |= bits
    return found


FINISH = np.array([_full(m, 2) & ~m or _full(m, 1) & ~m for m in range(512)])  # tiles that finish a row, else those that build one
THREAT = np.array([_full(m, 3) & m or _full(m, 2) & m for m in range(512)])  # tops that are a row, else those that nearly are


@kernel
def _cover(S, seat):
    rows, near = np.int64(0), np.int64(0)
    for q in range(S.players):
        if q != seat:
            near |= S.top[q]
            rows |= THREAT[S.top[q]]
    return rows if rows > 0 else near


@kernel
def wanted_tiles(S, plan):
    """The tiles that the plan looks for, a bit each; all if it has no wish."""
    seat, want = S.seat, np.int64(0)
    if plan == ROWS:
        want = np.int64(FINISH[S.top[seat]])
    elif plan == SPREAD:
        want = ALL & ~S.own[seat]
    elif plan == COVER:
        want = _cover(S, seat)
    elif plan != ANY:
        want = S.top[seat]
    return want if want > 0 else ALL


@kernel
def _choose_random(S):
    """Any tiles; any of the terms in mind."""
    if S.ask == SEEK:
        S.move[0] = 1 + below(S.stream, ALL)
    else:
        S.move[0] = below(S.stream, S.n_mind[S.person])


@kernel
def _choose_name(S, e, plan, epoch):
    """The oldest term in mind, on a wanted tile if there is one; none before the time that it waits for, or if it is too picky."""
    p = S.person
    hold = scaled(S.parameter[e, P_HOLD], 1000000.0)
    if hold > 0 and S.now < S.round_us - hold:
        return np.int64(-1)
    picky = S.parameter[e, P_PICKY]
    if picky > 0.0:
        want = wanted_tiles(S, plan)
        for i in range(S.n_mind[p]):
            if (want >> tile_for(S, np.int64(S.mind[p, i]))) & 1:
                return i
        seed_stream(S.stream, S.key, SEAT, S.seat, epoch)
        if uniform(S.stream) < picky:
            return np.int64(-1)
    return np.int64(0)


@kernel
def choose(S):
    """The strategy of S.seat writes its move for the open decision into S.move, blunders included."""
    seat = S.seat
    e = S.entry[seat]
    plan, epoch = S.strategy[e], (S.turn << EPOCH_BITS) + S.decision
    if S.blunder[e] > 0.0:
        seed_stream(S.stream, S.key, BLUNDER, seat, epoch)
        if uniform(S.stream) < S.blunder[e]:
            _choose_random(S)
            return
    if plan == RANDOM:
        seed_stream(S.stream, S.key, SEAT, seat, epoch)
        _choose_random(S)
    elif plan == OWN:
        seed_stream(S.stream, S.key, SEAT, seat, epoch)
        ask_own(S, e)
    elif S.ask == SEEK:
        S.move[0] = wanted_tiles(S, plan)
    else:
        S.move[0] = _choose_name(S, e, plan, epoch)
