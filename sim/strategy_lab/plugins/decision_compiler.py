"""Decisions compiled by numba, or refused with its reason."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.extending import overload, register_jitable

from strategy_lab.compiled.overloads import jit
from strategy_lab.errors import UncompilableError, UsageError
from strategy_lab.plugins.identity import identity_of, named_in, refuse_recursion

if TYPE_CHECKING:
    from strategy_lab.game import CompiledView
    from strategy_lab.plugins.compiling import DecisionCode

TEMPLATE = '''\
"""{module}.{qualname}, as the kernel calls it."""


def {name}(view, arguments):
    return whole_number({answer})
'''

WHOLE_NUMBER = "a move is a whole number (int)"
WRONG_ANYWHERE = re.compile(
    r"Unknown attribute '\w+' of type View|No definition for lowering View\.|NameError: |"
    r"module '.+' has no attribute |takes a (?:whole number \(int\)|set of cards, .+), not |"
    r", not (?:None:|of type )|lives on after the decision"
)
"""Errors for which plain Python would not play a strategy either."""

UNTYPED = "cannot be determined"  # what numba says of the type of what it does not know how to make

NOTHING_KEPT = (
    "which lives on after the decision, so no engine plays it: make it anew in each decision, or "
    "use what the view tells of the past"
)

IN_WORDS = (
    (
        r">>> (?:array_)?(\w+)\([^\n]*\n(?:.*\n)*?.*unexpected keyword argument ('\w+')",
        r"numba's \1 has no argument \2: leave it out, or write a loop",
    ),
    (
        r"Untyped global name ('\w+'): Cannot determine Numba type of <class 'type'>",
        r"\1 is a class, and compiled code has none: use numbers, tuples, arrays, a NamedTuple",
    ),
    (
        r"Untyped global name '(\w+)': .* <class '[\w.]+\.Strategy'>",
        r"\1 is the strategy: what its functions share stands outside its class",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>",
        r"it uses \1, a \2, and compiled code has none: use numbers, tuples, arrays, a NamedTuple",
    ),
    (
        r">>> \w+\([^\n]*Function\(<class '(\w+)'>\)",
        r"numba takes np.int64, np.float64 or np.bool_ for the type of an array, not \1",
    ),
    (
        r"Untyped global name '(\w+)': Cannot type empty|assigned to variable '(\w+)' in globals",
        r"it uses the list \1\2: write a tuple if it stays as it is; if not, it changes it, "
        f"{NOTHING_KEPT}",
    ),
    (r"Cannot modify readonly array", f"it changes a global array, {NOTHING_KEPT}"),
)
"""Patterns of what numba says, and what that means for an author."""

CONTEXT = ("File ", "During:", "raised from", "There are")

LARGEST_MOVE = np.uint64(2**63 - 1)

_compiled: dict[Any, str] = {}
"""What an author's functions were when they were last registered with numba, or reset."""


def compile_by_numba(code: DecisionCode, view: CompiledView) -> Any:
    """Return numba's dispatcher of what the kernel calls: it passes on values of parameters."""
    function = code.function
    refuse_recursion((code.function, *code.identity.functions, *code.identity.dispatchers))
    for wrapper in _wrappers((function, *code.identity.functions)):
        _register_wrapper(wrapper)
    for helper in code.identity.functions:
        if helper is not function:
            _register(helper)
    for dispatcher in code.identity.dispatchers:
        _reset(dispatcher)
    values = "".join(
        f", int(arguments[{i}])" if kind is int else f", arguments[{i}]"
        for i, kind in enumerate(code.kinds)
    )
    asked = "".join(f", {name}(view)" for name in code.asked_with[1:])
    answer = f"function(view{asked}{values})"
    text = TEMPLATE.format(
        module=function.__module__,
        qualname=function.__qualname__,
        name=code.name,
        answer=f"answer(view, {answer})" if code.decision in view.answers else answer,
    )
    namespace: dict[str, Any] = {
        "__name__": __name__,
        "function": compile_decision(function),
        "whole_number": whole_number,
        "answer": view.answers.get(code.decision),
        **{name: view.asked[name] for name in code.asked_with[1:]},
    }
    exec(compile(text, "<decision>", "exec"), namespace)
    try:
        kept = code.name if code.identity.sure else None
        signature, largest = view.views.decision_type, view.views.largest_contained
        return jit(namespace[code.name], kept, signature, largest, no_cpython_wrapper=True)
    except UsageError:
        raise
    except Exception as error:  # numba raises much that is no NumbaError
        raise _refusal(function, error, view) from error


def compile_decision(function: Any) -> Any:
    """Return numba's dispatcher of a function that decides, which its callers contain.

    It is compiled as in plain Python, whoever calls it: for each set of flags numba compiles all
    helpers and names of views anew.
    """
    njit: Any = numba.njit
    flags = {"forceinline": True, "boundscheck": True, "error_model": "python", "_nrt": True}
    return njit(no_cpython_wrapper=True, **flags)(function)


def _register(helper: FunctionType) -> None:
    """Let numba compile a helper, as it is now, along with the functions that call it."""
    if helper not in _compiled:
        # An index out of range must stop the game, as in plain Python. Views check theirs already.
        register_jitable(boundscheck=True)(helper)
        _compiled[helper] = identity_of(helper).key
    elif _has_changed(helper):
        # Numba has no way to say that what a function reads has changed.
        for template in cpu_target.typing_context.resolve_value_type(helper).templates:
            template._impl_cache.clear()


@cache
def _register_wrapper(wrapper: Any) -> None:
    """Let numba compile what is behind a function that plain Python calls in another way."""
    options: Any = {"boundscheck": True}
    overload(wrapper, jit_options=options, strict=False)(lambda *_, **__: wrapper.py_func)


def _wrappers(functions: Iterable[FunctionType]) -> list[Any]:
    reached = [value for function in functions for value in named_in(function)]
    return [each for each in reached if type(each) is FunctionType and hasattr(each, "py_func")]


def _reset(dispatcher: Any) -> None:
    """Let numba compile an author's compiled function anew, if it may hold what is gone by now."""
    if _has_changed(dispatcher):
        dispatcher.overloads.clear()
        dispatcher.recompile()  # which then only forgets, also what a cache of numba's own holds


def _has_changed(function: Any) -> bool:
    now = identity_of(function).key
    before, _compiled[function] = _compiled.get(function), now
    return before != now


def whole_number(move: Any) -> Any:
    """Return `move`, which must be a whole number; known to compiled code only."""
    raise NotImplementedError


@overload(whole_number)
def _whole_number(move):
    if isinstance(move, numba.types.Integer) and move.signed:
        return lambda move: move
    if isinstance(move, numba.types.Integer):
        return _representable
    if isinstance(move, numba.types.NoneType | numba.types.Optional):
        at_times = "" if isinstance(move, numba.types.NoneType) else " at times"
        raise TypingError(f"{WHOLE_NUMBER}, not None{at_times}: a return is missing")
    raise TypingError(f"{WHOLE_NUMBER}, not of type {move}")


def _representable(move):
    if move > LARGEST_MOVE:  # as an int64 it would be another number
        raise OverflowError("a move is larger than any number of 64 bits with a sign")
    return move


def _refusal(function: FunctionType, error: Exception, view: CompiledView) -> UncompilableError:
    """Return an error with numba's reason, without its internals, and the place."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    reason = _reason(text)
    if UNTYPED in text and ":=" in inspect.getsource(function):
        reason = ["numba cannot compile an assignment in an expression (:=); give it its own line"]
    for pattern, words in IN_WORDS:
        if found := re.search(pattern, text):
            reason = [found.expand(words)]
            break
    wrong_anywhere = any(map(WRONG_ANYWHERE.search, reason))
    file, line = _place(function, text)
    instead = view.mistake("\n".join(reason), linecache.getline(file, line))
    if instead:
        reason, wrong_anywhere = [instead], True
    return UncompilableError(
        f"strategy function {function.__qualname__!r} cannot be compiled "
        f"({file}, line {line}):\n" + "\n".join(f"  {line}" for line in reason),
        plain_python=not wrong_anywhere,
    )


def _place(function: FunctionType, text: str) -> tuple[str, int]:
    file = function.__code__.co_filename
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    places += re.findall(r"(\S+) \((\d+)\)", text)
    lines = [int(line) for name, line in places if Path(name).name == Path(file).name]
    return file, lines[0] if lines else function.__code__.co_firstlineno


def _reason(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.rpartition("specific error:")[2].splitlines():
        words = line.strip().removeprefix("TypingError: ")
        if lines and words.startswith(CONTEXT):
            break
        if words and not words.startswith(("Failed in nopython", *CONTEXT)):
            lines.append(words)
    return lines[:4]
