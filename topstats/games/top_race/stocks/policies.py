"""The strategies of the mode stocks, one kernel each; their parameters and presets stand in strategies.py, their wording in RULES.md.

A strategy reads what its seat may know: its own hand and stocks, the table, and its own stream. Parameters that the base game has too
stand where they stand there, so that its kernels serve here.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below, seed_stream, uniform
from topstats.games.top_race.policies import (
    CLAIMS,
    CROWD,
    HAND,
    OWN_POINT,
    PATIENCE,
    RIVAL,
    SAVE,
    SHADE,
    STARTER,
    STOPS,
    STRIKE,
    WASTE,
    WORTH,
    bid_up_to,
    effect_values,
    joker_weight,
    rank,
    usable,
    ways,
)
from topstats.games.top_race.policies import choose_random as choose_random_base
from topstats.games.top_race.rules import JOKER, N_CARS, UNIT
from topstats.games.top_race.state import BID, BUY, CARD, CLAIM, EFFECT, JOKER_CAR, OFFER, PASS, RACING, SELL, SPACE, STOP, is_named
from topstats.games.top_race.stocks.strategies import TRADER
from topstats.games.top_race.stocks.trading import any_trade, may_trade
from topstats.games.top_race.turns import n_turn_options, turn_option

SPECIAL, PLAN, MANNER, SIGHT = 7, 8, 17, 18  # the order of strategies.KNOBS
LEADER, BY_HAND, HEDGE = range(3)


@kernel
def choose_random(S):
    """Uniform over the moves described in RULES.md, from S.stream."""
    if S.ask < OFFER:
        choose_random_base(S)
        return
    S.move[1] = 0
    S.move[0] = S.offer[below(S.stream, S.n_offer)] if S.ask == OFFER else any_trade(S, S.seat, S.ask)


@kernel
def _favourite(S, seat):
    """The car that the cards dealt to the seat are best for, of equal ones the first."""
    best = np.int64(0)
    for c in range(1, N_CARS):
        if S.strength[seat, c] > S.strength[seat, best]:
            best = np.int64(c)
    return best


@kernel
def card_worth(S, seat, e, face):
    """What a card of the offer row is worth to the seat, in units of money."""
    if S.n_lines[face] == 0:
        return S.parameter[e, SPECIAL] / UNIT
    return S.parameter[e, HAND] * (np.int64(S.points[face, _favourite(S, seat)]) + np.int64(S.points[face, JOKER])) / UNIT


@kernel
def _best_offer(S, seat, e):
    """The card on offer that is worth most to the seat, of equal ones the first."""
    best, value = np.int64(-1), -np.inf
    for k in range(S.n_offer):
        worth = card_worth(S, seat, e, np.int64(S.face[S.offer[k]]))
        if worth > value:
            best, value = np.int64(S.offer[k]), worth
    return best


@kernel
def _bid(S, seat, e):
    worth = S.parameter[e, WORTH] / UNIT + card_worth(S, seat, e, np.int64(S.face[_best_offer(S, seat, e)]))
    if S.auction == 0:
        worth += S.parameter[e, STARTER] / UNIT
    after = max(S.players - 1 - S.auction, np.int64(0))
    bid_up_to(S, seat, e, worth * S.parameter[e, SHADE] * (1.0 - S.parameter[e, PATIENCE] * after / (S.players - 1)))


@kernel
def _in_hand(S, seat, car):
    """Points for the car on the cards in the seat's hand."""
    points = np.int64(0)
    for k in range(S.n_hand[seat]):
        points += S.points[S.face[S.hand[seat, k]], car]
    return points


@kernel
def weigh(S, seat, e):
    """What a point for each car is worth to the seat, by its stocks and its hand, into S.weight; the joker's stands last."""
    best, total = 0.0, np.int64(0)
    for c in range(N_CARS):
        total += _in_hand(S, seat, np.int64(c))
    mean = total / N_CARS
    for c in range(N_CARS):
        more = (S.stock[seat, c] - S.stocks_each) / S.stocks_each
        weight = more * (S.parameter[e, OWN_POINT] if more > 0.0 else S.parameter[e, RIVAL])
        weight += S.parameter[e, PLAN] * (_in_hand(S, seat, np.int64(c)) - mean) / 10
        S.weight[c] = weight if S.status[c] == RACING else 0.0
        best = max(best, S.weight[c])
    S.weight[JOKER] = best


@kernel
def card_value(S, seat, e, face):
    """What it is worth to play a card with this face."""
    if S.n_lines[face] == 0:
        sprint, breakdown = effect_values(S, face)
        return S.parameter[e, STRIKE] * max(sprint, breakdown)
    value, own = 0.0, np.int64(0)
    for c in range(N_CARS):
        points = np.int64(S.points[face, c])
        value += S.weight[c] * points
        if S.weight[c] > 0.0:
            own += points
        elif S.weight[c] < 0.0 and points > 0 and S.parameter[e, WASTE] != 0.0:
            value += S.parameter[e, WASTE] * (points - usable(S, np.int64(c), points))
    joker = np.int64(S.points[face, JOKER])
    if joker > 0:
        value += joker * joker_weight(S, face)
    early = S.n_hand[seat] / (S.pit_cards_each if S.pit_stop == 1 else S.cards_each)
    return value - S.parameter[e, SAVE] * early * own


@kernel
def turn_value(S, seat, e, card, how):
    """What it is worth to use the turn so."""
    return 0.0 if how == PASS else card_value(S, seat, e, np.int64(S.face[card]))


@kernel
def _turn(S, seat, e):
    """The best card to play or to take; a stop only for a card that is worth more than any in hand, and enough; an empty hand asks for little."""
    weigh(S, seat, e)
    for k in range(n_turn_options(S, seat)):
        card, how = turn_option(S, seat, np.int64(k))
        worth = turn_value(S, seat, e, card, how)
        if how == STOP and (S.n_waiting[seat] > 0 or (S.n_hand[seat] > 0 and worth < S.parameter[e, STOPS])):
            continue
        if k == 0 or worth > S.best_value:
            S.move[0], S.move[1], S.best_value = card, how, worth


@kernel
def _joker(S):
    """The car of most weight; if that is not above 0 a car that loses the points, if there is one."""
    best, value, lost = np.int64(-1), -np.inf, np.int64(-1)
    for c in range(N_CARS):
        if not is_named(S, c):
            continue
        if S.status[c] == RACING:
            if S.weight[c] > value:
                best, value = np.int64(c), S.weight[c]
        elif lost < 0:
            lost = np.int64(c)
    return best if value > 0.0 or lost < 0 else lost


@kernel
def _end(S, e):
    """A car that it is for goes to the best placed end, another to the worst, or into a bottleneck."""
    if S.weight[S.car] > 0.0:
        return np.int64(S.ends[S.n_ends - 1])
    best, value = np.int64(S.ends[0]), -np.inf
    if S.parameter[e, CROWD] == 0.0:
        return best
    for i in range(S.n_ends):
        end = np.int64(S.ends[i])
        if end < S.n_spaces and S.parameter[e, CROWD] * ways(S, end) > value:
            best, value = end, S.parameter[e, CROWD] * ways(S, end)
    return best


@kernel
def opinion(S, seat, e, car):
    """How much the seat thinks of a stock of the car when it trades (RULES.md)."""
    manner, place = np.int64(S.parameter[e, MANNER]), rank(S, car)
    if manner == BY_HAND:
        return S.row[S.pos[car]] + S.parameter[e, SIGHT] * _in_hand(S, seat, car)
    if manner == HEDGE:
        return (100.0 if place < 3 else 0.0) - S.stock[seat, car]
    return np.float64(-place)


@kernel
def _trade(S, seat, e):
    """It buys the stock of which it thinks most and sells that of which it thinks least; of equal ones the first; by lot if that is its manner."""
    if S.parameter[e, MANNER] > HEDGE:
        seed_stream(S.stream, S.key, SEAT, seat, S.turn * 4096 + S.decision)
        return any_trade(S, S.seat, S.ask)
    best, value, sign = np.int64(-1), -np.inf, 1.0 if S.ask == BUY else -1.0
    for c in range(N_CARS):
        if may_trade(S, seat, np.int64(c), S.ask) and sign * opinion(S, seat, e, np.int64(c)) > value:
            best, value = np.int64(c), sign * opinion(S, seat, e, np.int64(c))
    return best


@kernel
def choose_trader(S, e):
    """The trader: parameters of entry e, see RULES.md. It draws no lots but for trades at random."""
    seat, S.move[1] = S.seat, 0
    if S.ask == SELL or S.ask == BUY:
        S.move[0] = _trade(S, seat, e)
    elif S.ask == CARD:
        _turn(S, seat, e)
    elif S.ask == BID:
        _bid(S, seat, e)
    elif S.ask == OFFER:
        S.move[0] = _best_offer(S, seat, e)
    else:
        weigh(S, seat, e)
        if S.ask == SPACE:
            S.move[0] = _end(S, e)
        elif S.ask == JOKER_CAR:
            S.move[0] = _joker(S)
        elif S.ask == CLAIM:
            S.move[0] = 1 if card_value(S, seat, e, np.int64(S.face[S.card])) >= S.parameter[e, CLAIMS] else 0
        elif S.ask == EFFECT:
            sprint, breakdown = effect_values(S, np.int64(S.face[S.card]))
            S.move[0] = 1 if breakdown > sprint else 0
        else:  # a car comes back, and has no weight while it is beside the track
            is_more = S.stock[seat, S.car] > S.stocks_each
            S.move[0] = S.ends[S.n_ends - 1] if is_more else S.ends[0]


@kernel
def choose(S):
    """The strategy of S.seat writes its move for the open decision into S.move, blunders included."""
    seat = S.seat
    e = S.entry[seat]
    epoch = S.turn * 4096 + S.decision
    if S.blunder[e] > 0.0:
        seed_stream(S.stream, S.key, BLUNDER, seat, epoch)
        if uniform(S.stream) < S.blunder[e]:
            choose_random(S)
            return
    if S.strategy[e] == TRADER:
        choose_trader(S, e)
        return
    seed_stream(S.stream, S.key, SEAT, seat, epoch)
    if S.strategy[e] == OWN:
        ask_own(S, e)
    else:
        choose_random(S)
