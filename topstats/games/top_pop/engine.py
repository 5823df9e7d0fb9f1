"""Top Pop as a resumable machine: step, advance, scoring, and the loops over whole games."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL, STALLED, TRUNCATED
from topstats.core.playing import playing
from topstats.games.top_pop.holding import count_bonus, give_back, take_powers
from topstats.games.top_pop.moves import apply, to_collect, to_draw, win
from topstats.games.top_pop.policies import choose
from topstats.games.top_pop.powers import DRAW_TWO
from topstats.games.top_pop.record import write_rows
from topstats.games.top_pop.state import (
    COLLECT,
    COLLECT_STEP,
    DRAW_FIRST,
    DRAW_STEP,
    DREW,
    FINISHED,
    IN_DECK,
    IN_HAND,
    KEEP,
    LAID,
    NOTHING,
    OUT,
    PLACE,
    PLACE_STEP,
    SETUP,
    STACK,
    STACK_STEP,
    START,
    TRIGGERED,
    TURN_ENDS,
    WIN_STEP,
    WON_CARDS,
    deal,
    draw,
    lay,
)


@kernel
def score_seats(S):
    """Points of all seats for the cards won so far: TP-22 and TP-23 (and TP-50)."""
    if S.powers == 1:
        count_bonus(S)
    for p in range(S.players):
        S.sole[p], S.tied[p], different = 0, 0, 0
        for x in range(S.cities):
            own, most = np.int64(S.count[p, x]), 0
            if own == 0:
                continue
            different += 1
            for q in range(S.players):
                if q != p and S.count[q, x] > most:
                    most = np.int64(S.count[q, x])
            if own > most:
                S.sole[p] += S.majority_points * own
            elif own == most:
                S.tied[p] += S.tied_points * own
        S.variety[p] = S.variety_points[different - 1] if different > 0 else 0
        S.score[p] = S.sole[p] + S.tied[p] + S.variety[p] + S.bonus[p]


@kernel
def _note_leader(S):
    """Count a lead change if another seat than before is the only one with most points."""
    score_seats(S)
    best, leader = np.int64(-1), np.int64(-1)
    for p in range(S.players):
        if S.score[p] > best:
            best, leader = S.score[p], p
        elif S.score[p] == best:
            leader = -1
    if leader >= 0:
        if S.leader >= 0 and S.leader != leader:
            S.lead_changes += 1
        S.leader = leader


@kernel
def win_cards(S, seat):
    """Step 1: the seat wins every card that it leads; returns how many (TP-07)."""
    n = np.int64(0)
    for i in range(S.n_table):
        card = np.int64(S.table[i])
        if S.lead[card] == seat:
            win(S, seat, card)
            S.focus = card
            S.order[n] = card
            n += 1
        else:
            S.table[i - n] = card
    S.n_table -= n
    if S.powers == 1 and n > 0:
        take_powers(S, seat, n)
    return n


@kernel
def _count_caps(S, stacks):
    """Caps of each seat that break a tie, into S.worth: its supply, and with `stacks` the caps in its own stacks too (TP-24)."""
    for p in range(S.players):
        n = 0
        for c in range(S.players):
            n += S.supply[p, c]
        if stacks == 1:
            for i in range(S.n_table):
                n += S.height[S.table[i], p]
        S.worth[p] = n


@kernel
def _rank(S):
    """Shares of the win: most points, then most caps (TP-24)."""
    best, most, n_best, n_winners = np.int64(-1), -1.0, 0, 0
    for p in range(S.players):
        if S.score[p] > best:
            best, most, n_best, n_winners = S.score[p], -1.0, 0, 0
        if S.score[p] == best:
            n_best += 1
            if S.worth[p] > most:
                most, n_winners = S.worth[p], 1
            elif S.worth[p] == most:
                n_winners += 1
    for p in range(S.players):
        S.share[p] = SHARE // n_winners if S.score[p] == best and S.worth[p] == most else 0
    S.tie_break = 0 if n_best == 1 else 1 if n_winners == 1 else 2


@kernel
def finish(S, ended):
    """The end of the game: last wins, scoring, ranking (TP-21 to TP-25)."""
    if S.tie_caps == 1:
        _count_caps(S, np.int64(1))
    for i in range(S.n_table):
        card = np.int64(S.table[i])
        if S.lead[card] >= 0:
            win(S, np.int64(S.lead[card]), card)
        else:
            S.where[card] = OUT
            if S.powers == 1:
                give_back(S, card)
    S.n_table = 0
    if S.tie_caps == 0:
        _count_caps(S, np.int64(0))
    if S.extras & 1:
        _note_leader(S)
    score_seats(S)
    _rank(S)
    S.over, S.ended, S.event, S.focus, S.ask = 1, ended, FINISHED, -1, 0


@kernel
def _trigger(S, seat):
    """TP-20: the end is near; hands and deck leave the game."""
    S.trigger_seat, S.trigger_turn, S.event = seat, S.turn, TRIGGERED
    for p in range(S.players):
        S.n_hand[p] = 0
    for card in range(S.n_cards):
        if S.where[card] == IN_DECK or S.where[card] == IN_HAND:
            S.where[card] = OUT


@kernel
def _is_empty(S):
    """No card in deck, hands and table, and the end not triggered (TP-25)."""
    if S.n_table > 0 or S.trigger_seat >= 0 or S.drawn < S.n_cards:
        return False
    for p in range(S.players):
        if S.n_hand[p] > 0:
            return False
    return True


@kernel
def _win_step(S):
    n = win_cards(S, S.seat)
    if n > 0:
        S.event, S.acted = WON_CARDS, 1
        if S.extras & 1:
            _note_leader(S)
        if S.trigger_seat < 0 and S.n_won[S.seat] >= S.end_cards:
            _trigger(S, S.seat)
    if _is_empty(S):
        finish(S, NORMAL)
    S.phase = PLACE_STEP


@kernel
def _begin_turn(S, seat):
    S.seat, S.decision, S.acted = seat, 0, 0
    S.turn += 1
    S.phase = WIN_STEP if S.hands == 1 else DRAW_FIRST


@kernel
def _end_turn(S):
    S.idle = 0 if S.acted == 1 else S.idle + 1
    if S.trigger_seat >= 0 and S.turn == S.trigger_turn + S.players - 1:
        finish(S, NORMAL)
    elif S.idle >= S.players:
        finish(S, STALLED)
    elif S.turn >= S.turn_limit * S.players:
        finish(S, TRUNCATED)
    else:
        _begin_turn(S, (S.seat + 1) % S.players)


@kernel
def _setup_step(S):
    """Cards laid before the first turn (TP-05, TP-33)."""
    if S.left > 0 and S.hands == 0:
        S.left -= 1
        if draw(S, S.seat) == 1:
            card = np.int64(S.hand[S.seat, 0])
            S.n_hand[S.seat] = 0
            lay(S, card, S.seat)
            S.event, S.focus = LAID, card
    elif S.left > 0 and S.n_hand[S.seat] > 0:
        S.ask = START
    elif S.seat + 1 < S.players:
        S.seat += 1
        S.left = S.start_placed[S.seat]
    else:
        _begin_turn(S, np.int64(0))


@kernel
def _draw_some(S):
    """Cards of which one is kept (TP-50), if there are as many as two."""
    S.choice = 0
    for _ in range(1 + S.power[S.seat, DRAW_TWO]):
        S.choice += draw(S, S.seat)
    if S.choice > 0:
        S.event = DREW
    if S.choice == 1:
        S.choice = 0


@kernel
def _draw_first(S):
    """The card with which a turn of lite begins (TP-31)."""
    if S.choice > 0:
        S.ask = KEEP
        return
    if S.power[S.seat, DRAW_TWO] > 0:
        _draw_some(S)
    elif draw(S, S.seat) == 1:
        S.event = DREW
    if S.choice == 0:
        S.phase = WIN_STEP


@kernel
def _draw_step(S):
    if S.choice > 0:
        S.ask = KEEP
        return
    if S.power[S.seat, DRAW_TWO] > 0 and S.hands == 1 and S.left > 0:
        S.left -= 1
        _draw_some(S)
        return
    if S.power[S.seat, DRAW_TWO] == 0 and S.hands == 1:
        for _ in range(S.draw_cards):
            if draw(S, S.seat) == 1:
                S.event = DREW
    S.phase = TURN_ENDS


@kernel
def _collect_step(S):
    n = 0
    for c in range(S.players):
        n += S.middle[c]
    if S.left > 0 and n > 0:
        S.ask = COLLECT
    else:
        S.phase = STACK_STEP


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event, S.focus = NOTHING, -1
    if S.phase == STACK_STEP:
        if S.supply[S.seat, S.seat] > 0 and S.n_table > 0:
            S.ask = STACK
        else:
            to_draw(S)
    elif S.phase == COLLECT_STEP:
        _collect_step(S)
    elif S.phase == PLACE_STEP:
        if S.n_hand[S.seat] > 0:
            S.ask = PLACE
        else:
            to_collect(S)
    elif S.phase == WIN_STEP:
        _win_step(S)
    elif S.phase == DRAW_STEP:
        _draw_step(S)
    elif S.phase == TURN_ENDS:
        _end_turn(S)
    elif S.phase == DRAW_FIRST:
        _draw_first(S)
    elif S.phase == SETUP:
        _setup_step(S)


PLAYING = playing(__name__, deal=deal, step=step, choose=choose, apply=apply, write_rows=write_rows)
