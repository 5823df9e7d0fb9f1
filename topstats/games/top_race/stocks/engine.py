"""The machine of the mode stocks: the steps that the base game has not, and how games are played in a row."""

from topstats.core.jit import kernel
from topstats.core.machine import end_unit, seat_players
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


@kernel
def advance(S):
    """Step until a decision is asked or the game is over."""
    while S.ask == 0 and S.over == 0:
        step(S)


@kernel
def trace(S, out):
    """Play on from S, a copy of the record into out[k] after each event and move; returns how many, at most len(out)."""
    n = 0
    while S.over == 0 and n < out.shape[0]:
        if S.ask > 0:
            choose(S)
            apply(S)
        else:
            step(S)
        if S.event != NOTHING:
            out[n] = S
            n += 1
            S.event = NOTHING
    return n


@kernel
def begin_game(S):
    """Seat the players of the next game and deal."""
    seat_players(S)
    deal_stocks(S)
    S.dealt = 1


@kernel
def play_many(S, game_rows, seat_rows, auction_rows, car_rows, race_rows, sums, budget):
    """Play games S.next_game to S.stop_game - 1, rows into block[g - S.first_game]; comes back after about `budget` steps, see Engine."""
    spent, has_sums = 0, sums.shape[2] > 0
    while S.next_game < S.stop_game:
        if S.dealt == 0:
            begin_game(S)
        while S.over == 0:
            if spent >= budget:
                return
            spent += 1
            if S.ask > 0:
                S.event = NOTHING
                choose(S)
                apply(S)
            else:
                step(S)
            if has_sums and S.event != NOTHING:
                note(S, sums)
        write_rows(S, S.next_game - S.first_game, game_rows, seat_rows, auction_rows, car_rows, race_rows)
        if has_sums:
            end_unit(S, sums)
        S.dealt = 0
        S.next_game += 1
