"""The state of one game of Top Pop as one record, its deal, and what a seat may know.

A card is known by its place in the shuffled deck (0 on top), so that its number tells nothing;
`city` and `night` are its face and its back. Seats and colours count from 0.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import header
from topstats.core.rng import DEAL, below, game_key, seed_stream
from topstats.games.top_pop.powers import EFFECTS, SEE_NIGHT
from topstats.games.top_pop.rules import CITIES, FIELDS, MAX_CARDS, MAX_PLAYERS

P, C, N = MAX_PLAYERS, len(CITIES), MAX_CARDS
MOVE = 1 + P  # START card | PLACE card, seat | COLLECT colour | STACK card (-1: stop), caps of each colour | KEEP card

START, PLACE, COLLECT, STACK, KEEP = 1, 2, 3, 4, 5  # decisions
SETUP, DRAW_FIRST, WIN_STEP, PLACE_STEP, COLLECT_STEP, STACK_STEP, DRAW_STEP, TURN_ENDS = range(8)  # phases
IN_DECK, IN_HAND, ON_TABLE, WON, OUT = 0, 1, 2, 3, 4  # where a card is
NOTHING, DEALT, LAID, DREW, WON_CARDS, TRIGGERED, PLACED, COLLECTED, STACKED, STOPPED, FINISHED, KEPT = range(12)  # events
NOBODY, TIED = -1, -2  # no stack on a card; tallest stacks equally tall (TP-50)

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
        ("front", np.int8, (N,)),  # in front of whom it lies or lay
        ("winner", np.int8, (N,)),  # -1: nobody
        ("lead", np.int8, (N,)),  # owner of the tallest stack, NOBODY or TIED
        ("height", np.int16, (N, P)),
        ("stack", np.int8, (N, P, P)),  # card, owner, colour: caps
        ("hand", np.int8, (P, N)),
        ("n_hand", np.int64, (P,)),
        ("table", np.int8, (N,)),  # cards on the table in the order in which they were placed
        ("n_table", np.int64),
        ("supply", np.int8, (P, P)),  # seat, colour
        ("middle", np.int8, (P,)),
        ("n_won", np.int64, (P,)),
        ("count", np.int8, (P, C)),  # seat, city: cards won
        ("seen", np.int8, (P, P, C)),  # viewer, seat, city: cards won, as far as the viewer knows
        ("phase", np.int64),
        ("left", np.int64),  # how often the decision of this phase is still asked
        ("event", np.int64),
        ("focus", np.int64),  # the card an event speaks of, -1: none
        ("acted", np.int64),  # something happened in this turn
        ("idle", np.int64),  # turns in a row in which nothing happened
        ("trigger_seat", np.int64),  # -1: the end is not triggered
        ("trigger_turn", np.int64),
        ("received", np.int64, (P,)),
        ("given", np.int64, (P,)),
        ("lost", np.int64, (P,)),
        ("sole", np.int64, (P,)),
        ("tied", np.int64, (P,)),
        ("variety", np.int64, (P,)),
        ("score", np.int64, (P,)),
        ("share", np.int64, (P,)),
        ("tie_break", np.int64),
        ("leader", np.int64),
        ("lead_changes", np.int64),
        ("owner", np.int8, (C,)),  # who holds the power of the city, -1: nobody; this and the next four only if S.powers
        ("power", np.int8, (P, len(EFFECTS))),  # seat, effect: how many powers of this effect the seat holds
        ("taken", np.int16, (P, C)),  # seat, city: how often the seat took the power
        ("passed", np.int64),  # how often a power went from one seat to another
        ("bonus", np.int64, (P,)),  # points from powers
        ("choice", np.int64),  # cards just drawn, the last of the hand, of which one is kept; 0: none
        ("gain", np.float64, (C,)),  # scratch of the strategies from here
        ("gain_unknown", np.float64),
        ("gain_moment", np.int64),  # the decision that gain belongs to
        ("special", np.int64),  # whether this entry uses any of the rarer weights
        ("earliness", np.float64),
        ("ahead", np.int64, (P,)),
        ("worth", np.float64, (P,)),
        ("best", np.int64),
        ("best_value", np.float64),
        ("n_equal", np.int64),
        ("order", np.int8, (N,)),
    ]
)


@kernel
def lay(S, card, seat):
    """Put a card on the table in front of a seat, without stacks; day cards become known to all (TP-11)."""
    S.where[card] = ON_TABLE
    S.front[card] = seat
    S.lead[card] = -1
    for q in range(S.players):
        S.height[card, q] = 0
        for c in range(S.players):
            S.stack[card, q, c] = 0
    S.table[S.n_table] = card
    S.n_table += 1
    if S.night[card] == 0:
        S.knows[card] = (1 << S.players) - 1
    else:
        S.knows[card] |= 1 << seat
        if S.powers == 1:
            for q in range(S.players):
                if S.power[q, SEE_NIGHT] > 0:
                    S.knows[card] |= 1 << q


@kernel
def draw(S, seat):
    """The top card of the deck goes to the seat's hand; returns 1, or 0 if the deck is empty (TP-19)."""
    if S.drawn >= S.n_cards or S.trigger_seat >= 0:
        return 0
    card = S.drawn
    S.drawn += 1
    S.where[card] = IN_HAND
    S.knows[card] = 1 << seat
    S.hand[seat, S.n_hand[seat]] = card
    S.n_hand[seat] += 1
    S.focus = card
    return 1


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
def deal(S):
    """Set up the game (S.seed, S.deal): deck, caps, hands (TP-01 to TP-05)."""
    S.key = game_key(S.seed, S.deal)
    shuffle_deck(S)
    for card in range(S.n_cards):
        S.where[card] = IN_DECK
        S.knows[card] = 0
        S.front[card] = -1
        S.winner[card] = -1
        S.lead[card] = -1
    S.drawn, S.n_table = 0, 0
    S.ask, S.over, S.ended = 0, 0, 0
    S.turn, S.decision, S.seat = 0, 0, 0
    S.phase, S.left, S.event, S.focus = SETUP, S.start_placed[0], DEALT, -1
    S.acted, S.idle, S.trigger_seat, S.trigger_turn = 0, 0, -1, 0
    S.tie_break, S.leader, S.lead_changes = 0, -1, 0
    S.gain_moment = -1
    for p in range(S.players):
        S.n_hand[p], S.n_won[p] = 0, 0
        S.received[p], S.given[p], S.lost[p] = 0, 0, 0
        S.sole[p], S.tied[p], S.variety[p], S.score[p], S.share[p] = 0, 0, 0, 0, 0
        S.middle[p] = S.caps_per_colour - S.start_caps[p]
        for q in range(S.players):
            S.supply[p, q] = S.start_caps[p] if p == q else 0
            for x in range(S.cities):
                S.seen[p, q, x] = 0
        for x in range(S.cities):
            S.count[p, x] = 0
    if S.hands == 1:
        for p in range(S.players):
            for _ in range(S.start_cards[p]):
                draw(S, p)
    S.focus = -1
    if S.powers == 1:
        _no_powers(S)


@kernel
def _no_powers(S):
    """Nobody holds a power yet (TP-50)."""
    S.passed, S.choice = 0, 0
    for x in range(S.cities):
        S.owner[x] = -1
        for p in range(S.players):
            S.taken[p, x] = 0
    for p in range(S.players):
        for effect in range(len(EFFECTS)):
            S.power[p, effect] = 0


@kernel
def knows(S, seat, card):
    """Whether the seat knows the city of the card."""
    return (S.knows[card] >> seat) & 1 == 1


@kernel
def recount(S):
    """Count the score piles anew from the cards, in truth and as each seat knows them."""
    for p in range(S.players):
        for x in range(S.cities):
            S.count[p, x] = 0
            for q in range(S.players):
                S.seen[p, q, x] = 0
    for card in range(S.n_cards):
        if S.where[card] == WON:
            p, x = S.winner[card], S.city[card]
            S.count[p, x] += 1
            for q in range(S.players):
                if knows(S, q, card):
                    S.seen[q, p, x] += 1


@kernel
def is_back_hidden(S, card):
    """Backs are public but for the deck below its top card (TP-03)."""
    return (S.where[card] == IN_DECK or S.where[card] == OUT) and card > S.drawn


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
    for card in range(S.n_cards):  # ... then those whose backs nobody sees
        if not knows(S, seat, card) and is_back_hidden(S, card):
            S.order[n] = card
            n += 1
    _exchange(S, n)
    recount(S)


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
    for card in range(S.n_cards):  # the backs that nobody sees ...
        if not knows(S, seat, card) and is_back_hidden(S, card):
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
    recount(S)
