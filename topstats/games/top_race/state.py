"""The state of one game of Top Race as one record, the deal of a race, and what a seat may know.

A card is known by its place in the shuffled deck (0 on top), so that its number tells nothing; `face` is the card of the
deck's list that it is. Seats, cars, auctions and races count from 0; a car's place is the number of a space, and n_spaces
stands for the finish. Money is in units of 10,000.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.machine import header
from topstats.core.rng import DEAL, below, game_key, seed_stream
from topstats.games.top_race.rules import FIELDS, MAX_CARDS, MAX_HAND, MAX_OFFER, MAX_PLAYERS, MAX_RACES, MAX_SPACES, MAX_STOPS, N_CARS, N_TIPS

P, C, N, H = MAX_PLAYERS, N_CARS, MAX_CARDS, MAX_HAND
MOVE = 2  # CARD card, how | else one number: BID money (0: pass) | START, SPACE, RETURN space | EFFECT 0 sprint, 1 breakdown | CLAIM 0, 1 | OFFER card | car
MAX_ENDS = MAX_SPACES + 1

BID, CAR, START, CARD, EFFECT, JOKER_CAR, SPACE, RETURN, CLAIM, TIP, OFFER, SELL, BUY = range(1, 14)  # decisions
PLAY, TAKE, STOP, PASS = range(4)  # how a turn is used
OPENING, BIDDING, TAKING, GRID, TURN, LINE, MOVING, CHOOSING, RETURNING, PAYING, RESTING, CLAIMING, TIPPING, TRADING = range(14)  # phases
ASIDE, IN_HAND, PLAYED, BOX, ON_PIT, OFFERED = range(6)  # where a card is
WAITING, RACING, BROKEN, HOME = 0, 1, 2, 3  # how a car is: not yet on the track, on it, beside it, past the finish
SPRINT, BREAKDOWN = 0, 1
(
    NOTHING,
    DEALT,
    BADE,
    PASSED,
    BOUGHT,
    FIXED,
    POOR,
    TOOK,
    PLACED,
    LAID,
    NAMED,
    MOVED,
    STUCK,
    WASTED,
    SPRINTED,
    BROKE,
    RETURNED,
    NO_EFFECT,
    RACE_OVER,
    FINISHED,
    CLAIMED,
    TOOK_CARD,
    STOPPED,
    PASSED_TURN,
    TIPPED,
    PICKED,
    LEFT_OVER,
    LINED_UP,
    TRADED,
) = range(29)  # events; fmt: skip

STATE = np.dtype(
    header(MOVE)
    + FIELDS
    + [
        ("race", np.int64),  # races driven before this one
        ("phase", np.int64),
        ("event", np.int64),
        ("focus", np.int64),  # the car or card an event speaks of, -1: none
        ("face", np.int8, (N,)),
        ("where", np.int8, (N,)),
        ("dealt_to", np.int8, (N,)),  # -1: to nobody
        ("knows", np.int8, (N,)),  # bit p: seat p knows the face
        ("hand", np.int8, (P, H)),
        ("n_hand", np.int64, (P,)),
        ("discard", np.int8, (N,)),  # cards played, in order
        ("n_discard", np.int64),
        ("box", np.int8, (N,)),  # cards that lie in the box, in order
        ("n_box", np.int64),
        ("pits", np.int64, (P,)),  # pit-stop cards that the seat still has
        ("waiting", np.int8, (P, MAX_STOPS)),  # cards that wait on them, in order
        ("n_waiting", np.int64, (P,)),
        ("asked", np.int64),  # how many have been asked to claim the card
        ("passes", np.int64),  # turns in a row that were passed
        ("tip", np.int8, (P, N_TIPS)),  # the car that the seat backs, -1: none yet; its secret until the race is over
        ("n_passed", np.int64),  # tip lines passed, and backed by all
        ("n_due", np.int64),  # tip lines passed
        ("tipper", np.int64),  # how many seats have backed a car for the line
        ("resume", np.int64),  # the phase after that
        ("pending", np.int64),  # the end of a move that waits for it, -1: none
        ("tip_sum", np.int64, (P, N_TIPS)),  # money by tips, all races together, as the table says
        ("tip_paid", np.int64, (P,)),  # what came of it: less if a seat could not pay
        ("n_stops", np.int64, (P,)),  # cards claimed or taken by a pit stop, all races together
        ("strength", np.int16, (P, C + 1)),  # points of each car, and of jokers, on the cards dealt to the seat: its secret
        ("cash", np.int64, (P,)),
        ("after", np.int64, (P,)),  # who comes next clockwise
        ("auction", np.int64),  # the one that is held; N_CARS: all are over
        ("money_after", np.int64, (MAX_RACES, P)),  # by race driven: cash of the seats
        ("opener", np.int64),  # whose duty it is to open
        ("high", np.int64),
        ("leader", np.int64),  # the highest bidder, -1: none
        ("out", np.int8, (P,)),  # has passed in this auction
        ("opened", np.int8, (C,)),  # by auction: who opened, -1: nobody
        ("buyer", np.int8, (C,)),
        ("price", np.int16, (C,)),
        ("n_bids", np.int16, (C,)),
        ("bids", np.int16, (P, C)),  # seat, auction: bids made
        ("sold", np.int8, (C,)),  # by auction: the car, -1
        ("owner", np.int8, (C,)),  # by car, -1
        ("n_owned", np.int64, (P,)),  # cars of the seat; with stocks, seats and cards won at auction
        ("first", np.int64),  # the starting player of the race, -1: not known yet
        ("turn_seat", np.int64),
        ("status", np.int8, (C,)),
        ("pos", np.int16, (C,)),
        ("place", np.int8, (C,)),  # 1 to 6, 0: none yet
        ("n_home", np.int64),
        ("partner", np.int8, (C,)),  # the car that a broken-down one waits for
        ("broke", np.int8, (C,)),  # how manyeth breakdown of the race it was
        ("n_broke", np.int64),
        ("racing", np.int64, (P,)),  # cars of the seat that are not home; with stocks always 1
        ("card", np.int64),  # the card being carried out, -1: none
        ("line", np.int64),  # its line
        ("car", np.int64),  # the car being moved
        ("left", np.int64),  # its points; 0: it sprints
        ("ends", np.int16, (MAX_ENDS,)),  # where it may end, from the worst to the best placed
        ("n_ends", np.int64),
        ("reached", np.int64),  # spaces it comes forward
        ("grid", np.int16, (C,)),  # start space by car
        ("moved", np.int16, (C,)),  # spaces
        ("blocked", np.int16, (C,)),  # points lost to cars in the way
        ("n_turns", np.int64),  # cards played in the game
        ("ahead_car", np.int64),  # the car in front, for lead_changes
        ("lead_changes", np.int64),
        ("spent", np.int64, (P,)),
        ("prize", np.int64, (P,)),
        ("n_cars", np.int64, (P,)),  # cars owned, all races together
        ("n_wins", np.int64, (P,)),  # races won by a car of the seat
        ("bankrupt", np.int8, (P,)),
        ("n_left", np.int64, (P,)),  # cards left in hand at the end of the last race
        ("share", np.int64, (P,)),
        ("offer", np.int8, (MAX_OFFER,)),  # with stocks from here: the cards on offer, in order
        ("n_offer", np.int64),
        ("taken", np.int8, (C,)),  # by auction: the card, -1
        ("seated", np.int64),  # whose seat was settled last, -1
        ("stock", np.int8, (P, C)),  # stocks of the seat by car: its secret until the race is over
        ("trader", np.int64),  # how many seats have traded in this stock round
        ("deals", np.int64),  # sales and purchases that the seat which trades has made
        ("n_traded", np.int64),  # stock rounds of the race
        ("n_rounds", np.int64),  # race rounds of the race
        ("is_new", np.int64),  # a race round begins: its stock round is over
        ("specials", np.int64, (P,)),  # sprint/breakdown cards taken from the offer, all races together
        ("worth", np.float64, (P, C)),  # what the cars are worth to the seat by quick races (appraise.py), its secret,
        ("appraised", np.int64, (P,)),  # in this turn, -1: it has not asked itself yet
        ("best_value", np.float64),
        ("weight", np.float64, (C + 1,)),  # scratch of the strategies from here
        ("reach", np.int8, (MAX_SPACES,)),
        ("unknown", np.int8, (N,)),
    ]
)


@kernel
def shuffle_deck(S):
    """Shuffle the deck of the race as written under Chance (with stocks but for the sprint/breakdown cards, its last); nobody knows any card."""
    for card in range(S.n_cards):
        S.face[card] = card
        S.where[card], S.dealt_to[card], S.knows[card] = ASIDE, -1, 0
    seed_stream(S.stream, S.key, DEAL, np.int64(0), S.race)
    for i in range(S.n_mixed - 1, 0, -1):
        j = below(S.stream, i + 1)
        face = S.face[i]
        S.face[i] = S.face[j]
        S.face[j] = face


@kernel
def weigh_hand(S, seat):
    """What the cards dealt to the seat say of each car, into S.strength; what it made of them before is void."""
    S.appraised[seat] = -1
    for c in range(C + 1):
        S.strength[seat, c] = 0
    for card in range(S.n_cards):
        if S.dealt_to[card] == seat:
            for c in range(C + 1):
                S.strength[seat, c] += S.points[S.face[card], c]


@kernel
def begin_race(S, opener):
    """Shuffle and deal the cards of the race, everything else as before its first auction (TR-02, TR-03); who opens may be drawn (TR-21)."""
    shuffle_deck(S)
    if S.race > 0 and S.next_opener == 1:
        opener = below(S.stream, S.players)
    card, each = np.int64(0), S.pit_cards_each if S.pit_stop == 1 else S.cards_each
    for p in range(S.players):
        S.n_hand[p] = each
        S.pits[p], S.n_waiting[p] = S.pit_cards if S.pit_stop == 1 else 0, 0
        for k in range(each):
            S.hand[p, k] = card
            S.where[card], S.dealt_to[card], S.knows[card] = IN_HAND, p, 1 << p
            card += 1
        weigh_hand(S, p)
        S.n_owned[p], S.racing[p], S.out[p] = 0, 0, 0
        for t in range(N_TIPS):
            S.tip[p, t] = -1
        for a in range(C):
            S.bids[p, a] = 0
    S.n_box = S.box_cards if S.pit_stop == 1 else 0
    for k in range(S.n_box):
        S.box[k], S.where[card], S.knows[card] = card, BOX, (1 << S.players) - 1
        card += 1
    for c in range(C):
        S.opened[c], S.buyer[c], S.price[c], S.n_bids[c], S.sold[c] = -1, -1, 0, 0, -1
        S.owner[c], S.status[c], S.pos[c], S.place[c], S.partner[c], S.broke[c] = -1, WAITING, -1, 0, -1, 0
        S.grid[c], S.moved[c], S.blocked[c] = -1, 0, 0
    S.n_discard, S.auction, S.opener, S.high, S.leader = 0, 0, opener, 0, -1
    S.first, S.turn_seat, S.n_home, S.n_broke, S.asked, S.passes = -1, -1, 0, 0, 0, 0
    S.n_passed, S.n_due, S.tipper, S.resume, S.pending, S.is_new = 0, 0, 0, 0, -1, 1
    S.card, S.line, S.car, S.left, S.n_ends, S.reached, S.ahead_car = -1, 0, -1, 0, 0, 0, -1
    S.phase, S.seat = OPENING, opener


@kernel
def deal(S):
    """Set up the game (S.seed, S.deal): money and the cards of the first race (TR-01, TR-02)."""
    S.key = game_key(S.seed, S.deal)
    S.ask, S.over, S.ended = 0, 0, 0
    S.turn, S.decision, S.n_turns, S.lead_changes, S.race = 0, 0, 0, 0, 0
    for p in range(S.players):
        S.cash[p] = S.capital
        S.after[p] = (p + 1) % S.players
        S.spent[p], S.prize[p], S.n_cars[p], S.n_wins[p], S.bankrupt[p], S.n_left[p], S.share[p], S.n_stops[p] = 0, 0, 0, 0, 0, 0, 0, 0
        S.tip_paid[p] = 0
        for t in range(N_TIPS):
            S.tip_sum[p, t] = 0
    begin_race(S, np.int64(0))
    S.event, S.focus = DEALT, -1


@kernel
def knows(S, seat, card):
    """Whether the seat knows the face of the card."""
    return (S.knows[card] >> seat) & 1 == 1


@kernel
def _recount(S, seat):
    """What follows from the cards of the others and from their tips; nothing that they thought is left."""
    for p in range(S.players):
        if p != seat:
            weigh_hand(S, p)
            for c in range(C):
                S.worth[p, c] = 0.0
    for c in range(C + 1):
        S.weight[c] = 0.0
    S.best_value = 0.0


@kernel
def redeal(S, seat):
    """Draw afresh, uniformly and from S.stream, all that the seat cannot know: the cards in other hands and those set aside, others' tips."""
    n = np.int64(0)
    for card in range(S.n_cards):
        if not knows(S, seat, card):
            S.unknown[n] = card
            n += 1
            other = S.unknown[below(S.stream, n)]  # the face goes to one of those so far, whose face comes here
            face = S.face[card]
            S.face[card] = S.face[other]
            S.face[other] = face
    for p in range(S.players):
        for t in range(N_TIPS):
            if p != seat and S.tip[p, t] >= 0:
                S.tip[p, t] = below(S.stream, np.int64(C))
    _recount(S, seat)


@kernel
def forget(S, seat):
    """Bring all that the seat cannot know into one order: two states that look the same to it become the same. (Then re-deal.)"""
    n = np.int64(0)
    for card in range(S.n_cards):
        if not knows(S, seat, card):
            k, face = n, S.face[card]
            S.unknown[n] = card
            n += 1
            while k > 0 and S.face[S.unknown[k - 1]] > face:
                S.face[S.unknown[k]] = S.face[S.unknown[k - 1]]
                k -= 1
            S.face[S.unknown[k]] = face
    for p in range(S.players):
        for t in range(N_TIPS):
            if p != seat and S.tip[p, t] >= 0:
                S.tip[p, t] = 0
    _recount(S, seat)


@kernel
def in_hand(S, seat, card):
    """Place of the card in the seat's hand, -1 if it is not there."""
    for k in range(S.n_hand[seat]):
        if S.hand[seat, k] == card:
            return k
    return -1


@kernel
def is_named(S, car):
    """Whether a joker of the card being carried out may be this car (TR-14)."""
    return 0 <= car < C and (S.shown[S.face[S.card]] >> car) & 1 == 0


@kernel
def line_of(S):
    """Car (JOKER for a joker) of the line being carried out."""
    return np.int64(S.line_car[S.face[S.card], S.line])
