"""The strategies of Top Pop, one kernel each; their parameters and presets stand in strategies.py, their wording in RULES.md.

A strategy reads what its seat may know: piles through `seen`, cities through `knows`, and its own stream.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import OWN, ask_own
from topstats.core.rng import BLUNDER, SEAT, below, seed_stream, uniform
from topstats.games.top_pop.holding import bonus_gain
from topstats.games.top_pop.moves import caps_needed, key_colour, needs_leader_cap
from topstats.games.top_pop.powers import BONUS_POINTS
from topstats.games.top_pop.state import COLLECT, KEEP, PLACE, STACK, START, knows
from topstats.games.top_pop.strategies import WEIGHTED

W_MAJORITY, W_VARIETY, W_DENY, W_CAP, W_GIFT, W_CUSHION, W_OWN, W_OTHER, W_KEY, W_SHOW, W_HOME = range(11)  # the order of strategies.weights
W_CARD, W_CONTEST, W_HURT, W_NIGHT, W_EARLY, W_RENT = range(11, 17)


@kernel
def supply_of(S, seat):
    """All caps in the seat's supply."""
    n = np.int64(0)
    for c in range(S.players):
        n += S.supply[seat, c]
    return n


@kernel
def can_top(S, seat, card, supply):
    """Whether the seat, with `supply` caps in all, can place the smallest stack on the card."""
    if S.lead[card] == seat or S.supply[seat, seat] < 1 or caps_needed(S, seat, card) > supply:
        return False
    return not needs_leader_cap(S, seat, card) or S.supply[seat, key_colour(S, seat, card)] > 0


@kernel
def _fill(S, seat, n):
    """Add n caps to S.move: each time the other colour of which most are left, else one's own."""
    for _ in range(n):
        best, most = seat, 0
        for c in range(S.players):
            left = np.int64(S.supply[seat, c]) - S.move[1 + c]
            if c != seat and left > most:
                best, most = c, left
        if S.supply[seat, best] > S.move[1 + best]:
            S.move[1 + best] += 1


@kernel
def smallest_stack(S, seat, card, cushion):
    """Write into S.move the smallest stack that tops the card, and up to `cushion` caps more."""
    S.move[0] = card
    for c in range(S.players):
        S.move[1 + c] = 0
    n = caps_needed(S, seat, card) - 1
    S.move[1 + seat] = 1
    if needs_leader_cap(S, seat, card):
        S.move[1 + key_colour(S, seat, card)] = 1
        n -= 1
    _fill(S, seat, n + cushion)


@kernel
def two(S, first, second):
    """A move of two numbers."""
    for i in range(2, S.move.shape[0]):
        S.move[i] = 0
    S.move[0] = first
    S.move[1] = second


@kernel
def _random_stack(S, seat):
    supply, n = supply_of(S, seat), np.int64(0)
    for i in range(S.n_table):
        card = np.int64(S.table[i])
        if can_top(S, seat, card, supply):
            S.order[n] = card
            n += 1
    k = below(S.stream, n if n > 0 and S.acted == 0 else n + 1)
    if k == n:
        two(S, np.int64(-1), np.int64(0))
    else:
        smallest_stack(S, seat, np.int64(S.order[k]), np.int64(0))


@kernel
def first_card(S, seat):
    """Where in the hand the cards begin of which one is chosen."""
    return S.n_hand[seat] - S.choice if S.ask == KEEP else np.int64(0)


@kernel
def choose_random(S):
    """Uniform over the set of moves described in RULES.md, from S.stream."""
    seat = S.seat
    if S.ask == STACK:
        _random_stack(S, seat)
    elif S.ask == COLLECT:
        n = np.int64(0)
        for c in range(S.players):
            if S.middle[c] > 0:
                S.order[n] = c
                n += 1
        two(S, np.int64(S.order[below(S.stream, n)]), np.int64(0))
    else:
        first = first_card(S, seat)
        card = np.int64(S.hand[seat, first + below(S.stream, S.n_hand[seat] - first)])
        two(S, card, below(S.stream, S.players) if S.ask == PLACE else np.int64(0))


@kernel
def one_more_city(S, viewer, seat):
    """Points for one more city in the seat's pile, as the viewer knows it (TP-23)."""
    different = 0
    for x in range(S.cities):
        if S.seen[viewer, seat, x] > 0:
            different += 1
    if different == S.cities:
        return np.int64(0)
    return S.variety_points[different] - (S.variety_points[different - 1] if different > 0 else 0)


@kernel
def majority_gain(S, viewer, seat, city):
    """What one more card of the city would add to the seat's majorities (TP-22), as the viewer knows the piles."""
    own, most = np.int64(S.seen[viewer, seat, city]), 0
    for q in range(S.players):
        if q != seat and S.seen[viewer, q, city] > most:
            most = np.int64(S.seen[viewer, q, city])
    now = S.majority_points * own if own > most else S.tied_points * own if own == most else 0
    one_more = S.majority_points * (own + 1) if own + 1 > most else S.tied_points * (own + 1) if own + 1 == most else 0
    return one_more - now


@kernel
def gain_of(S, viewer, seat, city):
    """What one more card of the city would add to the seat's points (TP-22, TP-23), as the viewer knows the piles."""
    gain = majority_gain(S, viewer, seat, city)
    if S.seen[viewer, seat, city] == 0:
        gain += one_more_city(S, viewer, seat)
    if S.powers == 1:
        gain += bonus_gain(S, viewer, seat, city)
    return gain


@kernel
def _points_known(S, viewer, seat):
    """Points of the seat's pile as the viewer knows the piles."""
    points, different = np.int64(0), np.int64(0)
    for x in range(S.cities):
        own, most = np.int64(S.seen[viewer, seat, x]), np.int64(0)
        for q in range(S.players):
            if q != seat and S.seen[viewer, q, x] > most:
                most = np.int64(S.seen[viewer, q, x])
        if own > 0:
            different += 1
            points += own * (S.majority_points if own > most else S.tied_points if own == most else 0)
        if S.powers == 1 and S.city_powers[x] == BONUS_POINTS and S.owner[x] == seat:
            points += own
    return points + (S.variety_points[different - 1] if different > 0 else 0)


@kernel
def _look_around(S, seat, e):
    """Once a turn, for the weights from W_CARD on: whether any is used (S.special), how early it is, and who is ahead."""
    S.special = 0
    for i in range(W_CARD, W_RENT + 1):
        if S.parameter[e, i] != 0.0:
            S.special = 1
    if S.special == 0:
        return
    won, most = np.int64(0), np.int64(-1)
    for p in range(S.players):
        won = max(won, S.n_won[p])
        S.ahead[p] = _points_known(S, seat, p)
        most = max(most, S.ahead[p])
    S.earliness = max(np.int64(0), S.end_cards - won) / S.end_cards
    for p in range(S.players):
        S.ahead[p] = 1 if S.ahead[p] == most else 0


@kernel
def look(S, seat, e):
    """What each city would add, once a turn: nothing is won between its decisions."""
    moment = S.turn * 8 + seat
    if S.gain_moment == moment:
        return
    S.gain_moment = moment
    total, new_city = 0.0, S.parameter[e, W_VARIETY] * one_more_city(S, seat, seat)
    for x in range(S.cities):
        S.gain[x] = S.parameter[e, W_MAJORITY] * majority_gain(S, seat, seat, x)
        if S.seen[seat, seat, x] == 0:
            S.gain[x] += new_city
        if S.powers == 1:
            S.gain[x] += bonus_gain(S, seat, seat, x)
        total += S.gain[x]
    S.gain_unknown = total / S.cities
    _look_around(S, seat, e)


@kernel
def _gain(S, seat, card):
    return S.gain[S.city[card]] if knows(S, seat, card) else S.gain_unknown


@kernel
def worths(S, seat, e):
    """What a cap of each colour is worth to the seat."""
    for c in range(S.players):
        S.worth[c] = 0.0
    key = S.parameter[e, W_KEY]
    for i in range(S.n_table if key != 0.0 else 0):
        card = np.int64(S.table[i])
        lead = S.lead[card]
        if lead >= 0 and lead != seat:
            S.worth[lead] = max(S.worth[lead], _gain(S, seat, card))
    for c in range(S.players):
        base = S.parameter[e, W_OWN] if c == seat else S.parameter[e, W_OTHER] + key * S.worth[c]
        S.worth[c] = base / (1 + np.int64(S.supply[seat, c]))


@kernel
def _special_value(S, seat, e, card, n, value, denied):
    """The value of a card with what the weights from W_CARD on add, n caps being needed."""
    lead = np.int64(S.lead[card])
    value += S.parameter[e, W_CARD]
    if lead >= 0:
        value -= S.parameter[e, W_CONTEST]
    if lead >= 0 and S.ahead[lead] == 1:
        value += S.parameter[e, W_HURT] * denied
    if S.night[card] == 1 and knows(S, seat, card):
        value += S.parameter[e, W_NIGHT]
    value -= S.parameter[e, W_EARLY] * S.earliness * n
    if lead >= 0 and S.front[card] == seat:
        value -= S.parameter[e, W_RENT] * S.height[card, lead]
    return value


@kernel
def stack_value(S, seat, e, card):
    n = caps_needed(S, seat, card)
    value = _gain(S, seat, card) - S.parameter[e, W_CAP] * n
    lead, denied = np.int64(S.lead[card]), 0.0
    if (S.parameter[e, W_DENY] != 0.0 or S.special == 1) and lead >= 0 and knows(S, seat, card):
        denied = 1.0 * gain_of(S, seat, lead, np.int64(S.city[card]))
        value += S.parameter[e, W_DENY] * denied
    if S.front[card] != seat:
        value -= S.parameter[e, W_GIFT] * (S.height[card, seat] + n)
    return value if S.special == 0 else _special_value(S, seat, e, card, n, value, denied)


@kernel
def _consider(S, option, value):
    """Take the option if it is the best so far; of n equal ones each is as likely (S.stream decides)."""
    if value > S.best_value:
        S.best, S.best_value, S.n_equal = option, value, 1
    elif value == S.best_value:
        S.n_equal += 1
        if below(S.stream, S.n_equal) == 0:
            S.best = option


@kernel
def _consider_none(S):
    S.best, S.best_value = -1, -np.inf


@kernel
def _weighted_stack(S, seat, e):
    _consider_none(S)
    supply = supply_of(S, seat)
    for i in range(S.n_table):
        card = np.int64(S.table[i])
        if can_top(S, seat, card, supply):
            value = stack_value(S, seat, e, card)
            if value > 0.0:
                _consider(S, card, value)
    if S.best < 0:
        two(S, np.int64(-1), np.int64(0))
    else:
        smallest_stack(S, seat, S.best, np.int64(S.parameter[e, W_CUSHION]))


@kernel
def card_value(S, e, card):
    """What it is worth to place this card of the hand."""
    value = S.parameter[e, W_SHOW] * S.gain[S.city[card]]
    if S.special == 1 and S.night[card] == 1:
        value += S.parameter[e, W_NIGHT]
    return value


@kernel
def front_value(S, seat, e, q):
    """What it is worth to place a card in front of seat q."""
    if q == seat:
        return S.parameter[e, W_HOME]
    return S.worth[q] if S.middle[q] > 0 and S.place_caps > 0 else 0.0


@kernel
def _weighted_card(S, seat, e):
    _consider_none(S)
    for k in range(first_card(S, seat), S.n_hand[seat]):
        card = np.int64(S.hand[seat, k])
        _consider(S, card, card_value(S, e, card))
    return S.best


@kernel
def _weighted_front(S, seat, e):
    _consider_none(S)
    for q in range(S.players):
        _consider(S, q, front_value(S, seat, e, q))
    return S.best


@kernel
def _weighted_collect(S):
    _consider_none(S)
    for c in range(S.players):
        if S.middle[c] > 0:
            _consider(S, c, S.worth[c])
    return S.best


@kernel
def choose_weighted(S, e):
    """The weighted player: parameters of entry e, see RULES.md."""
    seat = S.seat
    look(S, seat, e)
    if S.ask == STACK:
        _weighted_stack(S, seat, e)
        return
    if S.ask == START or S.ask == KEEP:
        two(S, _weighted_card(S, seat, e), np.int64(0))
        return
    worths(S, seat, e)
    if S.ask == PLACE:
        card = _weighted_card(S, seat, e)
        two(S, card, _weighted_front(S, seat, e))
    else:
        two(S, _weighted_collect(S), np.int64(0))


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
    seed_stream(S.stream, S.key, SEAT, seat, epoch)
    if S.strategy[e] == WEIGHTED:
        choose_weighted(S, e)
    elif S.strategy[e] == OWN:
        ask_own(S, e)
    else:
        choose_random(S)
