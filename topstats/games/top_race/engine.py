"""The machine of Top Race: its steps in order, and how games are played in a row."""

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.games.top_race.auction import choose_car, choose_start, next_bid, open_auction
from topstats.games.top_race.heat import note
from topstats.games.top_race.moves import apply
from topstats.games.top_race.policies import choose
from topstats.games.top_race.race import choose_effect, choose_return, move_or_ask, next_line
from topstats.games.top_race.record import write_rows
from topstats.games.top_race.settle import go_on, pay_prizes
from topstats.games.top_race.state import (
    BIDDING,
    CHOOSING,
    CLAIMING,
    GRID,
    LINE,
    MOVING,
    NOTHING,
    OPENING,
    PAYING,
    RESTING,
    RETURNING,
    TAKING,
    TIP,
    TIPPING,
    TURN,
    deal,
)
from topstats.games.top_race.turns import begin_turn, next_claim


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event, S.focus = NOTHING, -1
    if S.phase == LINE:
        next_line(S)
    elif S.phase == MOVING:
        move_or_ask(S)
    elif S.phase == BIDDING:
        next_bid(S)
    elif S.phase == TURN:
        begin_turn(S)
    elif S.phase == OPENING:
        open_auction(S)
    elif S.phase == TAKING:
        choose_car(S)
    elif S.phase == GRID:
        choose_start(S)
    elif S.phase == CHOOSING:
        choose_effect(S)
    elif S.phase == CLAIMING:
        next_claim(S)
    elif S.phase == TIPPING:
        S.seat, S.ask = S.tipper, TIP
    elif S.phase == RETURNING:
        choose_return(S)
    elif S.phase == PAYING:
        pay_prizes(S)
    elif S.phase == RESTING:
        go_on(S)


PLAYING = playing(__name__, deal=deal, step=step, choose=choose, apply=apply, write_rows=write_rows, note=note)
