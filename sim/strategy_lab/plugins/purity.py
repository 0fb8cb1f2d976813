"""Whether a strategy is a function of its view: what its decisions reach is read, not run.

From a decision on, each function that is reached is gone through once: what its names stand for is
looked up where it would find it, and a function, a class, an object or a table that it names is
reached, too. Of an object, its methods and attributes are reached that are named anywhere. What
answers something else each time is refused with its line, and what cannot be read is told as open.

What a decision changes is read where it changes a global outright. The rest is seen in games: what
lives on must be the same after them (`simulation.replaying.Lasting`).
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import importlib
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from strategy_lab.compiled.toolchain import keep, read_kept
from strategy_lab.errors import UsageError
from strategy_lab.plugins import changing
from strategy_lab.plugins.changing import (
    CONTAINERS,
    GENERATOR,
    NOT_READ,
    READABLE,
    SEEDED,
    change_in,
    elements,
    full_name,
    holds_texts,
    is_harmless,
    package_of,
    python_function,
    source_of_change,
)
from strategy_lab.plugins.loading import library_of
from strategy_lab.program import offered

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition


class Place(NamedTuple):
    what: str  # is done there, after "it"
    file: str
    line: int

    def __str__(self) -> str:
        return f"it {self.what} ({self.file}, line {self.line})"


@dataclass(frozen=True)
class Reading:
    refused: tuple[Place, ...]  # what no function of a view does
    open: tuple[Place, ...]  # what cannot be read
    functions: int  # that were read


class ImpureError(UsageError):
    """A strategy is no function of its view; the message says what it does, and where."""


RULES = hashlib.sha256(
    b"".join(Path(str(file)).read_bytes() for file in (__file__, changing.__file__))
).hexdigest()[:8]
"""By what functions are read: what is kept of them is of no use to another version."""

_found: dict[tuple[int, ...], tuple[Any, Reading]] = {}
"""What was found of functions, by `id`; those of a session may reach something else by now."""


def reading_of(
    functions: Sequence[Callable[..., Any]], identity: str, game: GameDefinition
) -> Reading:
    """Return what a strategy's decisions do that no function of a view does.

    `identity`: a hash of all that they reach, by which it is kept that they are pure; empty if that
    is not known.
    """
    key = tuple(map(id, functions))
    if key in _found and not any(each.__module__ == "__main__" for each in functions):
        return _found[key][1]
    kept = f"{hashlib.sha256(f'{identity} {RULES}'.encode()).hexdigest()[:24]}.pure"
    if identity and (content := read_kept(kept)) is not None:
        reading = Reading((), (), int(content))
    else:
        reader = _Reader(functions, game)
        if not identity and (first := python_function(functions[0])) is not None:
            reader.leave(_place_of(first, "reads objects of which it is not known what they hold"))
        reading = reader.reading()
        if identity and not (reading.refused or reading.open):
            keep(kept, str(reading.functions).encode())
    _found[key] = functions, reading
    return reading


def refuse_impure(name: str, reading: Reading) -> None:
    if reading.refused:
        place = reading.refused[0]
        raise ImpureError(
            f"strategy {name!r} is no function of its view, so its games would not be the same "
            f"twice: {place}. {_way_out(place.what)}"
        )


def _way_out(what: str) -> str:
    if what.startswith(GENERATOR):
        return "Draw its numbers by view.random_below(n) or view.random()"
    if LIVES_ON in what:
        return KEEP_NOTHING
    if what.startswith(IN_ORDER):
        return "Sort it, or write a list"
    return "Answer by the view alone; what else is needed can be made when the file is loaded"


LIVES_ON = "which lives on after the decision"
KEEP_NOTHING = "Keep nothing from one decision to the next: make it anew, or by functools.cache"
IN_ORDER = "goes by the order of a set of texts"
HASH = "reads the hash of a text, which differs by process"
UNNAMED = {"__dict__", "__globals__", "__closure__", "__defaults__", "__subclasses__", "cache_info"}
"""Attributes by which a function reaches what it does not name."""

ORDERED = {
    *("list", "tuple", "iter", "next", "enumerate", "zip", "map", "filter", "join", "extend"),
    *("fromkeys", "reversed", "pop", "str", "repr", "format"),
}
"""Functions and methods whose answers depend on the order of a set."""

UNORDERED = {"sorted", "any", "all", "len", "sum", "min", "max", "set", "frozenset"}
"""Functions whose answers do not."""

OF_TEXTS = {
    *("list", "tuple", "sorted", "reversed", "iter", "next", "enumerate", "zip", "max", "min"),
    *("get", "pop", "copy", "keys", "values", "items"),
}
"""Functions and methods that answer texts, if they are given some."""

TEXTS = {"join", "str", "repr", "format", "chr", "bytes", "ascii", "hex", "bin", "oct"}

SETS = {
    *(
        "union",
        "copy",
        "intersection",
        "difference",
        "symmetric_difference",
        "update",
        "isinstance",
    ),
    *("issubset", "issuperset", "isdisjoint"),
}
"""Functions and methods that answer sets, or take them, whatever their order."""

WRAPPERS = (
    *(MethodType, staticmethod, classmethod, property),
    *(functools.cached_property, functools.partial, functools.partialmethod),
)
WRAPPED = ("__self__", "__func__", "fget", "func", "args", "keywords")

MAKING = ("__new__", "__init__", "__post_init__")

NOT_OPERATORS = {
    *(*MAKING, "__repr__", "__str__", "__del__", "__reduce__", "__init_subclass__"),
    *("__class_getitem__", "__getstate__", "__setstate__"),
}


class Value(NamedTuple):
    """What is known of an expression.

    `objects`: what it may be of what is there before the decision. `is_set`: whether it may be a
    set, or a mapping made from one; `has_texts`: whether it may be a text, or hold some.
    """

    objects: tuple[Any, ...] = ()
    is_set: bool = False
    has_texts: bool = False

    @property
    def is_unordered(self) -> bool:
        """Whether it goes through its elements in an order that depends on the process."""
        return self.is_set and self.has_texts

    def joined(self, other: Value) -> Value:
        known = {id(each) for each in self.objects}
        new = (each for each in other.objects if id(each) not in known)
        is_set, has_texts = self.is_set or other.is_set, self.has_texts or other.has_texts
        return Value((*self.objects, *new), is_set, has_texts)


UNKNOWN = Value()


def _value_of(*objects: Any) -> Value:
    sets = any(isinstance(each, set | frozenset) and len(each) > 1 for each in objects)
    return Value(objects, sets, any(map(holds_texts, objects)))


class _Reader:
    """Goes from the decisions of a strategy to all that they reach."""

    def __init__(self, functions: Sequence[Callable[..., Any]], game: GameDefinition) -> None:
        homes = [home for home in map(python_function, functions) if home is not None]
        self._own = {library_of(home.__code__.co_filename) for home in homes} | {None}
        self._own |= {point.module.partition(".")[0] for point in offered(game.strategies)}
        self._readable = READABLE | {game.package.name}
        self._refused: list[Place] = []
        self._open: list[Place] = []
        self._seen: dict[int, Any] = {}
        self._waiting: list[FunctionType] = []
        self._owners: list[Any] = []  # classes of the author's, and objects of them
        self._words: dict[str, Place] = {}  # names of attributes, and where they are first named
        for function in functions:
            self.reach(function, Place("", "", 0))

    def reading(self) -> Reading:
        codes = set[Any]()
        while self._waiting:
            function = self._waiting.pop()
            codes.add(function.__code__)
            try:
                _Body(self, function).read()
            except RecursionError:
                self.leave(_place_of(function, "is too deep to be read"))
        refused, unread = (tuple(dict.fromkeys(each)) for each in (self._refused, self._open))
        return Reading(refused, unread, len(codes))

    def refuse(self, place: Place) -> None:
        self._refused.append(place)

    def leave(self, place: Place) -> None:
        self._open.append(place)

    def is_own(self, value: Any) -> bool:
        """Return whether it is a function or a class that is read, and no library's."""
        if isinstance(value, type):
            file = getattr(sys.modules.get(value.__module__), "__file__", None)
            return file is not None and library_of(file) in self._own
        inner = python_function(value)
        return inner is not None and library_of(inner.__code__.co_filename) in self._own

    def reach(self, value: Any, place: Place) -> None:
        """Reach what is named in a place, whose `what` is how it is named there."""
        if (why := change_in(value)) is not None:
            self.refuse(place._replace(what=f"{why} ({place.what})"))
        elif id(value) not in self._seen:
            self._seen[id(value)] = value
            for each in self._parts(value, place):
                self.reach(each, place)

    def _parts(self, value: Any, place: Place) -> Iterable[Any]:
        """Yield what is reached along with a value."""
        if isinstance(value, WRAPPERS):
            yield from (getattr(value, name) for name in WRAPPED if hasattr(value, name))
        elif isinstance(value, type) and self.is_own(value):
            yield type(value)
            yield from self._enter(value)
            yield from self._named(value, MAKING)
        elif self.is_own(value):
            self._waiting += filter(None, [python_function(value)])
        elif self.is_own(type(value)):
            yield from self._enter(value)
            yield from elements(value)
        elif isinstance(value, CONTAINERS):
            if any(isinstance(each, ModuleType) for each in elements(value)):
                self.leave(place._replace(what=f"reaches modules by a table ({place.what})"))
            yield from elements(value)
        else:
            self._see_to_library(value, place)

    def _enter(self, owner: Any) -> Iterator[Any]:
        self._owners.append(owner)
        yield from self._named(owner, self._words)
        for cls in self._classes(owner):
            for name, member in vars(cls).items():
                if name[:2] == "__" == name[-2:] and name not in NOT_OPERATORS:
                    yield from [member] if isinstance(member, FunctionType) else []

    def _named(self, owner: Any, names: Iterable[str]) -> list[Any]:
        """Return the attributes of an object or a class that have one of some names."""
        spaces: list[Any] = [*map(vars, self._classes(owner))]
        spaces += [] if isinstance(owner, type) else [getattr(owner, "__dict__", {})]
        return [space[name] for name in names for space in spaces if name in space]

    def _classes(self, owner: Any) -> list[type]:
        kind = owner if isinstance(owner, type) else type(owner)
        return [cls for cls in kind.__mro__ if self.is_own(cls)]

    def attribute(self, name: str, place: Place) -> list[Any]:
        """Return what a name may be an attribute of whatever object of the author's."""
        found = [each for owner in self._owners for each in self._named(owner, [name])]
        if name not in self._words:
            self._words[name] = place
            for each in found:
                self.reach(each, place)
        return found

    def _see_to_library(self, value: Any, place: Place) -> None:
        full = full_name(value)
        if full in NOT_READ:
            self.leave(place._replace(what=f"{NOT_READ[full]} ({full})"))
        elif package_of(value) not in self._readable and not is_harmless(full):
            what = full or f"an object of {type(value).__module__}.{type(value).__qualname__}"
            self.leave(place._replace(what=f"uses {what}, which is not read"))


class _Body(ast.NodeVisitor):
    """A function's statements; `visit` returns a `Value` of an expression of which it knows one.

    What a name of the function's own stands for is what it is ever set to, in whatever order.
    """

    def __init__(self, reader: _Reader, function: FunctionType) -> None:
        self._reader, self._function = reader, function
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self._closure = {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}
        self._names: dict[str, Value] = {}
        self._lasting: set[str] = set()  # names that it sets of globals and of the closure

    def read(self) -> None:
        node = source_tree(self._function)
        if node is None:
            self._without_source()
            return
        inside = [inner for child in ast.iter_child_nodes(node) for inner in ast.walk(child)]
        for each in inside:
            if isinstance(each, ast.Global):
                self._lasting |= {*each.names}
            elif isinstance(each, ast.Nonlocal):
                self._lasting |= {*each.names} & self._closure.keys()
        own = {name for each in inside for name in _names_set(each)}
        self._names = dict.fromkeys(own - self._lasting, UNKNOWN)
        self._take_defaults()
        for _ in range(2):  # what a name is at the end, it may be at the beginning
            for statement in [node.body] if isinstance(node, ast.Lambda) else node.body:
                self.visit(statement)

    def _take_defaults(self) -> None:
        code, defaults = self._function.__code__, self._function.__defaults__ or ()
        count = code.co_argcount
        usual = dict(zip(code.co_varnames[count - len(defaults) : count], defaults, strict=True))
        for name, value in (usual | (self._function.__kwdefaults__ or {})).items():
            self._reader.reach(value, _place_of(self._function, name))
            self._names[name] = _value_of(value)

    def _without_source(self) -> None:
        """Go by the names alone in what `exec` has made, as it makes mixtures."""
        code = self._function.__code__
        found = {**self._function.__globals__, **self._closure}
        for name in (*code.co_names, *code.co_freevars):
            self._reader.attribute(name, _place_of(self._function, name))
            if name in found:
                self._reader.reach(found[name], _place_of(self._function, name))
        if code.co_filename not in ("<mixture>", "<string>"):
            what = f"runs {code.co_qualname}, whose source is not there"
            self._reader.leave(_place_of(self._function, what))

    def value(self, node: ast.AST | None) -> Value:
        found = None if node is None else self.visit(node)
        return found if isinstance(found, Value) else UNKNOWN

    def _all(self, nodes: Iterable[ast.AST | None]) -> Value:
        return reduce(Value.joined, map(self.value, nodes), UNKNOWN)

    def _place(self, node: ast.AST, what: str) -> Place:
        code = self._function.__code__
        return Place(what, code.co_filename, getattr(node, "lineno", code.co_firstlineno))

    def _refuse(self, node: ast.AST, what: str) -> None:
        self._reader.refuse(self._place(node, what))

    def _leave(self, node: ast.AST, what: str) -> None:
        self._reader.leave(self._place(node, what))

    # Names, and what they stand for.

    def _meaning(self, node: ast.expr) -> Value:
        """Return what an expression is that is not handed on: a module may be, under its name."""
        if not isinstance(node, ast.Name):
            return self.value(node)
        if node.id in self._names:
            return self._names[node.id]
        for space in (self._closure, self._function.__globals__, vars(builtins)):
            if node.id in space:
                self._reader.reach(space[node.id], self._place(node, node.id))
                return _value_of(space[node.id])
        return UNKNOWN

    def visit_Name(self, node: ast.Name) -> Value:
        found = self._meaning(node)
        for each in found.objects:
            if isinstance(each, ModuleType):
                self._hand_on_module(each, node)
        return found

    def _hand_on_module(self, module: ModuleType, node: ast.AST) -> None:
        why, said = source_of_change(module.__name__), f"hands on the module {module.__name__}"
        if why is None:
            self._leave(node, said)
        else:
            self._refuse(node, f"{why} ({said})")

    def visit_Attribute(self, node: ast.Attribute) -> Value:
        base = self._meaning(node.value)
        if node.attr == "__hash__" and base.has_texts:
            self._refuse(node, HASH)
        if node.attr in UNNAMED:
            self._leave(node, f"reaches what its names do not say ({ast.unparse(node)})")
        return self._attribute(base, node.attr, node)

    def _attribute(self, base: Value, name: str, node: ast.AST) -> Value:
        place = self._place(node, ast.unparse(node) if isinstance(node, ast.expr) else name)
        found = self._reader.attribute(name, place)
        for each in base.objects:
            if not self._reader.is_own(each) and not self._reader.is_own(type(each)):
                try:
                    member = getattr(each, name)
                except Exception:  # a library's attribute may raise anything
                    continue
                self._reader.reach(member, place)
                found.append(member)
        return _value_of(*found)

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            bound = each.asname or each.name.partition(".")[0]
            self._import(bound, _module(each.name if each.asname else bound), "", node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = None if node.level else _module(node.module or "")
        for each in node.names:
            self._import(each.asname or each.name, module, each.name, node)

    def _import(self, bound: str, module: ModuleType | None, name: str, node: ast.stmt) -> None:
        if module is None:
            self._leave(node, "imports a module in the middle of a decision")
        else:
            value = Value((module,))
            self._set_name(bound, self._attribute(value, name, node) if name else value)

    # What is set.

    def _set_name(self, name: str, value: Value) -> None:
        self._names[name] = self._names.get(name, UNKNOWN).joined(value)

    def _set(self, target: ast.AST | None, value: Value) -> None:
        match target:
            case ast.Name() if target.id in self._lasting:
                self._refuse(target, f"sets {target.id}, {LIVES_ON}")
            case ast.Name():
                self._set_name(target.id, value)
            case ast.Tuple() | ast.List():
                self._in_order(value, target)
                for each in target.elts:
                    self._set(each, Value(has_texts=value.has_texts))
            case ast.Starred():
                self._set(target.value, value)
            case ast.Attribute() | ast.Subscript():
                self._hand_on(value, target)
                self._change(target.value)
                self.visit(target.value)
                if isinstance(target, ast.Subscript):
                    self.visit(target.slice)

    def _change(self, changed: ast.expr) -> None:
        """Refuse a change to what a name stands for that is none of the function's own."""
        root = changed
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if isinstance(root, ast.Name) and root.id not in self._names:
            self._refuse(changed, f"changes {ast.unparse(changed)}, {LIVES_ON}")

    def _hand_on(self, value: Value, node: ast.AST) -> None:
        if value.is_unordered:
            self._leave(node, "hands on a set of texts, whose order differs by process")

    def visit_Assign(self, node: ast.Assign) -> None:
        value = self._meaning(node.value)
        for target in node.targets:
            self._set(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._set(node.target, self.value(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._set(node.target, self.value(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self._set(node.target, value)
        return value

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self._set(target, UNKNOWN)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self._set(item.optional_vars, self.value(item.context_expr))
        self._all(node.body)

    def visit_Return(self, node: ast.Return) -> None:
        self._hand_on(self.value(node.value), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._all([*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, *node.body])

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._all([*node.args.defaults, *node.args.kw_defaults, node.body])

    # The order of sets.

    def _in_order(self, value: Value, node: ast.AST) -> Value:
        if value.is_unordered:
            self._refuse(node, f"{IN_ORDER} ({ast.unparse(node)})")
        return Value(has_texts=value.has_texts)

    def visit_For(self, node: ast.For) -> None:
        self._set(node.target, self._in_order(self.value(node.iter), node.iter))
        self._all([*node.body, *node.orelse])

    def visit_Starred(self, node: ast.Starred) -> Value:
        return self._in_order(self.value(node.value), node.value)

    def visit_ListComp(self, node: Any) -> Value:
        return self._comprehension(node, is_ordered=isinstance(node, ast.ListComp))

    visit_SetComp = visit_DictComp = visit_ListComp  # noqa: N815

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return self._comprehension(node, is_ordered=True)

    def _comprehension(self, node: Any, *, is_ordered: bool) -> Value:
        is_set = isinstance(node, ast.SetComp)
        for part in node.generators:
            value = self.value(part.iter)
            is_set |= isinstance(node, ast.DictComp) and value.is_unordered
            if is_ordered:
                self._in_order(value, part.iter)
            self._set(part.target, Value(has_texts=value.has_texts))
            self._all(part.ifs)
        parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        return Value(is_set=is_set, has_texts=self._all(parts).has_texts)

    # Expressions.

    def visit_Constant(self, node: ast.Constant) -> Value:
        return Value(has_texts=isinstance(node.value, str | bytes))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Value:
        self._all(node.values)
        return Value(has_texts=True)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        self._in_order(self.value(node.value), node.value)

    def visit_Tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        is_set = isinstance(node, ast.Set) and len(node.elts) > 1
        return Value(is_set=is_set, has_texts=self._all(node.elts).has_texts)

    visit_List = visit_Set = visit_Tuple  # noqa: N815

    def visit_Dict(self, node: ast.Dict) -> Value:
        return Value(has_texts=self._all([*node.keys, *node.values]).has_texts)

    def visit_IfExp(self, node: ast.IfExp) -> Value:
        self.visit(node.test)
        return self._all((node.body, node.orelse))

    def visit_BoolOp(self, node: ast.BoolOp) -> Value:
        return self._all(node.values)

    def visit_BinOp(self, node: ast.BinOp) -> Value:
        return self._all((node.left, node.right))._replace(objects=())

    def visit_Subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        self.visit(node.slice)
        return Value(has_texts=value.has_texts)

    # Calls.

    def visit_Call(self, node: ast.Call) -> Value:
        called, base = self._meaning(node.func), UNKNOWN
        if isinstance(node.func, ast.Attribute):
            base, name = self._meaning(node.func.value), node.func.attr
            if name == "pop":
                self._in_order(base, node)
        else:
            name = node.func.id if isinstance(node.func, ast.Name) else ""
        by_key = any(each.arg == "key" for each in node.keywords)
        given = [self._argument(each, "list" if by_key else name) for each in node.args]
        given += [self.value(each.value) for each in node.keywords]
        if name not in ORDERED | UNORDERED | SETS:
            for each in given:
                self._hand_on(each, node)
        if name in ("add", "update") and isinstance(node.func, ast.Attribute):
            self._fill(node.func.value, given)
        for function in called.objects:
            if full_name(function) == "builtins.getattr" and len(node.args) > 1:
                return self._look_up(node)
            self._see_to_call(full_name(function), node, given)
        is_set = name in ("set", "frozenset") or (name in SETS and base.is_set)
        texts = base.has_texts or any(each.has_texts for each in given)
        texts = name in TEXTS or (texts and (is_set or name in OF_TEXTS))
        return Value(is_set=is_set, has_texts=texts)

    def _argument(self, node: ast.expr, name: str) -> Value:
        if name in UNORDERED and isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self._comprehension(node, is_ordered=False)
        if name == "getattr":
            return self._meaning(node)
        value = self.value(node)
        if name in ORDERED:
            self._in_order(value, node)
        return value

    def _fill(self, container: ast.expr, given: Sequence[Value]) -> None:
        """Note that a set of the function's own may hold texts from now on."""
        if isinstance(container, ast.Name) and container.id in self._names:
            has_texts = any(each.has_texts for each in given)
            self._set_name(container.id, Value(has_texts=has_texts))

    def _look_up(self, node: ast.Call) -> Value:
        base, name = self._meaning(node.args[0]), node.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return self._attribute(base, name.value, node)
        self._leave(node, "looks up a name that is not written out")
        for each in base.objects:
            if isinstance(each, ModuleType):
                self._hand_on_module(each, node)
        return UNKNOWN

    def _see_to_call(self, full: str, node: ast.Call, given: Sequence[Value]) -> None:
        said = ast.unparse(node)
        if full in SEEDED:
            arguments = [*node.args, *(each.value for each in node.keywords)]
            if any(ast.unparse(each) != "None" for each in arguments[:1]):
                self._leave(node, f"makes a generator, whose seed must be fixed ({full})")
            else:
                self._refuse(node, f"{GENERATOR} ({full} without a seed)")
        elif full in ("builtins.open", "io.open"):
            if not _only_writes(node):
                self._refuse(node, f"opens a file ({said})")
        elif full == "builtins.hash":
            if any(each.has_texts for each in given):
                self._refuse(node, HASH)
            elif any(each in self._names for each in _names_alone(node)):
                self._leave(node, f"reads the hash of what may be a text ({said})")
        elif full == "numpy.datetime64" and said.strip(")\"'").endswith(("now", "today")):
            self._refuse(node, f"reads a clock ({said})")


def _place_of(function: FunctionType, what: str) -> Place:
    return Place(what, function.__code__.co_filename, function.__code__.co_firstlineno)


def _names_set(node: ast.AST) -> Iterator[str]:
    """Yield the names that a part of a function sets, as far as they are its own."""
    match node:
        case ast.Name() if not isinstance(node.ctx, ast.Load):
            yield node.id
        case ast.arg():
            yield node.arg
        case ast.FunctionDef() | ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            yield from (each.asname or each.name.partition(".")[0] for each in node.names)
        case ast.ExceptHandler() | ast.MatchAs() | ast.MatchStar():
            yield from [node.name] if node.name else []
        case ast.MatchMapping():
            yield from [node.rest] if node.rest else []


def _names_alone(node: ast.Call) -> set[str]:
    """Return the names in a call's arguments of which no attribute is read."""
    inside = [inner for each in node.args for inner in ast.walk(each)]
    bases = [each.value for each in inside if isinstance(each, ast.Attribute)]
    names = (each for each in inside if isinstance(each, ast.Name) and each not in bases)
    return {each.id for each in names}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _only_writes(node: ast.Call) -> bool:
    """Return whether `open` is called to write and not to read: `check` mentions that."""
    modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
    values = [str(each.value) for each in modes if isinstance(each, ast.Constant)]
    return any(each[:1] in ("w", "a", "x") and "+" not in each for each in values)


def _module(name: str) -> ModuleType | None:
    if name not in sys.modules and name.partition(".")[0] in sys.stdlib_module_names:
        return importlib.import_module(name)
    return sys.modules.get(name)


def source_tree(function: FunctionType) -> Any:
    """Return the part of a parsed file that defines a function; None if it is not there."""
    code = function.__code__
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    found = _nodes(lines).get((code.co_firstlineno, code.co_name), [])
    columns = [place[2] for place in code.co_positions() if place[2] is not None and place[3]]
    last = max(columns, default=0)
    inside = [each for each in found if each.col_offset <= last <= (each.end_col_offset or 0)]
    return next(reversed(inside if len(found) > 1 and inside else found), None)


@functools.lru_cache(64)
def _nodes(lines: tuple[str, ...]) -> dict[tuple[int, str], list[Any]]:
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError, RecursionError):
        return {}
    nodes: dict[tuple[int, str], list[Any]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            nodes.setdefault((line, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault((node.lineno, "<lambda>"), []).append(node)
    return nodes
