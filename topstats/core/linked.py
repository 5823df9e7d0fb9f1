"""Kernels that are linked into the one that Python calls, and optimised only there. Made of numba's inside, of the series jit.LINKED_SERIES alone."""

import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import Flags, compile_extra
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template


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
    folder : where those are kept on disk; its name must answer for the source of the function. None: nowhere.
    """

    def __init__(self, function: Callable[..., Any], folder: Path | None) -> None:
        super().__init__(function, targetoptions={"nopython": True, "nogil": True, "error_model": "numpy"})
        self.linked: dict[tuple[Any, ...], tuple[LinkedCode, Any, Any]] = {}
        self.folder = folder

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

    def _file(self, types: tuple[Any, ...]) -> str:
        text = f"{self.__module__} {self.__qualname__} {types} {self.targetctx.codegen().magic_tuple()}"
        return f"{self.__qualname__}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.linked"

    def _load(self, types: tuple[Any, ...]) -> tuple[LinkedCode, Any, Any] | None:
        """What an earlier process has translated, for kernels that call this one; None if there is nothing that can be read."""
        if self.folder is None:
            return None
        try:
            bitcode, description, signature = pickle.loads((self.folder / self._file(types)).read_bytes())
            code = LinkedCode(self.targetctx.codegen(), self.__qualname__)
            code._final_module = ll.parse_bitcode(bitcode)
            code._finalize_final_module()
        except Exception:  # whatever a truncated file raises
            return None
        return code, description, signature

    def _save(self, types: tuple[Any, ...], code: LinkedCode, description: Any, signature: Any) -> None:
        code._ensure_finalized()
        if self.folder is None or code.has_dynamic_globals:
            return
        description.typemap = description.calltypes = None  # needed no more, and not to be kept
        path, data = self.folder / self._file(types), dumps((code._final_module.as_bitcode(), description, signature))
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(data)
            os.replace(file.name, path)
        except OSError:
            return
