"""A strategy of your own: a function that you write, compiled for a mode and called by its engine like those built in.

>>> from topstats import Settings, simulate, strategy
>>> from topstats.core.rng import below
>>> @strategy(idea="Takes any legal move.")
... def any_move(S, options):
...     return below(S.stream, len(options))
>>> simulate(Settings(seats=[any_move, "greedy", "greedy", "greedy"]))

With two arguments the function gets a table of the legal moves, a row each in the order of the game's RULES.md, and returns the number
of the row it takes. With one argument, `def mine(S)`, it writes its move into `S.move` and returns nothing: quicker where there are
many moves. It is compiled by numba: numbers, loops and arrays, no lists of objects, no printing.

`S` is a copy of the game's record in which all that the seat cannot know was dealt anew: it cannot cheat, and it cannot break the table.
`S.seat` decides, `S.ask` says what (an index into `Engine.asks`), `S.stream` is its own chance (`core.rng.below`, `uniform`); the game's
`state.py` names the other fields. Every index is checked, every move too.
"""

import hashlib
import inspect
import math
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, overload

from topstats.core.contract import Engine, SettingError, Strategy, shown

OWN = -1  # core.machine.OWN, here without the compiler
KEYS = ("idea", "seconds", "source", "hash")


@dataclass(frozen=True)
class Own:
    """What `strategy` makes of a function. Two are equal if name, idea, time and text are.

    source : the text of the function, and before it that of its helpers and the numbers it uses.
    seconds : how long it may take for one decision.
    function : None if only the text is there, in a run that was loaded.
    """

    name: str
    idea: str
    source: str
    seconds: float = 10.0
    function: Callable[..., Any] | None = field(default=None, compare=False, repr=False)

    @property
    def hash(self) -> str:
        """Sixteen hex digits that stand for the text."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:16]

    @property
    def record(self) -> Strategy:
        return Strategy(name=self.name, idea=self.idea, source=f"own strategy, text {self.hash}", kernel=OWN)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON data: everything but the function."""
        return {key: getattr(self, key) for key in KEYS}

    def __deepcopy__(self, memo: Any) -> "Own":
        return self

    def __reduce__(self) -> Any:
        return from_dict, (self.name, self.to_dict())

    def address(self, engine: Engine, states: Any) -> int:
        """Where the compiled strategy stands, for records of this engine. Raises SettingError, saying why, if it cannot be played."""
        from topstats.core.asking import Refused, compiled

        if self.function is None:
            raise SettingError(
                f"strategy {self.name} is somebody's own and only its text was kept: to play on, give the function, "
                f"settings.replace(own=[{self.name}]) or Result.load(folder, own=[{self.name}])."
            )
        try:
            return compiled(self.function, engine, states.dtype).address
        except Refused as error:
            raise SettingError(f"strategy {self.name} cannot be played: {error}.") from None


def from_dict(name: str, data: Any) -> Own:
    """Back from `Own.to_dict`, without the function. Raises SettingError if something is missing or does not fit together."""
    if not isinstance(data, Mapping) or set(data) != set(KEYS) or not all(isinstance(data[k], str) for k in ("idea", "source", "hash")):
        raise SettingError(f"own strategy {shown(name)} is not possible: it is a table of {', '.join(KEYS)}.")
    own = Own(_name(name), data["idea"], data["source"], _seconds(data["seconds"]))
    if own.hash != data["hash"]:
        raise SettingError(f"own strategy {name} is not possible: its text has the hash {own.hash} and not {shown(data['hash'])}.")
    return own


@overload
def strategy(function: Callable[..., Any], /) -> Own: ...
@overload
def strategy(*, name: str | None = None, idea: str = "", seconds: float = 10.0) -> Callable[[Callable[..., Any]], Own]: ...
def strategy(function: Any = None, /, *, name: str | None = None, idea: str = "", seconds: float = 10.0) -> Any:
    """Make a function a strategy that can be seated: `@strategy` above it, or `strategy(function)`; see `topstats.core.own`.

    name : how tables call it; the function's own name if not given. idea : one sentence, for the report.
    seconds : how long it may take for one decision before the run is given up.

    Raises SettingError for anything but a function of S, or of S and options. Numba's objections come when it is first played.
    """
    if function is None:
        return lambda given: _own(given, name, idea, seconds)
    return _own(function, name, idea, seconds)


def _own(given: Any, name: str | None, idea: str, seconds: float) -> Own:
    function = getattr(given, "py_func", given)  # of a function that numba has already
    if not inspect.isfunction(function):
        raise SettingError(f"strategy {shown(given)} is not possible: it is a function of S, or of S and options.")
    kinds = [p.kind for p in inspect.signature(function).parameters.values()]
    if len(kinds) not in (1, 2) or any(kind not in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds):
        raise SettingError(f"strategy {function.__name__} is not possible: it is a function of S, or of S and options.")
    return Own(_name(name or function.__name__), " ".join(idea.split()) or "A strategy of one's own.", text_of(function), _seconds(seconds), function)


def _name(name: Any) -> str:
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", name):
        raise SettingError(f"name {shown(name)} of a strategy is not possible: it is a letter, then letters, digits and _, at most 40 (name=...).")
    return name


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise SettingError(f"seconds = {shown(value)} is not possible: allowed is a number above 0, the time for one decision.")
    return float(value)


def text_of(function: Any, known: tuple[Any, ...] = ()) -> str:
    """The text of a function after that of its helpers of the same file, and the numbers that it takes from outside."""
    try:
        own = textwrap.dedent(inspect.getsource(function)).strip()
    except (OSError, TypeError):  # typed into a prompt
        code = function.__code__
        own = f"# {function.__name__}: no text; byte code {hashlib.sha256(code.co_code + repr((code.co_consts, code.co_names)).encode()).hexdigest()}"
    used = inspect.getclosurevars(function)
    parts = []
    for name, value in sorted({**used.globals, **used.nonlocals}.items()):
        helper = getattr(value, "py_func", value)
        plain = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(plain, (bool, int, float, str, tuple, list)):
            parts.append(f"{name} = {plain!r}")
        elif inspect.isfunction(helper) and helper.__module__ == function.__module__ and helper not in (*known, function):
            parts.append(text_of(helper, (*known, function)))
    return "\n\n".join(dict.fromkeys([*parts, own]))


def gather(own: Any, seats: Any) -> tuple[dict[str, Own], Any]:
    """Own strategies by name, from the settings' field `own` and from those that were seated as such; and the seats, by name."""
    given = own.items() if isinstance(own, Mapping) else [(None, one) for one in (own if isinstance(own, (list, tuple)) else [own])]
    found = {one.name: one for one in (_given(name, one) for name, one in given if one is not None)}
    if callable(seats) or isinstance(seats, Own):
        seats = [seats]
    if not isinstance(seats, (list, tuple)):
        return found, seats
    seated = [strategy(one) if callable(one) else one for one in seats]
    for one in (s for s in seated if isinstance(s, Own)):
        if any(isinstance(other, Own) and other.name == one.name and other != one for other in seated):
            raise SettingError(f"two strategies are called {one.name}: give one of them another name, strategy(function, name=...).")
        found[one.name] = one
    return found, [one.name if isinstance(one, Own) else one for one in seated]


def _given(name: str | None, one: Any) -> Own:
    if isinstance(one, Own):
        return one
    if name is not None and isinstance(one, Mapping):
        return from_dict(name, one)
    if not callable(one):
        raise SettingError(f"own = {shown(one)} is not possible: allowed are functions of S, or of S and options.")
    return strategy(one)
