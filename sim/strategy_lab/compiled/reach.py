"""What a compiled function reaches in the sources, as a hash: the name of its kept machine code.

Sources are read as statements of modules, without importing them. A function reaches the statement
that defines it, every statement that defines a name in one that it reaches, and so on through all
modules of its package and of this one. Importing a module may also register something with numba
that no name leads to. So a function reaches, in all modules that are imported along with its own,
what may register something: every statement that calls anything, where numba is imported at all.

Docstrings, comments, annotations and sentences play no part: neither those in a table (so no table
may hold source code), nor those of an exception, although compiled code holds them. It raises the
old sentence until it is compiled again.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from opcode import hasconst, opmap
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple
from uuid import uuid4

from strategy_lab.compiled.toolchain import PACKAGE, keep, read_kept

ATOMS: dict[type, Callable[[Any], Any]] = {
    **{int: hex, float: float.hex, complex: repr, bool: str, str: str, bytes: bytes},
    **{type(None): str, type(...): str, type(NotImplemented): str},
}
"""How values are written that hold nothing else."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINING = (*FUNCTIONS, ast.ClassDef)
DOCUMENTED = (ast.Module, *DEFINING)

REGISTER_NOTHING = {
    *("abc:abstractmethod", "contextlib:contextmanager", "dataclasses:dataclass"),
    *("functools:cache", "functools:lru_cache", "functools:wraps", "numba:njit"),
    *("numba.extending:intrinsic", "typing:overload"),
    *(
        f"strategy_lab.compiled.caching:{name}"
        for name in ("compiled", "inlined", "step", "allocating_step")
    ),
}
"""Decorators after which a function is reached by its name alone."""

TABLES = (ast.Dict, ast.List, ast.Set, ast.Tuple)

LOOKING_UP = {"vars", "getattr", "dir", "__dict__"}  # with them code may reach anything in a module
TELL = {"tell", "tell_compiling", "print", "warn"}  # functions that take sentences


def code_text(source: str | bytes) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


@cache
def code_hash(code: CodeType) -> tuple[str, frozenset[str]]:
    """Return a hash of code without its place and docstring, and the names and texts in it."""
    words, constants = {*code.co_names}, []
    for constant in code.co_consts[_has_docstring(code) :]:
        if isinstance(constant, CodeType):
            digest, inner = code_hash(constant)
            words |= inner
            constants.append(("code", digest))
        else:
            words |= {constant} if isinstance(constant, str) else set()
            constants.append(_constant(constant))
    parts = (
        *(code.co_name, code.co_code, code.co_exceptiontable, code.co_flags, constants),
        *(code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        *(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest(), frozenset(words)


def _constant(value: Any) -> Any:
    kind = type(value)
    if kind is tuple:
        return "tuple", *map(_constant, value)
    if kind is frozenset:
        return "frozenset", *sorted(repr(_constant(each)) for each in value)
    return kind.__name__, ATOMS.get(kind, repr)(value)


def _has_docstring(code: CodeType) -> bool:
    """Return whether the first constant is a text that no instruction reads."""
    if not code.co_consts or not isinstance(code.co_consts[0], str):
        return False
    pairs = list(zip(code.co_code[::2], code.co_code[1::2], strict=True))
    before = [0, *(operation for operation, _ in pairs)]
    return not any(
        operation in hasconst and argument == 0 and prefix != opmap["EXTENDED_ARG"]
        for (operation, argument), prefix in zip(pairs, before, strict=False)
    )


class Statement(NamedTuple):
    digest: str  # of its code; nothing of an import or a text
    defines: set[str]
    words: frozenset[str]  # the names in it, and the texts that could be names
    imports: dict[str, str]  # module:name, or module, by the name that is given to it
    is_run: bool  # when the module is imported, rather than only defining something


class Module:
    """The statements of a module of this package or of a game's, read from its file."""

    def __init__(self, name: str, file: Path) -> None:
        with file.open("rb") as opened:
            status, self._content = os.fstat(opened.fileno()), opened.read()
        self._file = file
        self.digest = hashlib.sha256(self._content).hexdigest()[:24]
        # Whether no process that began with this one can have imported another.
        self.is_loaded = max(status.st_mtime, status.st_ctime) < _started
        self._package = name if file.name == "__init__.py" else name.rpartition(".")[0]

    @cached_property
    def _body(self) -> list[ast.stmt]:
        return [
            node for node in ast.parse(self._content, self._file).body if not _is_for_types(node)
        ]

    @cached_property
    def imports(self) -> set[str]:
        """What it imports when it is imported: modules, and names in modules."""
        nodes = [node for node in self._body if not isinstance(node, FUNCTIONS)]
        parts = (n.body if isinstance(n, ast.ClassDef) else ast.walk(n) for n in nodes)
        return {target for part in parts for _, target in _imported(part, self._package)}

    @cached_property
    def statements(self) -> list[Statement]:
        own = dict(_imported(self._body, self._package))
        flags = __future__.annotations.compiler_flag if "annotations" in own else 0
        statements = []
        for node in self._body:
            nodes = list(ast.walk(node))
            within = dict(_imported(nodes, self._package))
            digest, words = "", frozenset[str]()
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not (isinstance(node, ast.Import | ast.ImportFrom) or is_text):
                if isinstance(getattr(node, "value", None), TABLES):
                    _remove_sentences(node)
                for each in nodes:
                    _remove_words(each)
                code = compile(ast.Module([node], []), "", "exec", flags, dont_inherit=True)
                digest, words = code_hash.__wrapped__(code)
            named = {node.name} if isinstance(node, DEFINING) else set(_stored(nodes))
            is_run = _is_run(node, nodes, own)
            statements.append(Statement(digest, {*named, *within}, words, within, is_run))
        return statements

    @cached_property
    def defined(self) -> dict[str, list[int]]:
        defined: dict[str, list[int]] = {}
        for number, statement in enumerate(self.statements):
            for each in statement.defines:
                defined.setdefault(each, []).append(number)
        return defined


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def _imported(nodes: Iterable[ast.AST], package: str) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            for each in node.names:
                yield each.asname or each.name.partition(".")[0], each.name
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (above, node.module)))
            for each in node.names:
                yield each.asname or each.name, f"{module}:{each.name}"


def _remove_words(node: ast.AST) -> None:
    """Remove docstrings, annotations and sentences: machine code has those of exceptions only."""
    if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    if isinstance(node, ast.arg):
        node.annotation = None
    elif isinstance(node, FUNCTIONS):
        node.returns = None
    elif isinstance(node, ast.AnnAssign):
        text = ast.Constant(f": {ast.unparse(node.annotation)}")
        node.annotation = ast.copy_location(text, node.annotation)
    elif isinstance(node, ast.Raise) and node.exc is not None:
        _remove_sentences(node.exc)
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", _name(node.func)) in TELL:
        _remove_sentences(node)


def _remove_sentences(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = "a sentence"


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _stored(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, DEFINING):
            yield node.name


def _is_run(node: ast.stmt, nodes: Iterable[ast.AST], imports: dict[str, str]) -> bool:
    """Return whether a statement calls something that may register what no name leads to."""
    if isinstance(node, DEFINING):
        return not all(_registers_nothing(each, imports) for each in node.decorator_list)
    return any(isinstance(each, ast.Call) for each in nodes)


def _registers_nothing(decorator: ast.expr, imports: dict[str, str]) -> bool:
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(function, ast.Attribute):
        name = f"{imports.get(_name(function.value))}:{function.attr}"
    else:
        name = imports.get(_name(function), "")
    return name in REGISTER_NOTHING


@cache
def _file_of(name: str) -> Path:
    spec = find_spec(name.partition(".")[0])
    if spec is None or spec.origin is None:
        return Path()
    place = (
        Path(spec.origin).parents[bool(spec.submodule_search_locations)].joinpath(*name.split("."))
    )
    package = place / "__init__.py"
    return package if package.exists() else place.with_name(f"{place.name}.py")


_started = time.time()


@cache
def _module(name: str) -> Module | None:
    """Return a module as its file is when it is first read."""
    try:
        return Module(name, _file_of(name))
    except OSError:
        return None


class Reach:
    """What a module reaches in its package and in this one."""

    def __init__(self, module: str, names: Iterable[str]) -> None:
        self._packages = frozenset({module.partition(".")[0], PACKAGE.name})
        self._waiting: list[tuple[str, int]] = []  # statements: their modules and numbers there
        self._followed: set[tuple[str, frozenset[str]]] = set()
        self._imported, self._entered = set[str](), set[str]()
        self._seen = set[tuple[str, int]]()
        self._meant: set[str] = set()
        if (root := self._own(module)) is not None:
            self._enter(module)
            for name in names or root.defined:
                self._name(module, name, frozenset())
        while self._waiting:
            place = self._waiting.pop()
            statement = self._statements(place[0])[place[1]]
            if place in self._seen or not statement.digest:
                continue
            self._seen.add(place)
            for target in statement.imports.values():
                self._import(target, statement.words)
            found = self._own(place[0])
            for word in statement.words & found.defined.keys() if found else ():
                self._name(place[0], word, statement.words)

    def hash(self) -> str:
        lines = [f"{each} {self._statements(each)[i].digest}" for each, i in sorted(self._seen)]
        return hashlib.sha256("\n".join([*lines, *sorted(self._meant)]).encode()).hexdigest()[:16]

    def digests(self) -> dict[str, str]:
        return _digests(self._entered)

    def _own(self, name: str) -> Module | None:
        return _own(self._packages, name)

    def _statements(self, name: str) -> list[Statement]:
        module = self._own(name)
        return [] if module is None else module.statements

    def _enter(self, name: str) -> None:
        """Reach what is run when a module is imported, wherever numba is imported, too."""
        if name in self._imported:
            return
        self._imported.add(name)
        for each in _imported_along(self._packages, name) - self._entered:
            self._entered.add(each)
            if _runs_numba(self._packages, each):
                runs = enumerate(self._statements(each))
                self._waiting += [(each, number) for number, statement in runs if statement.is_run]

    def _name(self, name: str, word: str, words: frozenset[str]) -> None:
        """Reach what a word means in a module, for code with some words."""
        module = self._own(name)
        for number in () if module is None else module.defined.get(word, ()):
            self._waiting.append((name, number))
            if target := self._statements(name)[number].imports.get(word):
                self._meant.add(f"{name} {word} {target}")
                self._import(target, words)

    def _import(self, target: str, words: frozenset[str]) -> None:
        """Follow an import: of a module, to the words that it defines; in doubt to all of it."""
        home, _, name = target.partition(":")
        if (target, words) in self._followed or home.partition(".")[0] not in self._packages:
            return
        self._followed.add((target, words))
        if name and (module := self._own(home)) is not None:
            self._enter(home)
            self._name(home, name, words)
            if name in module.defined:
                return
        place = target.replace(":", ".")
        inside = self._own(place)
        if inside is None:
            self._all(home)
            return
        self._enter(place)
        found = inside.defined.keys() & words
        for word in found:
            self._name(place, word, words)
        if not found or not LOOKING_UP.isdisjoint(words):
            self._all(place)

    def _all(self, name: str) -> None:
        self._waiting += [(name, number) for number in range(len(self._statements(name)))]


@cache
def _own(packages: frozenset[str], name: str) -> Module | None:
    return _module(name) if name.partition(".")[0] in packages else None


@cache
def _imported_along(packages: frozenset[str], name: str) -> set[str]:
    seen, waiting = set[str](), [name]
    while waiting:
        each = waiting.pop()
        if each in seen or (module := _own(packages, each)) is None:
            continue
        seen.add(each)
        waiting.append(each.rpartition(".")[0])
        for target in module.imports:
            waiting += [target.partition(":")[0], target.replace(":", ".")]
    return seen


@cache
def _runs_numba(packages: frozenset[str], name: str) -> bool:
    """Return whether numba is imported along with a module."""
    along = filter(None, map(_module, _imported_along(packages, name)))
    return any(each.startswith("numba") for module in along for each in module.imports)


def _digests(names: Iterable[str]) -> dict[str, str]:
    found = {name: _module(name) for name in names}
    return {name: module.digest for name, module in found.items() if module is not None}


RULES = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
"""By what modules are read here: what is kept of them is of no use to another version."""


@cache
def reach_hash(module: str, *names: str, file: Path | None = None) -> str:
    """Return a hash of all that names of a module reach; with none, that the module does.

    It is another in each process if the module is not found in its `file`, has no such names, or if
    a source was edited when this process had begun: what it has imported may be older.
    """
    kept = f"{'.'.join((module, *names))}-{RULES}.reach"
    digests: dict[str, str] = {}
    if (content := read_kept(kept)) is not None:
        reached, digests = json.loads(content)
    if not digests or _digests(digests) != digests:
        root = _module(module)
        if root is None or not root.defined.keys() >= {*names}:
            return uuid4().hex
        reach = Reach(module, names)
        reached, digests = reach.hash(), reach.digests()
        keep(kept, json.dumps((reached, digests)).encode())
    is_found = module in digests and (file is None or file == _file_of(module))
    is_sure = is_found and all(each and each.is_loaded for each in map(_module, digests))
    return str(reached) if is_sure else uuid4().hex
