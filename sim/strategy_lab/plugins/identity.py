"""What a strategy is: a hash of everything that its functions reach, and of the files it is from.

Machine code is kept under it, and specs, shards, merges, resumes and replays compare it. Nothing is
described: code, closures, defaults, classes, the options of compilers and values are written down
as they are. Each object has a number, so that it counts, too, which names share one. Names are
looked up in all namespaces that are reached. An object that holds what cannot be read makes the
identity unsure: then nothing that was compiled before is used, and the bytes of files count.
"""

from __future__ import annotations

import copyreg
import hashlib
import inspect
import sys
import textwrap
import traceback
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, EnumType
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from types import MappingProxyType as FrozenDict
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from strategy_lab.compiled.caching import CompiledFunction
from strategy_lab.compiled.reach import ATOMS, code_hash, code_text
from strategy_lab.errors import UsageError
from strategy_lab.files.whole_files import read_regular
from strategy_lab.plugins.loading import contents_with, executed_at, library_of, load_file


def source_text(function: FunctionType) -> str:
    try:
        return code_text(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):  # made by exec, or in the middle of an expression
        return ""


def names_in(function: FunctionType) -> frozenset[str]:
    return code_hash(function.__code__)[1]


KNOWN = {*sys.stdlib_module_names, "forsale_sim", "llvmlite", "numba", "numpy"}
"""Packages whose versions are compared wherever an identity is. forsale_sim stays among them:
the hashes of strategies in saved runs depend on it."""

BY_PYTHON = {
    *("__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__firstlineno__"),
    *("__static_attributes__", "__annotations__", "__annotate__", "__annotate_func__"),
    *("__annotations_cache__", "__orig_bases__", "__parameters__", "_abc_impl"),
}
"""What Python adds to a class, and plays no part in what its objects do."""

BASES = (tuple, list, dict, set, frozenset, str, bytes, int, float, complex)

MOST_OBJECTS = 100_000
"""More are not followed, as they would be if a strategy reached the insides of a large library."""

Parts: TypeAlias = tuple[Any, ...]

_unsure = count()


@dataclass(frozen=True)
class Identity:
    """What functions are, with all that they reach."""

    text: str
    """A hash, the same in every process and wherever the files are. Comments and docstrings make no
    difference if it is sure."""

    key: str
    """What compiled code is kept by. It changes with every byte of the files that were executed for
    the functions, too, and what is not sure never has the same again."""

    sure: bool  # whether everything that they reach could be read
    functions: tuple[FunctionType, ...]
    """All Python functions that they may call, but those of this package, of numba and of NumPy."""

    dispatchers: tuple[Any, ...]  # what numba compiles of what they may call
    named: frozenset[tuple[str, str]]
    """What libraries it names: modules, and what in them, if not the module itself."""

    calls_compiled: bool  # whether plain Python calls compiled code in them, too


def identity_of(*functions: Callable[..., Any]) -> Identity:
    """Return what functions are now: what they read may change."""
    return _Graph(functions).identity()


def portable_hash(*functions: Callable[..., Any]) -> str:
    """Return a hash on which all versions of Python agree: of source text in the place of code."""
    return _Graph(functions, of_text=True).identity().text


def unwrap(value: Any) -> Any:
    return getattr(value, "py_func", value)


class _Graph:
    def __init__(self, roots: Parts, *, of_text: bool = False) -> None:
        self._roots, self._of_text = roots, of_text
        self._homes = set(_homes(roots)) - KNOWN
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no other object gets the address of one
        self._waiting: deque[Any] = deque()
        self._words = {"__getattr__"}
        self._namespaces: list[tuple[dict[str, Any], set[str]]] = []
        self._lines: list[str] = []
        self._files: set[tuple[str, str]] = set()
        self._functions: list[FunctionType] = []
        self._dispatchers: list[Any] = []
        self._named_in: set[tuple[str, str]] = set()
        self._sure, self._calls_compiled = True, False
        self._known: tuple[tuple[Any, Callable[[Any], Parts]], ...] = (
            (FunctionType, self._function),
            (type, self._class),
            (ModuleType, self._module),
            (CellType, lambda cell: ("cell", *_contents(cell))),
            (CodeType, lambda code: ("code", self._code(code))),
            (MethodType, lambda method: ("method", method.__func__, method.__self__)),
            (BuiltinFunctionType, self._built_in),
            (MethodWrapperType, lambda method: ("method", method.__name__, method.__self__)),
            (CompiledFunction, self._compiled),
            (Enum, _member),
            (np.dtype, _dtype),
            (np.ufunc, lambda function: self._named(function, "numpy", function.__name__)),
            ((np.ndarray, np.generic, FrozenDict, *BASES), self._instance),
            ((staticmethod, classmethod), lambda method: (type(method), method.__func__)),
            (property, lambda held: ("property", held.fget, held.fset, held.fdel)),
            (type(_version), _cached),
        )

    def identity(self) -> Identity:
        try:
            self._write(self._roots)
            while self._waiting or self._look_up():
                self._write(self._parts(self._waiting.popleft()) if self._waiting else ())
        except RecursionError:
            self._sure = False
        if len(self._numbers) > MOST_OBJECTS:
            self._sure = False
        contents = {_sha256(each) for file in self._files for each in contents_with(*file)}
        text = _sha256("\n".join(self._lines).encode())
        key = _sha256(" ".join((text, *sorted(contents))).encode())
        return Identity(
            text=text if self._sure else key,
            key=key if self._sure else f"{key} {next(_unsure)}",
            sure=self._sure,
            functions=tuple(self._functions),
            dispatchers=tuple(self._dispatchers),
            named=frozenset(self._named_in),
            calls_compiled=self._calls_compiled,
        )

    def _look_up(self) -> bool:
        """Write what names mean in the namespaces that are reached; return whether there are any.

        All names in code count in all of them, and so do texts, which `getattr` may look up.
        """
        before = len(self._lines)
        for namespace, seen in list(self._namespaces):
            new = self._words - seen
            seen.update(new)
            if meant := [(name, namespace[name]) for name in sorted(new) if name in namespace]:
                self._write((self._number(namespace), *meant))
        return len(self._lines) > before

    def _write(self, parts: Parts) -> None:
        self._lines.append(repr(tuple(map(self._node, parts))))

    def _node(self, value: Any) -> Any:
        kind = type(value)
        if kind in ATOMS:
            return kind.__name__, ATOMS[kind](value)
        if kind is tuple:
            return "tuple", *map(self._node, value)
        if id(value) not in self._numbers and len(self._numbers) < MOST_OBJECTS:
            self._waiting.append(value)
        return self._number(value)

    def _number(self, value: Any) -> int:
        if id(value) not in self._numbers:
            self._numbers[id(value)] = len(self._numbers)
            self._kept.append(value)
        return self._numbers[id(value)]

    def _parts(self, value: Any) -> Parts:
        kind = type(value)
        for known, parts in self._known:
            if issubclass(kind, known):
                return parts(value)
        module = _module_of(kind)
        if module.startswith("numba."):
            return self._of_numba(value)
        if hasattr(kind, "__objclass__"):
            return "descriptor", value.__objclass__, value.__name__
        if not self._is_foreign_module(module):
            return self._instance(value)
        # A strategy's class may say that it is a library's, and tell pickle anything.
        own = () if self._is_foreign(kind) else self._instance(value)
        return *self._made(value), *own

    def _function(self, function: FunctionType) -> Parts:
        file = function.__code__.co_filename
        if self._is_foreign(function):
            return self._named(function)
        if not self._is_foreign_file(file):
            self._files.add((str(function.__globals__.get("__name__")), file))
            self._functions.append(function)
        return (
            *("function", function.__qualname__, self._code(function.__code__, function)),
            *(function.__defaults__, function.__kwdefaults__, function.__closure__),
            *(vars(function) or None, self._space(function.__globals__)),
            self._space(cast("Any", function).__builtins__),
        )

    def _built_in(self, function: Any) -> Parts:
        if isinstance(function.__self__, ModuleType | None):
            return self._named(function)
        return "method", function.__name__, function.__self__

    def _space(self, namespace: dict[str, Any]) -> int:
        if id(namespace) not in self._numbers:
            self._namespaces.append((namespace, set()))
        return self._number(namespace)

    def _code(self, code: CodeType, function: FunctionType | None = None) -> str:
        digest, words = code_hash(code)
        self._words |= words - {"__name__"}  # which says where a strategy's file is
        return (self._of_text and function and source_text(function)) or digest

    def _class(self, cls: type) -> Parts:
        if self._is_foreign(cls):
            return self._named(cls)
        self._add_file_of(_module_of(cls))
        members = {name: each for name, each in vars(cls).items() if name not in BY_PYTHON}
        if isinstance(cls, EnumType):
            members = {name: each for name, each in members.items() if not _is_of_enum(name)}
            named: Mapping[str, Enum] = cls.__members__
            members |= {name: member.value for name, member in named.items()}
        return "class", cls.__qualname__, type(cls), cls.__bases__, tuple(members.items())

    def _module(self, module: ModuleType) -> Parts:
        if self._is_foreign_module(module.__name__):
            return self._named(module)
        self._add_file_of(module.__name__)
        return "module", self._space(vars(module))

    def _instance(self, value: Any) -> Parts:
        """Return all that an object of an own class holds, whatever it says to pickle."""
        kind = type(value)
        slots = [name for cls in kind.__mro__ for name in _slots(cls)]
        held = [(name, getattr(value, name)) for name in slots if hasattr(value, name)]
        held += getattr(value, "__dict__", {}).items()
        libraries = any(map(self._is_foreign, {*kind.__mro__} - {object, *BASES}))
        more = self._made(value) if libraries else ()
        return "object", kind, tuple(held), self._held(value), more

    def _held(self, value: Any) -> Parts:
        """Return what a collection, array, number or text holds; nothing for other objects."""
        if isinstance(value, dict | FrozenDict):
            return tuple(value.items() if type(value) is FrozenDict else dict.items(value))
        if isinstance(value, set | frozenset):  # whose order is another in each process
            elements = list(value)
            self._sure &= all(map(_is_plain, elements))
            return tuple(sorted(repr(self._node(each)) for each in elements if _is_plain(each)))
        if isinstance(value, np.ndarray | np.generic):
            return _array(np.asarray(value))
        base: Any = next((base for base in BASES if isinstance(value, base)), None)
        if base in {tuple, list}:
            return tuple(base.__iter__(value))
        return () if base is None else (base.__new__(base, value),)

    def _of_numba(self, value: Any) -> Parts:
        """Return a type of numba, or a function that it will compile; else nobody can be sure.

        What has been compiled already, since its types were given, may hold what is gone by now.
        """
        self._calls_compiled = True
        kinds = {cls.__name__ for cls in type(value).__mro__ if _module_of(cls)[:6] == "numba."}
        if "Type" in kinds:
            return type(value).__name__, value.key
        if "Dispatcher" not in kinds or not value._can_compile:
            return self._unknown(value)
        self._dispatchers.append(value)
        pipeline = value._compiler.pipeline_class
        return type(value).__name__, value.py_func, value.targetoptions, value.locals, pipeline

    def _compiled(self, function: CompiledFunction) -> Parts:
        self._calls_compiled = True
        return "compiled", function.file

    def _made(self, value: Any) -> Parts:
        """Return the parts of which an object of a library can be made again, as pickle does."""
        reduce = copyreg.dispatch_table.get(type(value))
        made: Any
        try:
            made = value.__reduce_ex__(4) if reduce is None else reduce(value)
        except Exception:  # a library may fail in any way
            return self._unknown(value)
        if isinstance(made, str):
            return self._named(value, "", made)
        function, arguments, *rest = made
        return (
            "made",
            function,
            arguments,
            *(tuple(each) if isinstance(each, Iterator) else each for each in rest),
        )

    def _named(self, value: Any, module: str = "", name: str = "") -> Parts:
        if isinstance(value, ModuleType):
            module = value.__name__
        else:
            module = module or _module_of(value)
            name = name or str(getattr(value, "__qualname__", ""))
            if not (self._is_foreign_module(module) and _is_found(value, module, name)):
                return self._unknown(value)
        package = module.partition(".")[0]
        self._named_in.add((module, name))
        edition = "" if package in KNOWN else _version(package)
        return self._unknown(value) if edition is None else ("name", module, name, edition)

    def _unknown(self, value: Any) -> Parts:
        self._sure = False
        return "unknown", type(value).__qualname__

    def _is_foreign(self, value: type | FunctionType) -> bool:
        module, name = _module_of(value), value.__qualname__
        return self._is_foreign_module(module) and _is_found(value, module, name)

    def _is_foreign_module(self, name: str) -> bool:
        file = getattr(sys.modules.get(name), "__file__", None)
        return name.partition(".")[0] in KNOWN if file is None else self._is_foreign_file(file)

    def _is_foreign_file(self, file: str) -> bool:
        """Return whether a file is a library's, and not of a package with one of the functions."""
        return (library := library_of(file)) is not None and library not in self._homes

    def _add_file_of(self, module: str) -> None:
        file = getattr(sys.modules.get(module), "__file__", None)
        if file is not None:
            self._files.add((module, file))


def _homes(roots: Iterable[Any]) -> Iterator[str]:
    """Yield the installed packages that functions are from: of mixtures, those of the members."""
    for root in map(unwrap, roots):
        function = getattr(root, "__func__", root)
        if not isinstance(function, FunctionType):
            yield _module_of(type(root)).partition(".")[0]
            continue
        reached = [function]
        if function.__code__.co_filename.startswith("<"):
            reached += map(unwrap, function.__globals__.values())
        files = (getattr(getattr(each, "__code__", None), "co_filename", "") for each in reached)
        yield from filter(None, map(library_of, files))


def _module_of(value: Any) -> str:
    return str(getattr(value, "__module__", ""))


def _contents(cell: CellType) -> Parts:
    try:
        return (cell.cell_contents,)
    except ValueError:  # it is empty
        return ()


def _cached(function: Any) -> Parts:
    return "cached", function.__wrapped__, tuple(function.cache_parameters().items())


def _member(member: Any) -> Parts:
    held = tuple(each for each in vars(member).items() if not _is_of_enum(each[0]))
    return "member", type(member), member.name, member.value, held


def _is_of_enum(name: str) -> bool:
    return name[0] == name[-1] == "_" and name[:2] != "__" and name != "_missing_"


def _array(array: Any) -> Parts:
    flags = array.flags
    layout = flags.c_contiguous, flags.f_contiguous, flags.writeable, flags.aligned
    content = tuple(array.flat) if array.dtype.hasobject else _sha256(array.tobytes())
    return array.dtype, array.shape, layout, content


def _dtype(dtype: Any) -> Parts:
    return "dtype", repr(dtype), dtype.str, dtype.itemsize, dtype.isalignedstruct


def _slots(cls: type) -> Iterator[str]:
    slots = vars(cls).get("__slots__", ())
    for name in (slots,) if isinstance(slots, str) else slots:
        private = name.startswith("__") and not name.endswith("__")
        yield f"_{cls.__name__.lstrip('_')}{name}" if private else name


def _is_plain(value: Any) -> bool:
    return type(value) in ATOMS or (type(value) is tuple and all(map(_is_plain, value)))


def _is_found(value: Any, module: str, name: str) -> bool:
    found: Any = sys.modules.get(module)
    for part in name.split("."):
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


MISSPELT = 0.8
"""How alike a name and a rule are from which on somebody who wrote the one meant the other."""

HELD = {"path", "source", "files"}
"""The keys of what JSON holds of a file of rules."""


class RuleFile(NamedTuple):
    functions: Mapping[str, Callable[..., Any]]
    says: str | None
    source: str
    files: Mapping[str, str]


def load_rules(path: str, names: Collection[str], known: Mapping[str, str] | None) -> RuleFile:
    """Return the functions of a file that replace rules.

    `path`: of the file. `names`: of the rules that can be replaced. `known`: what code was executed
    before, by file: nothing is, if it is not that.
    """
    if known is not None:
        check_files(path, known)
    own = _existing(path).resolve()
    try:
        module = load_file(own)
    except Exception as error:
        if isinstance(error, SyntaxError) and error.filename:
            where, said = f"{error.filename}, line {error.lineno}", error.msg
        else:
            calls = traceback.extract_tb(error.__traceback__)
            theirs = [call for call in calls if Path(call.filename).is_relative_to(own.parent)]
            last = (theirs or calls)[-1]
            where, said = f"{last.filename}, line {last.lineno}", str(error)
        raise UsageError(f"{where}: {type(error).__name__}: {said}") from error
    functions = {
        name: value
        for name, value in vars(module).items()
        if name in names and isinstance(value, FunctionType)
    }
    _check_spelling(path, module, set(names) - functions.keys())
    identity = identity_of(*functions.values())
    if not identity.sure:
        raise UsageError(
            f"{path}: its functions reach what cannot be compared, so no result could be relied "
            "on: let them use numbers, texts and collections of these"
        )
    says = getattr(module, "says", None)
    files = {file: _code_of(file, content) for file, content in executed_at(Path(path)).items()}
    return RuleFile(functions, None if says is None else str(says), identity.text, files)


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


def held_rules(held: Any) -> Iterator[dict[str, Any]]:
    """Yield what JSON holds of each file of rules: its ``path``, ``source`` and ``files``."""
    if isinstance(held, dict) and held.keys() == HELD:
        yield held
    elif isinstance(held, dict | list):
        for value in held.values() if isinstance(held, dict) else held:
            yield from held_rules(value)


def check_files(path: str, known: Mapping[str, str]) -> None:
    """Check that the files behind rules are what they were, before any of them is executed."""
    for file, before in known.items():
        if _code_of(file, read_regular(_existing(file))) != before:
            raise changed(path, file)
    if str(Path(path)) not in known:
        raise changed(path)


def changed(path: str, file: str = "") -> UsageError:
    where = f" in {file}" if file and file != path else ""
    return UsageError(
        f"the rules of {path} have changed{where} since games were played by them: bring them "
        "back as they were, or play a run of its own by the new ones"
    )


def _existing(path: str) -> Path:
    if not Path(path).is_file():
        raise UsageError(f"code: there is no file {path!r}: check the path")
    return Path(path)


def _code_of(path: str, content: bytes) -> str:
    try:
        text = code_text(content)
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error
    return hashlib.sha256(text.encode()).hexdigest()
