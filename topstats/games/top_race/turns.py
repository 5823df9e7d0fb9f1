"""A turn of Top Race: what a player can do with it, which card leaves the hand or comes to it, who claims it."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.state import (
    CARD,
    CHOOSING,
    CLAIM,
    CLAIMED,
    IN_HAND,
    LAID,
    LINE,
    ON_PIT,
    PASS,
    PASSED_TURN,
    PAYING,
    PLAY,
    PLAYED,
    STOP,
    STOPPED,
    TAKE,
    TOOK_CARD,
    TRADING,
    TURN,
    in_hand,
)


@kernel
def takes_part(S, seat):
    """A player whose cars are all home takes no part, but with tips (TR-19, TR-42)."""
    return S.racing[seat] > 0 or S.has_tips == 1


@kernel
def may_pass(S, seat):
    """1 if the seat may pass though it has cards: with tips, and all its cars home (TR-42)."""
    return np.int64(1) if S.has_tips == 1 and S.racing[seat] == 0 else np.int64(0)


@kernel
def can_act(S, seat):
    """Whether the seat has a card, or can get one by a pit stop (TR-19, TR-35)."""
    if S.n_hand[seat] > 0 or S.n_waiting[seat] > 0:
        return True
    return S.pits[seat] > 0 and S.n_box + S.n_discard > 0


@kernel
def n_turn_options(S, seat):
    """In how many ways the seat can use its turn (TR-10, TR-32, TR-33, TR-35)."""
    n = S.n_waiting[seat] if S.n_waiting[seat] > 0 else max(S.n_hand[seat] + may_pass(S, seat), np.int64(1))
    if S.pits[seat] > S.n_waiting[seat]:
        n += S.n_box + (1 if S.n_discard > 0 else 0)
    return n


@kernel
def turn_option(S, seat, k):
    """The k-th way to use the turn as (card, how): take a waiting card; else play one, or pass; then stop for a box card or the discard."""
    if S.n_waiting[seat] > 0:
        n = S.n_waiting[seat]
        if k < n:
            return np.int64(S.waiting[seat, k]), np.int64(TAKE)
    elif S.n_hand[seat] > 0:
        n = S.n_hand[seat] + may_pass(S, seat)
        if k < S.n_hand[seat]:
            return np.int64(S.hand[seat, k]), np.int64(PLAY)
        if k < n:
            return np.int64(-1), np.int64(PASS)
    else:
        n = np.int64(1)
        if k < n:
            return np.int64(-1), np.int64(PASS)
    k -= n
    return np.int64(S.box[k]) if k < S.n_box else np.int64(S.discard[S.n_discard - 1]), np.int64(STOP)


@kernel
def is_turn_option(S, seat, card, how):
    """Whether the seat may use its turn so."""
    for k in range(n_turn_options(S, seat)):
        if turn_option(S, seat, np.int64(k)) == (card, how):
            return True
    return False


@kernel
def _play(S, seat, card):
    """The card leaves the hand; it is carried out line by line (TR-10)."""
    k = in_hand(S, seat, card)
    S.n_hand[seat] -= 1
    for j in range(k, S.n_hand[seat]):
        S.hand[seat, j] = S.hand[seat, j + 1]
    S.where[card], S.knows[card] = PLAYED, (1 << S.players) - 1
    S.discard[S.n_discard] = card
    S.n_discard += 1
    S.card, S.line = card, 0
    S.n_turns += 1
    S.event, S.focus = LAID, card
    S.phase = CHOOSING if S.n_lines[S.face[card]] == 0 else LINE


@kernel
def _into_hand(S, seat, card):
    """A card that everybody has seen comes into the hand; a pit-stop card leaves the game (TR-32, TR-33)."""
    S.hand[seat, S.n_hand[seat]] = card
    S.n_hand[seat] += 1
    S.where[card] = IN_HAND
    S.pits[seat] -= 1


@kernel
def _end_turn(S, seat):
    """The next player's turn."""
    S.turn_seat = S.after[seat]
    S.phase, S.card = TURN, -1


@kernel
def _take(S, seat, card):
    """A waiting card comes into the hand (TR-32)."""
    n = np.int64(0)
    for k in range(S.n_waiting[seat]):
        if S.waiting[seat, k] != card:
            S.waiting[seat, n] = S.waiting[seat, k]
            n += 1
    S.n_waiting[seat] = n
    _into_hand(S, seat, card)
    S.event, S.focus = TOOK_CARD, card
    _end_turn(S, seat)


@kernel
def _stop(S, seat, card):
    """A pit stop for a card of the box or the top of the discard (TR-33)."""
    n = np.int64(0)
    if S.where[card] == PLAYED:
        S.n_discard -= 1
    else:
        for k in range(S.n_box):
            if S.box[k] != card:
                S.box[n] = S.box[k]
                n += 1
        S.n_box = n
    _into_hand(S, seat, card)
    S.n_stops[seat] += 1
    S.event, S.focus = STOPPED, card
    _end_turn(S, seat)


@kernel
def use_turn(S, seat, card, how):
    """What a player does with its turn (TR-10, TR-32, TR-33, TR-35)."""
    S.passes = S.passes + 1 if how == PASS else 0
    if how == PLAY:
        _play(S, seat, card)
    elif how == TAKE:
        _take(S, seat, card)
    elif how == STOP:
        _stop(S, seat, card)
    else:
        S.event, S.focus = PASSED_TURN, -1
        _end_turn(S, seat)


@kernel
def may_claim(S, seat):
    """Whether the seat may claim the card that another has just played (TR-31)."""
    return seat != S.turn_seat and takes_part(S, seat) and S.pits[seat] > S.n_waiting[seat]


@kernel
def claim(S, seat, is_claimed):
    """The card just played goes onto a pit-stop card of the claimant (TR-31); else the next may be asked."""
    if is_claimed == 0:
        return
    S.n_discard -= 1
    S.where[S.card] = ON_PIT
    S.waiting[seat, S.n_waiting[seat]] = S.card
    S.n_waiting[seat] += 1
    S.n_stops[seat] += 1
    S.event, S.focus = CLAIMED, S.card
    _end_turn(S, S.turn_seat)


@kernel
def begin_turn(S):
    """The next player clockwise that takes part and has something to do; when all have passed in a row the race is over (TR-10, TR-19, TR-35).

    With stocks, after each race round, a stock round comes first (TR-54).
    """
    while S.passes < S.players:
        q = S.turn_seat
        if S.has_stocks == 1 and q == S.first and S.is_new == 0:
            S.phase = TRADING
            return
        S.is_new = 0
        if takes_part(S, q) and can_act(S, q):
            S.turn += 1
            S.decision, S.seat, S.card, S.ask = 0, q, -1, CARD
            return
        S.passes += 1
        S.turn_seat = S.after[q]
    S.phase = PAYING


@kernel
def next_claim(S):
    """The next player in turn order that may claim the card just played; if there is none, the next turn (TR-31)."""
    while S.pit_stop == 1 and S.asked + 1 < S.players:
        S.asked += 1
        q = S.turn_seat
        for _ in range(S.asked):
            q = S.after[q]
        if may_claim(S, q):
            S.seat, S.ask = q, CLAIM
            return
    _end_turn(S, S.turn_seat)
    begin_turn(S)
