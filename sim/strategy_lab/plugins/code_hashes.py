"""Code, and values that hold nothing else, as what only they look like."""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from functools import cache
from opcode import hasconst, opmap
from types import CodeType, FunctionType
from typing import Any

ATOMS: dict[type, Callable[[Any], Any]] = {
    **{int: hex, float: float.hex, complex: repr, bool: str, str: str, bytes: bytes},
    **{type(None): str, type(...): str, type(NotImplemented): str},
}
"""How values are written that hold nothing else."""

DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


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
    """Return a constant of code, which holds nothing but others."""
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


def source_text(function: FunctionType) -> str:
    """Return a function's source without comments and docstrings; nothing if it has none."""
    try:
        return code_text(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):  # made by exec, or in the middle of an expression
        return ""


def names_in(function: FunctionType) -> frozenset[str]:
    """Return the names and texts in a function and in those inside it."""
    return code_hash(function.__code__)[1]


def code_text(source: str | bytes) -> str:
    """Return source code without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
