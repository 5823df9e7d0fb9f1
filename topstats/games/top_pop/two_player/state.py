"""The state of one game of the two-player version as one record, its deal, and what a seat may know.

A card is known by its place in the shuffled deck (0 on top). Seats and companies count from 0.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import header
from topstats.core.rng import DEAL, below, game_key, seed_stream
from topstats.games.top_pop.rules import CITIES, MAX_CARDS
from topstats.games.top_pop.two_player.rules import COMPANIES, FIELDS, MAX_COLUMN, MAX_HAND, MAX_START, SEVENTHS

N, K, C = MAX_CARDS, COMPANIES, len(CITIES)
BOTH = 3  # both players know a card
MOVE = 2  # card, company (0 for DISCARD)

SEVENTH, DISCARD, PLAY = 1, 2, 3  # decisions
SETUP, TURN, DRAW = 0, 1, 2  # phases
IN_DECK, IN_HAND, AS_SEVENTH, IN_COLUMN, OUT = 0, 1, 2, 3, 4  # where a card is
NOTHING, DEALT, LAID, DISCARDED, PLAYED, CLOSED, DREW, SKIPPED, FINISHED = range(9)  # events

STATE = np.dtype(
    header(MOVE)
    + FIELDS
    + [
        ("n_cards", np.int64),
        ("drawn", np.int64),  # cards drawn so far: the top of the deck
        ("city", np.int8, (N,)),
        ("night", np.int8, (N,)),
        ("where", np.int8, (N,)),
        ("knows", np.int8, (N,)),  # bit p: seat p knows the city
        ("hand", np.int8, (2, MAX_HAND)),
        ("n_hand", np.int64, (2,)),
        ("column", np.int8, (K, MAX_START + MAX_COLUMN)),  # cards under a company in the order in which they came
        ("n_column", np.int64, (K,)),
        ("seventh", np.int64, (K,)),  # its seventh card, -1: none yet
        ("closed", np.int64, (K,)),
        ("stack", np.int64, (K,)),  # caps that are left
        ("caps", np.int64, (2, K)),
        ("mover", np.int64),  # whose turn it is
        ("phase", np.int64),
        ("left", np.int64),  # questions of the setup that the mover still has to answer
        ("event", np.int64),
        ("focus", np.int64),  # the card an event speaks of, -1: none
        ("count", np.int64, (K, C)),  # company, city: the cards that `standing` counts (what a strategy sees, while it thinks)
        ("majority", np.int64, (K,)),
        ("variety", np.int64, (K,)),
        ("rank", np.int64, (K,)),
        ("place", np.int64, (K,)),  # the rank that is paid: ties shift down
        ("value", np.int64, (K,)),
        ("score", np.int64, (2,)),
        ("share", np.int64, (2,)),
        ("tie_break", np.int64),
        ("leader", np.int64),
        ("lead_changes", np.int64),
        ("likely", np.float64, (K,)),  # scratch of the strategies from here
        ("worth", np.float64, (MAX_HAND * K,)),
        ("order", np.int8, (N,)),
    ]
)


@kernel
def draw(S, seat):
    """The top card of the deck goes to the seat's hand, its back seen by all, its face by the seat."""
    card = S.drawn
    S.drawn += 1
    S.where[card], S.knows[card] = IN_HAND, 1 << seat
    S.hand[seat, S.n_hand[seat]] = card
    S.n_hand[seat] += 1
    S.focus = card


@kernel
def shuffle_deck(S):
    """Build the deck of TP-01 to TP-03 and shuffle it as written under Chance."""
    n = 0
    for x in range(S.cities):
        for i in range(S.deck[x]):
            S.city[n] = x
            S.night[n] = 1 if i < S.night_cards else 0
            n += 1
    S.n_cards = n
    seed_stream(S.stream, S.key, DEAL, np.int64(0), np.int64(0))
    for i in range(n - 1, 0, -1):
        j = below(S.stream, i + 1)
        city, night = S.city[i], S.night[i]
        S.city[i], S.night[i] = S.city[j], S.night[j]
        S.city[j], S.night[j] = city, night


@kernel
def _deal_companies(S):
    """Caps, and the cards face up under the companies (TP-40, TP-41)."""
    for k in range(K):
        S.stack[k], S.seventh[k], S.closed[k], S.n_column[k] = S.caps_per_company, -1, 0, S.table_cards[k]
        S.majority[k], S.variety[k], S.rank[k], S.place[k], S.value[k] = 0, 0, 0, 0, 0
        for i in range(S.table_cards[k]):
            card = S.drawn
            S.drawn += 1
            S.where[card], S.knows[card], S.column[k, i] = IN_COLUMN, BOTH, card


@kernel
def deal(S):
    """Set up the game (S.seed, S.deal): deck, hands, companies (TP-40, TP-41)."""
    S.key = game_key(S.seed, S.deal)
    shuffle_deck(S)
    for card in range(S.n_cards):
        S.where[card], S.knows[card] = IN_DECK, 0
    S.drawn = 0
    S.ask, S.over, S.ended = 0, 0, 0
    S.turn, S.decision, S.seat = 0, 0, 0
    S.phase, S.mover, S.left = SETUP, 1, SEVENTHS + S.discards[1]
    S.tie_break, S.leader, S.lead_changes = 0, -1, 0
    for p in range(2):
        S.n_hand[p], S.score[p], S.share[p] = 0, 0, 0
        for k in range(K):
            S.caps[p, k] = 0
        for _ in range(S.start_cards[p]):
            draw(S, p)
    _deal_companies(S)
    S.event, S.focus = DEALT, -1


@kernel
def knows(S, seat, card):
    """Whether the seat knows the city of the card."""
    return (S.knows[card] >> seat) & 1 == 1


@kernel
def _exchange(S, n):
    """Shuffle the faces and backs of the n cards listed in S.order with S.stream."""
    for i in range(n - 1, 0, -1):
        j = below(S.stream, i + 1)
        a, b = S.order[i], S.order[j]
        city, night = S.city[a], S.night[a]
        S.city[a], S.night[a] = S.city[b], S.night[b]
        S.city[b], S.night[b] = city, night


@kernel
def redeal(S, seat):
    """Draw afresh, uniformly and from S.stream, all that the seat cannot know: the cities of cards that it has not seen, given their backs."""
    for night in range(2):  # first the cards of one back among themselves ...
        n = np.int64(0)
        for card in range(S.n_cards):
            if not knows(S, seat, card) and S.night[card] == night:
                S.order[n] = card
                n += 1
        _exchange(S, n)
    n = np.int64(0)
    for card in range(S.drawn + 1, S.n_cards):  # ... then those whose backs nobody sees: the deck below its top card
        S.order[n] = card
        n += 1
    _exchange(S, n)


@kernel
def _sort_faces(S, n):
    """Sort the faces and backs of the n cards listed in S.order: day before night, then by city."""
    for i in range(1, n):
        k = i
        while k > 0:
            a, b = S.order[k - 1], S.order[k]
            if S.night[a] < S.night[b] or (S.night[a] == S.night[b] and S.city[a] <= S.city[b]):
                break
            city, night = S.city[a], S.night[a]
            S.city[a], S.night[a] = S.city[b], S.night[b]
            S.city[b], S.night[b] = city, night
            k -= 1


@kernel
def forget(S, seat):
    """Bring all that the seat cannot know into one order: two states that look the same to it become the same. (Then re-deal.)"""
    n = np.int64(0)
    for card in range(S.drawn + 1, S.n_cards):  # the backs that nobody sees ...
        S.order[n] = card
        n += 1
    _sort_faces(S, n)
    for night in range(2):  # ... and the cities of each back
        n = np.int64(0)
        for card in range(S.n_cards):
            if not knows(S, seat, card) and S.night[card] == night:
                S.order[n] = card
                n += 1
        _sort_faces(S, n)
