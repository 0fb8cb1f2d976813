"""What answers something else each time, such as a clock, and what can be told of other objects."""

from __future__ import annotations

import functools
import io
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from strategy_lab.compiled.caching import CompiledFunction
from strategy_lab.compiled.reach import ATOMS

GENERATOR = "draws from a generator that every game shares"
UNNAMED = "reaches what its names do not say"


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_name(said: Mapping[str, str]) -> dict[str, str]:
    return {name: what for what, names in said.items() for name in names.split()}


SOURCES = _by_name({
    GENERATOR: "random numpy.random secrets uuid",
    "reads a clock": "time datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today "
    "datetime.date.today",
    "asks the operating system": "os platform resource gc psutil",
    "opens a file": "io pathlib tempfile mmap shelve sqlite3 numpy.load numpy.loadtxt "
    "numpy.genfromtxt numpy.fromfile",
    "calls a foreign function": "ctypes cffi _cffi_backend "
    "numba.core.types.functions.ExternalFunction",
    "reaches other threads and processes": "threading _thread multiprocessing subprocess socket "
    "queue contextvars asyncio concurrent urllib http signal numba.np.ufunc.parallel",
    "leaves compiled code for Python's (numba.objmode)": "numba.core.withcontexts",
    "reads where an object is in memory": "builtins.id",
    "reads what is typed": "builtins.input",
})  # fmt: skip
"""By module, or by module and name; what is below is the same."""

SEEDED = words(
    "random.Random numpy.random.default_rng numpy.random.RandomState numpy.random.Generator "
    "numpy.random.SeedSequence numpy.random.PCG64 numpy.random.PCG64DXSM numpy.random.Philox "
    "numpy.random.MT19937 numpy.random.SFC64"
)
"""Generators that a decision may make, from a seed that follows from its view."""

HARMLESS = SEEDED | words(
    "time.sleep uuid.UUID uuid.uuid3 uuid.uuid5 os.fspath os.write os.path os.abort os._exit "
    "io.StringIO io.BytesIO io.open pathlib.PurePath pathlib.PurePosixPath "
    "pathlib.PureWindowsPath"
)
"""What else is there; `open` is looked at where it is called."""

READABLE = words(
    "builtins math cmath operator itertools functools collections enum _collections_abc fractions "
    "heapq bisect dataclasses typing types abc numbers copy string re array json struct textwrap "
    "colorsys contextlib warnings posixpath ntpath genericpath hashlib zlib binascii base64 "
    "datetime numpy numba strategy_lab io time uuid os"
)
"""Packages whose functions answer by their arguments alone, `SOURCES` aside."""

NOT_READ = _by_name({
    "may read memory that nothing has been written to": "numpy.empty numpy.empty_like "
    "numpy.ndarray",
    UNNAMED: "operator.methodcaller operator.attrgetter builtins.eval builtins.exec "
    "builtins.compile builtins.__import__ builtins.globals builtins.locals builtins.vars",
})  # fmt: skip
"""What in readable packages cannot be read, and why."""

WRITING = _by_name({
    "prints": "print",
    "writes": "write writelines write_text write_bytes",
    "writes a file": "savetxt tofile to_csv dump",
})  # fmt: skip
"""Functions and methods that `check` mentions: a run would call them at each decision."""

CONTAINERS = (list, tuple, dict, set, frozenset, deque, np.ndarray)

MOST = 2000  # things in a table that are looked at


def change_in(value: Any) -> str | None:
    """Return what an object does, if it answers something else each time."""
    if isinstance(value, (ModuleType, *CONTAINERS)) or type(value) in ATOMS:
        return None
    if isinstance(value, BuiltinFunctionType | MethodType):
        if not isinstance(value.__self__, type | ModuleType | None):
            return change_in(value.__self__)
    elif not isinstance(value, type | FunctionType):
        return _change_in_object(value)
    return source_of_change(full_name(value))


def _change_in_object(value: Any) -> str | None:
    if isinstance(value, io.IOBase):  # what is printed, `check` mentions
        return None if value in (sys.stdout, sys.stderr) else "uses an open file"
    kinds = [full_name(kind) for kind in type(value).__mro__[:-1]]
    if not SEEDED.isdisjoint(kinds):
        return GENERATOR
    if isinstance(value, Iterator):
        return "goes on with an iterator that lives on after the decision"
    return next(filter(None, map(source_of_change, kinds)), None)


def _above(full: str) -> list[str]:
    """Return a name, and those of what it is in."""
    parts = full.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def is_harmless(full: str) -> bool:
    return not HARMLESS.isdisjoint(_above(full))


@cache
def source_of_change(full: str) -> str | None:
    if is_harmless(full):
        return None
    return next((SOURCES[name] for name in _above(full) if name in SOURCES), None)


def full_name(function: Any) -> str:
    """Return the module and the name of a function or a class; empty of any other object."""
    owner = getattr(function, "__self__", None)
    if isinstance(function, np.ufunc):
        return f"numpy.{function.__name__}"
    if isinstance(function, CompiledFunction):
        return "strategy_lab.CompiledFunction"
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    if isinstance(function, BuiltinFunctionType | MethodType) and owner is not None:
        kind = owner if isinstance(owner, type) else type(owner)
        if not isinstance(owner, ModuleType):
            return f"{public(kind.__module__)}.{kind.__qualname__}.{function.__name__}"
    module = getattr(getattr(function, "__objclass__", function), "__module__", None)
    if not isinstance(name, str) or not isinstance(module, str) or not callable(function):
        return ""
    return f"{public(module)}.{name}"


@cache
def public(module: str) -> str:
    """Return a module as users call it: `operator` is made of `_operator`."""
    if module.startswith("numpy.random."):
        return "numpy.random"
    if module in ("posix", "nt"):
        return "os"
    outer = module.removeprefix("_")
    return outer if outer in READABLE or outer in SOURCES else module


def python_function(value: Any) -> FunctionType | None:
    """Return the function of Python that is behind something that can be called, if one is."""
    match value:
        case FunctionType():
            inner = getattr(value, "py_func", value)  # of what is always compiled
            return inner if isinstance(inner, FunctionType) else value
        case MethodType() | staticmethod() | classmethod():
            return python_function(value.__func__)
        case functools.partial():
            return python_function(value.func)
        case type() | ModuleType() | CompiledFunction():
            return None
    names = ("py_func", "_pyfunc", "__wrapped__")  # of numba and of functools.cache
    behind = (getattr(value, name, None) for name in names)
    return next((each for each in behind if isinstance(each, FunctionType)), None)


def package_of(value: Any) -> str:
    """Return the package that a function, a class or an object is from."""
    full = full_name(value) or full_name(type(value))
    return full.partition(".")[0]


def elements(value: Any) -> tuple[Any, ...]:
    """Return what a container holds that may be called, or holds more."""
    match value:
        case dict():
            inside = [*value.keys(), *value.values()]
        case list() | tuple() | set() | frozenset() | deque():
            inside = list(value)
        case _:
            inside = []
    return tuple(islice((each for each in inside if type(each) not in ATOMS), MOST))


def holds_texts(value: Any) -> bool:
    """Return whether it is a text or holds some; in a set, whatever is not numbers counts."""
    if isinstance(value, set | frozenset):
        return not all(map(_is_plain, value))
    if isinstance(value, list | tuple | dict):
        return any(map(holds_texts, list(value)[:MOST]))
    return isinstance(value, str | bytes)


def _is_plain(value: Any) -> bool:
    numbers = isinstance(value, int | float | complex | np.number)
    return numbers or (isinstance(value, tuple | frozenset) and all(map(_is_plain, value)))
