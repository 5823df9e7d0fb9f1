"""The end of a race of Top Race: places, prizes, what tips pay; the next race, or who has won."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL
from topstats.games.top_race.road import standing
from topstats.games.top_race.rules import N_CARS, N_TIPS
from topstats.games.top_race.state import DEALT, FINISHED, RACE_OVER, RESTING, begin_race


@kernel
def place_rest(S):
    """Cars that are not home take the places that are left, by where they stand (TR-19, TR-20)."""
    for n in range(S.n_home, N_CARS):
        best, car = np.int64(-2), np.int64(-1)
        for c in range(N_CARS):
            if S.place[c] == 0 and standing(S, c) > best:
                best, car = standing(S, c), np.int64(c)
        S.place[car] = n + 1


@kernel
def _pay_tips(S, seat):
    """What the seat's three tips bring or cost, together; it pays at most what it has, unless there are debts (TR-08, TR-41)."""
    net = np.int64(0)
    for t in range(N_TIPS):
        if S.tip[seat, t] >= 0:
            money = S.tip_money[t, S.place[S.tip[seat, t]] - 1]
            S.tip_sum[seat, t] += money
            net += money
    if net < 0 and S.cash[seat] + net < 0:
        S.bankrupt[seat] = 1
        if S.debts == 0:
            net = -max(np.int64(0), S.cash[seat])
    S.cash[seat] += net
    S.tip_paid[seat] += net


@kernel
def pay_prizes(S):
    """The race is over: places and prizes (TR-18)."""
    place_rest(S)
    for c in range(N_CARS):
        p, prize = S.owner[c], S.prizes[S.place[c] - 1]
        S.cash[p] += prize
        S.prize[p] += prize
        if S.place[c] == 1:
            S.n_wins[p] += 1
    for p in range(S.players):
        S.n_left[p] = S.n_hand[p]
        if S.has_tips == 1:
            _pay_tips(S, p)
        S.money_after[S.race, p] = S.cash[p]
    S.event, S.focus, S.phase, S.card, S.seat = RACE_OVER, -1, RESTING, -1, S.turn_seat


@kernel
def _finish(S):
    """Most money wins, ties share (TR-21)."""
    most, n = S.cash[0], np.int64(0)
    for p in range(S.players):
        most = max(most, S.cash[p])
    for p in range(S.players):
        n += 1 if S.cash[p] == most else 0
    for p in range(S.players):
        S.share[p] = SHARE // n if S.cash[p] == most else 0
    S.over, S.ended, S.event, S.focus = 1, NORMAL, FINISHED, -1


@kernel
def go_on(S):
    """After a race: the next one, or the end (TR-21)."""
    if S.race + 1 >= S.races:
        _finish(S)
        return
    S.race += 1
    opener = np.int64(0)
    for c in range(N_CARS):
        if S.place[c] == 1:
            opener = np.int64(S.owner[c])
    begin_race(S, opener)
    S.event = DEALT
