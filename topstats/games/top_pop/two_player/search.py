"""The strategy search of the two-player version: compiled only when a seat plays it. Written out in RULES.md."""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.playing import playing
from topstats.core.search import offer, searching
from topstats.games.top_pop.strategies import SEARCH
from topstats.games.top_pop.two_player import strategies
from topstats.games.top_pop.two_player.engine import step
from topstats.games.top_pop.two_player.moves import apply, count_seen, is_choice
from topstats.games.top_pop.two_player.policies import choose, choose_random, spread_of, value_of
from topstats.games.top_pop.two_player.record import write_rows
from topstats.games.top_pop.two_player.state import DISCARD, STATE, K, deal, forget, redeal

RECORD = np.dtype((np.record, STATE))


@kernel
def _is_repeated(M, seat, k):
    """Whether an earlier card of the hand has the same face and back as the k-th."""
    card = M.hand[seat, k]
    for i in range(k):
        other = M.hand[seat, i]
        if M.city[other] == M.city[card] and M.night[other] == M.night[card]:
            return True
    return False


@kernel
def candidates(M, moves, values, width):
    """The moves that are tried, at most `width`, those first of which the playout strategy thinks most; returns their number."""
    seat, n = M.seat, np.int64(0)
    e = M.entry[seat]
    count_seen(M, seat)
    spread = spread_of(M, e)
    for i in range(M.n_hand[seat]):
        if _is_repeated(M, seat, i):
            continue
        card = np.int64(M.hand[seat, i])
        for k in range(K):
            if is_choice(M, k) if M.ask != DISCARD else k == 0:
                M.move[0], M.move[1] = card, k
                value = 0.0 if M.ask == DISCARD else value_of(M, e, seat, card, k, spread)
                n = offer(moves, values, n, width, M.move[:], value)
    return n


@kernel
def wealth(S, seat):
    """The points of the seat."""
    return S.score[seat]


decide = searching(
    __name__,
    number=SEARCH,
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
