"""One finished game of Top Race as rows of the result tables."""

import numpy as np

from topstats.core.contract import PART, SHARE
from topstats.core.jit import kernel
from topstats.games.top_race.rules import N_CARS, N_TIPS
from topstats.games.top_race.state import HOME


@kernel
def _margin(S):
    """Winner's money ahead of the best other seat; 0 for a tie."""
    first, second = np.int64(-(2**40)), np.int64(-(2**40))
    for p in range(S.players):
        if S.cash[p] > first:
            first, second = S.cash[p], first
        elif S.cash[p] > second:
            second = S.cash[p]
    return first - second


@kernel
def _row_of(S, car):
    """Row of a car; past the finish, the last row and one."""
    return S.row[S.n_spaces - 1] + 1 if S.status[car] == HOME else np.int64(S.row[S.pos[car]])


@kernel
def write_game(S, row):
    first, last, paid, lost, winner = np.int64(0), np.int64(1 << 20), np.int64(0), np.int64(0), np.int64(0)
    for c in range(N_CARS):
        first, last = max(first, _row_of(S, c)), min(last, _row_of(S, c))
        paid += S.price[c]
        lost += S.blocked[c]
        if S.place[c] == 1:
            winner = np.int64(c)
    row[0], row[1], row[2], row[3], row[4], row[5] = S.turn, S.ended, S.n_turns, _margin(S), S.n_home, lost
    row[6], row[7], row[8], row[9] = first - last, winner, paid, S.lead_changes
    if S.has_tips == 1:
        row[10] = 0
        for p in range(S.players):
            if _share_without_tips(S, p) != S.share[p]:
                row[10] = 1


@kernel
def _share_without_tips(S, seat):
    """Sixtieths of the win that the seat would have by the money less what tips paid."""
    most, n = np.int64(-(2**40)), np.int64(0)
    for p in range(S.players):
        money = S.cash[p] - S.tip_paid[p]
        if money > most:
            most, n = money, 0
        n += 1 if money == most else 0
    return SHARE // n if S.cash[seat] - S.tip_paid[seat] == most else 0


@kernel
def _write_seat(S, p, row):
    best = np.int64(0)
    for c in range(N_CARS):
        best = max(best, np.int64(S.strength[p, c]))
    row[0], row[1], row[2], row[3], row[4] = S.share[p], S.cash[p], S.prize[p], S.spent[p], S.cash[p] - S.capital
    row[5], row[6], row[7], row[8], row[9] = S.n_cars[p], S.n_wins[p], best, S.n_left[p], S.bankrupt[p]
    row[10], row[11] = 1 if S.first == p else 0, S.n_stops[p]
    row[12], row[13] = (p - S.first) % S.players, S.spent[p] - S.prize[p]
    if S.has_tips == 1:
        row[14] = S.tip_paid[p]
        for t in range(N_TIPS):
            row[15 + t] = S.tip_sum[p, t]
        row[18] = _share_without_tips(S, p)


@kernel
def start_number(S, car):
    for i in range(S.n_starts):
        if S.start[i] == S.grid[car]:
            return i + 1
    return np.int64(0)


@kernel
def write_races(S, rows):
    """Money after each race, the part of it that the richest seat has, and its Gini coefficient (parts rounded; money below 0 counts as 0)."""
    for r in range(S.races):
        total, most, apart = np.int64(0), np.int64(0), np.int64(0)
        for p in range(S.players):
            mine = max(np.int64(0), S.money_after[r, p])
            total += mine
            most = max(most, mine)
            for q in range(p):
                apart += abs(mine - max(np.int64(0), S.money_after[r, q]))
        for p in range(S.players):
            row = rows[p, r]
            row[0], row[1], row[2] = S.money_after[r, p], 0, 0
            if total > 0:
                row[1], row[2] = (2 * PART * most + total) // (2 * total), (2 * PART * apart + S.players * total) // (2 * S.players * total)


@kernel
def write_rows(S, g, game_rows, seat_rows, auction_rows, car_rows, race_rows):
    """The finished game into row g of the blocks, columns in the order of COLUMNS."""
    write_races(S, race_rows[g])
    write_game(S, game_rows[g])
    for p in range(S.players):
        _write_seat(S, p, seat_rows[g, p])
        for a in range(N_CARS):
            row, worth = auction_rows[g, p, a], S.prizes[S.place[S.sold[a]] - 1]
            row[0], row[1] = 1 if S.buyer[a] == p else 0, 1 if S.opened[a] == p else 0
            row[2], row[3], row[4], row[5], row[6] = S.bids[p, a], S.price[a], worth, S.price[a] - worth, S.sold[a]
            row[7] = S.strength[S.buyer[a], S.sold[a]]
        for c in range(N_CARS):
            row = car_rows[g, p, c]
            row[0], row[1], row[2], row[3] = 1 if S.owner[c] == p else 0, S.strength[p, c], start_number(S, c), S.place[c]
            row[4], row[5], row[6] = 1 if S.status[c] == HOME else 0, S.moved[c], S.blocked[c]
            row[7] = 1 if S.place[c] == 1 else 0
