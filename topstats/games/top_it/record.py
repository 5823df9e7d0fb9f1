"""One finished game of Top It as rows of the result tables."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_it.rules import MOST


@kernel
def _margin(S):
    """Points of the first ahead of the second."""
    first, second = np.int64(-1), np.int64(-1)
    for p in range(S.players):
        if S.score[p] > first:
            first, second = S.score[p], first
        elif S.score[p] > second:
            second = S.score[p]
    return first - second


@kernel
def _differs(S, share):
    """Whether another reading has other winners."""
    for p in range(S.players):
        if (share[p] > 0) != (S.share[p] > 0):
            return 1
    return 0


@kernel
def _minutes(S):
    us = S.turn * (S.round_us + S.stop_us) + (S.turn - 1) * S.break_us
    return (us + 30_000_000) // 60_000_000


@kernel
def _write_seat(S, p, row):
    row[0], row[1] = S.share[p], S.score[p]
    row[4], row[5], row[6] = S.share_end[p], S.share_stack[p], S.share_rows[p]
    for i in range(S.tally.shape[0]):
        row[i + 2 if i < 2 else i + 5] = min(S.tally[i, p], np.int64(MOST))


@kernel
def write_rows(S, g, game_rows, seat_rows, letter_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    row = game_rows[g]
    reached, winners = 0, 0
    for p in range(S.players):
        reached += 1 if S.score[p] >= S.target else 0
        winners += 1 if S.share[p] > 0 else 0
        _write_seat(S, p, seat_rows[g, p])
        cells = letter_rows[g, p]
        for x in range(26):
            cells[x, 0], cells[x, 1] = S.letter_pins[x], S.letter_laid[x]
    row[0], row[1], row[2], row[3], row[4] = S.turn, S.ended, _margin(S), min(_minutes(S), np.int64(MOST)), reached
    row[5] = S.leader_since if winners == 1 else 0
    row[6], row[7] = S.row_rounds, (2 * S.grid_shares * 1000 + S.turn * S.n_shares) // (2 * S.turn * S.n_shares)
    row[8], row[9], row[10], row[11] = _differs(S, S.share_end), _differs(S, S.share_stack), _differs(S, S.share_rows), S.lead_changes
