"""One finished game of the two-player version as rows of the result tables."""

from topstats.core.jit import kernel
from topstats.games.top_pop.two_player.state import K


@kernel
def write_rows(S, g, game_rows, seat_rows, company_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    row = game_rows[g]
    row[0], row[1], row[2], row[3] = S.turn, S.ended, abs(S.score[0] - S.score[1]), S.tie_break
    row[4] = S.lead_changes
    for p in range(2):
        seat = seat_rows[g, p]
        for i in range(seat.shape[0]):
            seat[i] = 0
        seat[0], seat[1] = S.share[p], S.score[p]
        for k in range(K):
            caps, place = S.caps[p, k], S.place[k]
            seat[1 + place] += caps * S.value[k]
            seat[6] += caps
            seat[6 + place] += caps
            company = company_rows[g, p, k]
            cards = S.n_column[k] + S.closed[k]
            company[0], company[1], company[2] = caps, cards, S.majority[k] + S.variety[k]
            company[3], company[4], company[5], company[6] = S.majority[k], S.variety[k], S.rank[k], S.value[k]
