"""The strategy search, and the kernels for seats that play races in their heads: compiled only where there is one. Written out in RULES.md."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.core.search import offer, searching
from topstats.games.top_race import strategies
from topstats.games.top_race.appraise import appraise
from topstats.games.top_race.auction import least_bid
from topstats.games.top_race.engine import step
from topstats.games.top_race.heat import note
from topstats.games.top_race.moves import apply, options
from topstats.games.top_race.policies import VALUE, choose, choose_random, turn_value, weigh
from topstats.games.top_race.record import write_rows
from topstats.games.top_race.state import BID, CAR, CARD, MOVE, STATE, deal, forget, redeal
from topstats.games.top_race.turns import n_turn_options, turn_option

RECORD = np.dtype((np.record, STATE))
RAISES = 4  # bids tried: the least, and each of the next ones
LISTED = 64  # options of other decisions: cars and spaces


@kernel
def offer_other(M, moves, values, n, width, first, second, value):
    """Offer a move, unless it is the one that stands first already."""
    if first == moves[0, 0] and second == moves[0, 1]:
        return n
    M.move[0], M.move[1] = first, second
    return offer(moves, values, n, width, M.move[:], value)


@kernel
def offer_bids(M, moves, values, n, width):
    """Pass, and the lowest bids."""
    if M.leader >= 0:
        n = offer_other(M, moves, values, n, width, np.int64(0), np.int64(0), 1.0)
    for k in range(RAISES):
        bid = least_bid(M) + k * M.bid_step
        if bid <= M.cash[M.seat]:
            n = offer_other(M, moves, values, n, width, bid, np.int64(0), -np.float64(k))
    return n


@kernel
def _turns(M, moves, values, n, width):
    """Ways to use the turn, by their worth to the playout strategy."""
    seat = M.seat
    e = M.entry[seat]
    weigh(M, seat, e)
    for k in range(n_turn_options(M, seat)):
        card, how = turn_option(M, seat, np.int64(k))
        n = offer_other(M, moves, values, n, width, card, how, turn_value(M, seat, e, card, how))
    return n


@kernel
def _by_hand(M):
    """In thought nobody values cars by quick races."""
    for e in range(M.players):
        if M.strategy[e] == strategies.DRIVER and M.parameter[e, VALUE] == strategies.BY_RACES:
            M.parameter[e, VALUE] = strategies.BY_HAND


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`: first what the playout strategy would do, then those of which it thinks most; returns their number."""
    _by_hand(M)
    choose(M)
    n = offer(moves, values, np.int64(0), width, M.move[:], np.inf)
    if M.ask == BID:
        return offer_bids(M, moves, values, n, width)
    if M.ask == CARD:
        return _turns(M, moves, values, n, width)
    listed = np.zeros((LISTED, MOVE), np.int16)
    for i in range(min(options(M, listed), np.int64(LISTED))):
        n = offer_other(M, moves, values, n, width, np.int64(listed[i, 0]), np.int64(listed[i, 1]), 0.0)
    return n


@kernel
def wealth(S, seat):
    """The money of the seat."""
    return S.cash[seat]


decide = searching(
    __name__,
    number=strategies.SEARCH,
    playouts=strategies.PLAYOUTS,
    candidates=candidates,
    forget=forget,
    redeal=redeal,
    wealth=wealth,
    step=step,
    choose=choose,
    choose_random=choose_random,
    apply=apply,
)


@kernel
def decide_or_appraise(S, pair):
    """As decide; before the bids of an auction a seat that values cars by quick races drives those."""
    seat, spent = S.seat, np.int64(0)
    e = S.entry[seat]
    if S.strategy[e] != strategies.DRIVER:
        return decide(S, pair)
    if S.parameter[e, VALUE] == strategies.BY_RACES and S.appraised[seat] != S.turn and (S.ask == BID or S.ask == CAR):
        spent = appraise(S, pair)
    choose(S)
    return spent


PLAYING = playing(__name__, deal=deal, step=step, choose=decide_or_appraise, apply=apply, write_rows=write_rows, note=note, mind=RECORD)
