"""Legal moves of the mode stocks: those of the base game, cards of the offer, trades."""

import numpy as np

from topstats.core.jit import kernel
from topstats.games.top_race.moves import REASONS as BASE_REASONS
from topstats.games.top_race.moves import apply as apply_base
from topstats.games.top_race.moves import illegal as illegal_base
from topstats.games.top_race.moves import options as options_base
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import BUY, OFFER, SELL
from topstats.games.top_race.stocks.seats import is_offered, pick
from topstats.games.top_race.stocks.trading import may_trade, trade

REASONS = (
    *BASE_REASONS,
    "the card does not lie in the offer row (rule TR-52)",
    "one of the six cars, and no stock may be sold below fewest_stocks (rule TR-54)",
    "one of the six cars, and no stock may be bought above most_stocks (rule TR-54)",
)
NOT_OFFERED, NOT_SOLD, NOT_BOUGHT = range(len(BASE_REASONS), len(BASE_REASONS) + 3)


@kernel
def illegal(S):
    """0 if S.move is legal for the decision asked, else the number of the reason (REASONS)."""
    move = np.int64(S.move[0])
    if S.ask < OFFER:
        return illegal_base(S)
    if S.ask == OFFER:
        return 0 if is_offered(S, move) else NOT_OFFERED
    if 0 <= move < N_CARS and may_trade(S, S.seat, move, S.ask):
        return 0
    return NOT_SOLD if S.ask == SELL else NOT_BOUGHT


@kernel
def apply(S):
    """Carry out S.move, which must be legal."""
    move, ask = np.int64(S.move[0]), S.ask
    if ask < OFFER:
        apply_base(S)
        return
    S.ask = 0
    S.decision += 1
    if ask == OFFER:
        pick(S, move)
    else:
        trade(S, move, np.int64(1) if ask == BUY else np.int64(-1))


@kernel
def options(S, out):
    """All legal moves of the open decision into out (int16[n, MOVE]), in the order of RULES.md; returns their number."""
    if S.ask < OFFER:
        return options_base(S, out)
    n = np.int64(0)
    for k in range(S.n_offer if S.ask == OFFER else N_CARS):
        if S.ask == OFFER or may_trade(S, S.seat, np.int64(k), S.ask):
            if n < out.shape[0]:
                out[n, 0] = S.offer[k] if S.ask == OFFER else k
                out[n, 1] = 0
            n += 1
    return n
