"""The only place that calls numba, and the keeper of its compile cache.

Numba's disk cache does not notice a change in a function of another file, and NUMBA_* settings are
not part of its key. So the cache lies in a folder whose name is a hash of all sources that hold kernels,
of numba's version and of the settings; a cache that cannot be read means "compile again", never an error.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numba
import numpy as np

PACKAGE = Path(__file__).parent.parent


def fingerprint() -> str:
    """Hash of everything that compiled code depends on: sources with kernels and what they import, numba, NUMBA_* settings."""
    h = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for name in sorted(n for n in os.environ if n.startswith("NUMBA_") and n != "NUMBA_CACHE_DIR"):
        h.update(f"{name}={os.environ[name]}".encode())
    for path in sorted([PACKAGE / "tally.py", *PACKAGE.glob("core/*.py"), *PACKAGE.glob("games/**/*.py")]):  # no kernels above these layers
        h.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return h.hexdigest()[:16]


def cache_folder() -> str | None:
    """The folder for compiled code: the user's cache, else a temporary folder, else none at all."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for root in (base, tempfile.gettempdir()):
        folder = Path(root) / "topstats" / fingerprint()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return str(folder)
        except OSError:
            continue
    return None


CACHE = cache_folder()
if CACHE is not None:
    numba.config.CACHE_DIR = CACHE


def _forgiving(compiled: Any) -> Any:
    """A damaged or unwritable cache file costs a compilation, not a run."""
    cache = getattr(compiled, "_cache", None)
    if cache is None or CACHE is None:
        return compiled
    load, save = cache.load_overload, cache.save_overload

    def load_overload(sig: Any, target_context: Any) -> Any:
        try:
            return load(sig, target_context)
        except Exception:  # whatever a truncated pickle raises
            return None

    def save_overload(sig: Any, data: Any) -> None:
        try:
            save(sig, data)
        except Exception:
            try:  # a damaged index cannot be appended to: begin a new one
                cache.flush()
                save(sig, data)
            except Exception:
                return

    cache.load_overload, cache.save_overload = load_overload, save_overload
    return compiled


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function for the engine: no GIL, cached on disk, division by zero as in NumPy."""
    return _forgiving(numba.njit(nogil=True, cache=CACHE is not None, error_model="numpy")(function))


def stream_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that means its unsigned integers to wrap around, uncompiled too."""
    if not numba.config.DISABLE_JIT:
        return kernel(function)

    @wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet
