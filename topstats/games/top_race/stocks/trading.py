"""Stock rounds: each player in secret sells stocks and buys as many (TR-54); and what a seat may not know of them."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.rng import below
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import BUY, SELL, TRADED, TRADING, TURN, forget, redeal
from topstats.games.top_race.turns import can_act


@kernel
def may_sell(S, seat, car):
    return S.stock[seat, car] > S.fewest_stocks


@kernel
def may_buy(S, seat, car):
    return S.stock[seat, car] < S.most_stocks


@kernel
def may_trade(S, seat, car, ask):
    """Whether the seat may sell (ask SELL) or buy a stock of the car now."""
    return may_sell(S, seat, car) if ask == SELL else may_buy(S, seat, car)


@kernel
def _goes_on(S):
    """Whether somebody can act in another race round."""
    for p in range(S.players):
        if can_act(S, p):
            return True
    return False


@kernel
def next_trade(S):
    """The next seat that sells or buys. A stock round is held while no car is home, and not after the last race round."""
    if S.is_new == 0:
        S.is_new, S.phase = 1, TURN
        if not _goes_on(S):
            return
        S.n_rounds += 1
        if S.n_home > 0 or S.stock_trades == 0:
            return
        S.turn += 1
        S.decision, S.trader, S.deals, S.card, S.phase = 0, 0, 0, -1, TRADING
    S.seat, S.ask = S.trader, SELL if S.deals < S.stock_trades else BUY


@kernel
def trade(S, car, by):
    """The seat sells (by -1) or buys (1) a stock; when all have traded the next race round begins."""
    S.stock[S.seat, car] += by
    S.deals += 1
    if S.deals < 2 * S.stock_trades:
        return
    S.event, S.focus, S.deals = TRADED, -1, 0
    S.trader += 1
    if S.trader == S.players:
        S.trader, S.phase = 0, TURN
        S.n_traded += 1


@kernel
def any_trade(S, seat, ask):
    """A car drawn by lot of which the seat may sell or buy a stock."""
    n = np.int64(0)
    for c in range(N_CARS):
        n += 1 if may_trade(S, seat, np.int64(c), ask) else 0
    k = below(S.stream, n)
    for c in range(N_CARS):
        if may_trade(S, seat, np.int64(c), ask):
            if k == 0:
                return np.int64(c)
            k -= 1
    return np.int64(-1)


@kernel
def _stocks_of_others(S, seat):
    """Others' stocks as if nobody had traded."""
    for p in range(S.players):
        if p != seat:
            for c in range(N_CARS):
                S.stock[p, c] = S.stocks_each


@kernel
def redeal_all(S, seat):
    """Draw afresh, from S.stream, all that the seat cannot know: cards as in the base game, and others' stocks as if they had traded by lot."""
    redeal(S, seat)
    _stocks_of_others(S, seat)
    for p in range(S.players):
        if p == seat:
            continue
        for _ in range(S.n_traded + (1 if S.phase == TRADING and p < S.trader else 0)):
            for k in range(2 * S.stock_trades):
                ask = np.int64(SELL) if k < S.stock_trades else np.int64(BUY)
                S.stock[p, any_trade(S, p, ask)] += -1 if k < S.stock_trades else 1


@kernel
def forget_all(S, seat):
    """Bring all that the seat cannot know into one order, as state.forget does: cards, and others' stocks."""
    forget(S, seat)
    _stocks_of_others(S, seat)
