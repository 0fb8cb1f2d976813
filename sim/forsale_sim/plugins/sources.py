"""Follows the names in a strategy's functions to the functions and values that they use.

Numba freezes the globals of a function when it compiles it, and its cache does not see what other
files contribute. The names tell which functions have to be compiled along, and when a compiled
strategy is out of date.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from enum import EnumType
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

LIBRARIES = tuple(
    Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")
)
PACKAGE = Path(__file__).resolve().parents[1]


def own_functions(function: Callable[..., Any]) -> list[FunctionType]:
    """Return `function` and every plain Python function it reaches by name, each once.

    Functions of this package, of numba and of NumPy are left out: numba knows those it can compile.
    Those of other packages, which may be the strategy's, are not.
    """
    functions: dict[int, FunctionType] = {}
    waiting: list[Any] = [function]
    while waiting:
        candidate = unwrap(waiting.pop())
        if not isinstance(candidate, FunctionType) or id(candidate) in functions:
            continue
        if candidate is function or is_own(candidate):
            functions[id(candidate)] = candidate
            waiting += [value for _, value in reached(candidate)]
    return list(functions.values())


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a hash that changes with the code of `function` and all that it reaches by name."""
    digest = hashlib.sha256(f"{sys.version} {function.__qualname__}".encode())
    for own in sorted(own_functions(function), key=lambda f: (f.__module__, f.__qualname__)):
        digest.update(f"{own.__module__}.{own.__qualname__}".encode())
        digest.update(value_text((own.__defaults__, own.__kwdefaults__)).encode())
        for part in code_parts(own.__code__):
            digest.update(part)
        for name, value in sorted(reached(own), key=lambda item: item[0]):
            digest.update(f"{name}={value_text(value)}".encode())
    return digest.hexdigest()[:16]


def unwrap(value: Any) -> Any:
    """Return the Python function behind a compiled one; any other value as it is."""
    return getattr(value, "py_func", value)


def is_installed(place: Path) -> bool:
    """Return whether a file or folder is Python's own, or of an installed package."""
    return any(place.is_relative_to(library) for library in LIBRARIES)


def is_own(function: FunctionType) -> bool:
    """Return whether a function is followed: not one of this package, numba or NumPy."""
    in_package, in_library = _where(function.__code__.co_filename)
    # Another package's strategies are libraries too; only what numba itself ships is foreign.
    foreign = function.__module__.partition(".")[0] in {"numba", "numpy"}
    return not in_package and not (in_library and foreign)


@cache
def _where(file: str) -> tuple[bool, bool]:
    """Return whether a source file is this package's, and whether it is installed."""
    source = Path(file).resolve()
    return source.is_relative_to(PACKAGE), is_installed(source)


def reached(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the globals, closed-over values and attributes of modules that a function names.

    Each comes with its name.
    """
    code, variables = function.__code__, function.__globals__
    names = sorted(set(names_in(code)))
    waiting = [(name, variables[name]) for name in names if name in variables]
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        waiting.append((name, cell.cell_contents))
    modules: list[ModuleType] = []
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, ModuleType) and value not in modules:
            modules.append(value)
            inside = vars(value)
            waiting += [(f"{path}.{name}", inside[name]) for name in names if name in inside]


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names in code and in the functions inside it, some more than once."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def code_parts(code: CodeType) -> Iterator[bytes]:
    """Yield everything in code that affects its result: all but line numbers."""
    yield code.co_code
    yield code.co_exceptiontable
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_parts(constant)
        else:
            yield value_text(constant).encode()


def value_text(value: Any) -> str:
    """Return a text that differs for values that a compiled function would hold differently."""
    value = unwrap(value)
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype} {value.shape} {content}"
    if isinstance(value, tuple | list | set | frozenset):
        texts: Iterable[str] = map(value_text, value)
        if isinstance(value, set | frozenset):  # whose order is another in each process
            texts = sorted(texts)
        return f"{type(value).__name__}({', '.join(texts)})"
    if isinstance(value, dict):
        pairs = (f"{value_text(key)}: {value_text(held)}" for key, held in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, EnumType):
        return f"{value.__qualname__} {dict(value.__members__)!r}"
    if isinstance(value, FunctionType | BuiltinFunctionType | ModuleType | type):
        name = getattr(value, "__qualname__", value.__name__)
        return f"{name} {getattr(value, '_fields', '')}"
    return repr(value)
