"""The strategies of Tops, one kernel each; their parameters and presets stand in strategies.py, their wording in RULES.md.

A strategy reads its own objectives and discs, the tops, what it judges to be the rest of their spins, and its own stream.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below_of, seed_stream, stream_key, uniform_of, word_at
from topstats.games.tops.state import LOOK, NEVER, REACHING, WATCHING, C, colour_on, is_moving, watch_from
from topstats.games.tops.strategies import DENY, EITHER, NEAREST, PLANNER, SCARCEST, STEADY

W_PLAN, W_WAIT, W_RESERVE, W_DEFEND, W_TAKE, W_BLIND = range(1, 7)  # the order of strategies.plan; 0 are the hands
EPOCH_BITS, FIRST = np.int64(20), np.int64(0)  # decision n of a seat in round r has the epoch r * 2^20 + n; the last one is the lot of "steady"


PACK, FULL = np.int64(8), np.int64(0x808080)  # bits of a colour's count in a packed number; the highest of each


@kernel
def _hold(S):
    S.move[0], S.move[1], S.move[2] = 0, 0, 0


@kernel
def _place(S, top, colour):
    S.move[0], S.move[1], S.move[2] = 1, top, colour


@kernel
def _begin_lots(S, purpose):
    """The lots of this decision come from its own stream, whose key is made when the first is drawn."""
    S.lot_purpose, S.lot_drawn = purpose, 0


@kernel
def _word(S):
    """The next random word of the decision."""
    if S.lot_drawn == 0:
        S.lot_key = stream_key(S.key, S.lot_purpose, S.seat, (S.turn << EPOCH_BITS) + S.looked[S.seat])
    S.lot_drawn += 1
    return word_at(S.lot_key, S.lot_drawn - 1)


@kernel
def _lot(S, n):
    """A lot from 0 to n - 1."""
    return below_of(_word(S), n)


@kernel
def _any_disc(S, p):
    """Any moving top, any colour held, each equally likely; holding if there is none."""
    n_tops, n_colours = np.int64(0), np.int64(0)
    for k in range(S.tops):
        n_tops += 1 if is_moving(S, k) else 0
    for c in range(C):
        n_colours += 1 if S.held[p, c] > 0 else 0
    if n_tops == 0 or n_colours == 0:
        _hold(S)
        return
    i, j = _lot(S, n_tops), _lot(S, n_colours)
    top, colour = np.int64(0), np.int64(0)
    for k in range(S.tops):
        if is_moving(S, k):
            if i == 0:
                top = np.int64(k)
            i -= 1
    for c in range(C):
        if S.held[p, c] > 0:
            if j == 0:
                colour = np.int64(c)
            j -= 1
    _place(S, top, colour)


@kernel
def choose_random(S):
    """Uniform over the set of moves described in RULES.md, from S.stream."""
    if S.ask == LOOK:
        _any_disc(S, S.seat)
        return
    n = np.int64(0)
    for c in range(C):
        n += 1 if S.pool[c] > 0 else 0
    j = _lot(S, n)
    for c in range(C):
        if S.pool[c] > 0:
            if j == 0:
                S.move[0] = c
            j -= 1
    S.move[1], S.move[2] = 0, 0


@kernel
def _choose_take(S, e):
    """The disc to take when they are shared out (TS-10)."""
    take = np.int64(S.parameter[e, W_TAKE])
    if take != SCARCEST and take != DENY:
        choose_random(S)
        return
    best, least, n = np.int64(-1), NEVER, np.int64(0)
    for c in range(C):
        if S.pool[c] > 0:
            value = S.held[S.seat, c] if take == SCARCEST else S.pool[c]
            if value < least:
                best, least, n = np.int64(c), value, 1
            elif value == least:
                n += 1
                if _lot(S, n) == 0:
                    best = np.int64(c)
    S.move[0], S.move[1], S.move[2] = best, 0, 0


@kernel
def wait_of(S, e):
    """Microseconds left, as judged, at which the entry begins to place."""
    return np.int64(S.parameter[e, W_WAIT] * 1e6 + 0.5)


@kernel
def _in_time(S, p, k, wait):
    """Whether the top seems to have at most so long left."""
    return ((S.stops[k] - S.clock) * S.factor[p, k]) >> 20 <= wait


@kernel
def _order_tops(S, p):
    """The tops into S.order: those that stand still, then the others by the rest that the player sees, the soonest first. Returns how many stand still.

    Without branches (they would be guessed wrong): numbers of a top's rest and its place are sorted.
    """
    n_tops, now, n_still = S.tops, S.clock, np.int64(0)
    for k in range(n_tops):
        left = S.stops[k] - now
        n_still += 1 if left <= 0 else 0
        S.order[k] = ((((max(left, np.int64(0)) * S.factor[p, k]) >> 20) + (1 if left > 0 else 0)) << 2) + k
    for last in range(n_tops - 1, 0, -1):
        for i in range(last):
            a, b = S.order[i], S.order[i + 1]
            S.order[i], S.order[i + 1] = min(a, b), max(a, b)
    for i in range(n_tops):
        k = S.order[i] & 3
        S.order[i], S.seen[i] = k, PACK * (colour_on(S, k) if S.n_stack[k] > 0 else C)
    return n_still


@kernel
def _distance(S, objective, n_still, stock):
    """How far the objective is, as one number: from above discs to change, their colours (packed), place in S.order of the first top to change.

    -1 if it is not possible: a top stands still in a colour too many or bare, or more discs are needed than `stock` has (packed, plus 128 each).
    """
    need, wrong, lost = S.shows[objective], np.int64(-1), np.int64(0)
    for i in range(S.tops):
        fits = np.int64(1) if (need >> S.seen[i]) & 255 > 0 else np.int64(0)
        need -= fits << S.seen[i]
        lost |= np.int64(1) - fits if i < n_still else np.int64(0)
        wrong = np.int64(i) if wrong < 0 and fits == 0 else wrong
    if lost > 0 or (stock - need) & FULL != FULL:
        return np.int64(-1)
    return (((need + (need >> 8) + (need >> 16)) & 255) << 32) + (need << 8) + (wrong & 255)


@kernel
def _aim(S, p, e, n_still):
    """What `_distance` says of the objective that the plan chooses; -1 if none is possible."""
    plan, stock, first = np.int64(S.parameter[e, W_PLAN]), np.int64(0), np.int64(0)
    for c in range(C):
        stock += (128 + min(S.held[p, c], np.int64(127))) << (PACK * c)
    if plan == STEADY:
        first = below_of(word_at(stream_key(S.key, SEAT, p, (S.turn << EPOCH_BITS) + (1 << EPOCH_BITS) - 1), FIRST), S.objectives)
    best, n = np.int64(-1), np.int64(0)
    for i in range(S.objectives):
        d = _distance(S, np.int64(S.objective[p, (first + i) % S.objectives]), n_still, stock)
        if d < 0:
            continue
        if best < 0 or (plan == NEAREST and d >> 32 < best >> 32):
            best, n = d, 1
        elif plan == EITHER or (plan == NEAREST and d >> 32 == best >> 32):
            n += 1
            if _lot(S, n) == 0:
                best = d
    return best


@kernel
def _may_place(S, p, e, k, wait):
    """Whether it is time to place on this top: it seems late, or the hand holds more than the reserve (TS-05)."""
    return is_moving(S, k) and (S.n_held[p] > S.parameter[e, W_RESERVE] or _in_time(S, p, k, wait))


@kernel
def _needed_colour(S, need):
    """One of the colours that are needed (packed), each as likely."""
    best, n = np.int64(-1), np.int64(0)
    for c in range(C):
        if (need >> (PACK * c)) & 255 > 0:
            n += 1
            if n == 1 or _lot(S, n) == 0:
                best = np.int64(c)
    return best


@kernel
def _other_colour(S, p, k):
    """The colour, other than the one on the top, of which the player holds most; -1 if it has none."""
    best, most, n = np.int64(-1), np.int64(0), np.int64(0)
    for c in range(C):
        if c == colour_on(S, k) or S.held[p, c] == 0:
            continue
        if S.held[p, c] > most:
            best, most, n = np.int64(c), S.held[p, c], 1
        elif S.held[p, c] == most:
            n += 1
            if _lot(S, n) == 0:
                best = np.int64(c)
    return best


@kernel
def _choose_look(S, e):
    """Whether to place a disc now, and which where (the planner)."""
    p, wait = S.seat, wait_of(S, e)
    is_time = S.n_held[p] > S.parameter[e, W_RESERVE]
    for k in range(S.tops):
        is_time = is_time or (S.stops[k] > S.clock and _in_time(S, p, k, wait))
    _hold(S)
    if not is_time:
        return
    n_still = _order_tops(S, p)
    aim = _aim(S, p, e, n_still)
    if aim >> 32 > 0:
        k = S.order[aim & 255]
        if _may_place(S, p, e, k, wait):
            _place(S, k, _needed_colour(S, (aim >> 8) & 0xFFFFFF))
    elif aim < 0 and S.parameter[e, W_DEFEND] > 0.0 and n_still < S.tops:
        k = S.order[n_still]
        colour = _other_colour(S, p, k)
        if colour >= 0 and _may_place(S, p, e, k, wait):
            _place(S, k, colour)
    is_sure = aim < 0 and S.parameter[e, W_DEFEND] == 0.0 or (aim >= 0 and aim >> 32 == 0 and S.parameter[e, W_PLAN] != EITHER)
    S.settled[p] = 1 if is_sure and S.blunder[e] == 0.0 else 0
    if S.move[0] == 1 and S.parameter[e, W_BLIND] > 0.0 and uniform_of(_word(S)) < S.parameter[e, W_BLIND]:
        _any_disc(S, p)


@kernel
def choose(S):
    """The strategy of S.seat writes its move for the open decision into S.move, blunders included."""
    e = S.entry[S.seat]
    if S.blunder[e] > 0.0:
        _begin_lots(S, BLUNDER)
        if uniform_of(_word(S)) < S.blunder[e]:
            choose_random(S)
            return
    _begin_lots(S, SEAT)
    if S.strategy[e] == OWN:
        seed_stream(S.stream, S.key, SEAT, S.seat, (S.turn << EPOCH_BITS) + S.looked[S.seat])
        ask_own(S, e)
    elif S.strategy[e] != PLANNER:
        choose_random(S)
    elif S.ask == LOOK:
        _choose_look(S, e)
    else:
        _choose_take(S, e)


@kernel
def _first_chance(S, p):
    """The earliest time of this round at which a look of the seat may lead to a disc, as the tops spin now."""
    e = S.entry[p]
    if S.strategy[e] != PLANNER or S.blunder[e] > 0.0 or S.n_held[p] > S.parameter[e, W_RESERVE]:
        return S.clock
    wait, first = wait_of(S, e), NEVER
    for k in range(S.tops):
        if S.stops[k] > S.clock:
            first = min(first, S.stops[k] - (((wait + 1) << 20) - 1) // S.factor[p, k])
    return first


@kernel
def skip_looks(S):
    """Pass over all looks that end with holding whatever is on the tops: no hand moves before the first chance of any seat.

    The same as asking them one by one; the draws are taken, and the clock stays.
    """
    until = NEVER
    for k in range(S.tops):
        if S.still[k] == 0:
            until = min(until, S.stops[k])
    for p in range(S.players):
        if S.doing[p] == REACHING:
            until = min(until, S.acts_at[p])
        elif S.doing[p] == WATCHING:
            until = min(until, _first_chance(S, p))
    for p in range(S.players):
        while S.doing[p] == WATCHING and S.acts_at[p] < until:
            watch_from(S, p, S.acts_at[p])
            S.looked[p] += 1
            S.decision += 1
