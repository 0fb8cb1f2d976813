"""Whether a strategy is a function of its view: what its decisions reach is read, not run.

What answers something else each time is refused, with its line, and so is a change to what lives
on after a decision. What cannot be read, such as what a library does, is told as open.

A function is gone through statement by statement, with the objects that each name may stand for: a
module, a table, a helper, an instance. So a helper is followed by whatever name it is called, and a
change to a table is told from one to its copy.
"""

from __future__ import annotations

import ast
import builtins
import functools
import hashlib
import importlib
import inspect
import linecache
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from strategy_lab.compiled.toolchain import keep, read_kept
from strategy_lab.errors import UsageError
from strategy_lab.plugins import changing
from strategy_lab.plugins.changing import (
    CONTAINERS,
    GENERATOR,
    MOST,
    READABLE,
    SEEDED,
    New,
    can_change,
    change_in,
    differs_in_order,
    elements,
    full_name,
    holds_texts,
    is_own_class,
    is_own_object,
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
        offering = {point.module.partition(".")[0] for point in offered(game.strategies)}
        reading = read(functions, offering, game.package.name)
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
    if "lives on" in what:
        return "Keep nothing from one decision to the next: make it anew, or by functools.cache"
    if what.startswith("goes by the order"):
        return "Sort it, or write a list"
    return "Answer by the view alone; what else is needed can be made when the file is loaded"


CHANGING = {
    *("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "add"),
    *("setdefault", "popitem", "discard", "appendleft", "extendleft", "popleft", "rotate", "fill"),
    *("difference_update", "intersection_update", "symmetric_difference_update", "move_to_end"),
    *("put", "partition", "resize", "byteswap", "subtract", "frombytes", "fromlist", "setflags"),
    *("__setitem__", "__delitem__", "__iadd__", "__ior__"),
}
"""Methods that change a list, a mapping, a set or an array."""

FIRST_CHANGED = {
    *("heapq.heappush", "heapq.heappop", "heapq.heapify", "heapq.heappushpop", "bisect.insort"),
    *("heapq.heapreplace", "bisect.insort_left", "bisect.insort_right", "operator.setitem"),
    *("operator.delitem", "operator.iadd", "builtins.setattr", "builtins.delattr", "numpy.put"),
    *("numpy.copyto", "numpy.place", "numpy.putmask", "numpy.fill_diagonal"),
    *("builtins.object.__setattr__", "builtins.object.__delattr__"),
}
"""Functions that change what they are given first."""

SAME_MEMORY = {
    *("T", "flat", "ravel", "reshape", "transpose", "view", "squeeze", "swapaxes", "diagonal"),
    *("asarray", "asanyarray", "atleast_1d", "atleast_2d"),
}
"""Names of what gives an array's own memory."""

HOLDING = {
    *("list", "tuple", "sorted", "reversed", "iter", "next", "enumerate", "zip", "max", "min"),
    *("get", "values", "items", "setdefault", "copy"),
}
"""Names of what gives, or holds, what is in a container."""

TEXTS = {"str", "repr", "format", "chr", "ascii", "hex", "bin", "oct", "bytes"}

IN_ORDER = {
    *("list", "tuple", "iter", "next", "enumerate", "zip", "map", "filter", "join", "extend"),
    *("fromkeys", "reversed", *TEXTS),
}
"""Functions whose answers depend on the order of a set; most others' do not."""

WITHOUT_ORDER = {"sorted", "any", "all", "len", "sum", "min", "max", "set", "frozenset"}
"""Functions whose answers do not."""

SETS = {"union", "copy", "intersection", "difference", "symmetric_difference"}

UNSET = {"numpy.empty", "numpy.empty_like", "numpy.ndarray"}

UNREAD = {"eval", "exec", "compile", "__import__", "globals", "locals", "vars", "delattr"}

NOT_OPERATORS = {
    *("__init__", "__new__", "__post_init__", "__repr__", "__str__", "__del__", "__reduce__"),
    *("__init_subclass__", "__class_getitem__", "__getstate__", "__setstate__", "__setattr__"),
}

LEAVES = True
"""What a statement returns after which the next one is not reached."""

LIVES_ON = "which lives on after the decision"


@dataclass(frozen=True)
class Value:
    """What is known of an expression.

    `objects`: what it may be of what lives on between decisions. `held`: the same of what is in it,
    if the decision has made it. `is_set`: whether it is a set that the decision has made;
    `unordered`: whether it may be one whose order differs by process.
    """

    objects: tuple[Any, ...] = ()
    held: tuple[Any, ...] = ()
    is_text: bool = False
    is_set: bool = False
    unordered: bool = False

    def __or__(self, other: Value) -> Value:
        return Value(
            _union(self.objects, other.objects),
            _union(self.held, other.held),
            self.is_text or other.is_text,
            self.is_set or other.is_set,
            self.unordered or other.unordered,
        )

    @property
    def all(self) -> tuple[Any, ...]:
        return _union(self.objects, self.held)

    @property
    def elements(self) -> tuple[Any, ...]:
        return reduce(_union, map(elements, self.objects), self.held)

    @property
    def holds_texts(self) -> bool:
        return self.is_text or self.is_unordered or any(map(holds_texts, self.objects))

    @property
    def is_unordered(self) -> bool:
        return self.unordered or any(map(differs_in_order, self.objects))

    @property
    def arrays(self) -> tuple[Any, ...]:
        return tuple(each for each in self.objects if isinstance(each, np.ndarray))

    @property
    def key(self) -> Any:
        objects = (each.kind if isinstance(each, New) else id(each) for each in self.objects)
        held = (each.kind if isinstance(each, New) else id(each) for each in self.held)
        return tuple(objects), tuple(held), self.is_text, self.is_set, self.unordered


UNKNOWN = Value()

Names: TypeAlias = dict[str, Value]


def _union(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    known = {id(each) for each in one}
    return one + tuple(each for each in other if id(each) not in known)


def _merged(one: Names, other: Names) -> Names:
    names = dict.fromkeys((*one, *other))
    return {name: one.get(name, UNKNOWN) | other.get(name, UNKNOWN) for name in names}


def read(functions: Sequence[Callable[..., Any]], offering: Iterable[str], game: str) -> Reading:
    """Return what decisions do that no function of a view does.

    `offering`: the packages whose functions are read as an author's own, beside those that the
    decisions are from. `game`: the package of the game, whose functions need not be read.
    """
    homes = [python_function(each) for each in functions]
    own = {library_of(home.__code__.co_filename) for home in homes if home is not None}
    reader = _Reader(own | {*offering}, READABLE | {game})
    for function in functions:
        try:
            reader.call(function, (), {})
        except RecursionError:
            reader.leave(python_function(function), "is too deep to be read")
    refused, unread = (tuple(dict.fromkeys(each)) for each in (reader.refused, reader.open))
    return Reading(refused, unread, len(reader.codes))


class _Reader:
    def __init__(self, own: set[str | None], readable: set[str]) -> None:
        self._own, self.readable = own, readable
        self.refused: list[Place] = []
        self.open: list[Place] = []
        self.codes: set[Any] = set()
        self._answers: dict[Any, Value] = {}
        self._alive: list[Any] = []  # whose `id` is a key

    def is_own(self, function: Any) -> bool:
        """Return whether it is a function that is read."""
        inner = python_function(function)
        if inner is None:
            return False
        library = library_of(inner.__code__.co_filename)
        return library is None or library in self._own

    def call(self, function: Any, given: Sequence[Value], named: Mapping[str, Value]) -> Value:
        """Read what is called with some values, and return what is known of its answer."""
        match function:
            case MethodType():
                return self.call(function.__func__, (Value((function.__self__,)), *given), named)
            case staticmethod() | classmethod():
                return self.call(function.__func__, given, named)
            case functools.partial():
                first = [Value((each,)) for each in function.args]
                more = {key: Value((each,)) for key, each in function.keywords.items()}
                return self.call(function.func, (*first, *given), {**more, **named})
        inner = getattr(function, "py_func", None) or python_function(function)
        if not isinstance(inner, FunctionType):
            return UNKNOWN
        bound = _bound(inner, given, named)
        key = (id(inner), *((name, value.key) for name, value in bound.items()))
        if key not in self._answers and len(self._answers) == MOST:
            self.leave(inner, "calls too much to be read")
        elif key not in self._answers:
            self._answers[key] = UNKNOWN
            self._alive.append((inner, bound))
            self.codes.add(inner.__code__)
            self._answers[key] = _Body(self, inner, bound).answer()
        return self._answers.get(key, UNKNOWN)

    def leave(self, function: FunctionType | None, what: str) -> None:
        if function is not None:
            code = function.__code__
            self.open.append(Place(what, code.co_filename, code.co_firstlineno))

    def read_held(self, table: Any, depth: int = 3) -> None:
        """Read the functions in a container: which are called, an expression may not say."""
        if ("held", id(table)) not in self._answers and depth:
            self._answers["held", id(table)] = UNKNOWN
            self._alive.append(table)
            for each in elements(table):
                if self.is_own(each):
                    self.call(each, (), {})
                elif isinstance(each, CONTAINERS) and not isinstance(each, np.ndarray):
                    self.read_held(each, depth - 1)

    def read_operators(self, instance: Any) -> None:
        """Read the methods of an object that operators call: an expression does not say which."""
        kind = instance.kind if isinstance(instance, New) else type(instance)
        key = "operators", kind, None if isinstance(instance, New) else id(instance)
        if key in self._answers:
            return
        self._answers[key] = UNKNOWN
        self._alive.append(instance)
        for cls in kind.__mro__:
            for name, member in vars(cls).items():
                is_operator = name[:2] == "__" == name[-2:] and name not in NOT_OPERATORS
                if is_operator and isinstance(member, FunctionType) and self.is_own(member):
                    self.call(member, (Value((instance,)),), {})


def _bound(function: FunctionType, given: Sequence[Value], named: Mapping[str, Value]) -> Names:
    """Return what is known of the parameters of a function that is called."""
    code, defaults = function.__code__, function.__defaults__ or ()
    count = code.co_argcount
    usual = dict(zip(code.co_varnames[count - len(defaults) : count], defaults, strict=True))
    usual |= function.__kwdefaults__ or {}
    bound = {name: Value((value,)) for name, value in usual.items()}
    bound |= dict(zip(code.co_varnames[:count], given, strict=False))
    names = code.co_varnames[: count + code.co_kwonlyargcount]
    return bound | {name: value for name, value in named.items() if name in names}


class _Body(ast.NodeVisitor):
    """A function's statements; `visit` returns a `Value` of an expression of which it knows one."""

    def __init__(self, reader: _Reader, function: FunctionType, bound: Names) -> None:
        self._reader, self._function = reader, function
        self._names = dict(bound)
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self._closure = {name: cell.cell_contents for name, cell in cells if _is_filled(cell)}
        self._outer: set[str] = set()  # names of globals and of the closure that it sets
        self._answers = UNKNOWN
        self._left: list[list[Names]] = []  # by loop, what names were where it was left

    def answer(self) -> Value:
        node = _node_of(self._function)
        if isinstance(node, ast.Lambda):
            return self.value(node.body)
        if node is None:
            self._without_source()
        else:
            self._block(node.body)
        return self._answers

    def _without_source(self) -> None:
        """Go by the names alone in what `exec` has made, as it makes mixtures."""
        code = self._function.__code__
        found = {**self._function.__globals__, **self._closure}
        for name in [*code.co_names, *code.co_freevars]:
            if name in found:
                node = ast.Name(name, ast.Load(), lineno=code.co_firstlineno)
                self._used(Value((found[name],)), node)
                self._one(found[name], node, [], {})
        if code.co_filename not in ("<mixture>", "<string>"):
            self._open(ast.Pass(), f"runs {code.co_qualname}, whose source is not there")

    def value(self, node: ast.AST) -> Value:
        found = self.visit(node)
        return found if isinstance(found, Value) else UNKNOWN

    def _values(self, nodes: Iterable[ast.AST | None]) -> list[Value]:
        return [self.value(node) for node in nodes if node is not None]

    # Statements.

    def _block(self, body: Sequence[ast.stmt]) -> bool:
        return any(self.visit(node) is LEAVES for node in body)

    def _either(self, *branches: Sequence[ast.stmt]) -> bool:
        before, ends = self._names, list[Names]()
        for branch in branches:
            self._names = dict(before)
            if not self._block(branch):
                ends.append(self._names)
        self._names = reduce(_merged, ends) if ends else before
        return not ends

    def _loop(self, body: Sequence[ast.stmt], otherwise: Sequence[ast.stmt]) -> None:
        for _ in range(2):  # what a name is at the end, it may be at the beginning
            before = dict(self._names)
            self._left.append([])
            self._block(body)
            self._names = reduce(_merged, [before, self._names, *self._left.pop()])
        self._block(otherwise)

    def _inside(self, arguments: ast.arguments, body: Sequence[ast.stmt]) -> None:
        """Go through a function that is defined within, with all its arguments unknown."""
        self._values([*arguments.defaults, *arguments.kw_defaults])
        before, answers = dict(self._names), self._answers
        own = (each for each in ast.walk(arguments) if isinstance(each, ast.arg))
        self._names |= {each.arg: UNKNOWN for each in own}
        self._block(body)
        self._names, self._answers = before, answers

    def visit_Return(self, node: ast.Return) -> bool:
        self._answers |= UNKNOWN if node.value is None else self.value(node.value)
        return LEAVES

    def visit_Raise(self, node: ast.Raise) -> bool:
        self.generic_visit(node)
        return LEAVES

    def visit_Break(self, _: ast.AST) -> bool:
        self._left[-1].append(dict(self._names))
        return LEAVES

    visit_Continue = visit_Break  # type: ignore[assignment]  # noqa: N815

    def visit_If(self, node: ast.If) -> bool:
        self.visit(node.test)
        return self._either(node.body, node.orelse)

    def visit_Match(self, node: ast.Match) -> bool:
        subject = self.value(node.subject)
        for case in node.cases:
            for each in ast.walk(case.pattern):
                name = getattr(each, "name", None) or getattr(each, "rest", None)
                self._names |= {name: Value(subject.all)} if name else {}
            self._values([case.guard])
        return self._either([], *(case.body for case in node.cases))

    def visit_For(self, node: ast.For) -> None:
        self._set(node.target, self._each(node.iter))
        self._loop(node.body, node.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        self._loop(node.body, node.orelse)

    def visit_Try(self, node: Any) -> bool:
        before = dict(self._names)
        leaves = self._block([*node.body, *node.orelse])
        after, self._names = self._names, _merged(before, self._names)
        fails = (
            self._either(*(handler.body for handler in node.handlers)) if node.handlers else True
        )
        ends = [names for names, left in ((after, leaves), (self._names, fails)) if not left]
        self._names = reduce(_merged, ends) if ends else _merged(after, self._names)
        return self._block(node.finalbody) or not ends

    visit_TryStar = visit_Try  # noqa: N815

    def visit_With(self, node: ast.With) -> bool:
        for item in node.items:
            value = self.value(item.context_expr)
            if item.optional_vars is not None:
                self._set(item.optional_vars, value)
        return self._block(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._values(node.decorator_list)
        self._inside(node.args, node.body)
        self._names[node.name] = UNKNOWN

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._inside(node.args, [ast.Expr(node.body)])

    def visit_Global(self, node: ast.Global) -> None:
        self._outer |= {*node.names}

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self._outer |= {*node.names} & self._closure.keys()

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            bound = each.asname or each.name.partition(".")[0]
            module = _module(each.name if each.asname else bound)
            self._imported(bound, UNKNOWN if module is None else Value((module,)), each.name, node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = None if node.level else _module(node.module or "")
        for each in node.names:
            found = self._attribute(Value(() if module is None else (module,)), each.name)
            self._imported(each.asname or each.name, found, node.module or ".", node)

    def _imported(self, name: str, value: Value, module: str, node: ast.AST) -> None:
        if not value.objects:
            self._open(node, f"imports {module} in the middle of a decision")
        self._names[name] = self._used(value, node)

    # What is set or changed.

    def visit_Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self._set(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._set(node.target, self.value(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.value(node.value)
        self._set(node.target, value)
        return value

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        value = self.value(node.value)
        if isinstance(node.target, ast.Name):
            now = self._named(node.target.id)
            in_place = (list, set, dict, deque, np.ndarray)
            held = tuple(each for each in now.objects if isinstance(each, in_place))
            self._change(Value(held), node.target)
            value = replace(now | value, objects=())
        self._set(node.target, value)

    def visit_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            self._set(target, UNKNOWN)

    def _set(self, target: ast.AST, value: Value) -> None:
        match target:
            case ast.Name():
                if target.id in self._outer:
                    self._refuse(target, f"sets {target.id}, {LIVES_ON}")
                self._names[target.id] = value
            case ast.Tuple() | ast.List():
                if value.is_unordered:
                    self._refuse(target, f"goes by the order of a set of texts ({_text(target)})")
                for each in target.elts:
                    self._set(each, Value(value.all, is_text=value.is_text))
            case ast.Starred():
                self._set(target.value, value)
            case ast.Attribute() | ast.Subscript():
                self._change(self.value(target.value), target.value)
                if isinstance(target, ast.Subscript):
                    self.visit(target.slice)
                self._hold(target.value, value)

    def _hold(self, base: ast.AST, value: Value, *, unordered: bool = False) -> None:
        """Note that what a name of the decision's own stands for holds a value from now on."""
        if isinstance(base, ast.Name) and (known := self._names.get(base.id)) is not None:
            held, differs = _union(known.held, value.all), known.unordered or unordered
            self._names[base.id] = replace(known, held=held, unordered=differs)

    def _change(self, base: Value, node: ast.AST) -> None:
        if any(map(can_change, base.objects)):
            self._refuse(node, f"changes {ast.unparse(node)}, {LIVES_ON}")

    # Expressions.

    def visit_Constant(self, node: ast.Constant) -> Value:
        return Value(is_text=isinstance(node.value, str | bytes))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Value:
        self.generic_visit(node)
        return Value(is_text=True)

    def visit_Name(self, node: ast.Name) -> Value:
        return self._used(self._named(node.id), node)

    def visit_Attribute(self, node: ast.Attribute) -> Value:
        if node.attr in CHANGING:
            held = [each for each in self.value(node.value).objects if isinstance(each, CONTAINERS)]
            self._change(Value(tuple(held)), node.value)
        return self._used(self._attribute(self.value(node.value), node.attr), node)

    def visit_Subscript(self, node: ast.Subscript) -> Value:
        value = self.value(node.value)
        self.visit(node.slice)
        if isinstance(node.slice, ast.Slice) and not value.arrays:
            return replace(value, objects=(), held=value.elements)
        parts = tuple(each for each in value.arrays if _is_part(each, node.slice))
        others = Value(tuple(each for each in value.objects if not isinstance(each, np.ndarray)))
        found = reduce(_union, (parts, others.elements, value.held))
        return self._used(Value(found, is_text=value.holds_texts), node)

    def visit_IfExp(self, node: ast.IfExp) -> Value:
        self.visit(node.test)
        return self.value(node.body) | self.value(node.orelse)

    def visit_BoolOp(self, node: ast.BoolOp) -> Value:
        return reduce(Value.__or__, self._values(node.values))

    def visit_BinOp(self, node: ast.BinOp) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        differs = left.is_unordered or right.is_unordered
        return replace(left | right, objects=(), unordered=differs)

    def visit_Starred(self, node: ast.Starred) -> Value:
        return self._each(node.value)

    def visit_Tuple(self, node: ast.Tuple | ast.List | ast.Set) -> Value:
        values = self._values(node.elts)
        held = reduce(_union, [value.all for value in values], ())
        texts, is_set = any(value.is_text for value in values), isinstance(node, ast.Set)
        return Value((), held, texts and not is_set, is_set, texts and is_set and len(values) > 1)

    visit_List = visit_Set = visit_Tuple  # noqa: N815

    def visit_Dict(self, node: ast.Dict) -> Value:
        self._values(node.keys)
        return Value(held=reduce(_union, [each.all for each in self._values(node.values)], ()))

    def visit_ListComp(self, node: Any) -> Value:
        return self._comprehension(node, ordered=not isinstance(node, ast.SetComp | ast.DictComp))

    def _comprehension(self, node: Any, *, ordered: bool) -> Value:
        before, is_set = dict(self._names), isinstance(node, ast.SetComp)
        is_map, differs = isinstance(node, ast.DictComp), False
        for part in node.generators:
            differs |= is_map and self.value(part.iter).is_unordered
            self._set(part.target, self._each(part.iter, ordered=ordered))
            self._values(part.ifs)
        values = self._values([node.key, node.value] if is_map else [node.elt])
        self._names = before
        held = reduce(_union, [value.all for value in values], ())
        texts = any(value.is_text for value in values)
        return Value((), held, texts and not is_set, is_set, differs or (texts and is_set))

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp  # noqa: N815

    def _each(self, node: ast.expr, *, ordered: bool = True) -> Value:
        """Return what is known of what an expression gives, one thing after another."""
        value = self._in_order(node) if ordered else self.value(node)
        return Value(value.elements, is_text=value.holds_texts)

    def _in_order(self, node: ast.expr) -> Value:
        value = self.value(node)
        if value.is_unordered:
            self._refuse(node, f"goes by the order of a set of texts ({ast.unparse(node)})")
        return value

    def _named(self, name: str) -> Value:
        if name in self._names and name not in self._outer:
            return self._names[name]
        for space in (self._closure, self._function.__globals__, vars(builtins)):
            if name in space:
                return Value((space[name],), is_text=isinstance(space[name], str))
        return UNKNOWN

    def _attribute(self, base: Value, name: str) -> Value:
        found = Value(base.arrays if name in SAME_MEMORY else ())
        for each in base.objects:
            member = _member(each, name)
            if isinstance(member, property | functools.cached_property):
                getter = member.fget if isinstance(member, property) else member.func
                found |= self._reader.call(getter, (Value((each,)),), {})
            elif member is not None:
                found |= Value((member,), is_text=isinstance(member, str))
        return found

    def _used(self, value: Value, node: ast.AST, *, called: bool = False) -> Value:
        """Refuse what answers something else each time, where it is named; read what may be called.

        A function that is `called` there is read with what it is given.
        """
        for each in value.objects:
            if (why := change_in(each)) is not None:
                self._refuse(node, f"{why} ({_text(node)})")
            elif is_own_object(each):
                self._reader.read_operators(each)
            elif self._reader.is_own(each):
                if not called:
                    self._reader.call(each, (), {})
            else:
                self._reader.read_held(each)
        return value

    # Calls.

    def visit_Call(self, node: ast.Call) -> Value:
        base, name = UNKNOWN, _text(node.func)
        if isinstance(node.func, ast.Attribute):
            base, name = self.value(node.func.value), node.func.attr
            called = self._used(self._attribute(base, name), node.func, called=True)
        elif name == "super" and not node.args:
            return self._super()
        elif isinstance(node.func, ast.Name):
            called = self._used(self._named(name), node.func, called=True)
        else:
            called = self.value(node.func)
        given = self._given(node, name)
        named = {each.arg or "": self.value(each.value) for each in node.keywords}
        if isinstance(node.func, ast.Attribute):
            self._method(node.func, base, given)
        elif not called.objects and name not in self._names:
            self._open(node, f"calls {name}, of which nothing is known here")
        self._change(named.get("out", UNKNOWN), node)
        if any(isinstance(each, ast.Starred) for each in node.args):
            given = []
        held = base.elements if name in HOLDING else ()
        answer = Value(held if name in ("get", "setdefault") else (), held)
        answer = replace(answer, unordered=base.is_unordered and name in SETS)
        answers = (self._one(each, node, given, named) for each in called.objects)
        return reduce(Value.__or__, answers, answer)

    def _given(self, node: ast.Call, name: str) -> list[Value]:
        if name in IN_ORDER:
            return [self._in_order(each) for each in node.args]
        plain = name in WITHOUT_ORDER and not node.keywords
        kinds = (ast.GeneratorExp, ast.ListComp)
        return [
            self._comprehension(each, ordered=False)
            if plain and isinstance(each, kinds)
            else self.value(each)
            for each in node.args
        ]

    def _super(self) -> Value:
        """Return what `super` gives: the methods of the next class, of the same object."""
        kind, code = self._closure.get("__class__"), self._function.__code__
        own = self._names.get(code.co_varnames[0], UNKNOWN) if code.co_argcount else UNKNOWN
        if not isinstance(kind, type):
            return UNKNOWN
        return Value(tuple(New(kind.__mro__[1], each) for each in own.objects or (None,)))

    def _method(self, called: ast.Attribute, base: Value, given: Sequence[Value]) -> None:
        """See to the methods of containers."""
        if called.attr in CHANGING:
            held = tuple(each for each in base.objects if isinstance(each, CONTAINERS))
            self._change(Value(held), called.value)
            for value in given:
                differs = base.is_set and value.holds_texts
                self._hold(called.value, value, unordered=differs)
        if called.attr == "__hash__" and base.holds_texts:
            self._refuse(called, "reads the hash of a text, which differs by process")
        if called.attr == "pop" and base.is_unordered:
            self._refuse(called, f"goes by the order of a set of texts ({_text(called)})")

    def _one(
        self,
        function: Any,
        node: ast.AST,
        given: Sequence[Value],
        named: Mapping[str, Value],
    ) -> Value:
        """Read one of the functions that may be called, and return what is known of its answer."""
        if is_own_class(function):
            for name in ("__new__", "__init__", "__post_init__"):
                member = inspect.getattr_static(function, name, None)
                if self._reader.is_own(member):
                    self._reader.call(member, (Value((New(function),)), *given), named)
            return Value((New(function),))
        if self._reader.is_own(function):
            return self._reader.call(function, given, named)
        for each in (each for value in (*given, *named.values()) for each in value.objects):
            if self._reader.is_own(each):  # what is called with it will call it
                self._reader.call(each, (), {})
        full = full_name(function)
        if full == "" and callable(function) and not is_own_object(function):
            self._open(node, f"calls {_text(node)}, of {type(function).__name__}")
        if full == "" or source_of_change(full) is not None:  # it was refused where it was named
            return UNKNOWN
        return self._of_library(full, node, [*given, UNKNOWN], named)

    def _of_library(
        self, full: str, node: ast.AST, given: Sequence[Value], named: Mapping[str, Value]
    ) -> Value:
        first, name = given[0], full.rpartition(".")[2]
        arguments = node.args if isinstance(node, ast.Call) else []
        self._see_to_library(full, node, arguments, first, named)
        if full == "builtins.getattr" and len(arguments) > 1:
            return self._looked_up(first, arguments[1], node)
        if full in ("builtins.set", "builtins.frozenset"):
            differs = bool(arguments) and first.holds_texts
            return Value(held=first.elements, is_set=True, unordered=differs)
        if name in HOLDING:
            return Value(first.elements if name in ("next", "max", "min") else (), first.elements)
        return Value(first.arrays if name in SAME_MEMORY else (), is_text=name in TEXTS)

    def _see_to_library(
        self,
        full: str,
        node: ast.AST,
        arguments: Sequence[ast.expr],
        first: Value,
        named: Mapping[str, Value],
    ) -> None:
        package, name = full.partition(".")[0], full.rpartition(".")[2]
        if full in SEEDED:
            if (arguments or named) and not _is_none(arguments):
                self._open(node, f"makes a generator, whose seed must be fixed ({full})")
            else:
                self._refuse(node, f"{GENERATOR} ({full} without a seed)")
        elif full in ("builtins.open", "io.open"):
            if not _only_writes(node):
                self._refuse(node, f"opens a file ({_text(node)})")
        elif full == "builtins.hash" and first.holds_texts:
            self._refuse(node, "reads the hash of a text, which differs by process")
        elif full in FIRST_CHANGED and arguments:
            self._change(first, arguments[0])
        elif name in CHANGING and full.count(".") > 1 and arguments:  # of a class
            held = tuple(each for each in first.objects if isinstance(each, CONTAINERS))
            self._change(Value(held), arguments[0])
        elif full == "numpy.datetime64" and _text(node).strip(")\"'").endswith(("now", "today")):
            self._refuse(node, f"reads a clock ({_text(node)})")
        elif full in UNSET:
            self._open(node, f"may read memory that nothing has been written to ({full})")
        elif package not in self._reader.readable or (package == "builtins" and name in UNREAD):
            self._open(node, f"calls {full}, which is not read")

    def _looked_up(self, base: Value, name: ast.expr, node: ast.AST) -> Value:
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return self._used(self._attribute(base, name.value), node)
        for each in base.objects:
            if isinstance(each, ModuleType):
                why = source_of_change(each.__name__)
                said = f"looks up a name in {each.__name__}"
                self._open(node, said) if why is None else self._refuse(node, f"{why} ({said})")
        return UNKNOWN

    def _refuse(self, node: ast.AST, what: str) -> None:
        self._reader.refused.append(self._place(node, what))

    def _open(self, node: ast.AST, what: str) -> None:
        self._reader.open.append(self._place(node, what))

    def _place(self, node: ast.AST, what: str) -> Place:
        code = self._function.__code__
        return Place(what, code.co_filename, getattr(node, "lineno", code.co_firstlineno))


def _text(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.alias) else ast.unparse(node)


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _is_none(arguments: Sequence[ast.expr]) -> bool:
    first = next(iter(arguments), None)
    return isinstance(first, ast.Constant) and first.value is None


def _only_writes(node: ast.AST) -> bool:
    """Return whether `open` is called to write and not to read: `check` mentions that."""
    if not isinstance(node, ast.Call):
        return False
    modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
    values = [str(each.value) for each in modes if isinstance(each, ast.Constant)]
    return any(each[:1] in ("w", "a", "x") and "+" not in each for each in values)


def _is_part(table: Any, index: ast.expr) -> bool:
    """Return whether an index surely gives a part of an array that shares its memory."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    slices = any(isinstance(part, ast.Slice) for part in parts)
    plain = all(isinstance(part, ast.Slice | ast.Constant) for part in parts)
    return plain and (slices or len(parts) < table.ndim)


def _module(name: str) -> ModuleType | None:
    if name not in sys.modules and name.partition(".")[0] in sys.stdlib_module_names:
        return importlib.import_module(name)
    return sys.modules.get(name)


def _member(value: Any, name: str) -> Any:
    """Return an attribute, without running an author's code: a property is returned itself."""
    instance = None if isinstance(value, type) or not is_own_object(value) else value
    if instance is None and not is_own_class(value):
        try:
            return getattr(value, name, None)
        except Exception:  # a library's attribute may raise anything
            return None
    kind = value.kind if isinstance(value, New) else type(value)
    member = inspect.getattr_static(kind if isinstance(value, New) else value, name, None)
    match member:
        case staticmethod():
            return member.__func__
        case classmethod():
            return MethodType(member.__func__, value if instance is None else kind)
        case FunctionType() if instance is not None:
            return MethodType(member, getattr(value, "of", None) or value)
    return member


def _node_of(function: FunctionType) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """Return the part of a parsed file that defines a function."""
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
