"""The strategy search of the base game and lite: compiled only when a seat plays it. Written out in RULES.md."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.core.search import offer, searching
from topstats.games.top_pop import strategies
from topstats.games.top_pop.engine import step
from topstats.games.top_pop.moves import apply, caps_needed
from topstats.games.top_pop.policies import (
    W_CAP,
    can_top,
    card_value,
    choose,
    choose_random,
    first_card,
    front_value,
    look,
    smallest_stack,
    stack_value,
    supply_of,
    two,
    worths,
)
from topstats.games.top_pop.record import write_rows
from topstats.games.top_pop.state import COLLECT, PLACE, STACK, STATE, deal, forget, redeal

RECORD = np.dtype((np.record, STATE))


@kernel
def _is_repeated(M, seat, k):
    """Whether an earlier card of the hand has the same face and back as the k-th."""
    card = M.hand[seat, k]
    for i in range(first_card(M, seat), k):
        other = M.hand[seat, i]
        if M.city[other] == M.city[card] and M.night[other] == M.night[card]:
            return True
    return False


@kernel
def _cards(M, seat, e, moves, values, width):
    """Candidates of START, KEEP and PLACE: each different card, in front of each seat."""
    n = np.int64(0)
    for k in range(first_card(M, seat), M.n_hand[seat]):
        if _is_repeated(M, seat, k):
            continue
        card = np.int64(M.hand[seat, k])
        for q in range(M.players if M.ask == PLACE else 1):
            value = card_value(M, e, card)
            if M.ask == PLACE:
                value += front_value(M, seat, e, q)
            two(M, card, np.int64(q))
            n = offer(moves, values, n, width, M.move[:], value)
    return n


@kernel
def _stacks(M, seat, e, moves, values, width):
    """Candidates of STACK: stop, and on each card the smallest stack, also with one cap more."""
    two(M, np.int64(-1), np.int64(0))
    n = offer(moves, values, np.int64(0), width, M.move[:], np.inf)
    supply = supply_of(M, seat)
    for i in range(M.n_table):
        card = np.int64(M.table[i])
        if can_top(M, seat, card, supply):
            value = stack_value(M, seat, e, card)
            for more in range(min(np.int64(2), 1 + supply - caps_needed(M, seat, card))):
                smallest_stack(M, seat, card, np.int64(more))
                n = offer(moves, values, n, width, M.move[:], value - more * M.parameter[e, W_CAP])
    return n


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`, those first of which the playout strategy thinks most; returns their number."""
    seat, M.gain_moment = M.seat, -1  # nothing is kept of what its real strategy thought
    e = M.entry[seat]
    look(M, seat, e)
    if M.ask == STACK:
        return _stacks(M, seat, e, moves, values, width)
    worths(M, seat, e)
    if M.ask != COLLECT:
        return _cards(M, seat, e, moves, values, width)
    n = np.int64(0)
    for c in range(M.players):
        if M.middle[c] > 0:
            two(M, np.int64(c), np.int64(0))
            n = offer(moves, values, n, width, M.move[:], M.worth[c])
    return n


@kernel
def wealth(S, seat):
    """The points of the seat."""
    return S.score[seat]


decide = searching(
    __name__,
    number=strategies.SEARCH,
    playouts=strategies.PLAYOUT,
    candidates=candidates,
    forget=forget,
    redeal=redeal,
    wealth=wealth,
    step=step,
    choose=choose,
    choose_random=choose_random,
    apply=apply,
)
PLAYING = playing(__name__, deal=deal, step=step, choose=decide, apply=apply, write_rows=write_rows, mind=RECORD)
