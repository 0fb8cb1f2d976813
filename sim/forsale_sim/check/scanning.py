"""Reads the source of a strategy for what it may not do, even where no game has come by."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

from forsale_sim.check.playing import FailedError
from forsale_sim.check.verdicts import Verdict
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.sources import own_functions
from forsale_sim.reference.view import View

INTERNALS = tuple(f"forsale_sim.{name}" for name in ("engine", "reference", "tournament"))
"""Packages whose insides would tell a strategy more than its view does."""

BY_NAME = {"getattr": "reads", "setattr": "assigns to", "delattr": "deletes"}


def scan(entrant: Entrant) -> Verdict:
    """Read the functions of a strategy, and its own ones that they call.

    Raises
    ------
    FailedError
        If one writes to a view, reads what is inside, or uses the insides of this package.
    """
    functions = strategy_functions(entrant)
    for function in functions:
        for line, deed in _deeds(function):
            text = (
                f"it {deed} ({function.__code__.co_filename}, line {line}), which no strategy may"
            )
            raise FailedError(Verdict("source", "failed", text))
    if not functions:
        return Verdict("source", "open", "its functions are not written in Python")
    return Verdict("source", "passed", f"{len(functions)} functions read")


def strategy_functions(entrant: Entrant) -> list[FunctionType]:
    """Return the functions a strategy is made of; of an object's, all methods of its class too."""
    found: dict[FunctionType, None] = {}
    for function in (entrant.bid.function, entrant.sell.function):
        parts: list[Any] = [function]
        if isinstance(function, MethodType):
            parts = [part for cls in type(function.__self__).__mro__ for part in vars(cls).values()]
        for part in parts:
            if isinstance(part, FunctionType):
                found |= dict.fromkeys(own_functions(part))
    return list(found)


def _deeds(function: FunctionType) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each thing that a function may not do."""
    code = function.__code__
    for name in code.co_names:
        module = _module(function.__globals__.get(name))
        if any(module == internal or module.startswith(f"{internal}.") for internal in INTERNALS):
            yield code.co_firstlineno, f"uses {name} of {module}"
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):  # made by exec, or part of an expression
        return
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    views = _views(tree)
    for node in ast.walk(tree):
        for what in _deed(node, views):
            yield getattr(node, "lineno", code.co_firstlineno), what


def _module(value: Any) -> str:
    if value is View:
        return ""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name)


def _views(tree: ast.AST) -> set[str]:
    """Return the names of arguments that are views: called so, or said to be."""
    arguments = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return {
        argument.arg
        for argument in arguments
        if argument.arg == "view"
        or (argument.annotation and ast.unparse(argument.annotation).strip("'\"").endswith("View"))
    }


def _deed(node: ast.AST, views: set[str]) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id=view), attr=name, ctx=context) if view in views:
            if isinstance(context, ast.Store):
                yield f"assigns to {view}.{name}"
            elif isinstance(context, ast.Del):
                yield f"deletes {view}.{name}"
            elif name.startswith("_"):
                yield f"reads {view}.{name}"
        case ast.Call(
            func=ast.Name(id=function) | ast.Attribute(attr=function),
            args=[ast.Name(id=view), ast.Constant(value=str(name)), *_],
        ) if view in views:
            deed = BY_NAME.get(function.strip("_"))
            if deed and (deed != "reads" or name.startswith("_")):
                yield f"{deed} {view}.{name}"
