"""A hash of a strategy's source, which tells whether it is the same elsewhere or later.

Names in functions are followed as for compiling. Beyond that, for strategies that run in plain
Python only, objects are followed to their classes, and classes to their methods.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, EnumType
from functools import lru_cache, partial
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from forsale_sim.plugins.contract import Strategy
from forsale_sim.plugins.sources import (
    code_parts,
    is_installed,
    is_own,
    reached,
    unwrap,
    value_text,
)

ADDRESS = re.compile(" at 0x[0-9A-Fa-f]+")

DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

NAMED = (FunctionType, type, ModuleType, Enum)
SHOWN = (*NAMED, bool, int, float, complex, str, bytes, np.generic)
"""Types of attributes whose values count, beside tuples and arrays."""


def source_hash(*functions: Callable[..., Any]) -> str:
    """Return a hash that changes with the source of functions and all that they reach by name.

    Unlike a fingerprint it is the same under every version of Python, so that machines can compare
    strategies. Objects count with the sources of their classes and with the numbers, texts, tuples
    and arrays that they hold. Classes of installed packages, other than the strategy's own, count
    by name only. Comments and docstrings do not count.
    """
    digest = hashlib.sha256()
    roots = [unwrap(function) for function in functions]
    homes = _homes(roots)
    own, classes = _followed(roots, homes)
    sources = [(function.__qualname__, _source_text(function), function) for function in own]
    for name, text, function in sorted(sources, key=lambda source: source[:2]):
        digest.update(f"{name}\n{text}\n".encode())
        for path, value in sorted(reached(function), key=lambda item: item[0]):
            digest.update(_line(path, value, homes))
    for cls in sorted(classes, key=lambda cls: cls.__qualname__):
        digest.update(f"{cls.__qualname__} {value_text(cls.__bases__)}\n".encode())
        for name, value in sorted(_members(cls).items()):
            digest.update(_line(name, value, homes))
    for root in roots:
        if not isinstance(root, FunctionType):
            digest.update(_line("", root, homes))
    return digest.hexdigest()


def functions_behind(*functions: Callable[..., Any]) -> list[FunctionType]:
    """Return all plain functions that some may call, by name or through objects.

    Those of this package, of numba and of NumPy are left out.
    """
    roots = [unwrap(function) for function in functions]
    return _followed(roots, _homes(roots))[0]


def _homes(roots: Iterable[Any]) -> set[str]:
    """Return the top-level names of the packages that a strategy's functions are from."""
    makers = list(roots)
    for root in roots:
        if isinstance(root, FunctionType) and _package(root) == _package(Strategy):
            makers += [value for _, value in reached(root)]  # the members of a mixture
    return {_package(maker) for maker in makers} - {_package(Strategy)}


def _package(value: Any) -> str:
    return str(getattr(value, "__module__", "")).partition(".")[0]


def _followed(roots: Sequence[Any], homes: set[str]) -> tuple[list[FunctionType], list[type]]:
    """Return all own functions and classes that can be reached."""
    own: list[FunctionType] = []
    classes: list[type] = []
    known: dict[int, Any] = {}
    waiting = list(roots)
    while waiting:
        value = unwrap(waiting.pop())
        if id(value) in known:
            continue
        known[id(value)] = value
        if isinstance(value, FunctionType):
            if is_own(value) or any(value is root for root in roots):
                own.append(value)
                waiting += [part for _, part in reached(value)]
        elif isinstance(value, type):
            if _is_own_class(value, homes):
                classes.append(value)
                waiting += [*value.__bases__, *_members(value).values()]
        elif _is_object(value, homes):
            waiting += [type(value), *_state(value).values()]
    return own, classes


def _is_own_class(cls: type, homes: set[str]) -> bool:
    """Return whether a class is of the strategy's own file or package, or of a session."""
    package = _package(cls)
    if isinstance(cls, EnumType) or package in {_package(Strategy), *sys.stdlib_module_names}:
        return False
    file = getattr(sys.modules.get(package), "__file__", None)
    return package in homes or file is None or not is_installed(Path(file).resolve())


def _is_object(value: Any, homes: set[str]) -> bool:
    """Return whether a value counts with its class and with what it holds."""
    if isinstance(value, MethodType | partial | Strategy):
        return True
    return not isinstance(value, NAMED) and _is_own_class(type(value), homes)


def _state(value: Any) -> dict[str, Any]:
    """Return the attributes of an object."""
    if isinstance(value, MethodType):
        return {"function": value.__func__, "object": value.__self__}
    if isinstance(value, partial):
        return {"function": value.func, "arguments": value.args, **value.keywords}
    slots = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**held, **getattr(value, "__dict__", {})}


def _members(cls: type) -> dict[str, Any]:
    """Return what a class defines, without what Python and `dataclass` have added."""
    members = {name: _behind(member) for name, member in vars(cls).items()}
    return {name: member for name, member in members.items() if _is_defined(cls, name, member)}


def _is_defined(cls: type, name: str, member: Any) -> bool:
    special = name.startswith("__")
    if not isinstance(member, FunctionType):
        return not special
    return member.__module__ == cls.__module__ and not (
        special and member.__code__.co_filename == "<string>"
    )


def _behind(member: Any) -> Any:
    """Return the function behind a static or class method, or a property."""
    for name in ("__func__", "fget", "func"):
        member = getattr(member, name, member)
    return member


def _line(name: str, value: Any, homes: set[str]) -> bytes:
    """Return a value as bytes for the hash, without its address in memory."""
    if _is_object(value, homes):
        return f"{name}={_object_text(value, homes, ())}\n".encode()
    shown: object = type(value).__repr__
    if shown is object.__repr__:
        return b""
    return f"{name}={ADDRESS.sub('', value_text(value))}\n".encode()


def _object_text(value: Any, homes: set[str], within: tuple[int, ...]) -> str:
    """Return a text that differs for objects of one class that hold different values."""
    if isinstance(value, SHOWN) or (isinstance(value, np.ndarray) and not value.dtype.hasobject):
        return value_text(value)
    kind = type(value).__qualname__
    if id(value) in within:
        return kind
    inside = (*within, id(value))
    if isinstance(value, tuple):
        return f"{kind}({', '.join(_object_text(part, homes, inside) for part in value)})"
    if not _is_object(value, homes):
        return kind
    held = sorted(_state(value).items())
    return f"{kind}({', '.join(f'{k}={_object_text(v, homes, inside)}' for k, v in held)})"


@lru_cache(maxsize=1024)  # a manifest hashes each strategy twice, and strategies share functions
def _source_text(function: FunctionType) -> str:
    """Return a function's source without comments and docstrings; its code if it has no source."""
    try:
        source = inspect.getsource(function)
    except OSError:  # made by exec
        return "".join(map(repr, code_parts(function.__code__)))
    try:
        return code_text(textwrap.dedent(source))
    except SyntaxError:  # a lambda in the middle of an expression
        return source


def code_text(source: str | bytes) -> str:
    """Return source code without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
