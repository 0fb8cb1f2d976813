"""Finds lines of a strategy that print or write files, which a run would do at each decision."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from types import FunctionType

from strategy_lab.check.source_scan import source_tree
from strategy_lab.check.verdicts import Verdict
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.identity import identity_of

FUNCTIONS = {"print": "prints", "input": "reads what is typed", "open": "opens a file"}

METHODS = {
    **dict.fromkeys(("write", "writelines", "write_text", "write_bytes"), "writes"),
    **dict.fromkeys(("savetxt", "tofile", "to_csv", "dump"), "writes a file"),
}


def find_side_effects(entrant: Entrant) -> Verdict:
    """Return whether the functions of a strategy, and their own helpers, print or write."""
    decisions = entrant.decisions.values()
    functions = identity_of(*(each.function for each in decisions)).functions
    effects = [
        f"it {effect} ({function.__code__.co_filename}, line {line})"
        for function in functions
        for line, effect in _effects(function)
    ]
    if not effects:
        return Verdict("quiet", "passed", "")
    text = f"{'; '.join(effects)}: a run of a million games does so at millions of decisions"
    return Verdict("quiet", "open", text)


def _effects(function: FunctionType) -> Iterator[tuple[int, str]]:
    for node in ast.walk(source_tree(function)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
                if function.__globals__.get(name, builtins) in (builtins, getattr(builtins, name)):
                    yield node.lineno, FUNCTIONS[name]
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                yield node.lineno, METHODS[name]
