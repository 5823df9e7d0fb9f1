"""The machine of the mode stocks: the steps that the base game has not, and how games are played in a row."""

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.games.top_race.engine import step as step_base
from topstats.games.top_race.heat import note
from topstats.games.top_race.state import GRID, NOTHING, PAYING, RESTING, TAKING, TRADING
from topstats.games.top_race.stocks.moves import apply
from topstats.games.top_race.stocks.policies import choose
from topstats.games.top_race.stocks.record import write_rows
from topstats.games.top_race.stocks.seats import choose_offer, deal_stocks, line_up
from topstats.games.top_race.stocks.settle import go_on, pay_stocks
from topstats.games.top_race.stocks.trading import next_trade


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event, S.focus = NOTHING, -1
    if S.phase == TRADING:
        next_trade(S)
    elif S.phase == TAKING:
        choose_offer(S)
    elif S.phase == GRID:
        line_up(S)
    elif S.phase == PAYING:
        pay_stocks(S)
    elif S.phase == RESTING:
        go_on(S)
    else:
        step_base(S)


PLAYING = playing(__name__, deal=deal_stocks, step=step, choose=choose, apply=apply, write_rows=write_rows, note=note)
