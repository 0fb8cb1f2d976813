"""Whether a strategy is the same as elsewhere, or as before: a hash of the sources it is made of.

What a function reaches by name is followed as it is to compile it, and beyond that, as only plain
Python plays it: through objects to the classes that they are of, and through these to their
methods.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, EnumType
from functools import partial
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

NAMED = (FunctionType, type, ModuleType, Enum)
SHOWN = (*NAMED, bool, int, float, complex, str, bytes, np.generic)
"""What attributes of an object may be for their values to be known, but tuples and arrays."""


def source_hash(*functions: Callable[..., Any]) -> str:
    """Return a hash that changes with the source of functions and all that they reach by name.

    Unlike a fingerprint it is the same under every version of Python, so that machines can tell
    whether they have the same strategies. Of objects, such as one whose methods the functions are,
    there are in it the sources of their classes and the numbers, texts, tuples and arrays that they
    hold; what else they hold is not known. Classes of installed packages, other than the
    strategy's own, are in it by name.
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


def functions_behind(function: Callable[..., Any]) -> list[FunctionType]:
    """Return all plain functions that one may call, however: by name, or through objects.

    Those of this package, of numba and of NumPy are left out.
    """
    roots = [unwrap(function)]
    return _followed(roots, _homes(roots))[0]


def _homes(roots: Iterable[Any]) -> set[str]:
    """Return the packages that a strategy's functions are from, by their first names."""
    makers = list(roots)
    for root in roots:
        if isinstance(root, FunctionType) and _package(root) == _package(Strategy):
            makers += [value for _, value in reached(root)]  # the members of a mixture
    return {_package(maker) for maker in makers} - {_package(Strategy)}


def _package(value: Any) -> str:
    return str(getattr(value, "__module__", "")).partition(".")[0]


def _followed(roots: Sequence[Any], homes: set[str]) -> tuple[list[FunctionType], list[type]]:
    """Return the functions and classes that functions are made of."""
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
    """Return whether a class is a strategy's own: of its file or package, or of a session."""
    package = _package(cls)
    if isinstance(cls, EnumType) or package in {_package(Strategy), *sys.stdlib_module_names}:
        return False
    file = getattr(sys.modules.get(package), "__file__", None)
    return package in homes or file is None or not is_installed(Path(file).resolve())


def _is_object(value: Any, homes: set[str]) -> bool:
    """Return whether a value is told by its class and by what it holds."""
    if isinstance(value, MethodType | partial | Strategy):
        return True
    return not isinstance(value, NAMED) and _is_own_class(type(value), homes)


def _state(value: Any) -> dict[str, Any]:
    """Return what an object holds, by name."""
    if isinstance(value, MethodType):
        return {"function": value.__func__, "object": value.__self__}
    if isinstance(value, partial):
        return {"function": value.func, "arguments": value.args, **value.keywords}
    slots = [name for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    held = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return {**held, **getattr(value, "__dict__", {})}


def _members(cls: type) -> dict[str, Any]:
    """Return what a class defines, by name, but what Python and `dataclass` have added to it."""
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
    """Return what a hash holds of a value: nothing of where it is in memory."""
    if _is_object(value, homes):
        return f"{name}={_object_text(value, homes, ())}\n".encode()
    shown: object = type(value).__repr__
    if shown is object.__repr__:
        return b""
    return f"{name}={ADDRESS.sub('', value_text(value))}\n".encode()


def _object_text(value: Any, homes: set[str], within: tuple[int, ...]) -> str:
    """Return a text that differs for objects of one class that are known to hold other values."""
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


def _source_text(function: FunctionType) -> str:
    """Return the source of a function, or its code if there is none, as for one made by `exec`."""
    try:
        return inspect.getsource(function)
    except OSError:
        return "".join(map(repr, code_parts(function.__code__)))
