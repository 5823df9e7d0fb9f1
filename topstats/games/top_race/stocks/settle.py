"""The end of a race with stocks: what they pay, who has won, the next race (TR-21, TR-55, TR-56)."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.settle import place_rest
from topstats.games.top_race.state import DEALT, FINISHED, RACE_OVER, RESTING
from topstats.games.top_race.stocks.seats import next_race, place_in_order


@kernel
def pay_of(S, seat):
    """What the stocks of the seat pay in this race."""
    money = np.int64(0)
    for c in range(N_CARS):
        money += S.stock[seat, c] * S.prizes[S.place[c] - 1]
    return money


@kernel
def wins_tie(S, seat, other):
    """Whether the seat stands before the other at equal money: more stocks of the 1st car, then the 2nd, ...; then the later seat (TR-56)."""
    for place in range(1, N_CARS + 1):
        for c in range(N_CARS):
            if S.place[c] == place and S.stock[seat, c] != S.stock[other, c]:
                return S.stock[seat, c] > S.stock[other, c]
    return place_in_order(S, seat) > place_in_order(S, other)


@kernel
def best_seat(S, is_race):
    """The seat with the highest pay-out of this race (1), or with most money (0); ties are broken."""
    best = np.int64(0)
    for p in range(1, S.players):
        ours, theirs = (pay_of(S, p), pay_of(S, best)) if is_race == 1 else (S.cash[p], S.cash[best])
        if ours > theirs or (ours == theirs and wins_tie(S, np.int64(p), best)):
            best = np.int64(p)
    return best


@kernel
def pay_stocks(S):
    """The race is over: places, and each stock pays the prize of its car."""
    place_rest(S)
    for p in range(S.players):
        money = pay_of(S, p)
        S.cash[p] += money
        S.prize[p] += money
        S.n_left[p] = S.n_hand[p]
        S.money_after[S.race, p] = S.cash[p]
    S.n_wins[best_seat(S, np.int64(1))] += 1
    S.event, S.focus, S.phase, S.card, S.seat = RACE_OVER, -1, RESTING, -1, S.turn_seat


@kernel
def go_on(S):
    """After a race: the next one, or the end: most money wins, ties are broken by the stocks of the last race."""
    if S.race + 1 < S.races:
        opener = best_seat(S, np.int64(1))
        S.race += 1
        next_race(S, opener)
        S.event = DEALT
        return
    for p in range(S.players):
        S.share[p] = 0
    S.share[best_seat(S, np.int64(0))] = SHARE
    S.over, S.ended, S.event, S.focus = 1, NORMAL, FINISHED, -1
