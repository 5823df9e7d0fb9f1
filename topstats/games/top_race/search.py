"""The strategy search, and the machine for seats that play races in their heads: compiled only where there is one. Written out in RULES.md.

What its seat cannot know is put into a fixed order before anything else, so that nothing here can depend on it.
"""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import OWN, end_unit
from topstats.core.rng import BLUNDER, SEARCH, next_word, seed_stream, uniform
from topstats.core.search import EPOCH_BITS, MARGIN, MAX_WIDTH, PLAYOUTS, PLAYS_LIKE, STEPS, TOLD, WIDTH, better_half, offer, playouts_each, plays_like
from topstats.games.top_race import strategies
from topstats.games.top_race.appraise import KERNELS, WEIGHTS, appraise
from topstats.games.top_race.auction import least_bid
from topstats.games.top_race.engine import begin_game, step
from topstats.games.top_race.heat import note
from topstats.games.top_race.moves import apply, options
from topstats.games.top_race.policies import VALUE, choose, choose_random, turn_value, weigh
from topstats.games.top_race.record import write_rows
from topstats.games.top_race.state import BID, CAR, CARD, MOVE, NOTHING, STATE, forget, redeal
from topstats.games.top_race.turns import n_turn_options, turn_option

RECORD = np.dtype((np.record, STATE))
RAISES = 4  # bids tried: the least, and each of the next ones
LISTED = 64  # options of other decisions: cars and spaces


@kernel
def assume(M, e):
    """Who the searcher (entry e) takes the others for: the playout strategy, unless it is told; itself it plays by it too."""
    like, told = np.int64(M.parameter[e, PLAYS_LIKE]), M.parameter[e, TOLD]
    for q in range(M.players):
        if told == 0.0 or q == e or M.strategy[q] == strategies.SEARCH or M.strategy[q] == OWN:
            plays_like(M, np.int64(q), like, KERNELS, WEIGHTS)
        elif M.strategy[q] == strategies.DRIVER and M.parameter[q, VALUE] == strategies.BY_RACES:
            M.parameter[q, VALUE] = strategies.BY_HAND
    M.extras = 0


@kernel
def offer_other(M, moves, values, n, width, first, second, value):
    """Offer a move, unless it is the one that stands first already."""
    if first == moves[0, 0] and second == moves[0, 1]:
        return n
    M.move[0], M.move[1] = first, second
    return offer(moves, values, n, width, M.move[:], value)


@kernel
def offer_bids(M, moves, values, n, width):
    """Pass, and the lowest bids."""
    if M.leader >= 0:
        n = offer_other(M, moves, values, n, width, np.int64(0), np.int64(0), 1.0)
    for k in range(RAISES):
        bid = least_bid(M) + k * M.bid_step
        if bid <= M.cash[M.seat]:
            n = offer_other(M, moves, values, n, width, bid, np.int64(0), -np.float64(k))
    return n


@kernel
def _turns(M, moves, values, n, width):
    """Ways to use the turn, by their worth to the playout strategy."""
    seat = M.seat
    e = M.entry[seat]
    weigh(M, seat, e)
    for k in range(n_turn_options(M, seat)):
        card, how = turn_option(M, seat, np.int64(k))
        n = offer_other(M, moves, values, n, width, card, how, turn_value(M, seat, e, card, how))
    return n


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`: first what the playout strategy would do, then those of which it thinks most; returns their number."""
    choose(M)
    n = offer(moves, values, np.int64(0), width, M.move[:], np.inf)
    if M.ask == BID:
        return offer_bids(M, moves, values, n, width)
    if M.ask == CARD:
        return _turns(M, moves, values, n, width)
    listed = np.zeros((LISTED, MOVE), np.int16)
    for i in range(min(options(M, listed), np.int64(LISTED))):
        n = offer_other(M, moves, values, n, width, np.int64(listed[i, 0]), np.int64(listed[i, 1]), 0.0)
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
    best = np.int64(-(2**40))
    for p in range(T.players):
        if p != seat:
            best = max(best, T.cash[p])
    return T.share[seat] / SHARE + margin * (T.cash[seat] - best)


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
    """As policies.choose, where some seat searches or appraises; returns how many races were driven in its head."""
    seat, spent = S.seat, np.int64(0)
    e = S.entry[seat]
    if S.strategy[e] == strategies.DRIVER:
        if S.parameter[e, VALUE] == strategies.BY_RACES and S.appraised[seat] != S.turn and (S.ask == BID or S.ask == CAR):
            spent = appraise(S, pair)
    elif S.strategy[e] == strategies.SEARCH:
        if S.blunder[e] > 0.0:
            seed_stream(S.stream, S.key, BLUNDER, seat, S.turn * 4096 + S.decision)
            if uniform(S.stream) < S.blunder[e]:
                choose_random(S)
                return spent
        return search(S, e, pair)
    choose(S)
    return spent


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
def play_many(S, game_rows, seat_rows, auction_rows, car_rows, race_rows, sums, budget):
    """As engine.play_many; a playout counts as STEPS steps."""
    spent, pair, has_sums = 0, np.zeros(2, RECORD), sums.shape[2] > 0
    while S.next_game < S.stop_game:
        if S.dealt == 0:
            begin_game(S)
        while S.over == 0:
            if spent >= budget:
                return
            spent += 1
            if S.ask > 0:
                spent += STEPS * choose_any(S, pair)
                S.event = NOTHING
                apply(S)
            else:
                step(S)
            if has_sums and S.event != NOTHING:
                note(S, sums)
        write_rows(S, S.next_game - S.first_game, game_rows, seat_rows, auction_rows, car_rows, race_rows)
        if has_sums:
            end_unit(S, sums)
        S.dealt = 0
        S.next_game += 1
