"""Tops as a resumable machine: the clock, rounds and their result, and the loops over whole games."""

import numpy as np

from topstats.core.contract import SHARE
from topstats.core.jit import kernel
from topstats.core.machine import NORMAL, TRUNCATED
from topstats.core.playing import playing
from topstats.core.rng import NATURE, below_of, stream_key, word_at
from topstats.games.tops.moves import apply, arrive
from topstats.games.tops.policies import choose, skip_looks
from topstats.games.tops.record import write_rows
from topstats.games.tops.state import (
    END,
    FINISHED,
    LOOK,
    LOT_STREAM,
    NEVER,
    NOBODY,
    NOTHING,
    RESTING,
    RESULT,
    RUN,
    SHARE_OUT,
    SPIN,
    SPUN,
    STOPPED,
    TAKE,
    WATCHING,
    WON,
    C,
    colour_on,
    deal,
    draw_objectives,
    note_round,
    seed_round,
    spin,
    top_changed,
    watch_from,
)

CLOCK_BITS, FIRST = np.int64(42), np.int64(0)  # a lot at time t of round r has the epoch r * 2^42 + t


@kernel
def _begin_round(S):
    """Objectives are drawn, the tops are spun one after the other, everybody looks (TS-03, TS-04)."""
    S.turn += 1
    S.decision, S.clock, S.respun, S.n_still = 0, 0, 0, 0
    S.elapsed += S.break_us
    draw_objectives(S)
    note_round(S)
    seed_round(S)
    for k in range(S.tops):
        S.n_stack[k], S.still[k], S.started[k] = 0, 0, k * S.spin_gap_us
        spin(S, k, S.started[k])
    for p in range(S.players):
        watch_from(S, p, np.int64(0))
    S.picture, S.winner, S.seat = -1, -1, 0
    S.phase, S.event, S.may_skip = RUN, SPUN, 1


@kernel
def _next_top(S):
    """The top that stops next; at least one spins."""
    if S.next_top < 0:
        for k in range(S.tops):
            if S.still[k] == 0 and (S.next_top < 0 or S.stops[k] < S.stops[S.next_top]):
                S.next_top = k
    return S.next_top


@kernel
def _next_player(S):
    """The player who acts next, -1 if nobody does; of several at the same instant one by lot (TS-05)."""
    best, n = NEVER << 2, np.int64(0)
    for p in range(S.players):  # without branches, which would be guessed wrong
        best = min(best, (S.acts_at[p] << 2) + p)
    at = best >> 2
    if at == NEVER:
        return np.int64(-1)
    for p in range(S.players):
        n += 1 if S.acts_at[p] == at else 0
    if n == 1:
        return best & 3
    i = below_of(word_at(stream_key(S.key, NATURE, LOT_STREAM + n, (S.turn << CLOCK_BITS) + at), FIRST), n)
    for p in range(S.players):
        if S.acts_at[p] == at:
            if i == 0:
                return np.int64(p)
            i -= 1
    return best & 3


@kernel
def _stop(S, k):
    """A top stands still. When all do, nobody looks any more; discs on their way still come too late."""
    S.clock, S.still[k] = S.stops[k], 1
    top_changed(S)
    S.n_still += 1
    S.event, S.focus, S.colour, S.touched, S.knocked, S.may_skip = STOPPED, k, colour_on(S, k), 0, -1, 1
    if S.n_still == S.tops:
        S.elapsed += S.clock
        S.may_skip = 0
        for p in range(S.players):
            if S.doing[p] == WATCHING:
                S.doing[p], S.acts_at[p] = RESTING, NEVER


@kernel
def _run(S):
    """The next thing that happens: a top stops, a disc arrives, or somebody looks."""
    p = _next_player(S)
    if S.n_still < S.tops:
        k = _next_top(S)
        if p < 0 or S.stops[k] <= S.acts_at[p]:
            _stop(S, k)
            return
    elif p < 0:
        S.phase = RESULT
        return
    S.seat, S.clock = p, S.acts_at[p]
    if S.doing[p] == WATCHING:
        S.ask = LOOK
        return
    arrive(S)
    if S.n_still == S.tops:
        S.doing[p], S.acts_at[p] = RESTING, NEVER


@kernel
def _shown(S):
    """The number of the multiset on top, -1 if a top is bare (TS-08)."""
    n, y = np.int64(0), np.int64(0)  # not red; yellow
    for k in range(S.tops):
        c = colour_on(S, k)
        if c < 0:
            return np.int64(-1)
        n += 1 if c > 0 else 0
        y += 1 if c == 2 else 0
    return n * (n + 1) // 2 + y


@kernel
def _note_leader(S, p):
    """Seat p has won a token: count a lead change if it is now the only one with most, and another was before."""
    for q in range(S.players):
        if q != p and S.tokens[q] >= S.tokens[p]:
            return
    if S.leader >= 0 and S.leader != p:
        S.lead_changes += 1
    S.leader = p


@kernel
def _result(S):
    """Who holds the objective that is shown wins a token (TS-08, TS-09); then the end, or sharing out (TS-10 to TS-12)."""
    S.picture, S.winner, S.focus, S.colour = _shown(S), -1, -1, -1
    if S.picture >= 0:
        S.shown_count[S.picture] += 1
        for p in range(S.players):
            for i in range(S.objectives):
                if S.objective[p, i] == S.picture:
                    S.winner = p
    if S.winner >= 0:
        p = S.winner
        S.tokens[p] += 1
        S.won_count[p, S.picture] += 1
        S.lacking_won[p] += S.lacks[p]
        S.seat, S.taker, S.event = p, p, WON
        _note_leader(S, p)
    else:
        S.no_winner += 1
        S.bare += 1 if S.picture < 0 else 0
        S.taker, S.event = _first_taker(S), NOBODY
    for c in range(C):
        S.pool[c], S.beside[c] = S.beside[c], 0
    for k in range(S.tops):
        for i in range(S.n_stack[k]):
            S.pool[S.stack[k, i]] += 1
        S.n_stack[k] = 0
    is_won = S.winner >= 0 and S.tokens[S.winner] >= S.target
    S.phase = END if is_won or S.turn >= S.round_limit else SHARE_OUT


@kernel
def _first_taker(S):
    """Who takes first when nobody won: seat 1, each in turn, or one by lot (TS-10)."""
    if S.first_taker == 0:
        return np.int64(0)
    if S.first_taker == 1:
        return (S.turn - 1) % S.players
    return below_of(word_at(stream_key(S.key, NATURE, LOT_STREAM, S.turn), FIRST), S.players)


@kernel
def _share_out(S):
    n = np.int64(0)
    for c in range(C):
        n += S.pool[c]
    if n > 0:
        S.ask, S.seat = TAKE, S.taker
    else:
        S.phase = SPIN


@kernel
def _finish(S):
    """The end: the seat with most tokens wins; at the round limit several may share that (TS-11, TS-12)."""
    most, n = np.int64(-1), np.int64(0)
    for p in range(S.players):
        if S.tokens[p] > most:
            most, n = S.tokens[p], 0
        n += 1 if S.tokens[p] == most else 0
    for p in range(S.players):
        S.share[p] = SHARE // n if S.tokens[p] == most else 0
    S.over, S.ended = 1, NORMAL if most >= S.target else TRUNCATED
    S.event, S.focus, S.colour = FINISHED, -1, -1


@kernel
def step(S):
    """One automatic step of the game, or the next decision into S.ask and S.seat. S.event says what happened."""
    S.event = NOTHING
    if S.phase == RUN:
        _run(S)
    elif S.phase == SHARE_OUT:
        _share_out(S)
    elif S.phase == RESULT:
        _result(S)
    elif S.phase == SPIN:
        _begin_round(S)
    else:
        _finish(S)


@kernel
def advance(S):
    """Step until a decision is asked or the game is over."""
    while S.ask == 0 and S.over == 0:
        step(S)


@kernel
def _choose_on(S):
    """As choose; who holds until a top changes is not asked before."""
    if S.ask == LOOK and S.settled[S.seat] == 1:
        S.move[0], S.move[1], S.move[2] = 0, 0, 0
    else:
        choose(S)


@kernel
def _step_on(S):
    """As step, the looks that lead to nothing passed over."""
    if S.may_skip == 1:
        S.may_skip = 0
        skip_looks(S)
    step(S)


PLAYING = playing(__name__, deal=deal, step=_step_on, choose=_choose_on, apply=apply, write_rows=write_rows)
