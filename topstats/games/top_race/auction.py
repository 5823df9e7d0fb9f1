"""The auctions of Top Race: who may bid, and how much; who buys, which car, and where it starts."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.road import front_car, is_free
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import BADE, BID, BIDDING, BOUGHT, CAR, FIXED, GRID, OPENING, PASSED, PLACED, POOR, RACING, START, TAKING, TOOK, TURN


@kernel
def may_bid(S, seat):
    """TR-06: one that owns a car may bid only while the cars not sold outnumber the others that own none (TR-52: seats, never)."""
    if S.n_owned[seat] == 0:
        return True
    n_without = np.int64(0)
    for p in range(S.players):
        if S.n_owned[p] == 0:
            n_without += 1
    return S.n_lots - S.auction > n_without


@kernel
def least_bid(S):
    """The least that may be bid now: a multiple of bid_step, at least opening_bid and above the highest bid (TR-03)."""
    least = S.opening_bid if S.leader < 0 else max(S.opening_bid, S.high + 1)
    return (least + S.bid_step - 1) // S.bid_step * S.bid_step


@kernel
def illegal_bid(S, bid):
    if bid == 0:
        return 1 if S.leader < 0 else 0
    if bid < 0 or bid % S.bid_step != 0:
        return 2
    if bid < least_bid(S):
        return 3
    return 4 if bid > S.cash[S.seat] else 0


@kernel
def is_start(S, space):
    """Whether this is a start space on which no car stands (TR-04)."""
    for i in range(S.n_starts):
        if S.start[i] == space:
            return is_free(S, space)
    return False


@kernel
def _first_without(S):
    """The first player without a car, clockwise from the opener on; the opener if all have one (TR-08)."""
    q = S.opener
    for _ in range(S.players):
        if S.n_owned[q] == 0:
            return q
        q = S.after[q]
    return S.opener


@kernel
def pay(S, seat, amount, is_forced):
    """Money to the bank; of a forced payment at most what the seat has, unless there are debts (TR-08)."""
    if amount > S.cash[seat] and is_forced == 1:
        S.bankrupt[seat] = 1
        if S.debts == 0:
            amount = max(np.int64(0), S.cash[seat])
    S.cash[seat] -= amount
    S.spent[seat] += amount
    return amount


@kernel
def buy(S, seat, price, is_forced, event):
    """The seat gets the car of this auction for the price; which one it chooses next (TR-03, TR-07, TR-08)."""
    S.price[S.auction] = pay(S, seat, price, is_forced)
    S.buyer[S.auction], S.seat = seat, seat
    S.n_owned[seat] += 1
    S.n_cars[seat] += 1
    S.event, S.focus, S.phase = event, -1, TAKING


@kernel
def open_auction(S):
    """Begin an auction: who must open it, or who gets the car without one (TR-03, TR-05 to TR-08)."""
    S.turn += 1
    S.decision, S.high, S.leader = 0, 0, -1
    for p in range(S.players):
        S.out[p] = 0
    without = _first_without(S)
    if S.auction == S.n_lots - 1 and S.n_owned[without] == 0:
        buy(S, without, S.fixed_price, np.int64(1), np.int64(FIXED))
        return
    q = S.opener
    for _ in range(S.players):
        if may_bid(S, q) and S.cash[q] >= least_bid(S):
            S.opened[S.auction], S.seat, S.ask = q, q, BID
            return
        q = S.after[q]
    buy(S, without, min(S.opening_bid, max(np.int64(0), S.cash[without])), np.int64(0), np.int64(POOR))


@kernel
def bid(S, bid):
    S.focus, S.phase = -1, BIDDING
    if bid == 0:
        S.out[S.seat] = 1
        S.event = PASSED
        return
    S.high, S.leader, S.event = bid, S.seat, BADE
    S.n_bids[S.auction] += 1
    S.bids[S.seat, S.auction] += 1


@kernel
def next_bid(S):
    """The next bidder clockwise that is in and can go higher; when it is the leader's turn again the car is sold (TR-03)."""
    q = S.after[S.seat]
    while q != S.leader:
        if S.out[q] == 0 and may_bid(S, q) and S.cash[q] >= least_bid(S):
            S.seat, S.ask = q, BID
            return
        S.out[q] = 1
        q = S.after[q]
    buy(S, S.leader, S.high, np.int64(0), np.int64(BOUGHT))


@kernel
def choose_car(S):
    n, last = np.int64(0), np.int64(-1)
    for c in range(N_CARS):
        if S.owner[c] < 0:
            n += 1
            last = np.int64(c)
    if n > 1:
        S.ask = CAR
    else:
        take_car(S, last)


@kernel
def take_car(S, car):
    S.owner[car], S.sold[S.auction] = S.seat, car
    S.racing[S.seat] += 1
    S.event, S.focus, S.phase = TOOK, car, GRID


@kernel
def choose_start(S):
    n, last = np.int64(0), np.int64(-1)
    for i in range(S.n_starts):
        if is_free(S, np.int64(S.start[i])):
            n += 1
            last = np.int64(S.start[i])
    if n > 1:
        S.ask = START
    else:
        place_car(S, last)


@kernel
def place_car(S, space):
    """The car just sold goes to a start space; then the next auction or the race (TR-04, TR-05)."""
    car = np.int64(S.sold[S.auction])
    S.pos[car], S.grid[car], S.status[car] = space, space, RACING
    S.event, S.focus = PLACED, car
    if S.auction == 0:
        S.first = S.seat
    S.opener = S.after[S.seat]
    S.auction += 1
    S.phase = OPENING
    if S.auction == N_CARS:
        S.phase, S.turn_seat = TURN, S.first
        S.ahead_car = front_car(S)
