"""A Monte Carlo laboratory for board games.

>>> from topstats import Settings, simulate
>>> result = simulate(Settings(game="top_pop", players=4, n_games=10_000))
>>> result.table("seat")

The names are loaded when they are first used, so that `topstats --help` does not wait for pandas and the compiler.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from topstats.core.contract import SettingError as SettingError
    from topstats.core.own import strategy as strategy
    from topstats.registry import GAMES as GAMES
    from topstats.replay import replay as replay
    from topstats.result import Result as Result
    from topstats.settings import Seat as Seat
    from topstats.settings import Settings as Settings
    from topstats.simulate import simulate as simulate
    from topstats.stats.compare import compare as compare
    from topstats.table import Table as Table

_WHERE = {
    "GAMES": "topstats.registry",
    "Result": "topstats.result",
    "Seat": "topstats.settings",
    "SettingError": "topstats.core.contract",
    "Settings": "topstats.settings",
    "Table": "topstats.table",
    "compare": "topstats.stats.compare",
    "replay": "topstats.replay",
    "simulate": "topstats.simulate",
    "strategy": "topstats.core.own",
}

__all__ = [*_WHERE]


class _Package(ModuleType):
    """Makes `topstats.simulate` the function also after the file of the same name was imported, in whatever order."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _WHERE and isinstance(value, ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return _version()
    if name not in _WHERE:
        raise AttributeError(f"module 'topstats' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_WHERE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_WHERE, "__version__"])


def _version() -> str:
    """The version that was installed; a checkout that is only on the path has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("topstats")
    except PackageNotFoundError:
        return "0+unknown"
