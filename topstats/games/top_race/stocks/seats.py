"""The auction of seats and cards of the offer row, and how the cars line up (TR-50 to TR-53)."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.rng import DEAL, below, seed_stream
from topstats.games.top_race.road import front_car
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import GRID, IN_HAND, LEFT_OVER, LINED_UP, OFFER, OFFERED, OPENING, PICKED, RACING, TURN, begin_race, deal


@kernel
def begin_stocks(S):
    """With the cards of a race dealt: lay out the offer row, and everybody holds the same stocks (TR-50, TR-51)."""
    everybody = (1 << S.players) - 1
    S.n_offer = 0
    for card in range(S.n_mixed, S.n_cards):  # the sprint/breakdown cards
        S.offer[S.n_offer], S.where[card], S.knows[card] = card, OFFERED, everybody
        S.n_offer += 1
    card = np.int64(0)
    for p in range(S.players):
        card += S.n_hand[p]
    card += S.n_box
    while S.n_offer < S.offer_cards:
        S.offer[S.n_offer], S.where[card], S.knows[card] = card, OFFERED, everybody
        S.n_offer += 1
        card += 1
    for p in range(S.players):
        S.racing[p] = 1
        for c in range(N_CARS):
            S.stock[p, c] = S.stocks_each
    for a in range(N_CARS):
        S.taken[a] = -1
    S.seated, S.trader, S.deals, S.n_traded, S.n_rounds = -1, 0, 0, 0, 0


@kernel
def deal_stocks(S):
    """Set up the game (S.seed, S.deal)."""
    deal(S)
    begin_stocks(S)
    for p in range(S.players):
        S.specials[p] = 0


@kernel
def next_race(S, opener):
    """The next race of a series; everybody stays where it sits (TR-21)."""
    begin_race(S, opener)
    begin_stocks(S)


@kernel
def _sit(S, seat):
    """The seat comes to sit next clockwise from the one settled last; the others keep their order (TR-52)."""
    before = S.seated
    if S.auction == 0:
        S.first = seat
    elif S.players > 2 and S.after[before] != seat:
        q = seat
        for _ in range(S.players - 1):  # round to the one before
            q = S.after[q]
        S.after[q] = S.after[seat]
        S.after[seat] = S.after[before]
        S.after[before] = seat
    S.seated = seat


@kernel
def place_in_order(S, seat):
    """Places clockwise from the starting player, 0 for itself."""
    n, q = np.int64(0), S.first
    while q != seat:
        q = S.after[q]
        n += 1
    return n


@kernel
def _to_hand(S, seat, card):
    """A card of the offer row comes into the hand."""
    n = np.int64(0)
    for k in range(S.n_offer):
        if S.offer[k] != card:
            S.offer[n] = S.offer[k]
            n += 1
    S.n_offer = n
    S.hand[seat, S.n_hand[seat]] = card
    S.n_hand[seat] += 1
    S.where[card] = IN_HAND
    if S.n_lines[S.face[card]] == 0:
        S.specials[seat] += 1


@kernel
def is_offered(S, card):
    """Whether the card lies in the offer row."""
    for k in range(S.n_offer):
        if S.offer[k] == card:
            return True
    return False


@kernel
def choose_offer(S):
    """The winner of an auction chooses a card, if there is a choice."""
    if S.n_offer > 1:
        S.ask = OFFER
    else:
        pick(S, np.int64(S.offer[0]))


@kernel
def pick(S, card):
    """The winner of the auction takes the card and its seat; then the next auction, or the cars line up (TR-52, TR-53)."""
    seat = S.seat
    _to_hand(S, seat, card)
    S.taken[S.auction] = card
    _sit(S, seat)
    S.event, S.focus = PICKED, card
    S.opener = S.after[seat]
    S.auction += 1
    S.phase = OPENING
    if S.auction == S.n_lots or (S.players == 2 and S.n_owned[seat] == S.offer_wins):
        S.auction, S.phase = N_CARS, GRID


@kernel
def line_up(S):
    """With two players the other one takes what is left of the offer (TR-53); then cars drawn by lot stand on the start spaces in their order (TR-50)."""
    if S.players == 2 and S.n_offer > 0:
        other = S.after[S.seated]
        while S.n_offer > 0:
            _to_hand(S, other, np.int64(S.offer[0]))
        S.seat, S.event = other, LEFT_OVER
        return
    seed_stream(S.stream, S.key, DEAL, np.int64(1), S.race)
    for c in range(N_CARS):
        S.ends[c] = c
    for i in range(N_CARS - 1, 0, -1):
        j = below(S.stream, np.int64(i + 1))
        car = S.ends[i]
        S.ends[i] = S.ends[j]
        S.ends[j] = car
    for i in range(N_CARS):
        car = np.int64(S.ends[i])
        S.pos[car], S.grid[car], S.status[car] = S.start[i], S.start[i], RACING
    S.ahead_car = front_car(S)
    S.event, S.phase, S.turn_seat, S.n_rounds = LINED_UP, TURN, S.first, 1
