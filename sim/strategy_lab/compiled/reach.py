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
import marshal
import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
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
DOCUMENTED = (ast.Module, *FUNCTIONS, ast.ClassDef)

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

LOOKING_UP = {"vars", "getattr", "dir", "__dict__"}
"""With them code may reach anything in a module."""

TELL = {"tell", "print", "warn"}
"""Functions that take sentences."""


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
    defines: list[str]
    words: list[str]  # the names in it, and the texts that could be names
    imports: dict[str, str]  # module:name, or module, by the name that is given to it
    is_run: bool  # when the module is imported, rather than only defining something


_trees: dict[str, ast.Module] = {}
"""Of modules of which only the imports have been asked for."""


def parse_imports(name: str, source: bytes) -> list[str]:
    """Return what a module imports when it is imported: modules, and names in modules."""
    found = set[str]()
    _trees[name] = ast.parse(source)
    for node in _trees[name].body:
        if _is_for_types(node) or isinstance(node, FUNCTIONS):
            continue
        nodes = node.body if isinstance(node, ast.ClassDef) else ast.walk(node)
        found.update(target for _, target in _imported(nodes, _package_of(name)))
    return sorted(found)


def parse(name: str, source: bytes) -> list[Statement]:
    body, package = (_trees.pop(name, None) or ast.parse(source)).body, _package_of(name)
    imports = dict(_imported(body, package))
    flags = __future__.annotations.compiler_flag if "annotations" in imports else 0
    statements = []
    for node in body:
        if _is_for_types(node):
            continue
        nodes = list(ast.walk(node))
        within = dict(_imported(nodes, package))
        digest, words = "", frozenset[str]()
        if not (isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node)):
            if isinstance(getattr(node, "value", None), TABLES):
                _remove_sentences(node)
            for each in nodes:
                _remove_words(each)
            code = compile(ast.Module([node], []), "", "exec", flags, dont_inherit=True)
            digest, words = code_hash.__wrapped__(code)
        names = [node.name] if isinstance(node, (*FUNCTIONS, ast.ClassDef)) else _stored(nodes)
        statements.append(
            Statement(
                digest,
                sorted({*names, *within}),
                sorted(filter(str.isidentifier, words)),
                within,
                _is_run(node, nodes, imports),
            )
        )
    return statements


def _package_of(name: str) -> str:
    return name if _file_of(name).name == "__init__.py" else name.rpartition(".")[0]


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


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
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            yield node.name


def _is_run(node: ast.stmt, nodes: Iterable[ast.AST], imports: dict[str, str]) -> bool:
    """Return whether a statement calls something that may register what no name leads to."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
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
def _folder_of(package: str) -> str | None:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    return str(Path(spec.origin).parents[bool(spec.submodule_search_locations)])


@cache
def _file_of(name: str) -> Path:
    place = Path(_folder_of(name.partition(".")[0]) or "", *name.split("."))
    package = place / "__init__.py"
    return package if package.exists() else place.with_name(f"{place.name}.py")


Place = tuple[str, int]
"""A statement: its module and its number there."""


class Sources:
    """The modules of a package and of this one, as their files are when they are first read."""

    def __init__(self, package: str) -> None:
        self._packages = {package, PACKAGE.name}
        self._imports: dict[str, list[str] | None] = {}
        self._statements: dict[str, list[Statement]] = {}
        self._defined: dict[str, dict[str, list[int]]] = {}
        self._along: dict[str, set[str]] = {}
        self._run: dict[str, Reach | None] = {}

    @property
    def digests(self) -> dict[str, str]:
        return _digests(name for name, imports in self._imports.items() if imports is not None)

    def is_own(self, target: str) -> bool:
        return target.partition(":")[0].partition(".")[0] in self._packages

    def imports(self, name: str) -> list[str] | None:
        if name not in self._imports:
            self._imports[name] = (
                _read(name, "imports", parse_imports) if self.is_own(name) else None
            )
        return self._imports[name]

    def statements(self, name: str) -> list[Statement]:
        if name not in self._statements:
            read = [] if self.imports(name) is None else _read(name, "statements", parse)
            self._statements[name] = [Statement(*each) for each in read or ()]
        return self._statements[name]

    def defined(self, name: str) -> dict[str, list[int]]:
        if name not in self._defined:
            defined = self._defined[name] = {}
            for number, statement in enumerate(self.statements(name)):
                for each in statement.defines:
                    defined.setdefault(each, []).append(number)
        return self._defined[name]

    def run(self, name: str) -> Reach | None:
        """Return what is reached by what importing a module runs; None if that is being asked."""
        if name not in self._run:
            self._run[name] = None
            reach = Reach(self)
            reach.begin(name)
            reach.follow()
            self._run[name] = reach
        return self._run[name]

    def registered(self, name: str) -> list[Place]:
        """Return what is run when a module is imported, wherever numba is imported, too."""
        return [
            (each, number)
            for each in self.imported_along(name)
            if any(map(self._imports_numba, self.imported_along(each)))
            for number, statement in enumerate(self.statements(each))
            if statement.is_run
        ]

    def imported_along(self, name: str) -> set[str]:
        if name not in self._along:
            seen, waiting = set[str](), [name]
            while waiting:
                each = waiting.pop()
                if each in seen or (imports := self.imports(each)) is None:
                    continue
                seen.add(each)
                waiting.append(each.rpartition(".")[0])
                for target in filter(self.is_own, imports):
                    home, _, inside = target.partition(":")
                    waiting += [home, f"{home}.{inside}"] if inside else [home]
            self._along[name] = seen
        return self._along[name]

    def _imports_numba(self, name: str) -> bool:
        return any(each.startswith("numba") for each in self.imports(name) or ())


class Reach:
    """What is reached so far, and what waits to be looked at."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self.waiting: list[Place] = []
        self.seen, self.modules = set[Place](), set[str]()
        self.named: set[tuple[str, str, int]] = set()
        self.meant: set[str] = set()

    def names(self, module: str, names: Iterable[str]) -> Reach:
        self._enter(module)
        for name in names or self._sources.defined(module):
            self._name(module, name, [])
        self.follow()
        return self

    def follow(self) -> None:
        while self.waiting:
            place = self.waiting.pop()
            statement = self._sources.statements(place[0])[place[1]]
            if place in self.seen or not statement.digest:
                continue
            self.seen.add(place)
            for target in statement.imports.values():
                self._import(target, statement.words)
            for word in statement.words:
                self._name(place[0], word, statement.words)

    def hash(self) -> str:
        statements = self._sources.statements
        lines = [f"{name} {statements(name)[number].digest}" for name, number in sorted(self.seen)]
        return hashlib.sha256("\n".join([*lines, *sorted(self.meant)]).encode()).hexdigest()[:16]

    def begin(self, module: str) -> None:
        self.modules |= self._sources.imported_along(module)
        self.waiting += self._sources.registered(module)

    def _enter(self, module: str) -> None:
        if module in self.modules:
            return
        run = self._sources.run(module)
        if run is None:
            self.begin(module)
            return
        self.seen |= run.seen
        self.modules |= run.modules
        self.named |= run.named
        self.meant |= run.meant

    def _name(self, module: str, name: str, words: list[str]) -> None:
        if (module, name, id(words)) in self.named:
            return
        self.named.add((module, name, id(words)))
        for number in self._sources.defined(module).get(name, ()):
            self.waiting.append((module, number))
            if target := self._sources.statements(module)[number].imports.get(name):
                self.meant.add(f"{module} {name} {target}")
                self._import(target, words)

    def _import(self, target: str, words: list[str]) -> None:
        """Follow an import: of a module, to the words that it defines; in doubt to all of it."""
        if not self._sources.is_own(target):
            return
        home, _, name = target.partition(":")
        if name:
            self._enter(home)
            self._name(home, name, words)
            if name in self._sources.defined(home):
                return
        module = f"{home}.{name}" if name else home
        if self._sources.imports(module) is None:
            self._all(home)
            return
        self._enter(module)
        found = self._sources.defined(module).keys() & words
        for word in found:
            self._name(module, word, words)
        if not found or not LOOKING_UP.isdisjoint(words):
            self._all(module)

    def _all(self, module: str) -> None:
        self.waiting += [
            (module, number) for number in range(len(self._sources.statements(module)))
        ]


class Source(NamedTuple):
    content: bytes
    digest: str
    is_loaded: bool  # whether no process that began with this one can have imported another


_started = time.time()


@cache
def _source(name: str) -> Source | None:
    try:
        with _file_of(name).open("rb") as file:
            status, content = os.fstat(file.fileno()), file.read()
    except OSError:
        return None
    is_loaded = max(status.st_mtime, status.st_ctime) < _started
    return Source(content, hashlib.sha256(content).hexdigest()[:24], is_loaded)


RULES = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
"""By what modules are read here: what is kept of them is of no use to another version."""


def _read(name: str, kind: str, parser: Callable[[str, bytes], Any]) -> Any:
    source = _source(name)
    if source is None:
        return None
    kept = f"{name}-{source.digest}-{RULES}.{kind}"
    if (content := read_kept(kept)) is not None:
        return marshal.loads(content)
    parsed = [
        each if isinstance(each, str) else tuple(each) for each in parser(name, source.content)
    ]
    keep(kept, marshal.dumps(parsed))
    return parsed


_sources = cache(Sources)


@cache
def reach_hash(module: str, *names: str, file: Path | None = None) -> str:
    """Return a hash of all that names of a module reach; with none, that the module does.

    It is another in each process if the module is not found in its `file`, has no such names, or if
    a source was edited when this process had begun: what it has imported may be older.
    """
    kept = f"{'.'.join((module, *names))}-{RULES}.reach"
    digests: dict[str, str] = {}
    if (content := read_kept(kept)) is not None:
        reached, digests = marshal.loads(content)
    if not digests or _digests(digests) != digests:
        sources = _sources(module.partition(".")[0])
        if not sources.defined(module).keys() >= {*names}:
            return uuid4().hex
        reached, digests = Reach(sources).names(module, names).hash(), sources.digests
        keep(kept, marshal.dumps((reached, digests)))
    is_found = module in digests and (file is None or file == _file_of(module))
    found = [_source(name) for name in digests]
    is_sure = is_found and all(each and each.is_loaded for each in found)
    return str(reached) if is_sure else uuid4().hex


def _digests(names: Iterable[str]) -> dict[str, str]:
    found = {name: _source(name) for name in names}
    return {name: source.digest for name, source in found.items() if source}
