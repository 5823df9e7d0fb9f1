"""What the searching strategies of all games share: a list of the likeliest moves, and successive halving over it.

Each candidate is tried in playouts; after each round the better half goes on (sequential halving: Karnin, Koren, Somekh 2013). Of
n candidates with p playouts each on average there are n * p in all, an equal part of them in each of the log2(n) rounds.
Playout r of every candidate is on the same re-dealt cards, so that differences between candidates are sharper than their values.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from topstats.core.contract import SHARE, Strategy
from topstats.core.jit import kernel, room_kernel, shared_kernel
from topstats.core.machine import MAX_PARAMETERS, OWN
from topstats.core.rng import BLUNDER, SEARCH, next_word, seed_stream, uniform

MAX_WIDTH = 16
WIDTH, PLAYOUTS, PLAYS_LIKE, MARGIN, TOLD = range(5)  # the order of search_knobs.search_knobs
EPOCH_BITS = np.int64(20)  # playout r of a decision has the epoch (turn * 4096 + decision) * 2^20 + r


def tables_of(strategies: Sequence[Strategy]) -> tuple[Any, Any]:
    """Kernel numbers (n,) and default parameters (n, MAX_PARAMETERS) of strategies, for `plays_like`."""
    weights = np.zeros((len(strategies), MAX_PARAMETERS))
    for row, strategy in zip(weights, strategies, strict=True):
        row[: len(strategy.parameters)] = [knob.packed(knob.default) for knob in strategy.parameters]
    return np.array([strategy.kernel for strategy in strategies]), weights


@shared_kernel
def plays_like(M: Any, e: Any, like: Any, kernels: Any, weights: Any) -> None:
    """In thought, entry e plays as this one of the strategies of `tables_of`, without blunders."""
    M.strategy[e], M.blunder[e] = kernels[like], 0.0
    for i in range(MAX_PARAMETERS):
        M.parameter[e, i] = weights[like, i]


@kernel
def offer(moves, values, n, width, move, value):
    """Put a move into the list of the `width` best, the best first, of equal ones the one offered first; returns their number."""
    k = n
    while k > 0 and values[k - 1] < value:
        k -= 1
    if k >= width:
        return n
    last = min(n, width - 1)
    for i in range(last, k, -1):
        values[i] = values[i - 1]
        for j in range(moves.shape[1]):
            moves[i, j] = moves[i - 1, j]
    values[k] = value
    for j in range(moves.shape[1]):
        moves[k, j] = move[j]
    return last + 1


@kernel
def playouts_each(n_alive, n, playouts):
    """Playouts of each candidate in the round that n_alive of n have reached."""
    n_rounds, left = np.int64(0), n
    while left > 1:
        left = (left + 1) // 2
        n_rounds += 1
    return max(np.int64(1), n * playouts // (n_alive * n_rounds))


@kernel
def better_half(order, total, n_alive):
    """Sort the first n_alive of order by total, the best first, of equal ones the earlier; returns how many go on."""
    for i in range(1, n_alive):
        candidate, k = order[i], i
        while k > 0 and total[order[k - 1]] < total[candidate]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = candidate
    return (n_alive + 1) // 2


def searching(
    room: str,
    *,
    number: int,
    playouts: Sequence[Strategy],
    candidates: Any,
    forget: Any,
    redeal: Any,
    wealth: Any,
    step: Any,
    choose: Any,
    choose_random: Any,
    apply: Any,
) -> Any:
    """The kernel decide(S, pair) of a room in which some seat searches: as choose, with two records to think with; returns how many playouts were made.

    room : the name of the module that has it. number : of the searching strategy among the room's; playouts : whom it may play out with.
    candidates(M, moves, values, width) : the moves that are tried, those first of which the playout strategy thinks most, by `offer`; returns their number.
    forget(M, seat), redeal(T, seat) : bring what the seat cannot know into one order; draw it anew.
    wealth(T, p) : what a seat has of that which wins, for `margin`. step, choose, choose_random, apply : as in Engine.
    """
    kernel = room_kernel(room)
    kernels, weights = tables_of(playouts)

    @kernel
    def assume(M, e):
        """Who the searcher (entry e) takes the others for: the playout strategy, unless it is told; itself it plays by it too."""
        like, told = np.int64(M.parameter[e, PLAYS_LIKE]), M.parameter[e, TOLD]
        for q in range(M.players):
            if told == 0.0 or q == e or M.strategy[q] == number or M.strategy[q] == OWN:
                plays_like(M, np.int64(q), like, kernels, weights)
        M.extras = 0

    @kernel
    def playout(pair, move, r, margin):
        """The worth to its seat of a move in pair[0], played to the end in pair[1] on what is re-dealt with this number."""
        pair[1] = pair[0]
        T = pair[1]
        seat = T.seat
        seed_stream(T.stream, T.key, SEARCH, seat, ((T.turn * 4096 + T.decision) << EPOCH_BITS) + r)
        redeal(T, seat)
        T.key = next_word(T.stream)
        T.move[:] = move
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
                best = max(best, wealth(T, np.int64(p)))
        return T.share[seat] / SHARE + margin * (wealth(T, seat) - best)

    @kernel
    def search(S, e, pair):
        """The best candidate into S.move; returns how many playouts were made."""
        pair[0] = S
        M = pair[0]
        forget(M, S.seat)
        assume(M, e)
        moves, values = np.zeros((MAX_WIDTH, len(S.move)), np.int16), np.zeros(MAX_WIDTH)
        n = candidates(M, moves, values, np.int64(S.parameter[e, WIDTH]))
        order, total = np.arange(n), np.zeros(n)
        n_alive, made, spent = n, np.int64(0), np.int64(0)
        while n_alive > 1:
            more = playouts_each(n_alive, n, np.int64(S.parameter[e, PLAYOUTS]))
            for i in range(n_alive):
                for r in range(made, made + more):
                    total[order[i]] += playout(pair, moves[order[i]], r, S.parameter[e, MARGIN])
            made += more
            spent += n_alive * more
            n_alive = better_half(order, total, n_alive)
        S.move[:] = moves[order[0]]
        return spent

    @kernel
    def decide(S, pair):
        seat = S.seat
        e = S.entry[seat]
        if S.strategy[e] != number:
            choose(S)
            return np.int64(0)
        if S.blunder[e] > 0.0:
            seed_stream(S.stream, S.key, BLUNDER, seat, S.turn * 4096 + S.decision)
            if uniform(S.stream) < S.blunder[e]:
                choose_random(S)
                return np.int64(0)
        return search(S, e, pair)

    return decide
