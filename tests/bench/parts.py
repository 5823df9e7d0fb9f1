"""What the bench says of searching, of own strategies and of comparing; CPU time, the best of several rounds taken in turn."""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from topstats import GAMES, Settings, compare, simulate, strategy
from topstats.core.machine import MAX_PARAMETERS
from topstats.core.rng import below
from topstats.games.top_pop.policies import choose_weighted
from topstats.games.top_pop.strategies import STRATEGIES

ROUNDS = 5
TARGET_PLAYOUTS = 250_000  # a second and core
WEIGHTS = np.zeros(MAX_PARAMETERS)
WEIGHTS[: len(STRATEGIES[0].parameters)] = [k.default for k in STRATEGIES[0].parameters]


def greedy_again(S):  # type: ignore[no-untyped-def]
    """The kernel of greedy, as an analyst would call it."""
    e = S.entry[S.seat]
    for i in range(MAX_PARAMETERS):
        S.parameter[e, i] = WEIGHTS[i]
    choose_weighted(S, e)


def first_option(S, options):  # type: ignore[no-untyped-def]
    return 0


def any_option(S, options):  # type: ignore[no-untyped-def]
    return below(S.stream, len(options))


def clock(run: Callable[[], Any]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def best_of(runs: list[Callable[[], Any]]) -> list[float]:
    """The least CPU seconds of each, all taken in turn."""
    for run in runs:
        run()
    return [min(column) for column in zip(*[[clock(run) for run in runs] for _ in range(ROUNDS)], strict=True)]


def positions(settings: Settings, n: int) -> list[Any]:
    """States in which the first seat, a searcher, is asked, in games that the mode's default strategy plays."""
    mode = settings.mode_record
    engine, plain, found, g = mode.engine(), settings.replace(seats=[mode.default_strategy] * settings.players), [], 0
    while len(found) < n:
        S, searching = plain.start(g)[0], settings.start(g)[0]
        engine.deal(S)
        engine.advance(S)
        while not S.over:
            if S.entry[S.seat] == 0:
                states = np.array([S], S.dtype).view(np.recarray)
                states[0].strategy[:], states[0].parameter[:] = searching.strategy, searching.parameter
                found.append(states)
            engine.choose(S)
            engine.apply(S)
            engine.advance(S)
        g += 1
    return found[:n]


def playouts(game: str, mode: str, players: int, n: int) -> tuple[int, Callable[[], None]]:
    """How many playouts n decisions take, and a function that makes them."""
    kernels = import_module(GAMES[game].mode(mode).engine().new.__module__.replace(".build", ".search"))
    default = GAMES[game].mode(mode).default_strategy
    asked = positions(Settings(game, mode, players, seats=["search"] + [default] * (players - 1)), n)
    pair = np.zeros(2, kernels.RECORD)

    def run() -> None:
        for states in asked:
            kernels.search(states[0], np.int64(0), pair)

    return sum(int(kernels.search(states[0], np.int64(0), pair)) for states in asked), run


def bench_search(say: Callable[..., None], n: int) -> None:
    print(f"\nSearch, playouts a second and core (the default strategy plays them out; target for Top Pop {TARGET_PLAYOUTS:,})")
    say("game, mode, players", "a second", "of target", "µs each")
    for game, mode in ((g, m) for g in GAMES.values() for m in g.modes):
        if all(s.name != "search" for s in mode.strategies):
            continue
        todo = [(players, *playouts(game.name, mode.name, players, n)) for players in mode.players]
        for (players, made, _), seconds in zip(todo, best_of([run for _, _, run in todo]), strict=True):
            rate, of = made / seconds, f"x {made / seconds / TARGET_PLAYOUTS:.2f}" if game.name == "top_pop" else ""
            say(f"{game.name} {mode.name}, {players}", f"{rate:,.0f}", of, f"{1e6 / rate:.1f}")


def bench_own(say: Callable[..., None], runner: Callable[[Settings, int], Callable[[], float]], games: int) -> None:
    print("\nOwn strategies in all seats, base game: µs a game, and the same built in")
    for function in (greedy_again, first_option, any_option):
        own = strategy(function)
        say(f"compile {own.name}", f"{clock(lambda own=own: Settings(players=3, seats=[own] * 3).start()):.2f} s")
    say("players", "built in", "own", "ratio", "ns a dec.")
    for players in (2, 3, 4, 5):
        both = [Settings(players=players), Settings(players=players, seats=[greedy_again] * players)]
        us, own_us = (1e6 * seconds / games for seconds in best_of([runner(s, games) for s in both]))
        say(f"{players}, greedy's kernel", f"{us:.1f}", f"{own_us:.1f}", f"x {own_us / us:.1f}", f"+{1000 * (own_us - us) / decisions(both[0]):.0f}")


def decisions(settings: Settings, games: int = 50) -> float:
    """Mean number of questions of a game."""
    engine, n = settings.mode_record.engine(), 0
    for g in range(games):
        S = settings.start(g)[0]
        engine.deal(S)
        engine.advance(S)
        while not S.over:
            engine.choose(S)
            engine.apply(S)
            engine.advance(S)
            n += 1
    return n / games


def bench_compare(say: Callable[..., None], games: int) -> None:
    print(f"\nCompare, two settings of {games:,} games, CPU seconds; the rest is the paired analysis")
    say("players", "playing", "comparing", "the rest", "of playing")
    for players in (2, 4):
        a, b = Settings(players=players, n_games=games), Settings(players=players, n_games=games, rules={"end_cards": 5})

        def play(a: Settings = a, b: Settings = b) -> None:
            for settings in (a, b):
                simulate(settings, workers=1, rows=False, extras=("lead_changes",))

        def both(a: Settings = a, b: Settings = b) -> None:
            compare(a, b, workers=1)

        playing, comparing = best_of([play, both])
        say(players, f"{playing:.2f}", f"{comparing:.2f}", f"{comparing - playing:.2f}", f"{(comparing - playing) / playing:.0%}")
