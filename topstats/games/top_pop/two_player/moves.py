"""Legal moves of the two-player version, what they do, and how companies and players are scored."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.games.top_pop.two_player.rules import EXTRA, FIRST
from topstats.games.top_pop.two_player.state import (
    AS_SEVENTH,
    BOTH,
    CLOSED,
    DISCARD,
    DISCARDED,
    DRAW,
    IN_COLUMN,
    LAID,
    OUT,
    PLAY,
    PLAYED,
    SEVENTH,
    C,
    K,
    knows,
)

ASKS = ("", "seventh", "discard", "play")
REASONS = (
    "",
    "the card is not in that hand (rules TP-42 and TP-43)",
    "there is no such company (rule TP-43)",
    "that company has its seventh card already (rule TP-42)",
    "that company is closed (rule TP-43)",
)
WHOLE, HALF = np.int64(SHARE), np.int64(SHARE // 2)


@kernel
def in_hand(S, seat, card):
    """Place of the card in the seat's hand, -1 if it is not there."""
    for i in range(S.n_hand[seat]):
        if S.hand[seat, i] == card:
            return i
    return -1


@kernel
def is_choice(S, k):
    """Whether the open decision may choose company k: open (PLAY), without a seventh card (SEVENTH)."""
    return S.closed[k] == 0 if S.ask == PLAY else S.seventh[k] < 0


@kernel
def toward_closing(S, k):
    """Cards of company k that count towards closing it (TP-44)."""
    return S.n_column[k] - S.table_cards[k] if S.table_cards_count == EXTRA else S.n_column[k]


@kernel
def payout(S, k):
    """Caps that the next card under the open company k earns (TP-43, TP-44)."""
    number = S.n_column[k] if S.table_cards_count == FIRST else S.n_column[k] - S.table_cards[k]
    return min(S.payout[number], S.stack[k])


@kernel
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    k = np.int64(S.move[1])
    if in_hand(S, S.seat, np.int64(S.move[0])) < 0:
        return 1
    if S.ask == DISCARD:
        return 0 if k == 0 else 2
    if k < 0 or k >= K:
        return 2
    if is_choice(S, k):
        return 0
    return 3 if S.ask == SEVENTH else 4


@kernel
def _leave_hand(S, seat, card):
    i = in_hand(S, seat, card)
    S.n_hand[seat] -= 1
    for j in range(i, S.n_hand[seat]):
        S.hand[seat, j] = S.hand[seat, j + 1]


@kernel
def _apply_play(S, seat, card, k):
    n = payout(S, k)
    S.stack[k] -= n
    S.caps[seat, k] += n
    S.where[card] = IN_COLUMN
    S.column[k, S.n_column[k]] = card
    S.n_column[k] += 1
    if S.night[card] == 0:
        S.knows[card] = BOTH
    S.event, S.phase = PLAYED, DRAW
    if toward_closing(S, k) >= S.column_cards:
        S.closed[k], S.event = 1, CLOSED
    if S.extras & 1:
        count_scored(S)
        score(S)
        note_leader(S)


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    seat, card, k = S.seat, np.int64(S.move[0]), np.int64(S.move[1])
    _leave_hand(S, seat, card)
    S.focus = card
    if S.ask == PLAY:
        _apply_play(S, seat, card, k)
    else:
        S.left -= 1
        if S.ask == SEVENTH:
            S.where[card], S.seventh[k], S.event = AS_SEVENTH, card, LAID
        else:
            S.where[card], S.event = OUT, DISCARDED
    S.ask = 0
    S.decision += 1


@kernel
def options(S, out):
    """All legal moves of the open decision into out (int16[n, MOVE]), in the order of RULES.md; returns their number."""
    n = 0
    for i in range(S.n_hand[S.seat]):
        for k in range(K):
            if is_choice(S, k) if S.ask != DISCARD else k == 0:
                if n < out.shape[0]:
                    out[n, 0], out[n, 1] = S.hand[S.seat, i], k
                n += 1
    return n


@kernel
def _clear_count(S):
    for k in range(K):
        for x in range(C):
            S.count[k, x] = 0


@kernel
def count_scored(S):
    """Count the cards that are scored if the game ends now: the columns, and the seventh cards of closed companies (TP-46)."""
    _clear_count(S)
    for k in range(K):
        for i in range(S.n_column[k]):
            S.count[k, S.city[S.column[k, i]]] += 1
        if S.closed[k] == 1:
            S.count[k, S.city[S.seventh[k]]] += 1


@kernel
def count_seen(S, seat):
    """Count the cards under each company that the seat knows, its own seventh cards included, attached or not."""
    _clear_count(S)
    for k in range(K):
        for i in range(S.n_column[k]):
            card = np.int64(S.column[k, i])
            if knows(S, seat, card):
                S.count[k, S.city[card]] += 1
        card = S.seventh[k]
        if card >= 0 and knows(S, seat, card):
            S.count[k, S.city[card]] += 1


@kernel
def standing(S):
    """Majority and variety points of the companies by S.count (TP-22, TP-23)."""
    for k in range(K):
        S.majority[k], S.variety[k] = 0, 0
    for x in range(S.cities):
        most, holders = 1, 0
        for k in range(K):
            n = S.count[k, x]
            if n > most:
                most, holders = n, 1
            elif n == most:
                holders += 1
            if n > 0:
                S.variety[k] += 1
        for k in range(K):
            if S.count[k, x] == most:
                S.majority[k] += most * (S.majority_points if holders == 1 else S.tied_points)
    for k in range(K):
        different = S.variety[k]
        S.variety[k] = S.variety_points[different - 1] if different > 0 else 0


@kernel
def score(S):
    """Ranks and values of the companies by S.count, points and shares of the players (TP-46 to TP-48)."""
    standing(S)
    S.score[0], S.score[1] = 0, 0
    for k in range(K):
        better, equal = 0, 0
        for j in range(K):
            d = S.majority[j] + S.variety[j] - S.majority[k] - S.variety[k]
            if d > 0:
                better += 1
            elif d == 0:
                equal += 1
        S.rank[k], S.place[k] = better + 1, better + equal
        S.value[k] = S.rank_values[better + equal - 1]
        for p in range(2):
            S.score[p] += S.caps[p, k] * S.value[k]
    _share(S)


@kernel
def _share(S):
    """Most points win, tied the fewest caps (TP-48)."""
    ahead = S.score[0] - S.score[1]
    fewer = np.int64(0)
    for k in range(K):
        fewer += S.caps[1, k] - S.caps[0, k]
    S.tie_break = 0 if ahead != 0 else 1 if fewer != 0 else 2
    if ahead == 0:
        ahead = fewer
    S.share[0] = WHOLE if ahead > 0 else (HALF if ahead == 0 else 0)
    S.share[1] = WHOLE - S.share[0]


@kernel
def note_leader(S):
    """Count a change of the lead by points if the game ended now; a tie leaves it where it was."""
    if S.score[0] == S.score[1]:
        return
    leader = 0 if S.score[0] > S.score[1] else 1
    if S.leader >= 0 and leader != S.leader:
        S.lead_changes += 1
    S.leader = leader
