"""Legal moves of Top It and what they do: a thought, a word said, a pin laid, a vote."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.rng import below
from topstats.games.top_it.memory import NEVER, happens, recall, thought_us, tile_for
from topstats.games.top_it.state import (
    ALL,
    BITS_IN,
    CAUGHT,
    DOUBTED,
    LAID,
    MIND,
    NAME,
    NAMED,
    NOTHING,
    PLACED,
    ROWS_BROKEN,
    ROWS_IN,
    ROWS_MADE,
    SEEK,
    TABLE,
    TAKEN,
    UNNOTICED,
    USED_UP,
    VOTED_OFF,
)

ASKS = ("", "seek", "name")
REASONS = (
    "",
    "at least one of the nine tiles must be looked for (rule TI-04)",
    "that term is not in mind (rule TI-04)",
)


@kernel
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    move = np.int64(S.move[0])
    if S.ask == SEEK:
        return 1 if move < 1 or move > ALL else 0
    return 2 if move < -1 or move >= S.n_mind[S.person] else 0


@kernel
def options(S, out):
    """All legal moves: SEEK every set of tiles in rising order of its bits; NAME none, then the terms in mind, the oldest first."""
    n = ALL if S.ask == SEEK else S.n_mind[S.person] + 1
    first = 1 if S.ask == SEEK else -1
    for i in range(min(n, out.shape[0])):
        out[i, 0] = first + i
    return n


@kernel
def think_on(S, p, since):
    """The next thought of a person begins."""
    S.wake[p], S.ready[p] = since + thought_us(S, p), 0


@kernel
def _forget(S, p, i):
    """The i-th term leaves the mind of p."""
    S.n_mind[p] -= 1
    for j in range(i, S.n_mind[p]):
        S.mind[p, j] = S.mind[p, j + 1]


@kernel
def _seek(S, p):
    """A thought has ended: what comes to mind on the wanted tiles."""
    S.wanted = np.int64(S.move[0])
    r = recall(S, p, S.wanted, np.int64(BITS_IN[S.wanted]))
    if r >= 0:
        if S.n_mind[p] == MIND:
            _forget(S, p, np.int64(0))
        S.mind[p, S.n_mind[p]] = r
        S.n_mind[p] += 1
        S.heard[r] |= 1 << p
    if S.n_mind[p] > 0:
        S.ask = NAME
    else:
        think_on(S, p, S.now)


@kernel
def _hear(S, p, q, r):
    """Person q hears the term that p named; it need not keep it in mind any longer."""
    S.heard[r] |= 1 << q
    for i in range(S.n_mind[q]):
        if S.mind[q, i] == r:
            _forget(S, q, i)
            break


@kernel
def say(S, p, r):
    """Person p names the term; returns whether it was named before (1), contains a term that was (2), or neither (TI-05, TI-06)."""
    R, seat, repeat = S.nature[p], S.seat_of[p], np.int64(0)
    if S.contained == 1 and not happens(R, S.clear):
        repeat = 2
    if np.int64(S.heard[r]) & NAMED:
        repeat = 1
    else:
        S.said[S.n_said] = r
        S.n_said += 1
        S.clear = (S.clear * ((1 << 31) - S.clash)) >> 31
    S.heard[r] |= NAMED | (1 << p)
    for q in range(S.n_persons):
        if S.seat_of[q] == seat:
            if q != p:
                _hear(S, p, q, r)
        elif happens(R, S.hear):
            _hear(S, p, q, r)
    return repeat


@kernel
def lay_pin(S, seat, r, tile, doubt):
    """The seat's pin goes on top of the tile (TI-04)."""
    k, below_it = S.n_laid, S.height[tile] - 1
    S.n_laid += 1
    S.pin_seat[k], S.pin_term[k], S.pin_tile[k], S.pin_doubt[k] = seat, r, tile, doubt
    bit = np.int64(1) << tile
    if below_it >= 0:
        other = np.int64(S.pin_seat[S.stack[tile, below_it]])
        if other != seat:
            rows = ROWS_IN[S.top[other]]
            S.top[other] &= ~bit
            S.tally[ROWS_BROKEN, other] += rows - ROWS_IN[S.top[other]]
    S.stack[tile, S.height[tile]] = k
    S.height[tile] += 1
    S.left[seat] -= 1
    rows = ROWS_IN[S.top[seat]]
    S.top[seat] |= bit
    S.own[seat] |= bit
    S.tally[ROWS_MADE, seat] += ROWS_IN[S.top[seat]] - rows
    S.tally[PLACED, seat] += 1
    S.focus = k


@kernel
def _rest(S, p, seat):
    """After a word the seat's hand is busy; what else is in mind needs no thought; with no pin left the seat's people are done (TI-08)."""
    S.hand_free[seat] = S.now + S.hand_us
    if S.left[seat] > 0 and S.n_mind[p] > 0:
        S.wake[p], S.ready[p] = S.hand_free[seat], 1
        return
    if S.left[seat] > 0:
        think_on(S, p, S.hand_free[seat])
        return
    S.tally[USED_UP, seat] += 1
    for q in range(S.n_persons):
        if S.seat_of[q] == seat:
            S.wake[q] = NEVER


@kernel
def _name(S, p, r):
    """Name a term and lay a pin, unless it is a repeat that somebody notices (TI-04 to TI-06)."""
    seat, R = np.int64(S.seat_of[p]), S.nature[p]
    S.again = say(S, p, r)
    if S.again > 0 and happens(R, S.notice):
        S.tally[CAUGHT, seat] += 1
        S.event, S.focus = TAKEN, r
    else:
        if S.again > 0:
            S.tally[UNNOTICED, seat] += 1
        lay_pin(S, seat, r, tile_for(S, r), 1 if happens(R, S.doubt[p]) else 0)
        S.event = LAID
    _rest(S, p, seat)


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    p, move, ask = S.person, np.int64(S.move[0]), S.ask
    S.ask = 0
    S.decision += 1
    S.event = NOTHING
    if ask == SEEK:
        _seek(S, p)
    elif move < 0:
        think_on(S, p, S.now)
    else:
        r = np.int64(S.mind[p, move])
        _forget(S, p, move)
        _name(S, p, r)


@kernel
def lift_pin(S, k):
    """A pin voted off leaves its stack; those above it move down (TI-07)."""
    tile, seat = np.int64(S.pin_tile[k]), np.int64(S.pin_seat[k])
    bit = np.int64(1) << tile
    at = np.int64(0)
    while S.stack[tile, at] != k:
        at += 1
    S.height[tile] -= 1
    for i in range(at, S.height[tile]):
        S.stack[tile, i] = S.stack[tile, i + 1]
    S.pin_doubt[k] = 2
    S.tally[VOTED_OFF, seat] += 1
    S.left[seat] += 1
    S.own[seat] &= ~bit
    for i in range(S.height[tile]):
        if S.pin_seat[S.stack[tile, i]] == seat:
            S.own[seat] |= bit
    for p in range(S.players):
        S.top[p] &= ~bit
    if S.height[tile] > 0:
        S.top[S.pin_seat[S.stack[tile, S.height[tile] - 1]]] |= bit


@kernel
def vote(S, k):
    """Whether pin k, which is doubtful, is challenged; then the vote on it (TI-07)."""
    R = S.nature[TABLE]
    is_challenged = happens(R, S.challenge)
    if not is_challenged:
        return False
    against, voters = np.int64(0), S.players - 1 + S.owner_votes
    for _ in range(S.players - 1):
        if happens(R, S.against):
            against += 1
    S.votes, S.focus, S.event = against, k, DOUBTED
    S.seat = np.int64(S.pin_seat[k])
    if 2 * against > voters:
        lift_pin(S, k)
    return True


@kernel
def next_person(S):
    """Who acts next; of several at the same instant any is as likely (TI-04)."""
    first, wake, n = np.int64(0), S.wake[0], np.int64(0)
    for p in range(1, S.n_persons):
        first = p if S.wake[p] < wake else first
        wake = min(wake, S.wake[p])
    for p in range(S.n_persons):
        n += S.wake[p] == wake
    if n == 1 or wake + S.hand_us > S.end:
        return first
    k = below(S.nature[TABLE], n)
    for p in range(first, S.n_persons):
        if S.wake[p] == wake:
            if k == 0:
                return p
            k -= 1
    return first
