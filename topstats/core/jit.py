"""The only place that calls numba, and the keeper of its compile cache.

Numba's disk cache does not notice a change in a function of another file, and NUMBA_* settings are
not part of its key. So the cache lies in a folder whose name is a hash of all sources that hold kernels,
of numba's version and of the settings; a cache that cannot be read means "compile again", never an error.

A kernel that Python calls is compiled with all kernels that it calls as one piece of code, and that is what the cache keeps: see Kernel.
"""

import hashlib
import os
import pickle
import re
import tempfile
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import numba
import numba.extending
import numpy as np
from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import Flags, compile_extra
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template

PACKAGE = Path(__file__).parent.parent
SOURCES = sorted([PACKAGE / "tally.py", PACKAGE / "split.py", *PACKAGE.glob("core/*.py"), *PACKAGE.glob("games/**/*.py")])  # no kernels anywhere else


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


class LinkedCode(JITCodeLibrary):
    """The code of a kernel as those link it in that call it: not yet optimised, no machine code."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class Kernel(CPUDispatcher):
    """A compiled function that is optimised and made machine code only where Python calls it.

    Numba does so with each function, and once more in each that calls it, and gives each the wrappers that Python needs: more than
    half of the time to compile a game. Here a kernel called by a kernel is but typed and translated, once, and linked into the outermost.
    Of numba's inside: typing asks `get_call_template`, translation `get_overload`.

    linked : by argument types, its code, description and signature.
    is_kept : those are kept on disk, for functions that the name of the folder answers for.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.linked: dict[tuple[Any, ...], tuple[LinkedCode, Any, Any]] = {}
        self.is_kept = CACHE is not None and self.py_func.__closure__ is None and Path(self.__code__.co_filename) in SOURCES

    @property
    def signatures(self) -> list[tuple[Any, ...]]:
        """Argument types for which there is code, called by Python or linked in."""
        return list(self.overloads | self.linked)

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        pysig, types = self._compiler.fold_argument_types(args, kws)
        types = tuple(types)
        if types not in self.linked:
            self.linked[types] = self._load(types) or self._translate(types)
            code, description, _ = self.linked[types]
            self.targetctx.insert_user_function(code, description, [code])
        return make_concrete_template(self.__name__, self.__name__, [self.linked[types][2]]), pysig, types, {}

    def get_overload(self, signature: Any) -> Any:
        return self.linked[tuple(normalize_signature(signature)[0])][0]

    def _translate(self, types: tuple[Any, ...]) -> tuple[LinkedCode, Any, Any]:
        flags = Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        code = LinkedCode(self.targetctx.codegen(), self.__qualname__)
        result = compile_extra(self.typingctx, self.targetctx, self.py_func, types, None, flags, {}, library=code)
        self._save(types, code, result.fndesc, result.signature)
        return code, result.fndesc, result.signature

    def _file(self, types: tuple[Any, ...]) -> Path:
        text = f"{self.__module__} {self.__qualname__} {types} {self.targetctx.codegen().magic_tuple()}"
        return Path(str(CACHE)) / f"{self.__qualname__}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.linked"

    def _load(self, types: tuple[Any, ...]) -> tuple[LinkedCode, Any, Any] | None:
        """What an earlier process has translated, for kernels that call this one; None if there is nothing that can be read."""
        if not self.is_kept:
            return None
        try:
            bitcode, description, signature = pickle.loads(self._file(types).read_bytes())
            code = LinkedCode(self.targetctx.codegen(), self.__qualname__)
            code._final_module = ll.parse_bitcode(bitcode)
            code._finalize_final_module()
        except Exception:  # whatever a truncated file raises
            return None
        return code, description, signature

    def _save(self, types: tuple[Any, ...], code: LinkedCode, description: Any, signature: Any) -> None:
        code._ensure_finalized()
        if not self.is_kept or code.has_dynamic_globals:
            return
        description.typemap = description.calltypes = None  # needed no more, and not to be kept
        path, data = self._file(types), dumps((code._final_module.as_bitcode(), description, signature))
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(data)
            os.replace(file.name, path)
        except OSError:
            return


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function for the engine: no GIL, cached on disk, division by zero as in NumPy."""
    if numba.config.DISABLE_JIT:
        return function
    compiled = Kernel(function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy"})
    if CACHE is not None:
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
