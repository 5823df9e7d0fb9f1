"""The strategy search of the mode stocks, and the kernels for seats that have it: compiled only where there is one. Written out in RULES.md."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.core.search import offer, searching
from topstats.games.top_race.heat import note
from topstats.games.top_race.search import LISTED, RECORD, offer_bids, offer_other, wealth
from topstats.games.top_race.state import BID, BUY, CARD, MOVE, OFFER, SELL
from topstats.games.top_race.stocks import strategies
from topstats.games.top_race.stocks.engine import step
from topstats.games.top_race.stocks.moves import apply, options
from topstats.games.top_race.stocks.policies import card_worth, choose, choose_random, opinion, turn_value, weigh
from topstats.games.top_race.stocks.record import write_rows
from topstats.games.top_race.stocks.seats import deal_stocks
from topstats.games.top_race.stocks.trading import forget_all, redeal_all


@kernel
def _value(M, seat, e, first, second):
    """What the playout strategy thinks of a move of the open decision, which is no bid."""
    if M.ask == CARD:
        return turn_value(M, seat, e, first, second)
    if M.ask == OFFER:
        return card_worth(M, seat, e, np.int64(M.face[first]))
    if M.ask == BUY:
        return opinion(M, seat, e, first)
    return -opinion(M, seat, e, first) if M.ask == SELL else 0.0


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`: first what the playout strategy would do, then those of which it thinks most; returns their number."""
    choose(M)
    n = offer(moves, values, np.int64(0), width, M.move[:], np.inf)
    if M.ask == BID:
        return offer_bids(M, moves, values, n, width)
    seat, e = M.seat, M.entry[M.seat]
    weigh(M, seat, e)
    listed = np.zeros((LISTED, MOVE), np.int16)
    for i in range(min(options(M, listed), np.int64(LISTED))):
        first, second = np.int64(listed[i, 0]), np.int64(listed[i, 1])
        n = offer_other(M, moves, values, n, width, first, second, _value(M, seat, e, first, second))
    return n


decide = searching(
    __name__,
    number=strategies.SEARCH,
    playouts=strategies.PLAYOUTS,
    candidates=candidates,
    forget=forget_all,
    redeal=redeal_all,
    wealth=wealth,
    step=step,
    choose=choose,
    choose_random=choose_random,
    apply=apply,
)
PLAYING = playing(__name__, deal=deal_stocks, step=step, choose=decide, apply=apply, write_rows=write_rows, note=note, mind=RECORD)
