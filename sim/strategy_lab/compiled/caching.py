"""Functions compiled when they are first called, and kept between runs.

A function that was compiled before, by any process, is linked from the folder of compiled code and
called directly, without numba. Numba is imported, which takes as long as a million games, only
for what has to be compiled; it also takes over wherever there is any doubt.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from strategy_lab import errors
from strategy_lab.compiled import linking
from strategy_lab.compiled.linking import RETURNS, Kind
from strategy_lab.compiled.reach import reach_hash
from strategy_lab.compiled.toolchain import CACHE_VARIABLE, toolchain_folder

_compiling = threading.RLock()


class CompiledFunction:
    """A function that compiled code may call, and Python may, too.

    `source`: the file of its module. `dispatcher` returns numba's dispatcher of it, which keeps its
    overloads under the name it is given; `called` that which compiled callers call, if another.
    """

    def __init__(
        self,
        module: str,
        name: str,
        source: Path,
        dispatcher: Callable[[str], Any],
        called: Callable[[str], Any] | None = None,
    ) -> None:
        self._module, self._source = module, source
        self._name = name
        self._new_dispatcher = dispatcher
        self._new_called = called
        self._dispatchers: dict[str, Any] = {}
        self._callables: dict[tuple[Kind, ...], Callable[..., Any]] = {}

    @property
    def file(self) -> str:
        """How the names of the files that keep it begin: by a hash of all that it reaches."""
        name = self._name.partition(".")[0]
        reached = reach_hash(self._module, name, file=self._source)
        return f"{self._module}.{self._name}-{reached}"

    @property
    def dispatcher(self) -> Any:
        if self.file not in self._dispatchers:
            self._dispatchers.setdefault(self.file, self._new_dispatcher(self.file))
        return self._dispatchers[self.file]

    @property
    def _called(self) -> Any:
        if self._new_called is None:
            return self.dispatcher
        file = f"{self.file}-called"
        if file not in self._dispatchers:
            self._dispatchers.setdefault(file, self._new_called(file))
        return self._dispatchers[file]

    @property
    def py_func(self) -> Any:
        return self.dispatcher.py_func

    @property
    def _numba_type_(self) -> Any:
        return self._called._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        kinds = tuple(map(linking.kind_of, arguments))
        if kinds not in self._callables:
            with _compiling:
                self._callables[kinds] = self._callable(kinds, arguments)
        return self._callables[kinds](*arguments)

    def _callable(self, kinds: tuple[Kind, ...], arguments: tuple[Any, ...]) -> Callable[..., Any]:
        if None in kinds:
            return self._compiled
        identity = hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]
        file = f"{self.file}-{identity}.object"
        linked = linking.link_kept(file)
        if linked is not None:
            return linking.python_caller(linked, kinds)
        tell_compiling(self._name)
        overload = self._compile(arguments)
        from strategy_lab.compiled.overloads import is_lasting, object_code

        code = object_code(overload)
        if code.returns in RETURNS and is_lasting(overload):
            linking.keep_code(file, code)
        return self._compiled

    def _compiled(self, *arguments: Any) -> Any:
        return self.dispatcher(*arguments)

    def _compile(self, arguments: tuple[Any, ...]) -> Any:
        from strategy_lab.compiled.overloads import late_code

        types = tuple(map(self.dispatcher.typeof_pyval, arguments))
        with late_code():
            self.dispatcher.compile(types)
        return self.dispatcher.overloads[types]


def tell_compiling(name: str, unsure: str = "") -> None:
    """Say what is compiled, and that it is kept, or `unsure`: why it cannot be."""
    if toolchain_folder() is None:
        errors.tell(
            f"Compiling {name}, each time: no folder can be written, and {CACHE_VARIABLE} can name "
            "one"
        )
    else:
        errors.tell(f"Compiling {name}{unsure or ', which is kept for the next time'}")


def compiled(
    function: Callable[..., Any], *, inside: Mapping[str, bool] | None = None
) -> CompiledFunction:
    """Compile a function of this package when first called: no GIL, C's division, cached.

    Nothing checks array indices: the code that uses an index must prove that it is in range.

    `function`: a function that numba can compile in nopython mode, of a module, with no closure.
    `inside`: options of numba for what compiled callers call, if that is to be compiled for itself.
    """

    def dispatcher(name: str, /, **options: Any) -> Any:
        from strategy_lab.compiled.overloads import jit

        return jit(function, name, error_model="numpy", boundscheck=False, **options)

    # Making each step of the kernel callable from Python would slow down the first start. The few
    # calls from Python, most of them in tests, compile the step again.
    called = None if inside is None else partial(dispatcher, no_cpython_wrapper=True, **inside)
    source = Path(function.__code__.co_filename)
    return CompiledFunction(function.__module__, function.__qualname__, source, dispatcher, called)


@cache
def compiled_in(module: str, name: str) -> CompiledFunction:
    """Return the function that a module declares as `compiled`, without importing the module.

    The module is imported if the function has to be compiled.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no module {module!r}", name=module)

    def dispatcher(_name: str) -> Any:
        return getattr(import_module(module), name).dispatcher

    return CompiledFunction(module, name, Path(spec.origin), dispatcher)


inlined = partial(compiled, inside={"forceinline": True, "_nrt": False})
"""`compiled` for steps whose code callers contain: a call costs as much as a small step.

They allocate no arrays, and so are compiled without reference counts: counting is an atomic
instruction for every array that is passed on, which costs more than a small step. Arrays that a
step needs are local: `strategy_lab.compiled.bits`."""

step = partial(compiled, inside={"_nrt": False})
"""`compiled` for larger steps, which callers call. They allocate no arrays either."""

allocating_step = partial(compiled, inside={"_nrt": True})
"""`step` for those that allocate arrays, or call one that does.

It is said of each, because numba else compiles a step as its first caller happens to be."""


# shuffle_batches: How a shuffle draws several numbers from one word: a table that the compiled
# code reads.

BATCH_LIMIT = 2**60
"""The largest product of bounds drawn from one word; larger ones would reject words more often."""


def shuffle_batches(cards: int) -> list[tuple[int, int, int]]:
    """Return how a shuffle draws below the bounds `cards`, `cards` - 1, …, 2 from words.

    For each word: how many draws it serves, the product of their bounds, and the low part below
    which the word is rejected, 2**64 mod that product.
    """
    batches = []
    bound = cards
    while bound > 1:
        draws, product = 0, 1
        while bound > 1 and product * bound <= BATCH_LIMIT:
            draws, product, bound = draws + 1, product * bound, bound - 1
        batches.append((draws, product, 2**64 % product))
    return batches
