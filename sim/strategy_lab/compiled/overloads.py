"""What numba compiles, kept between runs: in the place of numba's own cache.

Numba's cache checks the file that a function is in, but not the files of the functions it calls:
after an edit there it would run the old code. It also fails where one of its files is damaged.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import numba
from llvmlite.binding import ffi
from numba import types
from numba.core import codegen as numba_codegen
from numba.core import config as numba_config
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.lowering import Lower
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.targetconfig import TargetConfig
from numba.core.transforms import canonicalize_cfg

from strategy_lab.compiled.linking import ObjectCode, is_tested
from strategy_lab.compiled.toolchain import keep, no_garbage_collection, read_kept
from strategy_lab.errors import UsageError

# late_code: Machine code that is made only when somebody asks for its address, or keeps it.
#
# Most of the functions here are called by compiled ones alone, which contain a copy, so nobody ever
# runs their own machine code, nor the wrapper by which C could call it. In a block of `late_code` a
# library stays LLVM's intermediate code until its machine code is asked for.
#
# All that is known here of numba's insides is in this module, and none of it is promised: which
# methods of its libraries make machine code, and which ask for it. With a version of numba that was
# not tested, or is made up in another way, numba does what it always does.

LIBRARY: Any = numba_codegen.JITCodeLibrary
LOWER: Any = Lower
USED = (
    *("_ensure_finalized", "_finalize_final_module", "_finalize_dynamic_globals"),
    *("_optimize_final_module", "_optimize_functions"),
    *("_verify_declare_only_symbols", "_get_compiled_object", "get_pointer_to_function"),
    *("serialize_using_bitcode", "serialize_using_object_code"),
)
"""What has to be there of numba's library."""

_environments: dict[str, Any] = {}
"""By the name of the variable that points to it: what numba has for each function in memory."""


class LateLibrary(LIBRARY):  # type: ignore[misc]
    """A library of numba without machine code, until it is asked for."""

    _is_made = False
    _compiled_object: Any = None

    @property
    def codegen(self) -> Any:
        return super().codegen if self._is_made else _Codegen(super().codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """Return a function's address, for which it takes machine code; 0 if it has none here."""
        self._ensure_finalized()
        functions = self._final_module.functions
        if not self._is_made and not any(
            function.name == name and not function.is_declaration for function in functions
        ):
            return 0
        self._make()
        return int(super().get_pointer_to_function(name))

    def serialize_using_object_code(self) -> Any:
        if self._is_made:
            return super().serialize_using_object_code()
        return self.serialize_using_bitcode()

    def _get_compiled_object(self) -> Any:
        self._make()
        return super()._get_compiled_object()

    def _optimize_functions(self, module: Any) -> None:
        """Do what numba does, which makes new passes for each function that a module mentions."""
        module.data_layout = self.codegen._data_layout
        passes, builder = self.codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        if self._is_made:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
        if self._compiled_object is not None:  # it was kept
            self._make()

    def _make(self) -> None:
        with global_compiler_lock:
            self._ensure_finalized()
            if self._is_made:
                return
            self._is_made = True
            if self._compiled_object is None:
                self._optimize_final_module()
            self._dynamic_globals.clear()  # which are looked for again
            super()._finalize_final_module()
            for variable in self._final_module.global_variables:
                if variable.name in _environments:
                    self.codegen.set_env(variable.name, _environments[variable.name])


class _Codegen:
    """Numba's, for a library that has no machine code: it notes what its functions will need."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        _environments[name] = environment


# In every pass numba writes out the types of a function's arguments, pages long for the state of a
# game, compares flags by their properties, one by one, and after every pass it works out where each
# variable is in use, which few passes read.


@cache
def _defaults(config: Any) -> dict[str, Any]:
    return {name: option.default for name, option in config.options.items()}


def _lives_if_read(run: Callable[..., None]) -> Callable[..., None]:
    def run_later(post: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = post.func_ir
        if emit_dels or code.is_generator:
            run(post, emit_dels, extend_lifetimes)
        else:
            code.blocks = canonicalize_cfg(code.blocks)
            code.variable_lifetime, code.generator_info = VariableLifetime(code.blocks), None

    return run_later


RECORD: Any = types.Record
CONFIG: Any = TargetConfig
POST: Any = PostProcessor
if is_tested():
    RECORD.__repr__ = cache(RECORD.__repr__)
    CONFIG.values = lambda config: _defaults(config.__class__) | config._values
    POST.run = _lives_if_read(POST.run)


@contextmanager
def late_code(largest: int | None = None) -> Iterator[None]:
    """Let numba make nothing that nobody asks for, in the block.

    `largest`: the size, in instructions as numba makes them, up to which callers contain functions;
    larger ones they call. None: they contain all.
    """
    with global_compiler_lock, no_garbage_collection():
        if not is_known():
            yield
            return
        codegen = cpu_target.target_context.codegen()
        usual, wrap = codegen._library_class, LOWER.create_cfunc_wrapper
        end = LOWER.post_lower
        codegen._library_class, LOWER.create_cfunc_wrapper = LateLibrary, _wrap_if_called(wrap)
        if largest is not None:
            LOWER.post_lower = _called_if_large(end, largest)
        lock = ffi.lib._lock
        told, lock._cblist = lock._cblist, []  # of each of 100,000 calls, only to add up their time
        try:
            yield
        finally:
            codegen._library_class, LOWER.create_cfunc_wrapper = usual, wrap
            LOWER.post_lower = end
            lock._cblist = told


def _wrap_if_called(wrap: Callable[[Any], None]) -> Callable[[Any], None]:
    def create_cfunc_wrapper(lower: Any) -> None:
        if not lower.flags.no_cpython_wrapper:
            wrap(lower)

    return create_cfunc_wrapper


def _called_if_large(end: Callable[[Any], None], largest: int) -> Callable[[Any], None]:
    def post_lower(lower: Any) -> None:
        end(lower)
        if sum(len(block.instructions) for block in lower.function.blocks) > largest:
            lower.fndesc.inline = False
            lower.function.attributes.discard("alwaysinline")

    return post_lower


@cache
def is_known() -> bool:
    is_there = all(callable(getattr(LIBRARY, name, None)) for name in USED)
    is_there &= all(hasattr(LOWER, name) for name in ("create_cfunc_wrapper", "post_lower"))
    return is_tested() and is_there and hasattr(getattr(ffi.lib, "_lock", None), "_cblist")


LEAST_ADDRESS_SPACE = 1_000_000_000  # bytes; LLVM takes some 700 MB for small strategies


def jit(
    function: Any,
    name: str | None,
    signature: Any = None,
    largest: int | None = None,
    **options: Any,
) -> Any:
    """Return numba's dispatcher of a function, which keeps what it compiles.

    Callers that pass constants get no overloads of their own: LLVM puts constants in, too, wherever
    it copies a function into its caller.

    `name`: of the files that keep it, unlike that of anything else; None to keep nothing.
    `signature`: the types to compile for at once, and no others. `largest`: see `late_code`.
    `options`: of `numba.njit`.
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
        with late_code(largest):
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
    return ObjectCode(
        symbol=overload.fndesc.llvm_func_name,
        returns=str(overload.signature.return_type),
        code=overload.library._get_compiled_object(),
    )


def is_lasting(overload: Any) -> bool:
    """Return whether the code of an overload holds no address of this process."""
    return not overload.lifted and not overload.library.has_dynamic_globals


class KeptOverloads(_Cache):
    """Keeps the overloads of a function in the folder of compiled code, as `jit` names them."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def cache_path(self) -> None:
        """There is no folder for this function alone."""

    def load_overload(self, signature: Any, target_context: Any) -> Any:
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
