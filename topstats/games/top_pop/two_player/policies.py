"""The strategies of the two-player version: one kernel each. Written out in RULES.md.

A strategy reads what its seat may know: its hand, the cards that `count_seen` counts, and its own stream.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below, seed_stream, uniform
from topstats.games.top_pop.strategies import WEIGHTED
from topstats.games.top_pop.two_player.moves import count_seen, is_choice, payout, standing, toward_closing
from topstats.games.top_pop.two_player.state import DISCARD, PLAY, SEVENTH, K

W_NOW, W_STAKE, W_RIVAL, W_MAJORITY, W_VARIETY, W_SPREAD, W_SEVENTH = range(7)
LEAST_SPREAD = 0.25  # points; keeps the likely rank defined at the very end


@kernel
def choose_random(S):
    """A card and a company it may go to, uniformly, from S.stream."""
    S.move[0] = S.hand[S.seat, below(S.stream, S.n_hand[S.seat])]
    S.move[1] = 0
    if S.ask == DISCARD:
        return
    n = np.int64(0)
    for k in range(K):
        if is_choice(S, k):
            S.order[n] = k
            n += 1
    S.move[1] = S.order[below(S.stream, n)]


@kernel
def spread_of(S, e):
    """How many points ahead make a rank likely: fewer, the fewer cards are still to be played."""
    left, total = np.int64(0), np.int64(0)
    for k in range(K):
        n = toward_closing(S, k)
        left += S.column_cards - n
        total += S.column_cards - n + S.n_column[k] - S.table_cards[k]
    if S.ask == PLAY:
        left -= 1
    return S.parameter[e, W_SPREAD] * left / total + LEAST_SPREAD


@kernel
def _likely_points(S, e, k):
    return S.parameter[e, W_MAJORITY] * S.majority[k] + S.parameter[e, W_VARIETY] * S.variety[k]


@kernel
def likely_values(S, e, spread):
    """The likely value of a cap of each company by S.count, into S.likely."""
    standing(S)
    for k in range(K):
        rank, own = 0.0, _likely_points(S, e, k)
        for j in range(K):
            if j != k:
                d = _likely_points(S, e, j) - own
                rank += 0.5 + 0.5 * d / (abs(d) + spread)
        i = min(np.int64(rank), K - 2)
        S.likely[k] = S.rank_values[i] + (rank - i) * (S.rank_values[i + 1] - S.rank_values[i])


@kernel
def _stake(S, e, seat, spread):
    """What the caps of both players are likely to be worth to the seat, by S.count."""
    likely_values(S, e, spread)
    total = 0.0
    for k in range(K):
        total += (S.caps[seat, k] - S.parameter[e, W_RIVAL] * S.caps[1 - seat, k]) * S.likely[k]
    return total


@kernel
def _card_points(S, k, x):
    """Points that one more card of city x adds to company k by S.count (TP-22, TP-23)."""
    standing(S)
    before = S.majority[k] + S.variety[k]
    S.count[k, x] += 1
    standing(S)
    S.count[k, x] -= 1
    return S.majority[k] + S.variety[k] - before


@kernel
def value_of(S, e, seat, card, k, spread):
    """Value of putting the card under company k, see RULES.md."""
    x, n = np.int64(S.city[card]), np.int64(0)
    value = 0.0
    if S.ask == PLAY:
        n = payout(S, k)
        value += S.parameter[e, W_NOW] * n
    if S.parameter[e, W_STAKE] != 0.0:
        S.caps[seat, k] += n
        S.count[k, x] += 1
        value += S.parameter[e, W_STAKE] * _stake(S, e, seat, spread)
        S.count[k, x] -= 1
        S.caps[seat, k] -= n
    if S.ask == SEVENTH and S.parameter[e, W_SEVENTH] != 0.0:
        value += S.parameter[e, W_SEVENTH] * _card_points(S, k, x)
    return value


@kernel
def _take(S, n):
    """The n-th option, counted as in `options`, into S.move."""
    for i in range(S.n_hand[S.seat]):
        for k in range(K):
            if is_choice(S, k) if S.ask != DISCARD else k == 0:
                if n == 0:
                    S.move[0], S.move[1] = S.hand[S.seat, i], k
                n -= 1


@kernel
def choose_investor(S, e):
    """The best option by `value_of`, equal ones by lot; parameters of entry e."""
    seat, n = S.seat, np.int64(0)
    count_seen(S, seat)
    spread = spread_of(S, e)
    for i in range(S.n_hand[seat]):
        for k in range(K):
            if is_choice(S, k) if S.ask != DISCARD else k == 0:
                S.worth[n] = 0.0 if S.ask == DISCARD else value_of(S, e, seat, np.int64(S.hand[seat, i]), k, spread)
                n += 1
    best, equal = -np.inf, np.int64(0)
    for i in range(n):
        if S.worth[i] > best:
            best, equal = S.worth[i], np.int64(0)
        if S.worth[i] == best:
            equal += 1
    pick = below(S.stream, equal)
    for i in range(n):
        if S.worth[i] == best:
            if pick == 0:
                _take(S, i)
            pick -= 1


@kernel
def choose(S):
    """The strategy of S.seat writes its move for the open decision into S.move, blunders included."""
    seat = S.seat
    e = S.entry[seat]
    epoch = S.turn * 4096 + S.decision
    if S.blunder[e] > 0.0:
        seed_stream(S.stream, S.key, BLUNDER, seat, epoch)
        if uniform(S.stream) < S.blunder[e]:
            choose_random(S)
            return
    seed_stream(S.stream, S.key, SEAT, seat, epoch)
    if S.strategy[e] == WEIGHTED:
        choose_investor(S, e)
    elif S.strategy[e] == OWN:
        ask_own(S, e)
    else:
        choose_random(S)
