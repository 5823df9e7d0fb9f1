"""Legal moves of Tops and what they do; the flight of a disc (TS-05 to TS-07)."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.quantiles import log_normal_of
from topstats.core.rng import uniform_of
from topstats.games.tops.state import FELL, LANDED, LATE, LOOK, REACHING, TAKE, TOOK, C, hand_word, is_moving, spin, top_changed, top_word, watch_from

ASKS = ("", "look", "take")
REASONS = (
    "",
    "a look ends with holding (0) or placing (1)",
    "there is no such top (rule TS-04)",
    "the top does not spin (rule TS-05)",
    "there is no such colour (rule TS-01)",
    "the seat has no disc of that colour (rule TS-04)",
    "no disc of that colour is left to take (rule TS-10)",
)


@kernel
def illegal(S):
    """0 if S.move is legal for the open decision, else an index into REASONS."""
    if S.ask == TAKE:
        c = S.move[0]
        return 4 if c < 0 or c >= C else 6 if S.pool[c] == 0 else 0
    kind, k, c = S.move[0], np.int64(S.move[1]), S.move[2]
    if kind == 0:
        return 0
    if kind != 1:
        return 1
    if k < 0 or k >= S.tops:
        return 2
    if not is_moving(S, k):
        return 3
    return 4 if c < 0 or c >= C else 5 if S.held[S.seat, c] == 0 else 0


@kernel
def _write(out, n, a, b, c):
    if n < out.shape[0]:
        out[n, 0], out[n, 1], out[n, 2] = a, b, c
    return n + 1


@kernel
def options(S, out):
    """All legal moves of the open decision into out (int16[n, MOVE]), in the order of RULES.md; returns their number."""
    n, none = np.int64(0), np.int64(0)
    if S.ask == TAKE:
        for c in range(C):
            if S.pool[c] > 0:
                n = _write(out, n, np.int64(c), none, none)
    elif S.ask == LOOK:
        n = _write(out, n, none, none, none)
        for k in range(S.tops):
            for c in range(C):
                if is_moving(S, k) and S.held[S.seat, c] > 0:
                    n = _write(out, n, np.int64(1), np.int64(k), np.int64(c))
    return n


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    p = S.seat
    if S.ask == TAKE:
        c = np.int64(S.move[0])
        S.pool[c] -= 1
        S.held[p, c] += 1
        S.n_held[p] += 1
        S.taker = (p + 1) % S.players
        S.event, S.focus, S.colour, S.touched, S.knocked = TOOK, -1, c, 0, -1
    elif S.move[0] == 0:
        watch_from(S, p, S.clock)
    else:
        c = np.int64(S.move[2])
        S.held[p, c] -= 1
        S.n_held[p] -= 1
        S.reach_top[p], S.reach_colour[p] = S.move[1], c
        S.doing[p], S.acts_at[p], S.settled[p] = REACHING, S.clock + S.react_us[S.hands[p]], 0
    S.ask = 0
    S.looked[p] += 1
    S.decision += 1


@kernel
def _land(S, k, c):
    """A disc lies on the top now: it may knock off the one below, and takes time off the spin."""
    n = S.n_stack[k]
    if S.knock > 0.0:
        if uniform_of(hand_word(S, S.seat)) < S.knock and n > 0:
            n -= 1
            S.knocked = np.int64(S.stack[k, n])
            S.beside[S.knocked] += 1
    S.stack[k, n] = c
    S.n_stack[k] = n + 1
    S.stops[k] = max(S.clock, S.stops[k] - log_normal_of(top_word(S, k), S.cost_us, S.cost_sd))
    top_changed(S)


@kernel
def _touch(S, k):
    """The player must spin the top again at once (TS-06)."""
    S.touched = 1
    S.touches[S.seat] += 1
    S.respun += 1
    if S.discs_fall == 1:
        for i in range(S.n_stack[k]):
            S.beside[S.stack[k, i]] += 1
        S.n_stack[k] = 0
    spin(S, k, S.clock + S.respin_us)


@kernel
def arrive(S):
    """The disc of S.seat arrives at its top."""
    p = S.seat
    k, c, who = S.reach_top[p], S.reach_colour[p], S.hands[p]
    S.focus, S.colour, S.touched, S.knocked = k, c, 0, -1
    if S.stops[k] <= S.clock:
        S.held[p, c] += 1
        S.n_held[p] += 1
        S.late[p] += 1
        S.event = LATE
        watch_from(S, p, S.clock)
        return
    S.placed[p] += 1
    lands = uniform_of(hand_word(S, p)) < S.land[who]
    touches = uniform_of(hand_word(S, p)) < S.touch[who]
    if lands:
        S.event = LANDED
        _land(S, k, c)
    else:
        S.event = FELL
        S.beside[c] += 1
        S.fallen[p] += 1
    if touches and S.respun < S.respins:
        _touch(S, k)
    watch_from(S, p, S.clock + S.respin_us * S.touched)
