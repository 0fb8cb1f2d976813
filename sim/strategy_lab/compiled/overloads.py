"""What numba compiles, kept between runs: in the place of numba's own cache.

Numba's cache checks the file that a function is in, but not the files of the functions it calls:
after an edit there it would run the old code. It also fails where one of its files is damaged.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import partial
from typing import Any

import numba
from numba import types
from numba.core import config as numba_config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from strategy_lab.compiled.cache_folder import keep, read_kept
from strategy_lab.compiled.late_code import late_code
from strategy_lab.compiled.linking import ObjectCode
from strategy_lab.errors import UsageError

LEAST_ADDRESS_SPACE = 1_000_000_000
"""Bytes; LLVM takes some 700 MB for small strategies."""


def jit(
    function: Any,
    name: str | None,
    signature: Any = None,
    **options: Any,
) -> Any:
    """Return numba's dispatcher of a function, which keeps what it compiles.

    Callers that pass constants get no overloads of their own: LLVM puts constants in, too, wherever
    it copies a function into its caller.

    Parameters
    ----------
    function
        What numba can compile in nopython mode.
    name
        A file name that nothing has but this function with these sources; None to keep nothing.
    signature
        Compile the function for these types at once, and for no others.
    options
        Of `numba.njit`.
    """
    config: Any = numba_config
    if config.DISABLE_JIT:
        raise UsageError(
            "nothing can be compiled while NUMBA_DISABLE_JIT is set: unset that environment "
            "variable"
        )
    _check_address_space()
    njit: Any = numba.njit
    dispatcher = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    if name is not None:
        dispatcher._cache = KeptOverloads(name)
    dispatcher.get_call_template = partial(_template_of_types, dispatcher.get_call_template)
    if signature is not None:
        with late_code():
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _template_of_types(template: Any, args: Any, kws: Any) -> Any:
    """Return what numba calls a function by, for the types of constants in their place."""
    named = {name: types.unliteral(kind) for name, kind in kws.items()}
    return template(tuple(map(types.unliteral, args)), named)


def _check_address_space() -> None:
    """Refuse to compile in little memory: LLVM would end the process with a line of its own."""
    try:
        from resource import RLIMIT_AS, getrlimit
    except ImportError:  # Windows
        return
    allowed = getrlimit(RLIMIT_AS)[0]
    if 0 <= allowed < LEAST_ADDRESS_SPACE:
        raise UsageError(
            f"ulimit -v allows {allowed / 1e9:.1f} GB of memory, and compiling needs "
            f"{LEAST_ADDRESS_SPACE / 1e9:.0f} GB: allow more (ulimit -v unlimited), or play with "
            "--engine python"
        )


def object_code(overload: Any) -> ObjectCode:
    """Return the machine code of an overload."""
    return ObjectCode(
        symbol=overload.fndesc.llvm_func_name,
        returns=str(overload.signature.return_type),
        code=overload.library._get_compiled_object(),
    )


def is_lasting(overload: Any) -> bool:
    """Return whether the code of an overload holds no address of this process."""
    return not overload.lifted and not overload.library.has_dynamic_globals


class KeptOverloads(_Cache):
    """Keeps the overloads of a function in the folder of compiled code.

    Parameters
    ----------
    name
        As for `jit`.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def cache_path(self) -> None:
        """There is no folder for this function alone."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return what was compiled for a signature, ready to be called; None if nothing was."""
        content = read_kept(self._file(signature))
        if content is None:
            return None
        target_context.refresh()
        try:
            library, *rest = pickle.loads(content)
        except ModuleNotFoundError:  # a strategy's file has another name in another folder
            return None
        overload = CompileResult._rebuild(target_context, library, *rest)
        _, kind, code = library
        if kind == "object":
            overload.library._compiled_object = code[0]  # which numba drops when it has loaded it
        return overload

    def save_overload(self, signature: Any, overload: Any) -> None:
        """Keep what was compiled for a signature."""
        file = self._file(signature)
        if is_lasting(overload) and " at 0x" not in str(signature):
            keep(file, dumps(overload._reduce()))

    def _file(self, signature: Any) -> str:
        return f"{self._name}-{hashlib.sha256(str(signature).encode()).hexdigest()[:16]}.overload"

    def enable(self) -> None:
        """Do nothing: it is always enabled."""

    def disable(self) -> None:
        """Do nothing: there is nothing that could not be read again."""

    def flush(self) -> None:
        """Do nothing: what is out of date has another name."""
