"""One finished game of the mode stocks as rows of the result tables."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.record import start_number, write_game, write_races
from topstats.games.top_race.rules import JOKER, N_CARS
from topstats.games.top_race.state import HOME
from topstats.games.top_race.stocks.seats import place_in_order


@kernel
def _write_seat(S, p, row):
    best, most = np.int64(0), np.int64(0)
    for c in range(N_CARS):
        best, most = max(best, np.int64(S.strength[p, c])), max(most, np.int64(S.stock[p, c]))
    row[0], row[1], row[2], row[3], row[4] = S.share[p], S.cash[p], S.prize[p], S.spent[p], S.cash[p] - S.capital
    row[5], row[6], row[7], row[8] = S.n_wins[p], best, S.n_left[p], 1 if S.first == p else 0
    row[9], row[10], row[11], row[12] = S.n_stops[p], place_in_order(S, p), S.specials[p], most


@kernel
def _points_on(S, card):
    points, face = np.int64(0), S.face[card]
    for c in range(N_CARS):
        points += S.points[face, c]
    return points + S.points[face, JOKER]


@kernel
def _write_auction(S, p, a, row):
    """An auction that was not needed (two players) stays empty."""
    card = np.int64(S.taken[a])
    if card < 0:
        return
    row[0], row[1], row[2], row[3] = 1 if S.buyer[a] == p else 0, 1 if S.opened[a] == p else 0, S.bids[p, a], S.price[a]
    row[4], row[5] = 1 if S.n_lines[S.face[card]] == 0 else 0, _points_on(S, card)


@kernel
def write_rows(S, g, game_rows, seat_rows, auction_rows, car_rows, race_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    write_races(S, race_rows[g])
    write_game(S, game_rows[g])
    game_rows[g, 10], game_rows[g, 11] = S.n_rounds, S.n_traded
    for p in range(S.players):
        _write_seat(S, np.int64(p), seat_rows[g, p])
        for a in range(auction_rows.shape[2]):
            _write_auction(S, p, a, auction_rows[g, p, a])
        for c in range(N_CARS):
            row = car_rows[g, p, c]
            row[0], row[1], row[2], row[3] = S.stock[p, c], S.strength[p, c], start_number(S, c), S.place[c]
            row[4], row[5], row[6] = 1 if S.status[c] == HOME else 0, S.moved[c], S.blocked[c]
            row[7] = 1 if S.place[c] == 1 else 0
