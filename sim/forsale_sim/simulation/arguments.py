"""Arguments as people write them in Python: one or several, 1e6 for a whole number."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Iterable
from numbers import Real
from typing import Any, TypeAlias

from forsale_sim.errors import UsageError
from forsale_sim.plugins.contract import Strategy

Player: TypeAlias = str | os.PathLike[str] | Strategy
"""A spec, as on the command line, a strategy's file, or a strategy itself."""


COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


def several(value: Any) -> Iterable[Any]:
    """Return what was given as one or as several, as several."""
    return (value,) if isinstance(value, str) or not isinstance(value, Iterable) else value


def some(name: str, given: Any) -> tuple[Any, ...]:
    """Return what was given as one or as several, as several.

    Raises
    ------
    UsageError
        If it is none; it says so by the argument's `name`.
    """
    asked = tuple(several(given))
    if not asked:
        raise UsageError(f"{name} is empty: name at least one, or leave {name} out")
    return asked


def ruleset(given: Any) -> str:
    """Return the name of a ruleset, or the path of its file.

    Raises
    ------
    UsageError
        If it is neither.
    """
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    raise UsageError(
        f"rulesets: {given!r} is no ruleset: give the name of an edition, or the path of a file"
    )


def player(given: Any) -> str | Strategy:
    """Return a strategy, or the spec of one.

    Raises
    ------
    UsageError
        If it is neither, nor a path.
    """
    if isinstance(given, str | Strategy):
        return given
    if isinstance(given, os.PathLike):
        return str(os.fspath(given))
    plain = given is None or isinstance(given, int | float)
    name = repr(given) if plain else getattr(given, "__name__", type(given).__name__)
    raise UsageError(
        f"{name} is no strategy: put @strategy('name') before the class, or name one by its spec"
    )


def formats(name: str, given: Any, known: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return formats that were given as one or as several.

    Parameters
    ----------
    name
        What the argument is called.
    given
        What it is.
    known
        The formats that there are.

    Raises
    ------
    UsageError
        If one of them is none of these.
    """
    asked = tuple(several(given))
    for form in asked:
        if form not in known:
            raise UsageError(f"{name}: there is no {form!r}; there are: {', '.join(known)}")
    return asked


def counts_in(text: str) -> tuple[int, ...]:
    """Return the player counts in a text such as ``3,5-6``, each once, ascending.

    Raises
    ------
    UsageError
        If it is none of those.
    """
    counts: set[int] = set()
    for piece in text.split(","):
        written = COUNTS.fullmatch(piece)
        span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
        if not span:
            raise UsageError(f"{text!r} is not a list of player counts, such as 3,4 or 3-6")
        counts.update(span)
    return tuple(sorted(counts))


def player_counts(given: Any) -> tuple[int, ...]:
    """Return player counts that were given as one or as several, each once, ascending.

    Raises
    ------
    UsageError
        If there are none, or one of them is no whole number and no text with some.
    """
    counts: set[int] = set()
    for each in some("players", given):
        counts.update(counts_in(each) if isinstance(each, str) else [whole("players", each)])
    return tuple(sorted(counts))


def number(name: str, value: Any) -> float:
    """Return a number.

    Raises
    ------
    UsageError
        If it is none; it says so by the argument's `name`.
    """
    if isinstance(value, Real):
        return float(value)
    raise UsageError(f"{name}: {value!r} is not a number")


def whole(name: str, value: Any) -> int:
    """Return a whole number that may have been given as 1e6, or by NumPy.

    Raises
    ------
    UsageError
        If it is none; it says so by the argument's `name`.
    """
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, float) and value.is_integer():
            return int(value)
    raise UsageError(f"{name}: {value!r} is not a whole number")
