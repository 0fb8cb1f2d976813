"""What a strategy's functions are made of: the functions and values they reach by name.

Numba freezes the globals of a function when it compiles it, and its cache does not see what other
files contribute. Following the names tells both what has to be compiled along, and when a compiled
strategy is out of date.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterator
from enum import EnumType
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

    Functions of installed libraries and of this package are left out: numba knows those it can
    compile.
    """
    found: dict[int, FunctionType] = {}
    waiting: list[Any] = [function]
    while waiting:
        candidate = bare(waiting.pop())
        if not isinstance(candidate, FunctionType) or id(candidate) in found:
            continue
        if candidate is function or _is_own(candidate):
            found[id(candidate)] = candidate
            waiting += [value for _, value in _reached(candidate)]
    return list(found.values())


def fingerprint(function: Callable[..., Any]) -> str:
    """Return a hash that changes with the code of `function` and all that it reaches by name."""
    digest = hashlib.sha256(f"{sys.version} {function.__qualname__}".encode())
    for reached in sorted(own_functions(function), key=lambda f: (f.__module__, f.__qualname__)):
        digest.update(f"{reached.__module__}.{reached.__qualname__}".encode())
        digest.update(_value_text((reached.__defaults__, reached.__kwdefaults__)).encode())
        for part in _code_parts(reached.__code__):
            digest.update(part)
        for name, value in sorted(_reached(reached), key=lambda item: item[0]):
            digest.update(f"{name}={_value_text(value)}".encode())
    return digest.hexdigest()[:16]


def source_hash(*functions: Callable[..., Any]) -> str:
    """Return a hash that changes with the source of functions and all that they reach by name.

    Unlike a fingerprint it is the same under every version of Python, so that machines can tell
    whether they have the same strategies.
    """
    digest = hashlib.sha256()
    reached = {id(own): own for function in functions for own in own_functions(function)}
    sources = [(own.__qualname__, _source_text(own), own) for own in reached.values()]
    for name, text, own in sorted(sources, key=lambda source: source[:2]):
        digest.update(f"{name}\n{text}\n".encode())
        for path, value in sorted(_reached(own), key=lambda item: item[0]):
            shown: object = type(value).__repr__
            if shown is not object.__repr__:  # which shows an address
                digest.update(f"{path}={_value_text(value)}\n".encode())
    return digest.hexdigest()


def bare(value: Any) -> Any:
    """Return the Python function behind one that is compiled wherever it plays, or by its author.

    Any other value is returned as it is.
    """
    return getattr(value, "py_func", value)


def _source_text(function: FunctionType) -> str:
    """Return the source of a function, or its code if there is none, as for one made by `exec`."""
    try:
        return inspect.getsource(function)
    except OSError:
        return "".join(map(repr, _code_parts(function.__code__)))


def _is_own(function: FunctionType) -> bool:
    source = Path(function.__code__.co_filename).resolve()
    if source.is_relative_to(PACKAGE):
        return False
    in_library = any(source.is_relative_to(library) for library in LIBRARIES)
    # Another package's strategies are libraries too; only what numba itself ships is foreign.
    return not in_library or function.__module__.partition(".")[0] not in {"numba", "numpy"}


def _reached(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the globals, closed-over values and attributes of modules that a function names."""
    code, variables = function.__code__, function.__globals__
    names = sorted(set(_names(code)))
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


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code_parts(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield code.co_exceptiontable
    yield repr((code.co_names, code.co_varnames, code.co_freevars)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant)
        else:
            yield repr(constant).encode()


def _value_text(value: Any) -> str:
    """Return a text that differs for values that a compiled function would hold differently."""
    value = bare(value)
    if isinstance(value, np.ndarray):
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array {value.dtype} {value.shape} {content}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(_value_text, value))})"
    if isinstance(value, EnumType):
        return f"{value.__qualname__} {dict(value.__members__)!r}"
    if isinstance(value, FunctionType | BuiltinFunctionType | ModuleType | type):
        name = getattr(value, "__qualname__", value.__name__)
        return f"{name} {getattr(value, '_fields', '')}"
    return repr(value)
