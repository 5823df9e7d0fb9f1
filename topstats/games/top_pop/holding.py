"""Who holds which city power, and what follows from it (TP-50). These kernels run only where some city has one."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_pop.powers import BONUS_POINTS, EFFECTS, ONE_TALLER, SEE_NIGHT
from topstats.games.top_pop.state import NOBODY, TIED


@kernel
def tall(S, card, seat):
    """How tall the seat's stack on the card counts."""
    n = np.int64(S.height[card, seat])
    return n + S.power[seat, ONE_TALLER] if n > 0 else n


@kernel
def tallest_other(S, card, seat):
    """How tall the tallest stack of another seat counts."""
    most = np.int64(0)
    for q in range(S.players):
        if q != seat:
            most = max(most, tall(S, card, np.int64(q)))
    return most


@kernel
def find_lead(S, card):
    """Find anew who leads on the card: one seat, NOBODY, or TIED."""
    most, lead = np.int64(0), np.int64(NOBODY)
    for q in range(S.players):
        n = tall(S, card, np.int64(q))
        if n > most:
            most, lead = n, np.int64(q)
        elif n == most and n > 0:
            lead = np.int64(TIED)
    S.lead[card] = lead


@kernel
def caps_under_powers(S, seat, card, is_key_needed):
    """As moves.caps_needed: one taller than the tallest, and room for the caps that must be among them."""
    n = tallest_other(S, card, seat) + 1 - S.height[card, seat] - S.power[seat, ONE_TALLER]
    return max(np.int64(n), np.int64(2) if is_key_needed else np.int64(1))


@kernel
def is_key(S, seat, card, colour):
    """Whether a cap of this colour is the leader's cap that TP-16 asks the seat for: of tied leaders each one's is."""
    if S.lead[card] >= 0:
        return S.lead[card] == colour
    return colour != seat and S.height[card, colour] > 0 and tall(S, card, colour) == tallest_other(S, card, seat)


@kernel
def tied_key(S, seat, card):
    """Of the colours of tied leaders the one of which the seat has most caps, the first in seat order if equal."""
    best, most = np.int64(-1), np.int64(-1)
    for c in range(S.players):
        if is_key(S, seat, card, np.int64(c)) and S.supply[seat, c] > most:
            best, most = np.int64(c), np.int64(S.supply[seat, c])
    return best


@kernel
def has_leader_cap(S, seat, card):
    """Whether the stack in S.move holds a cap that TP-16 asks for."""
    for c in range(S.players):
        if S.move[1 + c] > 0 and is_key(S, seat, card, np.int64(c)):
            return True
    return False


@kernel
def count_powers(S):
    """How many powers of each effect each seat holds, from who holds which."""
    for p in range(S.players):
        for effect in range(len(EFFECTS)):
            S.power[p, effect] = 0
    for x in range(S.cities):
        if S.owner[x] >= 0:
            S.power[S.owner[x], S.city_powers[x]] += 1


@kernel
def _show(S, card):
    """All see the face of a won card."""
    for q in range(S.players):
        if (S.knows[card] >> q) & 1 == 0:
            S.seen[q, S.winner[card], S.city[card]] += 1
    S.knows[card] = (1 << S.players) - 1


@kernel
def take_powers(S, seat, n):
    """The seat has won the first n cards of S.order: it takes the powers of their cities; a card that brings one is shown."""
    n_taken = 0
    for i in range(n):
        card = np.int64(S.order[i])
        x = S.city[card]
        if S.city_powers[x] == 0 or S.owner[x] == seat:
            continue
        if S.owner[x] >= 0:
            S.passed += 1
        S.owner[x] = seat
        S.taken[seat, x] += 1
        _show(S, card)
        n_taken += 1
    if n_taken == 0:
        return
    count_powers(S)
    for i in range(S.n_table):
        card = np.int64(S.table[i])
        find_lead(S, card)
        if S.power[seat, SEE_NIGHT] > 0:
            S.knows[card] |= 1 << seat


@kernel
def give_back(S, card):
    """A card that nobody wins leaves the game: each stack on it returns to its owner."""
    for q in range(S.players):
        if S.height[card, q] > 0:
            for c in range(S.players):
                S.supply[q, c] += S.stack[card, q, c]


@kernel
def count_bonus(S):
    """Points from powers: one for each card of the city."""
    for p in range(S.players):
        S.bonus[p] = 0
    for x in range(S.cities):
        if S.city_powers[x] == BONUS_POINTS and S.owner[x] >= 0:
            S.bonus[S.owner[x]] += S.count[S.owner[x], x]


@kernel
def bonus_gain(S, viewer, seat, city):
    """Points from powers that one more card of the city would bring the seat, as the viewer knows the piles."""
    if S.city_powers[city] != BONUS_POINTS:
        return np.int64(0)
    return np.int64(1) if S.owner[city] == seat else np.int64(S.seen[viewer, seat, city]) + 1
