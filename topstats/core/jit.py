"""The only place that calls numba, and the keeper of its compile cache.

Numba's disk cache does not notice a change in a function of another file, and NUMBA_* settings are
not part of its key. So the cache lies in a folder whose name is a hash of all sources that hold kernels,
of numba's version and of the settings; a cache that cannot be read means "compile again", never an error.

A kernel that Python calls is compiled with all kernels that it calls as one piece of code: see linked.py, which knows the inside of one series of
numba. With any other, each kernel is compiled as numba does it: the same rows, a first start twice as long.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numba
import numba.extending
import numpy as np

PACKAGE = Path(__file__).parent.parent
SOURCES = sorted([PACKAGE / "tally.py", PACKAGE / "split.py", *PACKAGE.glob("core/*.py"), *PACKAGE.glob("games/**/*.py")])  # no kernels anywhere else

LINKED_SERIES = "0.68."  # of numba, whose inside core/linked.py is made of


def fingerprint() -> str:
    """Hash of everything that compiled code depends on: sources with kernels and what they import, numba, NUMBA_* settings."""
    h = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for name in sorted(n for n in os.environ if n.startswith("NUMBA_") and n != "NUMBA_CACHE_DIR"):
        h.update(f"{name}={os.environ[name]}".encode())
    for path in SOURCES:
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
    if numba.config.DISABLE_JIT:
        return function
    return _compiled(function, CACHE is not None, function.__closure__ is None and _is_ours(function.__code__.co_filename))


def room_kernel(room: str) -> Callable[[Callable[..., Any]], Any]:
    """As `kernel`, for functions that are made anew in each room from kernels of the room, their closure; room : the module that gives those.

    Numba's key of a cached function takes in its closure, whose kernels are others in each process. Here the room's name answers for them, and
    the folder for what they do; so a room outside this package is not cached.
    """

    def kernel_here(function: Callable[..., Any]) -> Any:
        function.__qualname__ = f"{room}.{function.__name__}"
        if numba.config.DISABLE_JIT:
            return function
        is_kept = CACHE is not None and _is_ours(str(sys.modules[room].__file__))
        compiled = _compiled(function, is_kept, is_kept)
        if is_kept:
            compiled._cache._index_key = lambda signature, codegen: (signature, codegen.magic_tuple())
        return compiled

    return kernel_here


def _is_ours(file: str) -> bool:
    """Whether the cache folder answers for this source file."""
    return Path(file) in SOURCES


def _compiled(function: Callable[..., Any], is_cached: bool, is_kept: bool) -> Any:
    """is_cached : as numba does, for calls from Python. is_kept : what is linked into others, too."""
    if not numba.__version__.startswith(LINKED_SERIES):
        return _forgiving(numba.njit(nogil=True, cache=is_cached, error_model="numpy")(function))
    from topstats.core.linked import Kernel

    compiled = Kernel(function, Path(str(CACHE)) if CACHE is not None and is_kept else None)
    if is_cached:
        compiled.enable_caching()
    return _forgiving(compiled)


def stream_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that means its unsigned integers to wrap around, uncompiled too."""
    if not numba.config.DISABLE_JIT:
        return kernel(function)

    @wraps(function)
    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


def own_kernel(function: Callable[..., Any]) -> Any:
    """Compile an own strategy or what calls it: no GIL, every index checked, division as in Python, nothing kept on disk."""
    return numba.njit(nogil=True, boundscheck=True)(function)


def shared_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function into each kernel that calls it: for what is called with the records of several games."""
    return numba.extending.register_jitable(function)


def result_of(compiled: Any, *types: Any) -> str:
    """Compile for these types (or values of them) and say what comes back: "nothing", "int64", "float64", ... Uncompiled: "".

    Raises NotCompiled with numba's reason, shortened.
    """
    if numba.config.DISABLE_JIT:
        return ""
    signature = tuple(t if isinstance(t, numba.types.Type) else numba.typeof(t) for t in types)
    try:
        compiled.compile(signature)
    except Exception as error:  # numba raises whatever its passes raise
        raise NotCompiled(_reason(error)) from None
    found = compiled.overloads[signature].signature.return_type
    return "nothing" if found in (numba.types.none, numba.types.void) else str(found)


class NotCompiled(Exception):
    """Numba could not compile a function; the text says why, in a line."""


def _reason(error: Exception) -> str:
    """The sentence of numba's message that says what is wrong, and in which line of the file or cell."""
    if isinstance(error, KeyError):  # what numba makes of an unknown field of a record
        return f"S has no field {error.args[0]}"
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    text = re.sub(r"Record\((?:[^()]|\([^()]*\))*\)", "S", text)  # the type of a state record, a page long
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")] or [type(error).__name__]
    tried = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
    said = f"it has no {tried[0]}" if tried else re.sub(r" ?Raised from .*", "", lines[0])
    where = re.findall(r", line (\d+):?", text) or re.findall(r"\((\d+)\)$", text.strip())
    return said.rstrip(":. ")[:200] + (f" (line {where[0]})" if where else "")


def address_of(compiled: Any, S: Any) -> int:
    """Where a kernel stands that takes the record S and returns nothing, for `call_address`; it must outlive every call."""
    if numba.config.DISABLE_JIT:
        return id(compiled)
    result_of(compiled, S)
    found = compiled.overloads[(numba.typeof(S),)]
    return int(found.library.get_pointer_to_function(found.fndesc.llvm_func_name))


def _call_address(typingctx: Any, address: Any, S: Any) -> Any:
    """Typing and lowering of `call_address`."""
    from numba.core import cgutils, types

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        pointer = builder.inttoptr(args[0], convention.get_function_type(types.none, (S,)).as_pointer())
        status, _ = convention.call_function(builder, pointer, types.none, (S,), [args[1]])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.none(address, S), lower


def _call_uncompiled(address: int, S: Any) -> None:
    import ctypes

    ctypes.cast(int(address), ctypes.py_object).value(S)


# call_address(address, S) calls the kernel that stands at an address of `address_of`; what it raises goes on to the caller.
call_address = _call_uncompiled if numba.config.DISABLE_JIT else numba.extending.intrinsic(_call_address)
