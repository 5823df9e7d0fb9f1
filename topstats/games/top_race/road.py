"""Where a car may go: all paths at once, as windows of 64 bits in which bit k of space s is space s + 1 + k.

Spaces are numbered from the worst to the best placed and every edge leads to a higher number, so what lies ahead of a car is one word;
ten steps stay inside it (the check of a track sees to that).
"""

import numpy as np

from topstats.core.jit import kernel, stream_kernel
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import BROKEN, HOME, RACING

_0, _1, _58, _63 = (np.uint64(n) for n in (0, 1, 58, 63))
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_PLACE = np.zeros(64, np.int64)
for _k in range(64):
    _PLACE[(0x03F79D71B4CB0A89 << _k) % 2**64 >> 58] = _k


@stream_kernel
def lowest(word):
    """The place of the lowest set bit of a word that is not 0."""
    return _PLACE[np.int64(((word & (~word + _1)) * _DE_BRUIJN) >> _58)]


@kernel
def free_window(S, car):
    """Window of the car's space: 1 where no other car stands."""
    taken, at = _0, np.int64(S.pos[car]) + 1
    for c in range(N_CARS):
        k = np.uint64(S.pos[c] - at)  # of a car behind, and of itself, far above 63
        taken |= _1 << (k & _63) if k <= _63 and S.status[c] == RACING else _0
    return ~taken


@kernel
def _step(S, at, here, free):
    """The window one step further than the spaces `here`; the second value is 1 if a step from there crosses the finish."""
    there, crosses = _0, np.int64(0)
    while here != _0:
        k = lowest(here)
        here &= here - _1
        s = at + 1 + k
        crosses |= np.int64(S.is_last[s])
        if k < 63:
            there |= S.ahead[s] << np.uint64(k + 1)
    return there & free, crosses


@kernel
def list_ends(S, car, points):
    """Where a car with so many points may end (TR-11, TR-13), into S.ends; S.reached: the spaces that it comes forward.

    The finish stands last, as n_spaces. No end: it cannot move at all.
    """
    at, free = np.int64(S.pos[car]), free_window(S, car)
    here, crosses, n = S.ahead[at] & free, np.int64(S.is_last[at]), np.int64(1)
    if here == _0:
        n = 0
    while 0 < n < points:
        there, over = _step(S, at, here, free)
        crosses |= over
        if there == _0:
            break
        here = there
        n += 1
    S.n_ends, S.reached = 0, points if crosses == 1 else n
    if crosses == 0 or n == points:
        while here != _0:
            S.ends[S.n_ends] = at + 1 + lowest(here)
            S.n_ends += 1
            here &= here - _1
    if crosses == 1:
        S.ends[S.n_ends] = S.n_spaces
        S.n_ends += 1


@kernel
def is_free(S, space):
    """Whether no car stands on the space."""
    for c in range(N_CARS):
        if S.status[c] == RACING and S.pos[c] == space:
            return False
    return True


@kernel
def list_sprint(S, car, row):
    """Where a car that sprints to a row may end (TR-15): the reachable spaces of the furthest reachable row, into S.ends."""
    at, best = np.int64(S.pos[car]), np.int64(S.row[S.pos[car]])
    for s in range(S.n_spaces):
        S.reach[s] = 0
    S.reach[at], S.n_ends, S.reached = 1, 0, 0
    for s in range(at, S.n_spaces):
        if S.row[s] > row or S.reach[s] == 0 or (s != at and not is_free(S, s)):
            S.reach[s] = 0
            continue
        if S.row[s] > best:
            best, S.n_ends = np.int64(S.row[s]), 0
        if S.row[s] == best:
            S.ends[S.n_ends] = s
            S.n_ends += 1
        ahead = S.ahead[s]
        while ahead != _0:
            t = s + 1 + lowest(ahead)
            S.reach[t] = 1
            ahead &= ahead - _1


@kernel
def list_returns(S, car):
    """Where a broken-down car may come back (TR-16): the free spaces of its row, else of the nearest row behind with one, into S.ends."""
    row, s = np.int64(S.row[S.pos[car]]), S.n_spaces - 1
    S.n_ends = 0
    while s >= 0 and (S.n_ends == 0 or S.row[s] == row):
        if S.row[s] <= row and is_free(S, s):
            row = np.int64(S.row[s])
            S.ends[S.n_ends] = s
            S.n_ends += 1
        s -= 1
    for i in range(S.n_ends // 2):
        j = S.n_ends - 1 - i
        end = S.ends[i]
        S.ends[i] = S.ends[j]
        S.ends[j] = end


@kernel
def standing(S, car):
    """A number that orders the cars that are not home, the better placed the higher (TR-20).

    Front edge first; of level cars those on the track before those beside it; then further inside; then whoever broke down earlier.
    """
    s = np.int64(S.pos[car])
    if s < 0:
        return np.int64(-1)
    on_track = 1 if S.status[car] == RACING else 0
    return ((np.int64(S.level[s]) * 2 + on_track) * 512 + s) * 128 + (127 - S.broke[car] if on_track == 0 else 0)


@kernel
def front_car(S):
    """The car in front: the winner, else the best placed."""
    best, front = np.int64(-1), np.int64(-1)
    for c in range(N_CARS):
        if S.place[c] == 1:
            return np.int64(c)
        if S.status[c] != HOME and standing(S, c) > best:
            best, front = standing(S, c), np.int64(c)
    return front


@kernel
def is_due(S, car):
    """Whether a broken-down car comes back now: the other one is level or ahead, or home (TR-16)."""
    if S.status[car] != BROKEN:
        return False
    other = S.partner[car]
    return S.status[other] == HOME or S.row[S.pos[other]] >= S.row[S.pos[car]]
