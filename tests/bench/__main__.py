"""Speed of the engine on this machine: `python -m tests.bench [--quick]`.

CPU time, variants interleaved, medians of 7. Times of a busy or small machine are its own; the ratios travel.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.parts import bench_compare, bench_own, bench_search
from tests.bench.plain import Game
from tests.bench.race import bench_race
from tests.naive.top_pop import Referee
from tests.naive.top_pop_players import play_alone
from topstats import GAMES, Settings, simulate
from topstats.core.machine import NO_SUMS

ROUNDS = 7
TARGET_US = {("base", "greedy", 2): 4, ("base", "greedy", 3): 9, ("base", "greedy", 4): 15, ("base", "greedy", 5): 21}
TARGET_US |= {("top_race base", "driver", 4): 25, ("top_race base", "expert", 4): 90}
TARGET_US |= {("tops base", "planner", 4): 55, ("tops base", "early", 4): 80}
TARGET_US |= {("top_it base", "rows", 4): 65, ("top_it base", "any", 4): 50}
MORE = {"tops": ("early", "last_moment"), "top_race": ("expert",)}  # presets that take another path through the kernels than the first of theirs


def say(*columns: Any) -> None:
    print("  ".join(str(c).rjust(10) if i else str(c).ljust(34) for i, c in enumerate(columns)), flush=True)


def variants() -> list[Settings]:
    """Every kernel but the search, by the first strategy that has it (and those of MORE), at every player count of every mode of every game."""
    return [
        Settings(game=game.name, mode=mode.name, players=players, seats=[name] * players, n_games=1)
        for game in GAMES.values()
        for mode in game.modes
        for name in (*{s.kernel: s.name for s in reversed(mode.strategies) if s.name != "search"}.values(), *MORE.get(game.name, ()))
        if name in {s.name for s in mode.strategies}
        for players in mode.players
    ]


def mode_of(settings: Settings) -> str:
    """How a mode is called here: that of the first game by its name alone."""
    return settings.mode if settings.game == Settings().game else f"{settings.game} {settings.mode}"


def decisions_a_game(settings: Settings, games: int = 100) -> float:
    """Mean number of decisions with at least two options."""
    engine = settings.mode_record.engine()
    n, out = 0, None
    for g in range(games):
        S = settings.start(g)[0]
        engine.deal(S)
        out = np.zeros((2, len(S.move)), np.int16) if out is None else out
        engine.advance(S)
        while not S.over:
            n += engine.options(S, out) > 1
            engine.choose(S)
            engine.apply(S)
            engine.advance(S)
    return n / games


def runner(settings: Settings, games: int) -> Callable[[], float]:
    """A function that plays so many games and returns the CPU microseconds of one."""
    engine, mode = settings.mode_record.engine(), settings.mode_record

    def run() -> float:
        states = settings.start(0)
        S = states[0]
        S.first_game, S.next_game, S.stop_game = 0, 0, games
        blocks = [np.zeros(mode.shape(per, games, settings.players), np.int16) for per in mode.blocks()]
        began = time.process_time()
        engine.play_many(S, tuple(blocks), NO_SUMS, 2**40)
        return (time.process_time() - began) / games * 1e6

    return run


def interleaved(runs: list[Callable[[], float]]) -> list[float]:
    """The median of each, all taken in turn."""
    for run in runs:
        run()
    times = [[run() for run in runs] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def timed(play: Callable[[int], Any], games: int) -> float:
    """Microseconds of a game in plain Python."""
    play(0)  # the referee's streams are compiled now, not on the clock
    began = time.process_time()
    for g in range(games):
        play(g)
    return (time.process_time() - began) / games * 1e6


def lean(settings: Settings) -> Callable[[int], Any]:
    """The game written for speed alone."""
    rules = dict(settings.rules)
    return lambda g: Game(rules, settings.players, settings.seed, g).play()


def checked(settings: Settings) -> Callable[[int], Any]:
    """The referee's game, its players deciding the same way."""
    weights = {k.name: k.printed(settings.players) for k in settings.mode_record.strategy("greedy").parameters}
    rules, n = dict(settings.rules), settings.players
    return lambda g: play_alone(Referee(settings.seed, g, rules, n), [weights] * n, [0.0] * n)


def bench_games(games: int) -> dict[tuple[str, str, int], float]:
    print("\nOne game, CPU time, one thread")
    say("mode, strategy, players", "µs a game", "ns a dec.", "decisions", "target µs")
    todo = variants()
    times = interleaved([runner(s, games) for s in todo])
    found = {}
    for s, us in zip(todo, times, strict=True):
        key = (mode_of(s), s.seats[0].strategy, s.players)
        found[key] = us
        n = decisions_a_game(s)
        say(f"{key[0]}, {key[1]}, {s.players}", f"{us:.2f}", f"{1000 * us / n:.0f}", f"{n:.1f}", TARGET_US.get(key, ""))
    return found


def bench_plain(found: dict[tuple[str, str, int], float], games: int) -> None:
    print("\nAgainst plain Python, base game, greedy: the same games written for speed alone (tests/bench/plain.py), and the referee's, who checks")
    say("players", "µs a game", "ratio", "referee µs", "ratio")
    for players in (2, 3, 4, 5):
        settings, us = Settings(players=players), found["base", "greedy", players]
        plain, referee = timed(lean(settings), 10 * games), timed(checked(settings), games)
        say(players, f"{plain:.0f}", f"x {plain / us:.0f}", f"{referee:.0f}", f"x {referee / us:.0f}")


def bench_workers(seconds: float) -> None:
    print(f"\nTwo workers against one, about {seconds:.0f} s of work each, wall time")
    rate = simulate(Settings(n_games=20_000), workers=1, rows=False).meta["games_per_second"]
    settings = Settings(n_games=int(rate * seconds))
    ratios = []
    for _ in range(3):
        one, two = (simulate(settings, workers=w, rows=False).meta["games_per_second"] for w in (1, 2))
        ratios.append(two / one)
        say("games a second", f"{one:,.0f}", f"{two:,.0f}", f"x {two / one:.2f}")
    say("median (target 1.8)", "", "", f"x {statistics.median(ratios):.2f}")


def cpu_of(command: list[str], cache: str | None = None) -> tuple[float, float]:
    """(CPU, wall) seconds of a process."""
    environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
    before, began = os.times(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "topstats", *command], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, time.perf_counter() - began


def bench_starts() -> None:
    print("\nWhole commands, CPU and wall seconds")
    say("command", "CPU s", "wall s", "target")
    for game, n, first in (("top_pop", "20000", "15 CPU"), ("top_race", "20000", "20 CPU"), ("tops", "20000", "10 CPU"), ("top_it", "1000", "10 CPU")):
        command = ["simulate", game, "--games", n]
        with tempfile.TemporaryDirectory() as cache:
            for label, target, times in ((f"simulate {game}, empty cache", first, 1), (f"simulate {game}, warm", "2 wall", 5)):
                _say_start(label, target, [cpu_of(command, cache) for _ in range(times)])
    _say_start("--help", "0.4 wall", [cpu_of(["--help"]) for _ in range(5)])


def _say_start(label: str, target: str, rounds: list[tuple[float, float]]) -> None:
    cpu, wall = (statistics.median(column) for column in zip(*rounds, strict=True))
    say(label, f"{cpu:.2f}", f"{wall:.2f}", target)


def bench_bytes() -> None:
    print("\nRows kept, bytes a game")
    for mode in Settings().game_record.modes:
        for players in mode.players:
            result = simulate(Settings(mode=mode.name, players=players, n_games=100))
            say(f"{mode.name}, {players} players", sum(b.nbytes for b in result.blocks.values()) // 100)


def main() -> None:
    quick = "--quick" in sys.argv
    print(
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start, Python {sys.version.split()[0]}, {Path(__file__).parent.parent.parent.name}"
    )
    found = bench_games(200 if quick else 2000)
    bench_plain(found, 3 if quick else 30)
    bench_race(say, 1000 if quick else 10_000)
    bench_search(say, 10 if quick else 60)
    bench_own(say, runner, 200 if quick else 2000)
    bench_compare(say, 2000 if quick else 20_000)
    bench_bytes()
    bench_workers(1 if quick else 10)
    bench_starts()
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
