"""Whether a strategy is a function of its view: what its decisions reach is read, not run.

From a decision on, each function that is reached is gone through once: what its names stand for is
looked up where it would find it, and a function, a class, an object or a table that it names is
reached, too. Of an object, its methods and attributes are reached that are named anywhere. What
answers something else each time is refused with its line, and what cannot be read is told as open.

What a decision changes is not read but seen in games: what lives on must be the same after them
(`simulation.replaying.Lasting`).
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import linecache
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, MemberDescriptorType, MethodType, ModuleType
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
    UNNAMED,
    WRITING,
    change_in,
    elements,
    full_name,
    holds_texts,
    is_harmless,
    package_of,
    python_function,
    source_of_change,
    words,
)
from strategy_lab.plugins.identity import EMPTY
from strategy_lab.plugins.loading import library_of
from strategy_lab.program import offered

if TYPE_CHECKING:
    from strategy_lab.game import GameDefinition
    from strategy_lab.plugins.entrants import Entrant


class Place(NamedTuple):
    what: str  # is done there, after "it"
    file: str
    line: int

    def __str__(self) -> str:
        return f"it {self.what} ({self.file}, line {self.line})"


class Reading(NamedTuple):
    refused: tuple[Place, ...]  # what no function of a view does
    open: tuple[Place, ...]  # what cannot be read
    noted: tuple[Place, ...]  # what it prints, and writes to files
    offences: tuple[Place, ...]  # against its view, and uses of what no strategy may know
    functions: int  # that were read


class ImpureError(UsageError):
    """A strategy is no function of its view; the message says what it does, and where."""


RULES = hashlib.sha256(
    b"".join(Path(str(file)).read_bytes() for file in (__file__, changing.__file__))
).hexdigest()[:8]
"""By what functions are read: what is kept of them is of no use to another version."""

_found: dict[tuple[int, ...], tuple[Any, Reading]] = {}
"""What was found of functions, by `id`; those of a session may reach something else by now."""


def reading_of(entrant: Entrant) -> Reading:
    """Return what a strategy's decisions do that no function of a view does.

    That they do nothing is kept by what they are, if that is known.
    """
    decisions = entrant.decisions.values()
    functions = [each.function for each in decisions]
    key = tuple(map(id, functions))
    if key in _found and not any(each.__module__ == "__main__" for each in functions):
        return _found[key][1]
    is_sure = all(each.identity.sure for each in decisions)
    text = " ".join([RULES, *(each.identity.key for each in decisions)])
    kept = f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.pure"
    if is_sure and (content := read_kept(kept)) is not None:
        reading = Reading((), (), (), (), int(content))
    else:
        reader = _Reader(functions, entrant.game)
        if not is_sure and (first := python_function(functions[0])) is not None:
            reader.open.append(_place_of(first, "reads objects that hold what nobody knows"))
        reading = reader.reading()
        if is_sure and not any(reading[:-1]):
            keep(kept, str(reading.functions).encode())
    _found[key] = functions, reading
    return reading


def refuse_impure(entrant: Entrant) -> None:
    """Refuse a strategy that is no function of its view."""
    for place in reading_of(entrant).refused[:1]:
        raise ImpureError(
            f"strategy {entrant.name!r} is no function of its view, so its games would not be the "
            f"same twice: {place}. {_way_out(place.what)}"
        )


def _way_out(what: str) -> str:
    if what.startswith(GENERATOR):
        return "Draw its numbers by view.random_below(n) or view.random()"
    if what.startswith(IN_ORDER):
        return "Sort it, or write a list"
    return "Answer by the view alone; what else is needed can be made when the file is loaded"


IN_ORDER = "goes by the order of a set of texts"
HASH = "reads the hash of a text, which differs by process"
REACHING = words("__dict__ __globals__ __closure__ __defaults__ __subclasses__ cache_info")
"""Attributes by which a function reaches what it does not name."""

ORDERED = words(
    "list tuple iter next enumerate zip map filter join extend fromkeys reversed pop str repr "
    "format"
)
"""Functions and methods whose answers depend on the order of a set."""

UNORDERED = words("sorted any all len sum min max set frozenset")  # functions whose answers do not

SETS = words(
    "union copy intersection difference symmetric_difference update isinstance issubset "
    "issuperset isdisjoint bool"
)
"""Functions and methods that answer sets, or take them, whatever their order."""

OF_TEXTS = words(
    "list tuple sorted reversed iter next enumerate zip max min get pop copy keys values items"
)
"""Functions and methods that answer texts, if they are given some."""

TEXTS = words("join str repr format chr bytes ascii hex bin oct")

WRAPPERS = (
    *(MethodType, staticmethod, classmethod, property),
    *(functools.cached_property, functools.partial, functools.partialmethod),
)
WRAPPED = ("__self__", "__func__", "fget", "func", "args", "keywords")

OF_A_GAME = ("engine", "reference", "experiments")
OF_THE_LABORATORY = ("strategy_lab.compiled.", "strategy_lab.simulation.")
"""Packages that would tell a strategy more than its view does."""

BY_NAME = {"getattr": "reads", "setattr": "assigns to", "delattr": "deletes"}
DOING = {ast.Load: "reads", ast.Store: "assigns to", ast.Del: "deletes"}

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
        self._game = sys.modules.get(game.package.name)
        inside = (f"{game.package.name}.{each}." for each in OF_A_GAME)
        self._internals = (*inside, *OF_THE_LABORATORY)
        self.refused: list[Place] = []
        self.open: list[Place] = []
        self.noted: list[Place] = []
        self.offences: list[Place] = []
        self._seen: dict[int, Any] = {}
        self._waiting: list[FunctionType] = []
        self._owners: list[Any] = []  # classes of the author's, and objects of them
        self._words: set[str] = set()  # names of attributes, of whatever object
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
                self.open.append(_place_of(function, "is too deep to be read"))
        lists = self.refused, self.open, self.noted, self.offences
        refused, unread, noted, offences = (tuple(dict.fromkeys(each)) for each in lists)
        return Reading(refused, unread, noted, offences, len(codes))

    def is_own(self, value: Any) -> bool:
        """Return whether it is a function or a class that is read, and no library's."""
        if isinstance(value, type):
            module = sys.modules.get(value.__module__)
            file = getattr(module, "__file__", None)
            is_own = file is not None and library_of(file) in self._own
            return is_own or module is None or value.__module__ == "__main__"
        inner = python_function(value)
        return inner is not None and library_of(inner.__code__.co_filename) in self._own

    def reach(self, value: Any, place: Place) -> None:
        """Reach what is named in a place, whose `what` is how it is named there."""
        if (why := change_in(value)) is not None:
            self.refused.append(place._replace(what=f"{why} ({place.what})"))
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
                self.open.append(place._replace(what=f"reaches modules by a table ({place.what})"))
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
        found = [(name, space[name]) for name in names for space in spaces if name in space]
        return [
            getattr(owner, name, None) if isinstance(each, MemberDescriptorType) else each
            for name, each in found  # one of `__slots__` is described by the class
        ]

    def _classes(self, owner: Any) -> list[type]:
        kind = owner if isinstance(owner, type) else type(owner)
        return [cls for cls in kind.__mro__ if self.is_own(cls)]

    def attribute(self, name: str, place: Place) -> list[Any]:
        """Return what a name may be an attribute of whatever object of the author's."""
        found = [each for owner in self._owners for each in self._named(owner, [name])]
        if name not in self._words:
            self._words.add(name)
            for each in found:
                self.reach(each, place)
        return found

    def _see_to_library(self, value: Any, place: Place) -> None:
        full, home = full_name(value), _home(value)
        is_offered = value is getattr(self._game, getattr(value, "__name__", place.what), None)
        if f"{home}.".startswith(self._internals) and not is_offered:
            self.offences.append(place._replace(what=f"uses {place.what} of {home}"))
        if full in NOT_READ:
            self.open.append(place._replace(what=f"{NOT_READ[full]} ({full})"))
        elif package_of(value) not in self._readable and not is_harmless(full):
            what = full or f"an object of {type(value).__module__}.{type(value).__qualname__}"
            self.open.append(place._replace(what=f"uses {what}, which is not read"))


class _Body(ast.NodeVisitor):
    """The statements of a function; `visit` returns what is known of an expression.

    What a name of the function's own stands for is all that it is ever set to, in whatever order.
    """

    def __init__(self, reader: _Reader, function: FunctionType) -> None:
        self._reader, self._function = reader, function
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        closure = {name: cell.cell_contents for name, cell in cells if cell != EMPTY}
        self._space = {**vars(builtins), **function.__globals__, **closure}
        self._names = dict.fromkeys(_own_names(function.__code__), UNKNOWN)
        self._views = {"view"}

    def read(self) -> None:
        node = source_tree(self._function)
        if node is None:
            self._without_source()
            return
        arguments = (each for each in ast.walk(node) if isinstance(each, ast.arg))
        self._views |= {each.arg for each in arguments if _is_view(each)}
        named = self._function.__kwdefaults__ or {}
        for default in (*(self._function.__defaults__ or ()), *named.values()):
            self._reader.reach(default, _place_of(self._function, "a default"))
            self._hand_on(_value_of(default), node)
        for _ in range(2):  # what a name is at the end, it may be at the beginning
            self._all([node.body] if isinstance(node, ast.Lambda) else node.body)

    def _without_source(self) -> None:
        """Go by the names alone in what `exec` has made, as it makes mixtures."""
        code = self._function.__code__
        for name in (*code.co_names, *code.co_freevars):
            place = _place_of(self._function, name)
            self._reader.attribute(name, place)
            if name in self._space:
                self._reader.reach(self._space[name], place)
        if code.co_filename not in ("<mixture>", "<string>"):
            what = f"runs {code.co_qualname}, whose source is not there"
            self._reader.open.append(_place_of(self._function, what))

    def generic_visit(self, node: ast.AST) -> Value:
        found = self._all(ast.iter_child_nodes(node))
        return UNKNOWN if isinstance(node, ast.stmt) else found

    def _all(self, nodes: Iterable[ast.AST | None]) -> Value:
        """Go through all nodes, and return what is known of them together."""
        return reduce(Value.joined, (self.visit(node) for node in nodes if node), UNKNOWN)

    def _place(self, node: ast.AST, what: str) -> Place:
        code = self._function.__code__
        return Place(what, code.co_filename, getattr(node, "lineno", code.co_firstlineno))

    def _refuse(self, node: ast.AST, what: str) -> None:
        self._reader.refused.append(self._place(node, what))

    def _leave(self, node: ast.AST, what: str) -> None:
        self._reader.open.append(self._place(node, what))

    # Names, and what they stand for.

    def _meaning(self, node: ast.expr) -> Value:
        """Return what an expression is that is not handed on: a module may be, under its name."""
        if not isinstance(node, ast.Name):
            return self._all([node])
        if node.id in self._names:
            return self._names[node.id]
        if node.id not in self._space:
            return UNKNOWN
        self._reader.reach(self._space[node.id], self._place(node, node.id))
        return _value_of(self._space[node.id])

    def visit_Name(self, node: ast.Name) -> Value:
        found = self._meaning(node)
        self._hand_on_modules(found, node)
        return found

    def _hand_on_modules(self, value: Value, node: ast.AST) -> None:
        for module in value.objects:
            if isinstance(module, ModuleType):
                why, said = source_of_change(module.__name__), f"hands on {module.__name__}"
                see = self._leave if why is None else self._refuse
                see(node, said if why is None else f"{why} ({said})")

    def visit_Attribute(self, node: ast.Attribute) -> Value:
        return self._attribute_of(self._meaning(node.value), node)

    def _attribute_of(self, base: Value, node: ast.Attribute) -> Value:
        if node.attr == "__hash__" and base.has_texts:
            self._refuse(node, HASH)
        self._see_to_view(node.value, node.attr, DOING[type(node.ctx)], node)
        is_module = any(isinstance(each, ModuleType) for each in base.objects)
        if is_module and not isinstance(node.ctx, ast.Load):
            self._refuse(node, f"changes {ast.unparse(node)}")
        if node.attr in REACHING:
            self._leave(node, f"{UNNAMED} ({ast.unparse(node)})")
        return self._attribute(base, node.attr, node)

    def _see_to_view(self, view: ast.expr, name: str, does: str, node: ast.AST) -> None:
        is_view = isinstance(view, ast.Name) and view.id in self._views
        if is_view and (does != "reads" or name.startswith("_")):
            what = f"{does} {ast.unparse(view)}.{name}"
            self._reader.offences.append(self._place(node, what))

    def _attribute(self, base: Value, name: str, node: ast.AST) -> Value:
        place = self._place(node, ast.unparse(node))
        found = self._reader.attribute(name, place)
        for each in base.objects:
            if not self._reader.is_own(each) and not self._reader.is_own(type(each)):
                with suppress(Exception):  # a library's attribute may raise anything
                    found.append(getattr(each, name))
                    self._reader.reach(found[-1], place)
        return _value_of(*found)

    def visit_Import(self, node: ast.Import) -> Value:
        for each in node.names:
            top = each.name.partition(".")[0]
            module = self._module(each.name if each.asname else top, node)
            self._set_name(each.asname or top, module)
        return UNKNOWN

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Value:
        module = self._module("." * node.level + (node.module or ""), node)
        for each in node.names:
            self._set_name(each.asname or each.name, self._attribute(module, each.name, node))
        return UNKNOWN

    def _module(self, name: str, node: ast.stmt) -> Value:
        if name.partition(".")[0] in sys.stdlib_module_names:
            with suppress(ImportError):
                import_module(name)
        if name not in sys.modules:
            self._leave(node, f"imports {name} in the middle of a decision")
            return UNKNOWN
        return Value((sys.modules[name],))

    # What is set.

    def _set_name(self, name: str, value: Value) -> None:
        self._names[name] = self._names.get(name, UNKNOWN).joined(value)

    def _set(self, target: ast.AST | None, value: Value) -> None:
        match target:
            case ast.Name() if target.id in self._names:
                self._set_name(target.id, value)
            case ast.Tuple() | ast.List():
                for each in target.elts:
                    self._set(each, self._in_order(value, target))
            case ast.Starred():
                self._set(target.value, value)
            case ast.Attribute() | ast.Subscript():
                self._hand_on(value, target)
                self.visit(target)

    def _hand_on(self, value: Value, node: ast.AST) -> None:
        if value.is_unordered:
            self._leave(node, "hands on a set of texts, whose order differs by process")

    def visit_Assign(self, node: ast.Assign) -> Value:
        value = self._meaning(node.value)
        for target in node.targets:
            self._set(target, value)
        return UNKNOWN

    def visit_NamedExpr(self, node: ast.NamedExpr | ast.AnnAssign | ast.AugAssign) -> Value:
        value = self._all([node.value])
        self._set(node.target, value)
        return value

    visit_AnnAssign = visit_AugAssign = visit_NamedExpr  # noqa: N815

    def visit_withitem(self, node: ast.withitem) -> Value:
        self._set(node.optional_vars, self.visit(node.context_expr))
        return UNKNOWN

    def visit_Return(self, node: ast.Return) -> Value:
        self._hand_on(self._all([node.value]), node)
        return UNKNOWN

    def visit_arg(self, _: ast.arg) -> Value:
        return UNKNOWN

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Value:
        self._all([*node.decorator_list, node.args, *node.body])
        return UNKNOWN

    # Texts, sets of them, and their order.

    def _in_order(self, value: Value, node: ast.AST) -> Value:
        """Refuse to go through a set of texts, and return what is known of its elements."""
        if value.is_unordered:
            self._refuse(node, f"{IN_ORDER} ({ast.unparse(node)})")
        return Value(has_texts=value.has_texts)

    def visit_For(self, node: ast.For) -> Value:
        self._set(node.target, self._in_order(self.visit(node.iter), node.iter))
        return self._all([*node.body, *node.orelse])

    def visit_Starred(self, node: ast.Starred | ast.FormattedValue) -> Value:
        return self._in_order(self.visit(node.value), node.value)

    visit_FormattedValue = visit_Starred  # noqa: N815

    def visit_ListComp(self, node: Any, *, is_ordered: bool = True) -> Value:
        is_set = isinstance(node, ast.SetComp)
        for part in node.generators:
            value = self.visit(part.iter)
            is_set |= isinstance(node, ast.DictComp) and value.is_unordered
            if is_ordered:
                self._in_order(value, part.iter)
            self._set(part.target, Value(has_texts=value.has_texts))
            self._all(part.ifs)
        parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        return Value(is_set=is_set, has_texts=self._all(parts).has_texts)

    visit_GeneratorExp = visit_ListComp  # noqa: N815

    def visit_SetComp(self, node: ast.SetComp | ast.DictComp) -> Value:
        return self.visit_ListComp(node, is_ordered=False)

    visit_DictComp = visit_SetComp  # noqa: N815

    def visit_Constant(self, node: ast.Constant) -> Value:
        return Value(has_texts=isinstance(node.value, str | bytes))

    def visit_Tuple(self, node: ast.Tuple | ast.List | ast.Dict) -> Value:
        return Value(has_texts=self.generic_visit(node).has_texts)

    visit_List = visit_Dict = visit_Tuple  # noqa: N815

    def visit_Set(self, node: ast.Set) -> Value:
        return Value(is_set=len(node.elts) > 1, has_texts=self.generic_visit(node).has_texts)

    def visit_Subscript(self, node: ast.Subscript) -> Value:
        self.visit(node.slice)
        return Value(has_texts=self.visit(node.value).has_texts)

    def visit_Compare(self, node: ast.Compare | ast.Lambda) -> Value:
        self.generic_visit(node)
        return UNKNOWN

    visit_Lambda = visit_Compare  # noqa: N815

    # Calls.

    def visit_Call(self, node: ast.Call) -> Value:
        base, name = UNKNOWN, ""
        if isinstance(node.func, ast.Attribute):
            base, name = self._meaning(node.func.value), node.func.attr
            called = self._attribute_of(base, node.func)
        else:
            called = self._meaning(node.func)
            name = node.func.id if isinstance(node.func, ast.Name) else ""
        match node.args:
            case [view, ast.Constant(value=str(attribute)), *_] if name.strip("_") in BY_NAME:
                self._see_to_view(view, attribute, BY_NAME[name.strip("_")], node)
        if name == "pop":
            self._in_order(base, node)
        elif name == "getattr" and len(node.args) > 1:
            return self._look_up(node)
        if name in WRITING:
            self._reader.noted.append(self._place(node, WRITING[name]))
        by_key = any(each.arg == "key" for each in node.keywords)
        given = [self._argument(each, "list" if by_key else name) for each in node.args]
        given += [self.visit(each.value) for each in node.keywords]
        texts = any(each.has_texts for each in given)
        if name in ("add", "update") and isinstance(node.func, ast.Attribute):
            self._set(node.func.value, Value(has_texts=texts))
        for function in called.objects:
            self._see_to_call(full_name(function), node, texts=texts)
        is_set = name in ("set", "frozenset") or (name in SETS and base.is_set)
        answers_texts = is_set or name in OF_TEXTS
        texts = name in TEXTS or (answers_texts and (texts or base.has_texts))
        return Value(is_set=is_set, has_texts=texts)

    def _argument(self, node: ast.expr, name: str) -> Value:
        if name in UNORDERED and isinstance(node, ast.GeneratorExp | ast.ListComp):
            return self.visit_ListComp(node, is_ordered=False)
        value = self._all([node])
        if name in ORDERED:
            self._in_order(value, node)
        elif name not in UNORDERED | SETS:
            self._hand_on(value, node)
        return value

    def _look_up(self, node: ast.Call) -> Value:
        base, name = self._meaning(node.args[0]), node.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return self._attribute(base, name.value, node)
        self._leave(node, "looks up a name that is not written out")
        self._hand_on_modules(base, node)
        return UNKNOWN

    def _see_to_call(self, full: str, node: ast.Call, *, texts: bool) -> None:
        said = ast.unparse(node)
        if full in SEEDED:
            if said.endswith(("()", "(None)")):
                self._refuse(node, f"{GENERATOR} ({full} without a seed)")
            else:
                self._leave(node, f"makes a generator, whose seed must be fixed ({full})")
        elif full in ("builtins.open", "io.open"):
            if _only_writes(node):
                self._reader.noted.append(self._place(node, "opens a file"))
            else:
                self._refuse(node, f"opens a file ({said})")
        elif full == "builtins.hash":
            if texts:
                self._refuse(node, HASH)
            elif any(each in self._names for each in _names_alone(node)):
                self._leave(node, f"reads the hash of what may be a text ({said})")
        elif full == "numpy.datetime64" and said.strip(")\"'").endswith(("now", "today")):
            self._refuse(node, f"reads a clock ({said})")


def _home(value: Any) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name)


def _is_view(argument: ast.arg) -> bool:
    kind = argument.annotation
    return kind is not None and ast.unparse(kind).strip("'\"").endswith("View")


def _own_names(code: CodeType) -> set[str]:
    """Return the names that a function, or one within it, sets of its own."""
    inside = (each for each in code.co_consts if isinstance(each, CodeType))
    return {*code.co_varnames, *code.co_cellvars}.union(*map(_own_names, inside))


def _place_of(function: FunctionType, what: str) -> Place:
    return Place(what, function.__code__.co_filename, function.__code__.co_firstlineno)


def _names_alone(node: ast.Call) -> set[str]:
    """Return the names in a call's arguments of which no attribute is read."""
    inside = [inner for each in node.args for inner in ast.walk(each)]
    bases = [each.value for each in inside if isinstance(each, ast.Attribute)]
    names = (each for each in inside if isinstance(each, ast.Name) and each not in bases)
    return {each.id for each in names}


def _only_writes(node: ast.Call) -> bool:
    """Return whether `open` is called to write and not to read: `check` mentions that."""
    modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
    values = [str(each.value) for each in modes if isinstance(each, ast.Constant)]
    return any(each[:1] in ("w", "a", "x") and "+" not in each for each in values)


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
