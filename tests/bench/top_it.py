"""What the bench says of Top It; CPU time, medians of rounds taken in turn."""

from collections.abc import Callable
from typing import Any

from topstats import Settings

TARGET_US = {("rows", 4): 65, ("any", 4): 50}


def bench_top_it(say: Callable[..., None], runner: Callable[[Settings, int], Any], interleaved: Callable[[list[Any]], list[float]], games: int) -> None:
    print("\nTop It, one game of casual adults, CPU time, one thread (a decision is a thought, or a word to name)")
    say("plan, players", "µs a game", "ns a dec.", "decisions", "target µs")
    todo = [(plan, players) for plan in ("rows", "any", "late") for players in (2, 3, 4, 6)]
    runs = [Settings("top_it", players=players, seats=[plan] * players, n_games=1) for plan, players in todo]
    times = interleaved([runner(settings, games) for settings in runs])
    for (plan, players), settings, us in zip(todo, runs, times, strict=True):
        n = _decisions(settings, 60)
        say(f"{plan}, {players}", f"{us:.1f}", f"{1000 * us / n:.0f}", f"{n:.0f}", TARGET_US.get((plan, players), ""))


def _decisions(settings: Settings, games: int) -> float:
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
