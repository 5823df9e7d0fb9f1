"""The strategies of Top Race, one kernel each; their parameters and presets stand in strategies.py, their wording in RULES.md.

A strategy reads what its seat may know: its own hand and what it was dealt, the table, and its own stream.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below, seed_stream, uniform
from topstats.games.top_race.auction import is_start, least_bid
from topstats.games.top_race.road import list_ends, standing
from topstats.games.top_race.rules import JOKER, N_CARS, UNIT
from topstats.games.top_race.state import BID, CAR, CARD, CLAIM, EFFECT, HOME, JOKER_CAR, PASS, RACING, SPACE, START, STOP, TIP, is_named
from topstats.games.top_race.strategies import BY_CASH, BY_RACES, DRIVER
from topstats.games.top_race.turns import n_turn_options, turn_option

WORTH, HAND, SHADE, BUDGET, JUMP, PATIENCE, STARTER, DRIVE, SPARE = range(9)  # the order of strategies.KNOBS
OWN_POINT, RIVAL, SAVE, STRIKE, WASTE, CROWD, CLAIMS, STOPS, VALUE, TIP_ON, BACK = range(9, 20)


@kernel
def _random_of(S, want):
    """The k-th of the cars (want 0: not sold; 1: the joker may be) for a lot k."""
    n = np.int64(0)
    for c in range(N_CARS):
        if (want == 0 and S.owner[c] < 0) or (want == 1 and is_named(S, c)):
            n += 1
    k = below(S.stream, n)
    for c in range(N_CARS):
        if (want == 0 and S.owner[c] < 0) or (want == 1 and is_named(S, c)):
            if k == 0:
                return np.int64(c)
            k -= 1
    return np.int64(-1)


@kernel
def _random_start(S):
    n = np.int64(0)
    for i in range(S.n_starts):
        n += 1 if is_start(S, np.int64(S.start[i])) else 0
    k = below(S.stream, n)
    for i in range(S.n_starts):
        if is_start(S, np.int64(S.start[i])):
            if k == 0:
                return np.int64(S.start[i])
            k -= 1
    return np.int64(-1)


@kernel
def choose_random(S):
    """Uniform over the moves described in RULES.md, from S.stream."""
    S.move[1] = 0
    if S.ask == CARD:
        card, how = turn_option(S, S.seat, below(S.stream, n_turn_options(S, S.seat)))
        S.move[0], S.move[1] = card, how
    elif S.ask == BID:
        bids = below(S.stream, np.int64(2))
        S.move[0] = least_bid(S) if bids == 1 or S.leader < 0 else 0
    elif S.ask == CAR:
        S.move[0] = _random_of(S, np.int64(0))
    elif S.ask == JOKER_CAR:
        S.move[0] = _random_of(S, np.int64(1))
    elif S.ask == TIP:
        S.move[0] = below(S.stream, np.int64(N_CARS))
    elif S.ask == START:
        S.move[0] = _random_start(S)
    elif S.ask == EFFECT or S.ask == CLAIM:
        S.move[0] = below(S.stream, np.int64(2))
    else:
        S.move[0] = S.ends[below(S.stream, S.n_ends)]


@kernel
def best_car(S, seat, e):
    """The car not sold that is worth most to the seat, of equal ones the first, and what it is worth, in units of money."""
    total = np.int64(0)
    for c in range(N_CARS):
        total += S.strength[seat, c]
    mean, best, value = total / N_CARS, np.int64(-1), -np.inf
    for c in range(N_CARS):
        worth = (S.parameter[e, WORTH] + S.parameter[e, HAND] * (S.strength[seat, c] - mean)) / UNIT
        if S.parameter[e, VALUE] == BY_RACES:
            worth = S.worth[seat, c]
        if S.owner[c] < 0 and worth > value:
            best, value = np.int64(c), worth
    return best, value


@kernel
def _bid(S, seat, e):
    """Up to its limit, a step at a time; beyond it only to drive a price up (RULES.md)."""
    _, worth = best_car(S, seat, e)
    if S.parameter[e, VALUE] == BY_CASH:
        worth = S.cash[seat] * S.parameter[e, BUDGET]
    if S.auction == 0:
        worth += S.parameter[e, STARTER] / UNIT
    limit = worth * S.parameter[e, SHADE] * (1.0 - S.parameter[e, PATIENCE] * (N_CARS - 1 - S.auction) / (N_CARS - 1))
    if S.n_owned[seat] > 0:
        limit = max(limit * S.parameter[e, SPARE], worth * S.parameter[e, DRIVE])
    bid_up_to(S, seat, e, limit)


@kernel
def bid_up_to(S, seat, e, limit):
    """Bid the least while it is not above the limit, else pass; open as BUDGET and JUMP say."""
    limit = min(limit, S.cash[seat] * S.parameter[e, BUDGET])
    least = least_bid(S)
    if S.leader < 0:
        wish = np.int64(limit * S.parameter[e, JUMP]) // S.bid_step * S.bid_step
        S.move[0] = max(least, min(wish, S.cash[seat] // S.bid_step * S.bid_step))
    else:
        S.move[0] = least if least <= limit else 0


@kernel
def weigh(S, seat, e):
    """What a point for each car is worth to the seat, into S.weight; the joker's stands last."""
    best = 0.0
    for c in range(N_CARS):
        weight = S.parameter[e, OWN_POINT] if S.owner[c] == seat else -S.parameter[e, RIVAL]
        if S.parameter[e, BACK] != 0.0:
            for t in range(S.n_passed):
                weight += S.parameter[e, BACK] if S.tip[seat, t] == c else 0.0
        S.weight[c] = weight if S.status[c] == RACING else 0.0
        best = max(best, S.weight[c])
    S.weight[JOKER] = best


@kernel
def effect_values(S, face):
    """What a card of sprint and breakdown is worth as either, in S.weight of rows."""
    a, b = np.int64(S.pair[face, 0]), np.int64(S.pair[face, 1])
    if S.status[a] != RACING or S.status[b] != RACING:
        return 0.0, 0.0
    rows = np.int64(S.row[S.pos[a]]) - S.row[S.pos[b]]
    if rows < 0:
        a, b, rows = b, a, -rows
    return S.weight[b] * rows, -S.weight[a] * rows


@kernel
def joker_weight(S, face):
    """Weight of the best car that a joker on this card may be."""
    best = 0.0
    for c in range(N_CARS):
        if (S.shown[face] >> c) & 1 == 0:
            best = max(best, S.weight[c])
    return best


@kernel
def usable(S, car, points):
    """How many of the points the car can use as the cars stand now."""
    list_ends(S, car, points)
    return S.reached


@kernel
def card_value(S, seat, e, face):
    """What it is worth to play a card with this face."""
    if S.n_lines[face] == 0:
        sprint, breakdown = effect_values(S, face)
        return S.parameter[e, STRIKE] * max(sprint, breakdown)
    value, waste = 0.0, S.parameter[e, WASTE]
    for c in range(N_CARS):
        points = np.int64(S.points[face, c])
        value += S.weight[c] * points
        if waste != 0.0 and points > 0 and S.weight[c] != 0.0 and S.owner[c] != seat:
            value += waste * (points - usable(S, np.int64(c), points))
    joker = np.int64(S.points[face, JOKER])
    if joker > 0:
        value += joker * joker_weight(S, face)
    if S.parameter[e, SAVE] != 0.0:
        early = S.n_hand[seat] / (S.pit_cards_each if S.pit_stop == 1 else S.cards_each)
        value -= S.parameter[e, SAVE] * early * _own_points(S, seat, face)
    return value


@kernel
def _own_points(S, seat, face):
    """Points of the card for cars of the seat that race."""
    own = np.int64(0)
    for c in range(N_CARS):
        if S.owner[c] == seat and S.weight[c] != 0.0:
            own += S.points[face, c]
    return own


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
def _claims(S, seat, e):
    weigh(S, seat, e)
    return np.int64(1) if card_value(S, seat, e, np.int64(S.face[S.card])) >= S.parameter[e, CLAIMS] else np.int64(0)


@kernel
def _effect(S, seat, e):
    weigh(S, seat, e)
    sprint, breakdown = effect_values(S, np.int64(S.face[S.card]))
    return np.int64(1) if breakdown > sprint else np.int64(0)


@kernel
def _joker(S, seat, e):
    """Its own car that is placed best; without one, a car that loses the points, else the one placed worst."""
    best, value = np.int64(-1), -np.inf
    for c in range(N_CARS):
        if not is_named(S, c):
            continue
        if S.status[c] != RACING:
            worth = 0.0
        elif S.owner[c] == seat:
            worth = 1.0 + standing(S, c)
        else:
            worth = -1.0 - standing(S, c)
        if worth > value:
            best, value = np.int64(c), worth
    return best


@kernel
def ways(S, space):
    """How many spaces can be reached from here in one step: a narrow place has few."""
    n, ahead = 0, S.ahead[space]
    while ahead != np.uint64(0):
        n += 1
        ahead &= ahead - np.uint64(1)
    return n


@kernel
def _end(S, seat, e):
    """Its own car goes to the best placed end, another's to the worst, or into a bottleneck."""
    if S.owner[S.car] == seat:
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
def best_start(S):
    best = np.int64(-1)
    for i in range(S.n_starts):
        if S.start[i] > best and is_start(S, np.int64(S.start[i])):
            best = np.int64(S.start[i])
    return best


@kernel
def rank(S, car):
    """How many cars are ahead of this one: home before it, or placed better."""
    n = np.int64(0)
    for c in range(N_CARS):
        if S.status[c] == HOME:
            n += 1 if S.status[car] != HOME or S.place[c] < S.place[car] else 0
        elif S.status[car] != HOME and standing(S, c) > standing(S, car):
            n += 1
    return n


@kernel
def _tip(S, seat, e):
    """The favourite (0), its own car that is placed best (1), the second (2: contrarian), or the k-th placed for tip k (3: hedge)."""
    manner, best, value = np.int64(S.parameter[e, TIP_ON]), np.int64(-1), np.inf
    wish = np.int64(1) if manner == 2 else S.n_passed if manner == 3 else np.int64(0)
    for c in range(N_CARS):
        place = rank(S, np.int64(c))
        worth = np.float64(place) if manner == 1 else np.float64(abs(place - wish))
        if manner == 1 and S.owner[c] != seat:
            worth += N_CARS
        if worth < value:
            best, value = np.int64(c), worth
    return best


@kernel
def choose_driver(S, e):
    """The driver: parameters of entry e, see RULES.md. It draws no lots."""
    seat, S.move[1] = S.seat, 0
    if S.ask == SPACE:
        S.move[0] = _end(S, seat, e)
    elif S.ask == CARD:
        _turn(S, seat, e)
    elif S.ask == CLAIM:
        S.move[0] = _claims(S, seat, e)
    elif S.ask == TIP:
        S.move[0] = _tip(S, seat, e)
    elif S.ask == BID:
        _bid(S, seat, e)
    elif S.ask == JOKER_CAR:
        S.move[0] = _joker(S, seat, e)
    elif S.ask == CAR:
        S.move[0], _ = best_car(S, seat, e)
    elif S.ask == START:
        S.move[0] = best_start(S)
    elif S.ask == EFFECT:
        S.move[0] = _effect(S, seat, e)
    else:
        S.move[0] = S.ends[S.n_ends - 1]


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
    if S.strategy[e] == DRIVER:
        choose_driver(S, e)
        return
    seed_stream(S.stream, S.key, SEAT, seat, epoch)
    if S.strategy[e] == OWN:
        ask_own(S, e)
    else:
        choose_random(S)
