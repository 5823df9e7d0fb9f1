"""Every kernel has exactly one signature: a second one doubles its compile time, and hints at a slip of types."""

import json
import subprocess
import sys

import pytest

PLAY_ALL = """
import json, sys
import numba
import numpy as np
from topstats import GAMES, Settings, simulate
from topstats.core.linked import Kernel

for game in GAMES.values():
    for mode in game.modes:
        a_kernel = {s.kernel: s.name + ":playouts=2" * (s.name == "search") for s in mode.strategies}
        quick = [name for name in a_kernel.values() if not name.startswith("search")]
        for players, names in [(n, names) for n in mode.players for names in (quick, list(a_kernel.values()))]:
            seats = [s + ":blunder=0.2" for s in (names * 3)[-players:]]
            settings = Settings(game=game.name, mode=mode.name, players=players, seats=seats, n_games=20)
            simulate(settings)
            engine, states = mode.engine(), settings.start(0)
            S = states[0]
            engine.deal(S)
            engine.advance(S)
            engine.options(S, np.zeros((5, len(S.move)), np.int16))
            engine.choose(S)
            engine.illegal(S)
            engine.apply(S)
            engine.redeal(S, np.int64(0))
            out = np.zeros(20, states.dtype).view(np.recarray)
            engine.trace(S, out)
def alike(t):
    # an array in a record (S.stream) and a row of one (S.nature[p]) are of two types with the same meaning
    return str(numba.types.Array(t.dtype, t.ndim, "C")) if isinstance(t, numba.types.Array) else str(t)

found = {}
for module in [m for name, m in sys.modules.items() if name.startswith("topstats")]:
    of_room = module.PLAYING._asdict() if hasattr(module, "PLAYING") else {}
    for name, f in (vars(module) | {name: f for name, f in of_room.items() if getattr(f, "signatures", None)}).items():
        if isinstance(f, Kernel) and (f.__module__ == module.__name__ or name in of_room):
            found[f"{module.__name__}.{name}"] = len({tuple(alike(t) for t in types) for types in f.signatures})
print(json.dumps(found))
"""


@pytest.mark.slow
def test_every_kernel_has_exactly_one_signature(tmp_path):
    import os

    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}  # from the cache only the outermost kernel would be loaded
    run = subprocess.run([sys.executable, "-c", PLAY_ALL], capture_output=True, text=True, timeout=600, env=environment)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        assert len(found) > 50
    assert {name: n for name, n in found.items() if n != 1} == {}
