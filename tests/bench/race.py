"""What the bench says of Top Race: one car's move, the auctions alone, the race alone; CPU time, the best of several rounds."""

from collections.abc import Callable

import numpy as np

from tests.bench.parts import best_of
from topstats import Settings
from topstats.core.jit import kernel
from topstats.games.top_race.engine import PLAYING, step
from topstats.games.top_race.moves import apply
from topstats.games.top_race.policies import choose
from topstats.games.top_race.race import move_car
from topstats.games.top_race.road import list_ends
from topstats.games.top_race.rules import N_CARS
from topstats.games.top_race.state import MOVED, RACING, RESTING, STATE, TURN

begin_game = PLAYING.begin_game
RECORD = np.dtype((np.record, STATE))


@kernel
def auctions(S, games):
    """Deal and hold all auctions of so many games."""
    for g in range(games):
        S.next_game = g
        begin_game(S)
        while S.phase != TURN:
            if S.ask > 0:
                choose(S)
                apply(S)
            else:
                step(S)


@kernel
def races(starts, pair, n):
    """Drive so many races from records in which the auctions are over; returns how many times a car moved."""
    moved = 0
    for r in range(n):
        pair[0] = starts[r % len(starts)]
        T = pair[0]
        while T.phase != RESTING:
            if T.ask > 0:
                choose(T)
                apply(T)
            else:
                step(T)
            moved += 1 if T.event == MOVED else 0
    return moved


@kernel
def moves(S, pair, n):
    """Move cars in turn by 1 to 6 points from S on, over and over, where they may end and what follows included; returns how many moved."""
    pair[0] = S
    T = pair[0]
    moved = np.int64(0)
    for k in range(n):
        if T.n_home >= N_CARS - 1:
            pair[0] = S
        T.car, T.left = np.int64(k % N_CARS), np.int64(1 + k * 7 // 3 % 6)
        if T.status[T.car] == RACING:
            list_ends(T, T.car, T.left)
            if T.n_ends > 0:
                move_car(T, np.int64(T.ends[k % T.n_ends]))
                moved += 1
    return moved


def bench_race(say: Callable[..., None], n: int) -> None:
    print("\nTop Race, 4 players, Speed Street: parts of a game")
    say("part, strategy", "", "target")
    for name in ("driver", "random"):
        settings = Settings("top_race", players=4, seats=[name] * 4)
        S, pair, starts = settings.start(0)[0], np.zeros(1, RECORD), np.zeros(200, RECORD)
        (seconds,) = best_of([lambda S=S: auctions(S, n)])
        say(f"an auction, its share of the deal, {name}", f"{seconds / n / N_CARS * 1e6:.2f} µs")
        for g in range(len(starts)):
            auctions(S, g + 1)
            starts[g] = S
        moved = races(starts, pair, n)
        (seconds,) = best_of([lambda starts=starts, pair=pair: races(starts, pair, n)])
        say(f"a race, {name}", f"{seconds / n * 1e6:.1f} µs")
        say(f"a move in it, all decisions, {name}", f"{seconds / moved * 1e9:.0f} ns")
    moved = moves(S, pair, 100 * n)
    (seconds,) = best_of([lambda: moves(S, pair, 100 * n)])
    say("a move alone: ends, move, what follows", f"{seconds / moved * 1e9:.0f} ns", "100 ns")
