"""What the cars are worth by quick races in a player's head: compiled only where a seat asks for it. Written out in RULES.md.

Nothing here depends on what the seat cannot know, nor on the bids of the auction: asked again in the same turn it would be the same.
"""

import numpy as np

from topstats.core.jit import kernel
from topstats.core.rng import SEARCH, below, next_word, seed_stream
from topstats.core.search import EPOCH_BITS, plays_like, tables_of
from topstats.games.top_race import strategies
from topstats.games.top_race.auction import place_car, take_car
from topstats.games.top_race.engine import step
from topstats.games.top_race.moves import apply
from topstats.games.top_race.policies import best_start, choose
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import RESTING, forget, redeal

RACES = 12  # for each car
KERNELS, WEIGHTS = tables_of(strategies.PLAYOUTS)


@kernel
def _give(T, seat, car):
    """The next car goes to the seat, without an auction, on the best start space that is free."""
    T.seat, T.buyer[T.auction] = seat, seat
    T.n_owned[seat] += 1
    take_car(T, car)
    place_car(T, best_start(T))


@kernel
def _any_car(T):
    """A car not sold, drawn by lot."""
    k = below(T.stream, np.int64(N_CARS) - T.auction)
    for c in range(N_CARS):
        if T.owner[c] < 0:
            if k == 0:
                return np.int64(c)
            k -= 1
    return np.int64(-1)


@kernel
def _any_owner(T):
    """The first player without a car, else anyone, drawn by lot."""
    for p in range(T.players):
        if T.n_owned[p] == 0:
            return np.int64(p)
    return below(T.stream, T.players)


@kernel
def _prize(pair, seat, car, number):
    """What the car wins for the seat in the race of this number: the other cars given away by lot, the cards dealt anew."""
    pair[1] = pair[0]
    T = pair[1]
    seed_stream(T.stream, T.key, SEARCH, seat, ((T.turn * 4096) << EPOCH_BITS) + number)
    redeal(T, seat)
    T.key = next_word(T.stream)
    _give(T, seat, car)
    while T.auction < N_CARS:
        _give(T, _any_owner(T), _any_car(T))
    while T.phase != RESTING:
        if T.ask > 0:
            choose(T)
            apply(T)
        else:
            step(T)
    return T.prizes[T.place[car] - 1]


@kernel
def appraise(S, pair):
    """The mean prize of each car not sold into S.worth of the seat that decides; returns how many races were driven. pair: as in search."""
    seat, spent = S.seat, np.int64(0)
    pair[0] = S
    M = pair[0]
    forget(M, seat)
    for e in range(M.players):
        plays_like(M, np.int64(e), np.int64(0), KERNELS, WEIGHTS)
        M.n_owned[e], M.racing[e] = 0, 0
    for c in range(N_CARS):
        if M.owner[c] >= 0:
            M.n_owned[M.owner[c]] += 1
            M.racing[M.owner[c]] += 1
    M.ask, M.has_tips, M.extras = 0, 0, 0
    for c in range(N_CARS):
        S.worth[seat, c] = 0.0
        if S.owner[c] < 0:
            for number in range(RACES):
                S.worth[seat, c] += _prize(pair, seat, np.int64(c), np.int64(number)) / RACES
            spent += RACES
    S.appraised[seat] = S.turn
    return spent
