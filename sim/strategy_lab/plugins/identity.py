"""What a strategy is: the files that were loaded for it, and the values that its functions read.

Compiled code is kept under it, and specs, shards, merges, resumes and replays compare it. Files say
what a function does. Values are looked at as well: a session of Python may have changed them since.
What is installed counts by its version, unless it is the package that the strategy is from.
"""

from __future__ import annotations

import array
import ast
import dis
import hashlib
import linecache
import sys
import tomllib
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from enum import EnumType
from functools import _lru_cache_wrapper, cache, cached_property, partial, partialmethod
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from strategy_lab.compiled.caching import CompiledFunction
from strategy_lab.compiled.reach import ATOMS, code_hash, code_text
from strategy_lab.errors import UncompilableError, UsageError, placed
from strategy_lab.files.whole_files import read_regular
from strategy_lab.plugins.loading import LoadedFile, files_with, library_of, load_file
from strategy_lab.program import offering_strategies

KNOWN = {*sys.stdlib_module_names, "forsale_sim", "llvmlite", "numba", "numpy"}
"""Packages whose versions are compared wherever an identity is."""

FUNCTIONS = (
    *(FunctionType, staticmethod, classmethod, property),
    *(cached_property, partial, partialmethod),
)
"""What a class may have in the place of a method."""

WRITTEN_OUT = {
    *("builtins.range", "builtins.slice", "fractions.Fraction", "decimal.Decimal"),
    *("datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta"),
    "dataclasses._HAS_DEFAULT_FACTORY_CLASS",
}
"""Classes of libraries whose `repr` says all, and whose objects never change."""

TABLES = (list, dict, set, deque, np.ndarray)

EMPTY = CellType()
_unsure = count()


@dataclass(frozen=True)
class Identity:
    """What functions are, with all that they reach."""

    text: str
    """A hash, the same in every process and wherever the files are. Comments and docstrings make no
    difference in a user's own files."""

    key: str
    """What compiled code is kept by. It changes with every byte of the files, and what is not sure
    never has the same again."""

    sure: bool  # whether all values could be read
    functions: tuple[FunctionType, ...]
    """All Python functions that they may call, but those of this package, of numba and of NumPy."""

    dispatchers: tuple[Any, ...]  # what numba compiles of what they may call
    named: frozenset[tuple[str, str]]
    """What libraries it names: modules, and what in them, if not the module itself."""

    calls_compiled: bool  # whether plain Python calls compiled code in them, too


_Known: TypeAlias = "dict[tuple[int, ...], tuple[Any, Identity]]"
_unchanging: ContextVar[_Known | None] = ContextVar("_unchanging", default=None)
"""Functions and what they are, by `id`, while they are taken not to change."""


@contextmanager
def unchanging() -> Iterator[None]:
    """Take functions to be what they are when they are first asked for, within the block.

    To look at all that a function reaches may take longer than its move.
    """
    before = _unchanging.get()
    token = _unchanging.set({} if before is None else before)
    try:
        yield
    finally:
        _unchanging.reset(token)


def identity_of(*functions: Callable[..., Any]) -> Identity:
    """Return what functions are now: what they read may change."""
    held = _unchanging.get()
    if held is None:
        return _identity(functions)
    key = tuple(map(id, functions))
    if key not in held:
        held[key] = functions, _identity(functions)
    return held[key][1]


def _identity(functions: Sequence[Any]) -> Identity:
    reached = _Reached(functions)
    files = reached.files()
    codes = (
        code_of(file.path, file.content) if file.is_named else _sha256(file.content)
        for file in files
    )
    text = _hash(reached.held, reached.codes, sorted(codes))
    key = _hash(text, sorted(_sha256(file.content) for file in files))
    return Identity(
        text=text,
        key=key if reached.sure else f"{key} {next(_unsure)}",
        sure=reached.sure,
        functions=tuple(reached.functions),
        dispatchers=tuple(reached.dispatchers),
        named=frozenset(reached.named),
        calls_compiled=reached.calls_compiled,
    )


def portable_hash(*functions: Callable[..., Any]) -> str:
    """Return a hash on which all versions of Python agree, and that no comment changes."""
    reached = _Reached(functions)
    files = sorted(code_of(each.path, each.content) for each in reached.files())
    return _hash(reached.held, files or reached.codes)


def values_read(functions: Iterable[FunctionType]) -> dict[str, str]:
    """Return a hash of each value that a user's functions read and no literal in a file says.

    By its name and file. It was made when the file was loaded, and may be another one next time.
    """
    values: dict[str, Any] = {}
    for function in functions:
        path, space = function.__code__.co_filename, function.__globals__
        if library_of(path) is None:
            literals = _literals(tuple(linecache.getlines(path)))
            names = names_in(function) & space.keys() - literals
            made = (name for name in sorted(names) if not isinstance(space[name], type))
            values |= {f"{name} ({Path(path).name})": space[name] for name in made}
    return {name: digest[:12] for name, digest in _hashes(values).items()}


ALL_THAT_IT_READS = "what it reads"


def values_held(*functions: Callable[..., Any]) -> dict[str, str]:
    """Return a hash of each value that functions, and what they call, may keep between calls.

    By its name and file; one more is of all together.
    """
    reached, values = _Reached(functions), dict[str, Any]()
    for each in reached.functions:
        file, space, names = Path(each.__code__.co_filename).name, each.__globals__, names_in(each)
        cells = zip(each.__code__.co_freevars, each.__closure__ or (), strict=True)
        held = {name: space[name] for name in names & space.keys()}
        held |= {name: cell.cell_contents for name, cell in cells if cell != EMPTY}
        held |= {f"a default of {each.__name__}": (each.__defaults__, each.__kwdefaults__)}
        held |= {f"{each.__name__}.{name}": value for name, value in vars(each).items()}
        values |= {f"{name} ({file})": held[name] for name in sorted(held)}
    return _hashes(values) | {ALL_THAT_IT_READS: _hash(reached.held)}


def _hashes(values: Mapping[str, Any]) -> dict[str, str]:
    code = FunctionType | BuiltinFunctionType | ModuleType | np.ufunc | CompiledFunction
    return {
        name: _hash(_Reached((value,)).held)
        for name, value in values.items()
        if not isinstance(value, code) and not hasattr(value, "py_func")
    }


@cache
def _literals(lines: tuple[str, ...]) -> frozenset[str]:
    """Return the names that a file sets once, to numbers, texts or tables that it writes out."""
    found: list[str] = []
    others: set[str] = set()
    try:
        nodes = list(ast.walk(ast.parse("".join(lines))))
    except SyntaxError:  # of a notebook's cell, which may hold more than Python
        return frozenset()
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.append(node.id)
        if isinstance(node, ast.Assign):
            try:
                ast.literal_eval(node.value)
            except ValueError:
                others |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return frozenset(name for name in found if found.count(name) == 1 and name not in others)


def unwrap(value: Any) -> Any:
    return getattr(value, "py_func", value)


def names_in(function: FunctionType) -> frozenset[str]:
    return code_hash(function.__code__)[1]


def named_in(function: FunctionType) -> Iterator[Any]:
    """Yield what the names in a function's code stand for, in its module or one that it names."""
    space, names = function.__globals__, names_in(function)
    used = {each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"}
    for value in [space[name] for name in used & space.keys()]:
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value)[name] for name in names & vars(value).keys())


def refuse_recursion(functions: Iterable[Any]) -> None:
    """Refuse what calls itself: compiled, it takes the process down if it has no end."""
    own = {each for each in map(unwrap, functions) if isinstance(each, FunctionType)}
    calls = {
        each: {
            plain
            for plain in map(unwrap, named_in(each))
            if isinstance(plain, FunctionType) and plain in own
        }
        for each in own
    }
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as error:
        names = list(dict.fromkeys(each.__name__ for each in error.args[1]))
        first = error.args[1][0].__code__
        raise UncompilableError(
            f"{' and '.join(names)} {'calls itself' if len(names) == 1 else 'call each other'}, "
            f"which compiled code cannot ({first.co_filename}, line {first.co_firstlineno}): write "
            "a loop",
            plain_python=not any(each is not unwrap(each) for each in functions),
        ) from None


def code_of(path: str, content: bytes) -> str:
    """Return a hash of what a file says, whatever its comments and docstrings."""
    try:
        if path.endswith(".toml"):
            return _hash(tomllib.loads(content.decode()))
        return _sha256(code_text(content).encode() if path.endswith(".py") else content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


class _Reached:
    """What functions reach by the names in their code; `held` is what it is, in plain values."""

    def __init__(self, roots: Sequence[Any]) -> None:
        homes = {home for root in roots for home in _homes(unwrap(root))}
        self._homes = (homes | offering_strategies()) - KNOWN
        self._numbers: dict[Any, int] = {}
        self._places: set[tuple[str, str]] = set()
        self.codes: list[str] = []
        self.functions: list[FunctionType] = []
        self.dispatchers: list[Any] = []
        self.named: set[tuple[str, str]] = set()
        self.sure, self.calls_compiled = True, False
        try:
            self.held = self._all(roots, frozenset())
        except RecursionError:
            self.held, self.sure = [], False

    def files(self) -> set[LoadedFile]:
        return {file for place in self._places for file in files_with(*place)}

    def _all(self, values: Iterable[Any], words: frozenset[str]) -> list[Any]:
        return [self._of(value, words) for value in values]

    def _of(self, value: Any, words: frozenset[str]) -> Any:
        """Return what a value is; `words` are the names in the code that reads it."""
        kind = type(value)
        if kind in ATOMS:
            return kind.__name__, ATOMS[kind](value)
        if kind is tuple:
            return "tuple", self._all(value, words)
        key = (id(value), words) if kind is ModuleType else id(value)
        if key in self._numbers:
            return self._numbers[key]
        self._numbers[key] = len(self._numbers)
        parts = self._parts(value, words)
        if isinstance(value, TABLES) and getattr(value, "__dict__", None):
            parts = parts, self._all(vars(value).items(), words)
        return kind.__qualname__, parts

    def _parts(self, value: Any, words: frozenset[str]) -> Any:
        parts: Any
        match value:
            case CompiledFunction():
                self.calls_compiled, parts = True, value.file
            case BuiltinFunctionType() if not isinstance(value.__self__, ModuleType | None):
                parts = value.__name__, self._of(value.__self__, words)
            case FunctionType() | type() | ModuleType() | BuiltinFunctionType() | np.ufunc():
                parts = self._named(value) or self._own(value, words)
            case _lru_cache_wrapper():
                parts = self._named(value) or self._of(value.__wrapped__, words)
            case MethodType() | staticmethod() | classmethod():
                parts = self._all((value.__func__, getattr(value, "__self__", None)), words)
            case property() | cached_property() | partial() | partialmethod():
                names = "fget", "fset", "fdel", "func", "args", "keywords"
                parts = self._all((getattr(value, name, None) for name in names), words)
            case np.dtype():
                parts = repr(value), value.isalignedstruct
            case np.ndarray() | np.generic() if not value.dtype.hasobject:
                whole = np.asarray(value)
                layout = whole.shape, whole.flags.c_contiguous, whole.flags.f_contiguous
                parts = self._of(whole.dtype, words), layout, _sha256(whole.tobytes())
            case dict():
                parts = self._all(value.items(), words)
            case list() | tuple() | deque() | bytearray() | array.array():
                parts = self._of(type(value), words), self._all(value, words)
            case set() | frozenset() if all(map(_is_plain, value)):
                parts = sorted(map(repr, self._all(value, words)))
            case _:
                parts = self._object(value, words)
        return parts

    def _object(self, value: Any, words: frozenset[str]) -> Any:
        home = _module_of(type(value))
        if home.startswith("numba."):
            return self._of_numba(value, words)
        if f"{home}.{type(value).__qualname__}" in WRITTEN_OUT:
            return repr(value)
        if self._is_foreign(home) and not isinstance(value, SimpleNamespace):
            return self._unknown()
        kind = type(value)
        slots = {name for cls in kind.__mro__ for name in vars(cls).get("__slots__", ())}
        held = {name: getattr(value, name) for name in sorted(slots) if hasattr(value, name)}
        held |= getattr(value, "__dict__", {})
        kept = {name for name in held if isinstance(getattr(kind, name, None), cached_property)}
        return self._all((kind, *(pair for pair in held.items() if pair[0] not in kept)), words)

    def _own(self, value: Any, words: frozenset[str]) -> Any:
        """Return what a function, a class or a module of the strategy's own reaches."""
        if isinstance(value, ModuleType):
            self._add(value.__name__, getattr(value, "__file__", None))
            found = sorted(words & vars(value).keys())
            return self._all(((name, vars(value)[name]) for name in found), words)
        if isinstance(value, type):
            self._add(
                value.__module__, getattr(sys.modules.get(value.__module__), "__file__", None)
            )
            members = [pair for pair in vars(value).items() if self._is_of_author(*pair)]
            members += value.__members__.items() if isinstance(value, EnumType) else ()
            return value.__qualname__, self._all((*value.__bases__, *members), words)
        if not isinstance(value, FunctionType):
            return self._unknown()
        digest, names = code_hash(value.__code__)
        names -= {"__name__"}  # which says where a strategy's file is
        space, cells = value.__globals__, value.__closure__ or ()
        if self._add(str(space.get("__name__")), value.__code__.co_filename):
            self.functions.append(value)
        self.codes.append(digest)
        closure = [cell.cell_contents for cell in cells if cell != EMPTY]
        reached = [value.__defaults__, value.__kwdefaults__, vars(value) or None, *closure]
        reached += [(name, space[name]) for name in sorted(names & space.keys())]
        return value.__qualname__, self._all(reached, names)

    def _is_of_author(self, name: str, member: Any) -> bool:
        """Return whether a member of a class is a function, or a value that is not Python's own."""
        if isinstance(member, FUNCTIONS):
            return True
        kind = member if isinstance(member, type) else type(member)
        is_value = kind in ATOMS or isinstance(member, TABLES)
        return name[:2] != "__" and (is_value or not self._is_foreign(_module_of(kind)))

    def _add(self, module: str, file: str | None) -> bool:
        """Add a file of the strategy's own; return whether it is one."""
        if file is None or self._is_foreign_file(file):
            return False
        self._places.add((module, file))
        return True

    def _of_numba(self, value: Any, words: frozenset[str]) -> Any:
        """Return a type of numba, or a function that it will compile; else nobody can be sure.

        What has been compiled already, since its types were given, may hold what is gone by now.
        """
        self.calls_compiled = True
        kinds = {cls.__name__ for cls in type(value).__mro__ if _module_of(cls)[:6] == "numba."}
        if "Type" in kinds:
            return repr(value)
        if "Dispatcher" not in kinds or not value._can_compile:
            return self._unknown()
        self.dispatchers.append(value)
        options = value.targetoptions, value.locals, value._compiler.pipeline_class
        return self._all((value.py_func, *options), words)

    def _named(self, value: Any) -> tuple[str, ...] | None:
        """Return the name and the version of what a library has; None of anything else."""
        is_module = isinstance(value, ModuleType)
        module = value.__name__ if is_module else _module_of(value)
        name = "" if is_module else str(getattr(value, "__qualname__", ""))
        package = module.partition(".")[0]
        edition = "" if package in KNOWN else _version(package)
        if edition is None or not self._is_foreign(module) or not _is_found(value, module, name):
            return None
        self.named.add((module, name))
        return module, name, edition

    def _unknown(self) -> str:
        self.sure = False
        return "unknown"

    def _is_foreign(self, module: str) -> bool:
        file = getattr(sys.modules.get(module), "__file__", None)
        return module.partition(".")[0] in KNOWN if file is None else self._is_foreign_file(file)

    def _is_foreign_file(self, file: str) -> bool:
        """Return whether a file is a library's, but not of one with strategies or a function."""
        return (library := library_of(file)) is not None and library not in self._homes


def _homes(root: Any) -> Iterator[str]:
    """Yield the installed packages that a function is from: of a mixture, those of the members."""
    function = getattr(root, "__func__", root)
    if not isinstance(function, FunctionType):
        yield _module_of(type(root)).partition(".")[0]
        return
    reached = [function]
    if function.__code__.co_filename.startswith("<"):
        reached += map(unwrap, function.__globals__.values())
    files = (getattr(getattr(each, "__code__", None), "co_filename", "") for each in reached)
    yield from filter(None, map(library_of, files))


def _module_of(value: Any) -> str:
    return str(getattr(value, "__module__", ""))


def _is_plain(value: Any) -> bool:
    return type(value) in ATOMS or (type(value) is tuple and all(map(_is_plain, value)))


def _is_found(value: Any, module: str, name: str) -> bool:
    found: Any = sys.modules.get(module)
    for part in filter(None, name.split(".")):
        found = getattr(found, part, None)
    return found is value


@cache
def _version(package: str) -> str | None:
    try:
        return str(getattr(sys.modules.get(package), "__version__", None) or version(package))
    except PackageNotFoundError:
        return None


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _hash(*parts: Any) -> str:
    return _sha256(repr(parts).encode())


MISSPELT = 0.8
"""How alike a name and a rule are from which on somebody who wrote the one meant the other."""


class RuleFile(NamedTuple):
    functions: Mapping[str, Callable[..., Any]]
    says: str | None
    source: str


def load_rules(path: str, names: Collection[str]) -> RuleFile:
    """Return the functions of a file, of the names of rules that can be replaced."""
    if not Path(path).is_file():
        raise UsageError(f"code: there is no file {path!r}: check the path")
    own = Path(path).resolve()
    try:
        module = load_file(own)
    except UsageError:
        raise
    except Exception as error:
        said = placed(error, lambda file: file.is_relative_to(own.parent))
        raise UsageError(f"{path} cannot be run: {said}") from error
    functions = {
        name: value
        for name, value in vars(module).items()
        if name in names and isinstance(value, FunctionType)
    }
    _check_spelling(path, module, set(names) - functions.keys())
    says = getattr(module, "says", None)
    source = identity_of(*functions.values()).text
    return RuleFile(functions, None if says is None else str(says), source)


def _check_spelling(path: str, module: ModuleType, missing: Collection[str]) -> None:
    """Refuse a function that is almost called as a rule is, and is no helper of another."""
    own = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }
    helpers = frozenset[str]().union(*map(names_in, own.values()))
    for name in own.keys() - helpers:
        if meant := get_close_matches(name, missing, n=1, cutoff=MISSPELT):
            raise UsageError(
                f"{path}, line {own[name].__code__.co_firstlineno}: {name} replaces no rule: did "
                f"you mean {meant[0]}?"
            )


def first_changed(known: Mapping[str, str], named: Iterable[str]) -> str | None:
    """Return a file that is not what it was, or that is named and was not known, if one is."""
    for path, before in known.items():
        try:
            content = read_regular(Path(path))
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
        if code_of(path, content) != before:
            return path
    return next((path for path in named if str(Path(path)) not in known), None)
