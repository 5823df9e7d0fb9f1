"""The strategy search of the two-player version: compiled only when a seat plays it. Written out in RULES.md.

What its seat cannot know is put into a fixed order before anything else, so that nothing here can depend on it.
"""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import OWN
from topstats.core.rng import BLUNDER, SEARCH, next_word, seed_stream, uniform
from topstats.core.search import (
    EPOCH_BITS,
    MARGIN,
    MAX_WIDTH,
    PLAYOUTS,
    PLAYS_LIKE,
    STEPS,
    TOLD,
    WIDTH,
    better_half,
    offer,
    playouts_each,
    plays_like,
    tables_of,
)
from topstats.games.top_pop.strategies import SEARCH as SEARCHING
from topstats.games.top_pop.two_player import strategies
from topstats.games.top_pop.two_player.engine import begin_game, step
from topstats.games.top_pop.two_player.moves import apply, count_seen, is_choice
from topstats.games.top_pop.two_player.policies import choose, choose_random, spread_of, value_of
from topstats.games.top_pop.two_player.record import write_rows
from topstats.games.top_pop.two_player.state import DISCARD, MOVE, NOTHING, STATE, K, forget, redeal

KERNELS, WEIGHTS = tables_of(strategies.PLAYOUT)
RECORD = np.dtype((np.record, STATE))


@kernel
def assume(M, e):
    """Who the searcher (entry e) takes the others for: the playout strategy, unless it is told; itself it plays by it too."""
    like, told = np.int64(M.parameter[e, PLAYS_LIKE]), M.parameter[e, TOLD]
    for q in range(M.players):
        if told == 0.0 or q == e or M.strategy[q] == SEARCHING or M.strategy[q] == OWN:
            plays_like(M, np.int64(q), like, KERNELS, WEIGHTS)
    M.extras = 0


@kernel
def _is_repeated(M, seat, k):
    """Whether an earlier card of the hand has the same face and back as the k-th."""
    card = M.hand[seat, k]
    for i in range(k):
        other = M.hand[seat, i]
        if M.city[other] == M.city[card] and M.night[other] == M.night[card]:
            return True
    return False


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`, those first of which the playout strategy thinks most; returns their number."""
    seat, n = M.seat, np.int64(0)
    e = M.entry[seat]
    count_seen(M, seat)
    spread = spread_of(M, e)
    for i in range(M.n_hand[seat]):
        if _is_repeated(M, seat, i):
            continue
        card = np.int64(M.hand[seat, i])
        for k in range(K):
            if is_choice(M, k) if M.ask != DISCARD else k == 0:
                M.move[0], M.move[1] = card, k
                value = 0.0 if M.ask == DISCARD else value_of(M, e, seat, card, k, spread)
                n = offer(moves, values, n, width, M.move[:], value)
    return n


@kernel
def playout(pair, move, number, margin):
    """The worth to its seat of a move in pair[0], played to the end in pair[1] on cards re-dealt with this number."""
    pair[1] = pair[0]
    T = pair[1]
    seat = T.seat
    seed_stream(T.stream, T.key, SEARCH, seat, ((T.turn * 4096 + T.decision) << EPOCH_BITS) + number)
    redeal(T, seat)
    T.key = next_word(T.stream)
    for i in range(MOVE):
        T.move[i] = move[i]
    apply(T)
    while T.over == 0:
        if T.ask > 0:
            choose(T)
            apply(T)
        else:
            step(T)
    return T.share[seat] / SHARE + margin * (T.score[seat] - T.score[1 - seat])


@kernel
def search(S, e, pair):
    """The best candidate into S.move; returns how many playouts were made. pair: two records to think with."""
    pair[0] = S
    M = pair[0]
    forget(M, S.seat)
    assume(M, e)
    moves, values = np.zeros((MAX_WIDTH, MOVE), np.int16), np.zeros(MAX_WIDTH)
    n = candidates(M, moves, values, np.int64(S.parameter[e, WIDTH]))
    order, total = np.arange(n), np.zeros(n)
    n_alive, made, spent = n, np.int64(0), np.int64(0)
    while n_alive > 1:
        more = playouts_each(n_alive, n, np.int64(S.parameter[e, PLAYOUTS]))
        for i in range(n_alive):
            for number in range(made, made + more):
                total[order[i]] += playout(pair, moves[order[i]], number, S.parameter[e, MARGIN])
        made += more
        spent += n_alive * more
        n_alive = better_half(order, total, n_alive)
    for i in range(MOVE):
        S.move[i] = moves[order[0], i]
    return spent


@kernel
def choose_any(S, pair):
    """As policies.choose, where some seat searches; returns how many playouts were made."""
    seat = S.seat
    e = S.entry[seat]
    if S.strategy[e] != SEARCHING:
        choose(S)
        return np.int64(0)
    if S.blunder[e] > 0.0:
        seed_stream(S.stream, S.key, BLUNDER, seat, S.turn * 4096 + S.decision)
        if uniform(S.stream) < S.blunder[e]:
            choose_random(S)
            return np.int64(0)
    return search(S, e, pair)


@kernel
def choose_here(S):
    """As Engine.choose."""
    choose_any(S, np.zeros(2, RECORD))


@kernel
def trace(S, out):
    """As engine.trace."""
    n, pair = 0, np.zeros(2, RECORD)
    while S.over == 0 and n < out.shape[0]:
        if S.ask > 0:
            choose_any(S, pair)
            apply(S)
        else:
            step(S)
        if S.event != NOTHING:
            out[n] = S
            n += 1
            S.event = NOTHING
    return n


@kernel
def play_many(S, game_rows, seat_rows, company_rows, budget):
    """As engine.play_many; a playout counts as STEPS steps."""
    spent, pair = 0, np.zeros(2, RECORD)
    while S.next_game < S.stop_game:
        if S.dealt == 0:
            begin_game(S)
        while S.over == 0:
            if spent >= budget:
                return
            spent += 1
            if S.ask > 0:
                spent += STEPS * choose_any(S, pair)
                apply(S)
            else:
                step(S)
        write_rows(S, S.next_game - S.first_game, game_rows, seat_rows, company_rows)
        S.dealt = 0
        S.next_game += 1
