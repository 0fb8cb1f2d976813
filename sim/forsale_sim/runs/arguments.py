"""Arguments as people write them in Python: one or several, 1e6 for a whole number."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any, TypeAlias

from forsale_sim.errors import UsageError
from forsale_sim.plugins.contract import Strategy

Player: TypeAlias = str | os.PathLike[str] | Strategy
"""A spec, as on the command line, a strategy's file, or a strategy itself."""


def several(value: Any) -> Iterable[Any]:
    """Return what was given as one or as several, as several."""
    return (value,) if isinstance(value, str) or not isinstance(value, Iterable) else value


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
    name = getattr(given, "__name__", type(given).__name__)
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
