"""What the searching strategies of all games share: a list of the likeliest moves, and successive halving over it.

Each candidate is tried in playouts; after each round the better half goes on (sequential halving: Karnin, Koren, Somekh 2013). Of
n candidates with p playouts each on average there are n * p in all, an equal part of them in each of the log2(n) rounds.
Playout r of every candidate is on the same re-dealt cards, so that differences between candidates are sharper than their values.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from topstats.core.contract import Strategy
from topstats.core.jit import kernel, shared_kernel
from topstats.core.machine import MAX_PARAMETERS

MAX_WIDTH = 16
WIDTH, PLAYOUTS, PLAYS_LIKE, MARGIN, TOLD = range(5)  # the order of search_knobs.search_knobs
STEPS = 64  # what a playout counts for in the budget of play_many
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
