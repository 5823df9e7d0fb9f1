"""The strategy search of the base game and lite: compiled only when a seat plays it. Written out in RULES.md.

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
from topstats.games.top_pop import strategies
from topstats.games.top_pop.engine import begin_game, step
from topstats.games.top_pop.moves import apply, caps_needed
from topstats.games.top_pop.policies import (
    W_CAP,
    can_top,
    card_value,
    choose,
    choose_random,
    first_card,
    front_value,
    look,
    smallest_stack,
    stack_value,
    supply_of,
    two,
    worths,
)
from topstats.games.top_pop.record import write_rows
from topstats.games.top_pop.state import COLLECT, MOVE, NOTHING, PLACE, STACK, STATE, forget, redeal

KERNELS, WEIGHTS = tables_of(strategies.PLAYOUT)
RECORD = np.dtype((np.record, STATE))


@kernel
def assume(M, e):
    """Who the searcher (entry e) takes the others for: the playout strategy, unless it is told; itself it plays by it too."""
    like, told = np.int64(M.parameter[e, PLAYS_LIKE]), M.parameter[e, TOLD]
    for q in range(M.players):
        if told == 0.0 or q == e or M.strategy[q] == strategies.SEARCH or M.strategy[q] == OWN:
            plays_like(M, np.int64(q), like, KERNELS, WEIGHTS)
    M.gain_moment, M.extras = -1, 0


@kernel
def _is_repeated(M, seat, k):
    """Whether an earlier card of the hand has the same face and back as the k-th."""
    card = M.hand[seat, k]
    for i in range(first_card(M, seat), k):
        other = M.hand[seat, i]
        if M.city[other] == M.city[card] and M.night[other] == M.night[card]:
            return True
    return False


@kernel
def _cards(M, seat, e, moves, values, width):
    """Candidates of START, KEEP and PLACE: each different card, in front of each seat."""
    n = np.int64(0)
    for k in range(first_card(M, seat), M.n_hand[seat]):
        if _is_repeated(M, seat, k):
            continue
        card = np.int64(M.hand[seat, k])
        for q in range(M.players if M.ask == PLACE else 1):
            value = card_value(M, e, card)
            if M.ask == PLACE:
                value += front_value(M, seat, e, q)
            two(M, card, np.int64(q))
            n = offer(moves, values, n, width, M.move[:], value)
    return n


@kernel
def _stacks(M, seat, e, moves, values, width):
    """Candidates of STACK: stop, and on each card the smallest stack, also with one cap more."""
    two(M, np.int64(-1), np.int64(0))
    n = offer(moves, values, np.int64(0), width, M.move[:], np.inf)
    supply = supply_of(M, seat)
    for i in range(M.n_table):
        card = np.int64(M.table[i])
        if can_top(M, seat, card, supply):
            value = stack_value(M, seat, e, card)
            for more in range(min(np.int64(2), 1 + supply - caps_needed(M, seat, card))):
                smallest_stack(M, seat, card, np.int64(more))
                n = offer(moves, values, n, width, M.move[:], value - more * M.parameter[e, W_CAP])
    return n


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`, those first of which the playout strategy thinks most; returns their number."""
    seat = M.seat
    e = M.entry[seat]
    look(M, seat, e)
    if M.ask == STACK:
        return _stacks(M, seat, e, moves, values, width)
    worths(M, seat, e)
    if M.ask != COLLECT:
        return _cards(M, seat, e, moves, values, width)
    n = np.int64(0)
    for c in range(M.players):
        if M.middle[c] > 0:
            two(M, np.int64(c), np.int64(0))
            n = offer(moves, values, n, width, M.move[:], M.worth[c])
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
    best = np.int64(0)
    for p in range(T.players):
        if p != seat:
            best = max(best, T.score[p])
    return T.share[seat] / SHARE + margin * (T.score[seat] - best)


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
    if S.strategy[e] != strategies.SEARCH:
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
def play_many(S, game_rows, seat_rows, city_rows, budget):
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
        write_rows(S, S.next_game - S.first_game, game_rows, seat_rows, city_rows)
        S.dealt = 0
        S.next_game += 1
