"""What happens on each space of the track, summed over the games of a run: visits, time, blockages, points lost (columns.SPACE_SUMS)."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import LAID, LINED_UP, MOVED, PLACED, RACING, RETURNED, STUCK

VISITS, TIME, BLOCKS, LOST = range(4)


@kernel
def _is_in_the_way(S, car, other):
    """Whether the other car stands where a further step from one of the furthest spaces would have led."""
    if other == car or S.status[other] != RACING:
        return False
    for i in range(max(S.n_ends, np.int64(1))):
        s = np.int64(S.ends[i]) if S.n_ends > 0 else np.int64(S.pos[car])
        d = S.pos[other] - s - 1
        if 0 <= d < 64 and (S.ahead[s] >> np.uint64(d)) & np.uint64(1) == np.uint64(1):
            return True
    return False


@kernel
def _note_loss(S, car, points, sums):
    """So many points of a car were lost where it stands; those in the way stopped it (TR-13)."""
    sums[0, LOST, S.pos[car]] += points
    for c in range(N_CARS):
        if _is_in_the_way(S, car, np.int64(c)):
            sums[0, BLOCKS, S.pos[c]] += 1


@kernel
def note(S, sums):
    """What the step or move just made, S.event, means for the spaces: into sums[0], (4, spaces)."""
    if S.event == LAID:
        for c in range(N_CARS):
            if S.status[c] == RACING:
                sums[0, TIME, S.pos[c]] += 1
    elif S.event == STUCK:
        _note_loss(S, S.focus, S.left, sums)
    elif S.event == LINED_UP:
        for c in range(N_CARS):
            sums[0, VISITS, S.pos[c]] += 1
    elif S.event == MOVED or S.event == PLACED or S.event == RETURNED:
        if S.pos[S.focus] < S.n_spaces:
            sums[0, VISITS, S.pos[S.focus]] += 1
            if S.event == MOVED and S.left > S.reached:
                _note_loss(S, S.focus, S.left - S.reached, sums)
