"""Searches a strategy's source for what it may not do, even in code that no game has reached."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from strategy_lab.check.verdicts import CheckFailedError, Verdict
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.identity import identity_of

OF_A_GAME = ("engine", "reference", "experiments")
OF_THE_LABORATORY = ("compiled", "simulation")
"""Packages that would tell a strategy more than its view does."""

BY_NAME = {"getattr": "reads", "setattr": "assigns to", "delattr": "deletes"}


def scan(entrant: Entrant) -> Verdict:
    """Search the functions of a strategy, and those of its own that they call."""
    decisions = entrant.decisions.values()
    functions = identity_of(*(each.function for each in decisions)).functions
    package = entrant.game.program().place.partition(".")[0]
    for function in functions:
        if function.__module__.startswith(f"{package}."):
            continue  # what the game offers
        for line, offence in _offences(function, import_module(package)):
            place = f"{function.__code__.co_filename}, line {line}"
            text = f"it {offence} ({place}), which no strategy may"
            raise CheckFailedError(Verdict("source", "failed", text))
    if not functions:
        return Verdict("source", "open", "no file has functions of its own")
    return Verdict("source", "passed", f"{len(functions)} functions read")


def _offences(function: FunctionType, game: ModuleType) -> Iterator[tuple[int, str]]:
    """Yield the line and the description of everything that a function may not do.

    `game`: the package of the game, which offers what strategies may use.
    """
    code = function.__code__
    internals = [f"{game.__name__}.{name}" for name in OF_A_GAME]
    internals += [f"strategy_lab.{name}" for name in OF_THE_LABORATORY]
    for name in code.co_names:
        value = function.__globals__.get(name)
        if value is getattr(game, getattr(value, "__name__", name), code):
            continue
        module = _module(value)
        if any(module == internal or module.startswith(f"{internal}.") for internal in internals):
            yield code.co_firstlineno, f"uses {name} of {module}"
    tree = source_tree(function)
    views = _views(tree)
    for node in ast.walk(tree):
        for offence in _offence(node, views):
            yield getattr(node, "lineno", code.co_firstlineno), offence


def source_tree(function: FunctionType) -> ast.Module:
    """Return the syntax tree of a function, with the lines of its file; empty without a source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):  # made by exec, or part of an expression
        return ast.Module([], [])
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    return tree


def _module(value: Any) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name)


def _views(tree: ast.AST) -> set[str]:
    """Return the names of arguments that are views, by name or by annotation."""
    arguments = [node for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return {
        argument.arg
        for argument in arguments
        if argument.arg == "view"
        or (argument.annotation and ast.unparse(argument.annotation).strip("'\"").endswith("View"))
    }


def _offence(node: ast.AST, views: set[str]) -> Iterator[str]:
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
            offence = BY_NAME.get(function.strip("_"))
            if offence and (offence != "reads" or name.startswith("_")):
                yield f"{offence} {view}.{name}"
