"""One finished game of Top Pop as rows of the result tables."""

import numpy as np

from topstats.core.jit import kernel


@kernel
def _margin(S):
    """Winner's points ahead of the best other seat; 0 for a tie."""
    first, second = np.int64(-1), np.int64(-1)
    for p in range(S.players):
        if S.score[p] > first:
            first, second = S.score[p], first
        elif S.score[p] > second:
            second = S.score[p]
    return first - second


@kernel
def _write_powers(S, g, game_rows, seat_rows, city_rows):
    """The columns of city powers, which are there where some city has one (TP-50)."""
    game_rows[g, 7] = S.passed
    for p in range(S.players):
        n = 0
        for x in range(S.cities):
            holds = 1 if S.city_powers[x] > 0 and S.owner[x] == p else 0
            n += holds
            city_rows[g, p, x, 1], city_rows[g, p, x, 2] = holds, S.taken[p, x]
        seat_rows[g, p, 11], seat_rows[g, p, 12] = S.bonus[p], n


@kernel
def write_rows(S, g, game_rows, seat_rows, city_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    row = game_rows[g]
    row[0], row[1], row[2], row[3] = S.turn, S.ended, S.trigger_seat + 1, S.trigger_turn
    row[4], row[5], row[6] = _margin(S), S.tie_break, S.lead_changes
    for p in range(S.players):
        seat = seat_rows[g, p]
        caps = 0
        for c in range(S.players):
            caps += S.supply[p, c]
        seat[0], seat[1], seat[2], seat[3], seat[4] = S.share[p], S.score[p], S.sole[p], S.tied[p], S.variety[p]
        seat[5], seat[6], seat[7], seat[8], seat[9] = S.n_won[p], caps, S.received[p], S.given[p], S.lost[p]
        seat[10] = 1 if S.trigger_seat == p else 0
        for x in range(S.cities):
            city_rows[g, p, x, 0] = S.count[p, x]
    if S.powers == 1:
        _write_powers(S, g, game_rows, seat_rows, city_rows)
