"""The machine of Top Race: the steps of an auction and of a race, and how games are played in a row."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL
from topstats.games.top_race.moves import (
    apply,
    behind_and_ahead,
    buy,
    least_bid,
    may_claim,
    move_car,
    place_car,
    return_car,
    start_line,
    take_car,
    takes_part,
)
from topstats.games.top_race.policies import choose
from topstats.games.top_race.record import write_rows
from topstats.games.top_race.road import is_due, is_free, list_returns, standing
from topstats.games.top_race.rules import JOKER, N_CARS, N_TIPS
from topstats.games.top_race.state import (
    BID,
    BIDDING,
    BOUGHT,
    CAR,
    CARD,
    CHOOSING,
    CLAIM,
    CLAIMING,
    DEALT,
    EFFECT,
    FINISHED,
    FIXED,
    GRID,
    JOKER_CAR,
    LINE,
    MOVING,
    NO_EFFECT,
    NOTHING,
    OPENING,
    PAYING,
    POOR,
    RACE_OVER,
    RESTING,
    RETURN,
    RETURNING,
    SPACE,
    START,
    TAKING,
    TIP,
    TIPPING,
    TURN,
    begin_race,
    deal,
    is_named,
    line_of,
)


@kernel
def may_bid(S, seat):
    """TR-06: one that owns a car may bid only while the cars not sold outnumber the others that own none."""
    if S.n_owned[seat] == 0:
        return True
    n_without = np.int64(0)
    for p in range(S.players):
        if S.n_owned[p] == 0:
            n_without += 1
    return N_CARS - S.auction > n_without


@kernel
def _first_without(S):
    """The first player without a car, clockwise from the opener on; the opener if all have one (TR-08)."""
    for k in range(S.players):
        q = (S.opener + k) % S.players
        if S.n_owned[q] == 0:
            return q
    return S.opener


@kernel
def _open(S):
    """Begin an auction: who must open it, or who gets the car without one (TR-03, TR-05 to TR-08)."""
    S.turn += 1
    S.decision, S.high, S.leader = 0, 0, -1
    for p in range(S.players):
        S.out[p] = 0
    without = _first_without(S)
    if S.auction == N_CARS - 1 and S.n_owned[without] == 0:
        buy(S, without, S.fixed_price, np.int64(1), np.int64(FIXED))
        return
    for k in range(S.players):
        q = (S.opener + k) % S.players
        if may_bid(S, q) and S.cash[q] >= least_bid(S):
            S.opened[S.auction], S.seat, S.ask = q, q, BID
            return
    buy(S, without, min(S.opening_bid, max(np.int64(0), S.cash[without])), np.int64(0), np.int64(POOR))


@kernel
def _next_bid(S):
    """The next bidder clockwise that is in and can go higher; when it is the leader's turn again the car is sold (TR-03)."""
    q = (S.seat + 1) % S.players
    while q != S.leader:
        if S.out[q] == 0 and may_bid(S, q) and S.cash[q] >= least_bid(S):
            S.seat, S.ask = q, BID
            return
        S.out[q] = 1
        q = (q + 1) % S.players
    buy(S, S.leader, S.high, np.int64(0), np.int64(BOUGHT))


@kernel
def _take(S):
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
def _grid(S):
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
def can_act(S, seat):
    """Whether the seat has a card, or can get one by a pit stop (TR-19, TR-35)."""
    if S.n_hand[seat] > 0 or S.n_waiting[seat] > 0:
        return True
    return S.pits[seat] > 0 and S.n_box + S.n_discard > 0


@kernel
def _begin_turn(S):
    """The next player clockwise that takes part and has something to do; when all have passed in a row the race is over (TR-10, TR-19, TR-35)."""
    while S.passes < S.players:
        q = S.turn_seat
        if takes_part(S, q) and can_act(S, q):
            S.turn += 1
            S.decision, S.seat, S.card, S.ask = 0, q, -1, CARD
            return
        S.passes += 1
        S.turn_seat = (q + 1) % S.players
    S.phase = PAYING


@kernel
def _move_or_ask(S):
    S.seat = S.turn_seat
    if S.pending >= 0:  # over the third tip line and the finish in one move
        end = S.pending
        S.pending = -1
        move_car(S, end)
    elif S.n_ends > 1:
        S.ask = SPACE
    else:
        move_car(S, np.int64(S.ends[0]))


@kernel
def _next_claim(S):
    """The next player in turn order that may claim the card just played; if there is none, the next turn (TR-31)."""
    while S.pit_stop == 1 and S.asked + 1 < S.players:
        S.asked += 1
        q = (S.turn_seat + S.asked) % S.players
        if may_claim(S, q):
            S.seat, S.ask = q, CLAIM
            return
    S.turn_seat = (S.turn_seat + 1) % S.players
    S.phase, S.card = TURN, -1
    _begin_turn(S)


@kernel
def _next_line(S):
    """The next line of the card, or the next player's turn."""
    S.seat = S.turn_seat
    if S.line >= S.n_lines[S.face[S.card]]:
        S.asked, S.phase = 0, CLAIMING
        if S.pit_stop == 0:
            _next_claim(S)
        return
    car = line_of(S)
    if car == JOKER:
        n = np.int64(0)
        for c in range(N_CARS):
            if is_named(S, c):
                n += 1
                car = np.int64(c)
        if n > 1:
            S.ask = JOKER_CAR
            return
    start_line(S, car)
    if S.phase == MOVING:
        _move_or_ask(S)


@kernel
def _choose_effect(S):
    """Sprint or breakdown, if the card has an effect (TR-17)."""
    behind, ahead = behind_and_ahead(S)
    if behind >= 0:
        S.ask = EFFECT
    else:
        S.event, S.phase, S.line = NO_EFFECT, LINE, 1


@kernel
def _return(S):
    """The first of the cars that come back; its owner chooses where (TR-16)."""
    for c in range(N_CARS):
        if is_due(S, c):
            S.car, S.seat = c, S.owner[c]
            list_returns(S, np.int64(c))
            if S.n_ends > 1:
                S.ask = RETURN
            else:
                return_car(S, np.int64(S.ends[0]))
            return


@kernel
def _place_rest(S):
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
def _pay_prizes(S):
    """The race is over: places and prizes (TR-18)."""
    _place_rest(S)
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
def _go_on(S):
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


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event, S.focus = NOTHING, -1
    if S.phase == LINE:
        _next_line(S)
    elif S.phase == MOVING:
        _move_or_ask(S)
    elif S.phase == BIDDING:
        _next_bid(S)
    elif S.phase == TURN:
        _begin_turn(S)
    elif S.phase == OPENING:
        _open(S)
    elif S.phase == TAKING:
        _take(S)
    elif S.phase == GRID:
        _grid(S)
    elif S.phase == CHOOSING:
        _choose_effect(S)
    elif S.phase == CLAIMING:
        _next_claim(S)
    elif S.phase == TIPPING:
        S.seat, S.ask = S.tipper, TIP
    elif S.phase == RETURNING:
        _return(S)
    elif S.phase == PAYING:
        _pay_prizes(S)
    elif S.phase == RESTING:
        _go_on(S)


@kernel
def advance(S):
    """Step until a decision is asked or the game is over."""
    while S.ask == 0 and S.over == 0:
        step(S)


@kernel
def trace(S, out):
    """Play on from S, a copy of the record into out[k] after each event and move; returns how many, at most len(out)."""
    n = 0
    while S.over == 0 and n < out.shape[0]:
        if S.ask > 0:
            choose(S)
            apply(S)
        else:
            step(S)
        if S.event != NOTHING:
            out[n] = S
            n += 1
            S.event = NOTHING
    return n


@kernel
def begin_game(S):
    """Deal the next game and seat its players: with rotation, entry e sits at place (e + g % P) % P."""
    g, turned = S.next_game, np.int64(0)
    S.deal = g
    if S.rotate == 1:
        S.deal = g // S.players
        turned = g % S.players
    for e in range(S.players):
        S.entry[(e + turned) % S.players] = e
    deal(S)
    S.dealt = 1


@kernel
def play_many(S, game_rows, seat_rows, auction_rows, car_rows, budget):
    """Play games S.next_game to S.stop_game - 1, rows into block[g - S.first_game]; comes back after about `budget` steps, see Engine."""
    spent = 0
    while S.next_game < S.stop_game:
        if S.dealt == 0:
            begin_game(S)
        while S.over == 0:
            if spent >= budget:
                return
            spent += 1
            if S.ask > 0:
                choose(S)
                apply(S)
            else:
                step(S)
        write_rows(S, S.next_game - S.first_game, game_rows, seat_rows, auction_rows, car_rows)
        S.dealt = 0
        S.next_game += 1
