"""Legal moves of Top Pop and what they do: the rules of a turn, one kernel each."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_pop.holding import caps_under_powers, has_leader_cap, tied_key
from topstats.games.top_pop.powers import EXTRA_CAP, KEEP_CAPS, NO_LEADER_CAP
from topstats.games.top_pop.state import (
    COLLECT,
    COLLECT_STEP,
    COLLECTED,
    DRAW_FIRST,
    DRAW_STEP,
    IN_HAND,
    KEEP,
    KEPT,
    LAID,
    NOBODY,
    ON_TABLE,
    OUT,
    PLACE,
    PLACED,
    STACK,
    STACKED,
    START,
    STOPPED,
    WIN_STEP,
    WON,
    lay,
)

ASKS = ("", "start", "place", "collect", "stack", "keep")
REASONS = (
    "",
    "the card is not in that hand (rules TP-05 and TP-10)",
    "there is no such seat (rule TP-10)",
    "the middle has no cap of that colour (rule TP-13)",
    "the card is not on the table (rule TP-14)",
    "your stack there is the tallest already (rule TP-17)",
    "the supply does not hold these caps (rule TP-14)",
    "a cap of your own colour must lie on top (rules TP-14 and TP-17)",
    "a cap of the leader's colour must be among them (rules TP-16 and TP-17)",
    "the stack would not be strictly the tallest (rules TP-15 and TP-17)",
    "the card is not one of those just drawn (rule TP-50)",
)


@kernel
def in_hand(S, seat, card):
    """Place of the card in the seat's hand, -1 if it is not there."""
    for k in range(S.n_hand[seat]):
        if S.hand[seat, k] == card:
            return k
    return -1


@kernel
def caps_needed(S, seat, card):
    """Caps that make the seat's stack on the card one taller than the tallest (TP-15, TP-17); the card is not led by the seat."""
    lead = S.lead[card]
    if lead == NOBODY:
        return np.int64(1)
    if S.powers == 0:
        return np.int64(S.height[card, lead]) + 1 - S.height[card, seat]
    return caps_under_powers(S, seat, card, needs_leader_cap(S, seat, card))


@kernel
def needs_leader_cap(S, seat, card):
    """Whether TP-16 asks the seat for a cap of the leader's colour on this card."""
    return S.leader_cap == 1 and S.lead[card] != NOBODY and (S.powers == 0 or S.power[seat, NO_LEADER_CAP] == 0)


@kernel
def key_colour(S, seat, card):
    """The colour of the leader's cap that a strategy takes."""
    lead = np.int64(S.lead[card])
    return lead if lead >= 0 else tied_key(S, seat, card)


@kernel
def _illegal_stack(S, seat, card):
    if card < 0:
        return 0
    if card >= S.n_cards or S.where[card] != ON_TABLE:
        return 4
    if S.lead[card] == seat:
        return 5
    total = 0
    for c in range(S.players):
        n = S.move[1 + c]
        if n < 0 or n > S.supply[seat, c]:
            return 6
        total += n
    if S.move[1 + seat] < 1:
        return 7
    if needs_leader_cap(S, seat, card) and not has_leader_cap(S, seat, card):
        return 8
    return 9 if total < caps_needed(S, seat, card) else 0


@kernel
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    seat, card = S.seat, np.int64(S.move[0])
    if S.ask == COLLECT:
        return 3 if card < 0 or card >= S.players or S.middle[card] < 1 else 0
    if S.ask == STACK:
        return _illegal_stack(S, seat, card)
    place = in_hand(S, seat, card)
    if place < 0:
        return 1
    if S.ask == KEEP and place < S.n_hand[seat] - S.choice:
        return 10
    if S.ask == PLACE and (S.move[1] < 0 or S.move[1] >= S.players):
        return 2
    return 0


@kernel
def _leave_hand(S, seat, card):
    k = in_hand(S, seat, card)
    S.n_hand[seat] -= 1
    for j in range(k, S.n_hand[seat]):
        S.hand[seat, j] = S.hand[seat, j + 1]


@kernel
def _apply_place(S, seat, card, target):
    _leave_hand(S, seat, card)
    lay(S, card, target)
    S.event, S.focus, S.acted = PLACED, card, 1
    if target != seat:
        n = min(S.place_caps, np.int64(S.middle[target]))
        S.middle[target] -= n
        S.supply[seat, target] += n
    to_collect(S)


@kernel
def to_collect(S):
    """On to step 3 (TP-13; TP-50: one more cap)."""
    S.phase, S.left = COLLECT_STEP, S.collect_caps + S.power[S.seat, EXTRA_CAP]


@kernel
def to_draw(S):
    """On to step 5 (TP-19)."""
    S.phase, S.left = DRAW_STEP, S.draw_cards


@kernel
def _apply_keep(S, seat, card):
    """One of the cards just drawn stays, the others leave the game unshown (TP-50)."""
    first = S.n_hand[seat] - S.choice
    for k in range(first, S.n_hand[seat]):
        S.where[S.hand[seat, k]] = OUT
    S.where[card], S.hand[seat, first], S.n_hand[seat] = IN_HAND, card, first + 1
    S.event, S.focus, S.choice = KEPT, card, 0
    S.gain_moment = -1  # in lite the win step is still to come
    if S.phase == DRAW_FIRST:
        S.phase = WIN_STEP


@kernel
def _apply_stack(S, seat, card):
    S.focus = card
    if card < 0:
        S.event = STOPPED
        to_draw(S)
        return
    S.event, S.acted = STACKED, 1
    for c in range(S.players):
        n = S.move[1 + c]
        S.supply[seat, c] -= n
        S.stack[card, seat, c] += n
        S.height[card, seat] += n
    if S.lead[card] >= 0:
        S.lost[S.lead[card]] += 1
    S.lead[card] = seat


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    seat, card = S.seat, np.int64(S.move[0])
    if S.ask == PLACE:
        _apply_place(S, seat, card, np.int64(S.move[1]))
    elif S.ask == COLLECT:
        S.middle[card] -= 1
        S.supply[seat, card] += 1
        S.left -= 1
        S.event, S.focus, S.acted = COLLECTED, -1, 1
    elif S.ask == STACK:
        _apply_stack(S, seat, card)
    elif S.ask == START:
        _leave_hand(S, seat, card)
        lay(S, card, seat)
        S.left -= 1
        S.event, S.focus = LAID, card
    elif S.ask == KEEP:
        _apply_keep(S, seat, card)
    S.ask = 0
    S.decision += 1


@kernel
def win(S, seat, card):
    """The seat wins the card: TP-07 to TP-09. The list of the table is the caller's."""
    front = S.front[card]
    home = seat if S.power[seat, KEEP_CAPS] > 0 else front  # TP-50
    is_lost = front == seat and S.power[seat, KEEP_CAPS] == 0
    n = S.height[card, seat]
    for q in range(S.players):
        if S.height[card, q] == 0:
            continue
        for c in range(S.players):
            k = S.stack[card, q, c]
            if q != seat:
                S.supply[q, c] += k
            elif is_lost:
                S.middle[c] += k
            else:
                S.supply[home, c] += k
    if home != seat:
        S.given[seat] += n
        S.received[front] += n
    S.where[card], S.winner[card] = WON, seat
    S.knows[card] |= 1 << seat
    x = S.city[card]
    S.n_won[seat] += 1
    S.count[seat, x] += 1
    for q in range(S.players):
        if (S.knows[card] >> q) & 1 == 1:
            S.seen[q, seat, x] += 1


@kernel
def _write(S, out, n, a, b):
    if n < out.shape[0]:
        for i in range(out.shape[1]):
            out[n, i] = 0
        out[n, 0] = a
        out[n, 1] = b
    return n + 1


@kernel
def _stack_options(S, seat, card, out, n):
    """All compositions of a legal stack, counts in rising order, the first colour the slowest (TP-14 to TP-17)."""
    if S.lead[card] == seat:
        return n
    for c in range(S.players):
        S.move[1 + c] = 0
    S.move[0] = card
    while True:
        if _illegal_stack(S, seat, card) == 0:
            if n < out.shape[0]:
                for i in range(out.shape[1]):
                    out[n, i] = S.move[i]
            n += 1
        c = S.players - 1
        while c >= 0 and S.move[1 + c] == S.supply[seat, c]:
            S.move[1 + c] = 0
            c -= 1
        if c < 0:
            return n
        S.move[1 + c] += 1


@kernel
def options(S, out):
    """All legal moves of the open decision into out (int16[n, MOVE]), in the order of RULES.md; returns their number. S.move is scratch."""
    seat, n = S.seat, np.int64(0)
    if S.ask == START:
        for k in range(S.n_hand[seat]):
            n = _write(S, out, n, np.int64(S.hand[seat, k]), np.int64(0))
    elif S.ask == PLACE:
        for k in range(S.n_hand[seat]):
            for q in range(S.players):
                n = _write(S, out, n, np.int64(S.hand[seat, k]), q)
    elif S.ask == KEEP:
        for k in range(S.n_hand[seat] - S.choice, S.n_hand[seat]):
            n = _write(S, out, n, np.int64(S.hand[seat, k]), np.int64(0))
    elif S.ask == COLLECT:
        for c in range(S.players):
            if S.middle[c] > 0:
                n = _write(S, out, n, c, np.int64(0))
    elif S.ask == STACK:
        n = _write(S, out, n, np.int64(-1), np.int64(0))
        for i in range(S.n_table):
            n = _stack_options(S, seat, np.int64(S.table[i]), out, n)
    return n
