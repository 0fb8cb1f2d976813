"""Strategies compiled for the kernel, once for all parameter values, and kept between runs."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.extending import overload, register_jitable
from numpy.typing import NDArray

from forsale_sim.engine.caching import cache_root, cached_in, engine_hash
from forsale_sim.engine.decisions import address_of, decision_type
from forsale_sim.errors import UncompilableError
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.sources import fingerprint, names_in, own_functions, unwrap
from forsale_sim.reference.advice import advice, no_such_name
from forsale_sim.reference.view import VIEW_NAMES
from forsale_sim.search.overloads import register_searches

TEMPLATE = '''\
"""{module}.{qualname}, as the kernel calls it."""


def {name}(view, arguments):
    return whole_number(function(view{arguments}))
'''

WHOLE_NUMBER = "a move is a whole number (int)"
WRONG_ANYWHERE = re.compile(
    r"Unknown attribute '\w+' of type View|No definition for lowering View\.|NameError: |"
    r"module '.+' has no attribute |takes a whole number \(int\), not |"
    rf"{re.escape(WHOLE_NUMBER)}, not of type (?!OptionalType)"
)
"""Errors for which plain Python would not play a strategy either."""

LARGEST_MOVE = np.uint64(2**63 - 1)
UNKNOWN_NAME = re.compile(r"Unknown attribute '(\w+)' of type View")

PAST = {"auction_of", "offer_in", "bid_in"}
"""What a view tells only where past auctions are kept."""

CONTEXT = ("File ", "During:", "raised from", "There are")


@dataclass(frozen=True)
class CompiledField:
    """The addresses by which the kernel asks the strategies of a field.

    Attributes
    ----------
    functions, arguments
        (2, strategies) uint64, for bidding and selling.
    keep
        What must live as long as the addresses are used.
    keeps_past
        Whether one of the strategies asks for past auctions, which games then keep.
    """

    functions: NDArray[np.uint64]
    arguments: NDArray[np.uint64]
    keep: tuple[Any, ...]
    keeps_past: bool


def compile_field(field: Sequence[Entrant]) -> CompiledField:
    """Compile what has not been compiled before, and set the parameters."""
    decisions = [[entrant.bid for entrant in field], [entrant.sell for entrant in field]]
    compiled = [[compile_decision(decision) for decision in phase] for phase in decisions]
    values = [
        [np.array([*decision.arguments.values(), 0.0], np.float64) for decision in phase]
        for phase in decisions
    ]
    return CompiledField(
        functions=np.array([list(map(address_of, phase)) for phase in compiled], np.uint64),
        arguments=np.array([[a.ctypes.data for a in phase] for phase in values], np.uint64),
        keep=(compiled, values),
        keeps_past=any(_asks_for_past(decision) for phase in decisions for decision in phase),
    )


def _asks_for_past(decision: Decision) -> bool:
    functions = own_functions(unwrap(decision.function))
    return any(not PAST.isdisjoint(names_in(function.__code__)) for function in functions)


_compiled: dict[tuple[Any, ...], Any] = {}
"""Keyed by function, its fingerprint and the types of its parameters."""

_helpers: dict[FunctionType, str] = {}
"""The fingerprints that functions had when they were last registered with numba."""


def compile_decision(decision: Decision) -> Any:
    """Return one decision function compiled for `decision_type`, from memory or disk if possible.

    Numba freezes the globals that a function reads. In a session they may change, so the function
    in memory is used only while its fingerprint is the same.
    """
    function = unwrap(decision.function)
    if not isinstance(function, FunctionType):
        raise UncompilableError(
            f"{getattr(function, '__qualname__', function)!r} is not a plain function, so it "
            "cannot be compiled."
        )
    kinds = tuple(type(value) for value in decision.arguments.values())
    key = (function, fingerprint(function), kinds)
    if key not in _compiled:
        _compiled[key] = _compile(*key)
    return _compiled[key]


def _compile(function: FunctionType, source: str, kinds: tuple[type, ...]) -> Any:
    register_searches()
    for helper in own_functions(function)[1:]:
        _register(helper)
    identity = _identity(source, kinds)
    values = "".join(
        f", int(arguments[{i}])" if kind is int else f", arguments[{i}]"
        for i, kind in enumerate(kinds)
    )
    name = f"decision_{identity}"
    text = TEMPLATE.format(
        module=function.__module__, qualname=function.__qualname__, name=name, arguments=values
    )
    root = cache_root()
    folder = root and root / engine_hash() / "strategies" / identity
    path = write_once(folder / "decision.py", text) if folder else "<decision>"
    namespace = {
        "__name__": __name__,
        "function": numba.njit(forceinline=True, boundscheck=True)(function),
        "whole_number": whole_number,
    }
    exec(compile(text, str(path), "exec"), namespace)
    try:
        with cached_in(folder) as cache_it:
            return numba.njit(decision_type, nogil=True, cache=cache_it)(namespace[name])
    except Exception as error:  # numba raises much that is no NumbaError
        raise _refusal(function, error) from error


def _register(helper: FunctionType) -> None:
    """Let numba compile a helper, as it is now, along with the functions that call it."""
    now = fingerprint(helper)
    if helper not in _helpers:
        # An index out of range must stop the game, as in plain Python. Views check theirs already.
        register_jitable(boundscheck=True)(helper)
    elif _helpers[helper] != now:
        # Numba has no way to say that what a function reads has changed.
        for template in cpu_target.typing_context.resolve_value_type(helper).templates:
            template._impl_cache.clear()
    _helpers[helper] = now


def _identity(source: str, kinds: tuple[type, ...]) -> str:
    """Return a hash that is unique to a compiled decision, on disk and for the linker.

    Functions from numba's cache are linked by name: two of one name would be one.
    """
    digest = hashlib.sha256(f"{source} {kinds}".encode())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()[:24]


def write_once(path: Path, source: str) -> Path:
    """Write source code to a file, which numba needs for its cache; never in part."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(source)
        Path(aside).replace(path)
    return path


def whole_number(move: Any) -> Any:
    """Return `move`, which must be a whole number; known to compiled code only."""
    raise NotImplementedError


@overload(whole_number)
def _whole_number(move):
    if isinstance(move, numba.types.Integer) and move.signed:
        return lambda move: move
    if isinstance(move, numba.types.Integer):
        return _representable
    raise TypingError(f"{WHOLE_NUMBER}, not of type {move}")


def _representable(move):
    if move > LARGEST_MOVE:  # as an int64 it would be another number
        raise OverflowError("a move is larger than any number of 64 bits with a sign")
    return move


def _refusal(function: FunctionType, error: Exception) -> UncompilableError:
    """Return an error with numba's reason, without its internals, and the place."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    reason = _reason(text)
    wrong_anywhere = any(map(WRONG_ANYWHERE.search, reason))
    instead = _advice("\n".join(reason))
    if instead:
        reason, wrong_anywhere = [instead], True
    return UncompilableError(
        f"strategy function {function.__qualname__!r} cannot be compiled "
        f"({_place(function, text)}):\n" + "\n".join(f"  {line}" for line in reason),
        plain_python=not wrong_anywhere,
    )


def _advice(reason: str) -> str:
    """Return what is wrong in the words of a strategy's author; empty where numba's have to do."""
    misnamed = UNKNOWN_NAME.search(reason)
    return no_such_name(misnamed[1], VIEW_NAMES) if misnamed else advice(reason)


def _place(function: FunctionType, text: str) -> str:
    file = Path(function.__code__.co_filename)
    places = re.findall(r'File "([^"]+)", line (\d+)', text)
    places += re.findall(r"(\S+) \((\d+)\)", text)
    lines = [int(line) for name, line in places if Path(name).name == file.name]
    return f"{file}, line {lines[0] if lines else function.__code__.co_firstlineno}"


def _reason(text: str) -> list[str]:
    """Return what is wrong, without where in numba it was noticed."""
    lines: list[str] = []
    for line in text.rpartition("specific error:")[2].splitlines():
        words = line.strip().removeprefix("TypingError: ")
        if lines and words.startswith(CONTEXT):
            break
        if words and not words.startswith(("Failed in nopython", *CONTEXT)):
            lines.append(words)
    return lines[:4]
