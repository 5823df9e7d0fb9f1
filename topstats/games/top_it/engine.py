"""Top It as a resumable machine: from event to event, scoring, and the loops over whole games."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL, TRUNCATED
from topstats.core.playing import playing
from topstats.games.top_it.moves import apply, next_person, think_on, vote
from topstats.games.top_it.policies import choose
from topstats.games.top_it.record import write_rows
from topstats.games.top_it.state import (
    DEALT,
    FINISHED,
    LAST,
    NAME,
    NOTHING,
    PIN_POINTS,
    PLAY,
    ROW_POINTS,
    ROWS_IN,
    ROWS_SCORED,
    SCORE,
    SCORED,
    SEEK,
    UNUSED,
    VOTE,
    begin_round,
    deal,
)


@kernel
def _play_step(S):
    """The next thought that ends, or the end of the time, when no pin could be laid any more (TI-03, TI-09)."""
    p = next_person(S)
    if S.wake[p] + S.hand_us > S.end:
        S.now, S.phase = S.end, VOTE
        return
    S.now, S.person, S.seat = S.wake[p], p, np.int64(S.seat_of[p])
    if S.hand_free[S.seat] > S.now:  # a team-mate is speaking (TI-01)
        S.wake[p] = S.hand_free[S.seat]
    elif S.ready[p] == 0:
        S.ask = SEEK
    elif S.n_mind[p] > 0:
        S.ask = NAME
    else:
        think_on(S, p, S.now)


@kernel
def _vote_step(S):
    """The next doubtful pin that is challenged (TI-07)."""
    while S.next_vote < S.n_laid:
        k = S.next_vote
        S.next_vote += 1
        if S.pin_doubt[k] == 1 and vote(S, k):
            return
    S.phase = SCORE


@kernel
def _count_pins(S, top_takes_all):
    """Points of the round for pins, into got_pins (TI-10)."""
    for p in range(S.players):
        S.got_pins[p] = 0
    for t in range(9):
        n = S.height[t]
        if top_takes_all == 1 and n > 0:
            S.got_pins[S.pin_seat[S.stack[t, n - 1]]] += n * S.pin_points
        elif top_takes_all == 0:
            for i in range(n):
                S.got_pins[S.pin_seat[S.stack[t, i]]] += S.pin_points


@kernel
def _count_rows(S, seat, one):
    """Points of the round for rows on top (TI-11)."""
    rows = np.int64(ROWS_IN[S.top[seat]])
    return S.row_points * (min(rows, np.int64(1)) if one == 1 else rows)


@kernel
def score_round(S):
    """Points after all votes, by the rules and by the other reading of each (TI-10, TI-11)."""
    _count_pins(S, 1 - S.stack_scoring)
    for p in range(S.players):
        S.stacked[p] += S.got_pins[p]
    _count_pins(S, S.stack_scoring)
    any_row = np.int64(0)
    for p in range(S.players):
        S.got_rows[p] = _count_rows(S, p, S.rows_counted)
        S.stacked[p] += S.got_rows[p]
        S.rowed[p] += S.got_pins[p] + _count_rows(S, p, 1 - S.rows_counted)
        S.tally[PIN_POINTS, p] += S.got_pins[p]
        S.tally[ROW_POINTS, p] += S.got_rows[p]
        S.score[p] += S.got_pins[p] + S.got_rows[p]
        rows = np.int64(ROWS_IN[S.top[p]])
        S.tally[ROWS_SCORED, p] += min(rows, np.int64(1)) if S.rows_counted == 1 else rows
        any_row = max(any_row, min(rows, np.int64(1)))
        S.tally[UNUSED, p] += S.left[p]
    S.row_rounds += any_row
    for t in range(9):
        S.letter_pins[S.tile[t]] += S.height[t]


@kernel
def _note_leader(S):
    """The leader after a round, and since when."""
    best, leader = np.int64(-1), np.int64(-1)
    for p in range(S.players):
        if S.score[p] > best:
            best, leader = S.score[p], p
        elif S.score[p] == best:
            leader = -1
    if leader < 0:
        S.leader_since = 0
    elif leader != S.leader or S.leader_since == 0:
        if leader != S.leader and S.leader >= 0:
            S.lead_changes += 1
        S.leader, S.leader_since = leader, S.turn


@kernel
def best_score(S):
    best = np.int64(0)
    for p in range(S.players):
        best = max(best, S.score[p])
    return best


@kernel
def _score_step(S):
    score_round(S)
    _note_leader(S)
    S.event, S.seat = SCORED, 0
    S.phase = LAST if best_score(S) >= S.target or S.turn >= S.round_limit else DEALT


@kernel
def share_out(S, points, by_target, share):
    """Shares of the win: most points, or all who have the target if anybody has it (TI-13)."""
    best, n = np.int64(-1), np.int64(0)
    for p in range(S.players):
        best = max(best, points[p])
    least = min(best, S.target) if by_target == 1 else best
    for p in range(S.players):
        if points[p] >= least:
            n += 1
    for p in range(S.players):
        share[p] = SHARE // n if points[p] >= least else 0


@kernel
def finish(S):
    """The end of the game: the win, also by the other readings of the rules."""
    share_out(S, S.score, S.end_rule, S.share)
    share_out(S, S.score, 1 - S.end_rule, S.share_end)
    share_out(S, S.stacked, S.end_rule, S.share_stack)
    share_out(S, S.rowed, S.end_rule, S.share_rows)
    S.ended = NORMAL if best_score(S) >= S.target else TRUNCATED
    S.over, S.event, S.ask, S.seat = 1, FINISHED, 0, 0


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event = NOTHING
    if S.phase == PLAY:
        _play_step(S)
    elif S.phase == VOTE:
        _vote_step(S)
    elif S.phase == SCORE:
        _score_step(S)
    elif S.phase == DEALT:
        begin_round(S)
    elif S.phase == LAST:
        finish(S)


PLAYING = playing(__name__, deal=deal, step=step, choose=choose, apply=apply, write_rows=write_rows)
