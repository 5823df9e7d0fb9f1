"""One finished game of Tops as rows of the result tables."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.tops.rules import ROUNDS_KEPT
from topstats.games.tops.state import COURSE

MINUTE = np.int64(60_000_000)
MOST = np.int64(32_767)  # what a cell of a row holds
THREE_TOPS = np.int64(3)
PICTURES = 10


@kernel
def _margin(S):
    """Winner's tokens ahead of the best other seat; 0 for a tie."""
    first, second = np.int64(-1), np.int64(0)
    for p in range(S.players):
        if S.tokens[p] > first:
            first, second = S.tokens[p], max(first, np.int64(0))
        elif S.tokens[p] > second:
            second = S.tokens[p]
    return first - second


@kernel
def write_rows(S, g, game_rows, seat_rows, picture_rows, round_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    row = game_rows[g]
    row[0], row[1], row[2] = S.turn, S.ended, min(MOST, (S.elapsed + MINUTE // 2) // MINUTE)
    row[3], row[4], row[5], row[6] = _margin(S), S.no_winner, S.bare, S.lead_changes
    for p in range(S.players):
        seat = seat_rows[g, p]
        seat[0], seat[1], seat[2], seat[3] = S.share[p], S.tokens[p], min(MOST, S.placed[p]), min(MOST, S.fallen[p])
        seat[4], seat[5], seat[6], seat[7] = min(MOST, S.touches[p]), min(MOST, S.late[p]), S.lacking[p], S.lacking_won[p]
        seat[8], seat[9] = S.turn - S.lacking[p], S.tokens[p] - S.lacking_won[p]
        if S.tops == THREE_TOPS:
            for i in range(PICTURES):
                picture = picture_rows[g, p, i]
                picture[0], picture[1], picture[2] = S.shown_count[i], S.held_count[p, i], S.won_count[p, i]
        for r in range(ROUNDS_KEPT):
            for j in range(COURSE):
                round_rows[g, p, r, j] = S.course[p, r, j]
