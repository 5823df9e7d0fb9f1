"""Legal moves of Top Race and what they do."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.auction import bid, illegal_bid, is_start, least_bid, place_car, take_car
from topstats.games.top_race.race import back_car, effect, is_end, move_car, return_car, start_line
from topstats.games.top_race.road import is_free
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import BID, CAR, CARD, CLAIM, EFFECT, JOKER_CAR, NAMED, RETURN, SPACE, START, TIP, is_named
from topstats.games.top_race.turns import claim, is_turn_option, n_turn_options, turn_option, use_turn

ASKS = ("", "bid", "car", "start", "card", "effect", "joker", "space", "return", "claim", "tip", "offer", "sell", "buy")
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
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    move = np.int64(S.move[0])
    if S.ask == BID:
        return illegal_bid(S, move)
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
def apply(S):
    """Carry out S.move, which must be legal."""
    move, ask = np.int64(S.move[0]), S.ask
    S.ask = 0
    S.decision += 1
    if ask == SPACE:
        move_car(S, move)
    elif ask == CARD:
        use_turn(S, S.seat, move, np.int64(S.move[1]))
    elif ask == CLAIM:
        claim(S, S.seat, move)
    elif ask == TIP:
        back_car(S, S.seat, move)
    elif ask == BID:
        bid(S, move)
    elif ask == JOKER_CAR:
        S.event, S.focus = NAMED, move
        start_line(S, move)
    elif ask == CAR:
        take_car(S, move)
    elif ask == START:
        place_car(S, move)
    elif ask == EFFECT:
        effect(S, move)
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
        for amount in range(least_bid(S), S.cash[S.seat] + 1, S.bid_step):
            n = _write(out, n, amount)
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
