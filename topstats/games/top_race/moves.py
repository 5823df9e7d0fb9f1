"""Legal moves of Top Race and what they do."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.road import front_car, is_due, is_free, list_ends, list_sprint
from topstats.games.top_race.rules import N_CARS, N_TIPS
from topstats.games.top_race.state import (
    BADE,
    BID,
    BIDDING,
    BREAKDOWN,
    BROKE,
    BROKEN,
    CAR,
    CARD,
    CHOOSING,
    CLAIM,
    CLAIMED,
    EFFECT,
    GRID,
    HOME,
    IN_HAND,
    JOKER_CAR,
    LAID,
    LINE,
    MOVED,
    MOVING,
    NAMED,
    ON_PIT,
    OPENING,
    PASS,
    PASSED,
    PASSED_TURN,
    PAYING,
    PLACED,
    PLAY,
    PLAYED,
    RACING,
    RETURN,
    RETURNED,
    RETURNING,
    SPACE,
    SPRINTED,
    START,
    STOP,
    STOPPED,
    STUCK,
    TAKE,
    TAKING,
    TIP,
    TIPPED,
    TIPPING,
    TOOK,
    TOOK_CARD,
    TURN,
    WASTED,
    in_hand,
    is_named,
)

ASKS = ("", "bid", "car", "start", "card", "effect", "joker", "space", "return", "claim", "tip")
REASONS = (
    "",
    "the opener may not pass (rules TR-03 and TR-05)",
    "a bid is a whole multiple of bid_step (rule TR-03)",
    "a bid must be at least opening_bid and higher than the one before (rule TR-03)",
    "no bid may be above one's cash (rule TR-08)",
    "the car is sold already (rule TR-04)",
    "this is no free start space (rule TR-04)",
    "the card is not in that hand, or it is not the time to use the turn so (rules TR-10, TR-32, TR-33 and TR-35)",
    "it is played as a sprint or as a breakdown (rule TR-17)",
    "the joker is a car that the card does not show (rule TR-14)",
    "the car cannot end there: it goes the full number of spaces, else as far as it can (rules TR-11, TR-13 and TR-15)",
    "the car comes back to a free space of its row, else of the nearest row behind that has one (rule TR-16)",
    "the card is claimed or it is not (rule TR-31)",
    "a tip backs one of the six cars (rule TR-40)",
)


@kernel
def least_bid(S):
    """The least that may be bid now: a multiple of bid_step, at least opening_bid and above the highest bid (TR-03)."""
    least = S.opening_bid if S.leader < 0 else max(S.opening_bid, S.high + 1)
    return (least + S.bid_step - 1) // S.bid_step * S.bid_step


@kernel
def _illegal_bid(S, bid):
    if bid == 0:
        return 1 if S.leader < 0 else 0
    if bid < 0 or bid % S.bid_step != 0:
        return 2
    if bid < least_bid(S):
        return 3
    return 4 if bid > S.cash[S.seat] else 0


@kernel
def is_start(S, space):
    """Whether this is a start space on which no car stands (TR-04)."""
    for i in range(S.n_starts):
        if S.start[i] == space:
            return is_free(S, space)
    return False


@kernel
def is_end(S, space):
    """Whether S.ends lists this space."""
    for i in range(S.n_ends):
        if S.ends[i] == space:
            return True
    return False


@kernel
def takes_part(S, seat):
    """A player whose cars are all home takes no part, but with tips (TR-19, TR-42)."""
    return S.racing[seat] > 0 or S.has_tips == 1


@kernel
def may_pass(S, seat):
    """1 if the seat may pass though it has cards: with tips, and all its cars home (TR-42)."""
    return np.int64(1) if S.has_tips == 1 and S.racing[seat] == 0 else np.int64(0)


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
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    move = np.int64(S.move[0])
    if S.ask == BID:
        return _illegal_bid(S, move)
    if S.ask == CAR:
        return 0 if 0 <= move < N_CARS and S.owner[move] < 0 else 5
    if S.ask == START:
        return 0 if is_start(S, move) else 6
    if S.ask == CARD:
        return 0 if is_turn_option(S, S.seat, move, np.int64(S.move[1])) else 7
    if S.ask == CLAIM:
        return 0 if 0 <= move <= 1 else 12
    if S.ask == TIP:
        return 0 if 0 <= move < N_CARS else 13
    if S.ask == EFFECT:
        return 0 if 0 <= move <= 1 else 8
    if S.ask == JOKER_CAR:
        return 0 if is_named(S, move) else 9
    if is_end(S, move):
        return 0
    return 10 if S.ask == SPACE else 11


@kernel
def pay(S, seat, amount, is_forced):
    """Money to the bank; of a forced payment at most what the seat has, unless there are debts (TR-08)."""
    if amount > S.cash[seat] and is_forced == 1:
        S.bankrupt[seat] = 1
        if S.debts == 0:
            amount = max(np.int64(0), S.cash[seat])
    S.cash[seat] -= amount
    S.spent[seat] += amount
    return amount


@kernel
def buy(S, seat, price, is_forced, event):
    """The seat gets the car of this auction for the price; which one it chooses next (TR-03, TR-07, TR-08)."""
    S.price[S.auction] = pay(S, seat, price, is_forced)
    S.buyer[S.auction], S.seat = seat, seat
    S.n_owned[seat] += 1
    S.n_cars[seat] += 1
    S.racing[seat] += 1
    S.event, S.focus, S.phase = event, -1, TAKING


@kernel
def take_car(S, car):
    S.owner[car], S.sold[S.auction] = S.seat, car
    S.event, S.focus, S.phase = TOOK, car, GRID


@kernel
def place_car(S, space):
    """The car just sold goes to a start space; then the next auction or the race (TR-04, TR-05)."""
    car = np.int64(S.sold[S.auction])
    S.pos[car], S.grid[car], S.status[car] = space, space, RACING
    S.event, S.focus = PLACED, car
    if S.auction == 0:
        S.first = S.seat
    S.opener = (S.seat + 1) % S.players
    S.auction += 1
    S.phase = OPENING
    if S.auction == N_CARS:
        S.phase, S.turn_seat = TURN, S.first
        S.ahead_car = front_car(S)


@kernel
def _bid(S, bid):
    S.focus, S.phase = -1, BIDDING
    if bid == 0:
        S.out[S.seat] = 1
        S.event = PASSED
        return
    S.high, S.leader, S.event = bid, S.seat, BADE
    S.n_bids[S.auction] += 1
    S.bids[S.seat, S.auction] += 1


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
    S.turn_seat = (seat + 1) % S.players
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
def _use_turn(S, seat, card, how):
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
def _claim(S, seat, is_claimed):
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
def behind_and_ahead(S):
    """The cars of the sprint/breakdown card being carried out, the one behind first (by row, TR-15); -1, -1 if it has no effect (TR-17)."""
    a, b = np.int64(S.pair[S.face[S.card], 0]), np.int64(S.pair[S.face[S.card], 1])
    if S.status[a] != RACING or S.status[b] != RACING or S.row[S.pos[a]] == S.row[S.pos[b]]:
        return np.int64(-1), np.int64(-1)
    if S.row[S.pos[a]] < S.row[S.pos[b]]:
        return a, b
    return b, a


@kernel
def _effect(S, effect):
    behind, ahead = behind_and_ahead(S)
    if effect == BREAKDOWN:
        S.status[ahead], S.partner[ahead] = BROKEN, behind
        S.n_broke += 1
        S.broke[ahead] = S.n_broke
        S.event, S.focus = BROKE, ahead
        S.line, S.phase = 1, LINE
        _note_front(S)
        return
    S.car, S.left = behind, 0
    list_sprint(S, behind, np.int64(S.row[S.pos[ahead]]))
    S.event, S.focus, S.phase = SPRINTED, behind, MOVING


@kernel
def start_line(S, car):
    """Begin to move a car by the points of the line; what it can do is listed (TR-11, TR-13, TR-14)."""
    S.car, S.left = car, np.int64(S.line_points[S.face[S.card], S.line])
    if S.status[car] != RACING:
        S.event, S.focus = WASTED, car
        end_line(S)
        return
    list_ends(S, car, S.left)
    if S.n_ends == 0:
        S.event, S.focus = STUCK, car
        S.blocked[car] += S.left
        end_line(S)
    else:
        S.phase = MOVING


@kernel
def _note_front(S):
    """Count a lead change if another car than before is in front."""
    if S.extras & 1:
        front = front_car(S)
        if front != S.ahead_car:
            S.ahead_car = front
            S.lead_changes += 1


@kernel
def end_line(S):
    """After a car's move: the end of the race, cars that come back, the next line (TR-16, TR-19)."""
    S.line += 1
    S.phase = LINE
    if S.n_home >= N_CARS - 1:
        S.phase = PAYING
        return
    if S.n_broke > 0:
        for c in range(N_CARS):
            if is_due(S, c):
                S.phase = RETURNING


@kernel
def move_car(S, end):
    """The car being moved goes to a space that S.ends lists, or over the finish (TR-18); tips come first or right after (TR-40)."""
    car = S.car
    if S.has_tips == 1 and end == S.n_spaces and S.n_due < N_TIPS:
        S.pending, S.n_due, S.resume, S.phase = end, N_TIPS, MOVING, TIPPING
        return
    S.event, S.focus = MOVED, car
    if S.left > 0:
        S.moved[car] += S.reached
        S.blocked[car] += S.left - S.reached
    else:
        S.moved[car] += S.row[end] - S.row[S.pos[car]]  # a sprint, told in rows
    S.pos[car] = end
    if end == S.n_spaces:
        S.n_home += 1
        S.status[car], S.place[car] = HOME, S.n_home
        S.racing[S.owner[car]] -= 1
    _note_front(S)
    end_line(S)
    if S.has_tips == 1 and end < S.n_spaces and S.tips[end] > S.n_due:
        S.n_due, S.resume, S.phase = np.int64(S.tips[end]), S.phase, TIPPING


@kernel
def return_car(S, space):
    """A broken-down car comes back; others may be due too (TR-16)."""
    S.status[S.car], S.pos[S.car] = RACING, space
    S.event, S.focus, S.phase = RETURNED, S.car, LINE
    for c in range(N_CARS):
        if is_due(S, c):
            S.phase = RETURNING
    _note_front(S)


@kernel
def _tip(S, seat, car):
    """A seat backs a car in secret; when all have, the race goes on (TR-40)."""
    S.tip[seat, S.n_passed] = car
    S.event, S.focus = TIPPED, car
    S.tipper += 1
    if S.tipper == S.players:
        S.tipper = 0
        S.n_passed += 1
        if S.n_passed == S.n_due:
            S.phase = S.resume


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    move, ask = np.int64(S.move[0]), S.ask
    S.ask = 0
    S.decision += 1
    if ask == SPACE:
        move_car(S, move)
    elif ask == CARD:
        _use_turn(S, S.seat, move, np.int64(S.move[1]))
    elif ask == CLAIM:
        _claim(S, S.seat, move)
    elif ask == TIP:
        _tip(S, S.seat, move)
    elif ask == BID:
        _bid(S, move)
    elif ask == JOKER_CAR:
        S.event, S.focus = NAMED, move
        start_line(S, move)
    elif ask == CAR:
        take_car(S, move)
    elif ask == START:
        place_car(S, move)
    elif ask == EFFECT:
        _effect(S, move)
    elif ask == RETURN:
        return_car(S, move)


@kernel
def _write(out, n, move):
    if n < out.shape[0]:
        out[n, 0] = move
        out[n, 1] = 0
    return n + 1


@kernel
def _turn_options(S, out):
    n = n_turn_options(S, S.seat)
    for k in range(min(n, np.int64(out.shape[0]))):
        card, how = turn_option(S, S.seat, np.int64(k))
        out[k, 0] = card
        out[k, 1] = how
    return n


@kernel
def options(S, out):
    """All legal moves of the open decision into out (int16[n, MOVE]), in the order of RULES.md; returns their number."""
    n = np.int64(0)
    if S.ask == BID:
        if S.leader >= 0:
            n = _write(out, n, np.int64(0))
        for bid in range(least_bid(S), S.cash[S.seat] + 1, S.bid_step):
            n = _write(out, n, bid)
    elif S.ask == CAR or S.ask == JOKER_CAR or S.ask == TIP:
        for c in range(N_CARS):
            if S.ask == TIP or (S.ask == CAR and S.owner[c] < 0) or (S.ask == JOKER_CAR and is_named(S, c)):
                n = _write(out, n, np.int64(c))
    elif S.ask == START:
        for i in range(S.n_starts):
            if is_free(S, np.int64(S.start[i])):
                n = _write(out, n, np.int64(S.start[i]))
    elif S.ask == CARD:
        n = _turn_options(S, out)
    elif S.ask == EFFECT or S.ask == CLAIM:
        n = _write(out, _write(out, n, np.int64(0)), np.int64(1))
    elif S.ask > 0:
        for i in range(S.n_ends):
            n = _write(out, n, np.int64(S.ends[i]))
    return n
