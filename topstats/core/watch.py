"""Looking after own strategies while the engine runs: what goes wrong is told with strategy, seed, game and turn."""

import threading
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from topstats.core.contract import Engine, SettingError
from topstats.core.own import Own

LOOK = 0.05  # seconds between two looks at a strategy that thinks
GRACE = 0.5  # seconds that it still has when the run is stopped


class StrategyError(SettingError):
    """An own strategy failed: `strategy` is its name; `seed`, `game`, `turn` and `seat` (from 1) say where."""

    def __init__(self, own: Own, what: str, S: Any, more: str = "") -> None:
        self.strategy, self.seed, self.game, self.turn, self.seat = own.name, *(int(S[f]) for f in ("seed", "next_game", "turn")), int(S["seat"]) + 1
        super().__init__(f"strategy {own.name} {what}: seed {self.seed}, game {self.game}, turn {self.turn}, seat {self.seat}.{more}")

    def __reduce__(self) -> Any:
        return SettingError, (str(self),)


def call(engine: Engine, own: Mapping[int, Own], function: Callable[..., Any], S: Any, *args: Any, halt: threading.Event | None = None) -> Any:
    """function(S, *args), a function of the engine that may ask strategies; own: those by entry that are nobody's but the user's.

    Where there are any it runs in a thread of its own: a compiled loop without end cannot be stopped, only left behind. halt : set, it is left behind
    soon too, and None comes back. Raises StrategyError.
    """
    if not own:
        return function(S, *args)
    outcome: list[tuple[Any, BaseException | None]] = []
    thread = threading.Thread(target=_run, args=(outcome, function, S, args), name="own strategy", daemon=True)
    thread.start()
    moment, since = _moment(S), monotonic()
    while not outcome:
        thread.join(LOOK)
        now, at = _moment(S), monotonic()
        if now is None or now != moment:
            moment, since = now, at
            continue
        thinker = own[_entry(S)]
        if at - since > thinker.seconds and not outcome:
            more = " The thread it runs in cannot be stopped until Python ends."
            raise StrategyError(thinker, f"has not decided in {thinker.seconds:g} seconds", S, more)
        if halt is not None and halt.is_set() and at - since > GRACE:
            return None
    value, error = outcome[0]
    if error is None:
        return value
    raise _told(engine, own, S, error) from error


def _run(outcome: list[tuple[Any, BaseException | None]], function: Callable[..., Any], S: Any, args: tuple[Any, ...]) -> None:
    try:
        outcome.append((function(S, *args), None))
    except BaseException as error:  # carried over to the waiting thread
        outcome.append((None, error))


def _entry(S: Any) -> int:
    return int(S["entry"][S["seat"]])


def _moment(S: Any) -> tuple[int, ...] | None:
    """Which decision an own strategy is thinking about; None if none is."""
    return tuple(int(S[f]) for f in ("next_game", "turn", "decision", "seat")) if S["thinking"] else None


def _told(engine: Engine, own: Mapping[int, Own], S: Any, error: BaseException) -> BaseException:
    """What an own strategy did wrong, in words; any other error as it is."""
    from topstats.core.asking import ILLEGAL, NO_SUCH_OPTION, Misplay

    if not S["thinking"]:
        return error
    S["thinking"] = 0
    thinker = own[_entry(S)]
    if not isinstance(error, Misplay):
        text = str(error).splitlines()[0] if str(error).strip() else ""
        return StrategyError(thinker, f"raised {type(error).__name__}{f' ({text[:200]})' if text else ''}", S)
    what, a, b = (int(n) for n in error.args)
    asked = engine.asks[int(S["ask"])]
    if what == ILLEGAL:
        return StrategyError(thinker, f"made an illegal move, asked to {asked}: {engine.reasons[a]}", S)
    if what == NO_SUCH_OPTION:
        return StrategyError(thinker, f"returned {a}, asked to {asked}, and there are {b} options, numbered from 0 to {b - 1}", S)
    more = " A strategy of S alone, which writes S.move, needs no list."
    return StrategyError(thinker, f"has {a:,} legal moves to {asked}, and at most {b:,} are listed", S, more)
