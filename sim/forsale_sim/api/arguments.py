"""Arguments as people write them in Python: one or several, 1e6 for a whole number."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Real
from typing import Any, TypeAlias

from forsale_sim.errors import UsageError
from forsale_sim.for_sale import GAME
from forsale_sim.plugins.contract import OF_THE_SESSION, Strategy
from forsale_sim.rules.loading import ruleset_of
from forsale_sim.rules.player_counts import counts_in
from forsale_sim.rules.ruleset import Ruleset

EXACT = 2**53
"""Beyond it, a float stands for several whole numbers."""

Player: TypeAlias = str | os.PathLike[str] | Strategy
"""A spec, as on the command line, a strategy's file, or a strategy itself."""

OneRuleset: TypeAlias = str | os.PathLike[str] | Ruleset | Mapping[str, Any]
Rulesets: TypeAlias = OneRuleset | Iterable[OneRuleset]
Players: TypeAlias = int | str | Iterable[int | str] | None


def several(value: Any) -> Iterable[Any]:
    """Return what was given as one or as several, as several."""
    is_one = isinstance(value, str | Mapping | Ruleset) or not isinstance(value, Iterable)
    return (value,) if is_one else value


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


def rulesets_or_texts(given: Any) -> list[str | Ruleset]:
    """Return rulesets that were given as one or as several, or what names them."""
    return [ruleset_or_text(each) for each in some("rulesets", given)]


def ruleset_or_text(given: Any) -> str | Ruleset:
    """Return a ruleset, the name of one, or the path of its file.

    Raises
    ------
    UsageError
        If it is none of these, nor a mapping with what its file would say.
    """
    if isinstance(given, Mapping):
        return ruleset_of(given)
    return given if isinstance(given, Ruleset) else ruleset_text("rulesets", given)


def ruleset_text(name: str, given: Any) -> str:
    """Return the name of a ruleset, or the path of its file.

    Raises
    ------
    UsageError
        If it is neither; it says so by the argument's `name`.
    """
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    if isinstance(given, Iterable):
        raise UsageError(f"{name}: {given!r} is not one ruleset: give each by itself")
    raise UsageError(
        f"{name}: {given!r} is no ruleset: give the name of an edition, the path of a file, or a "
        "ruleset"
    )


def player(given: Any) -> str | Strategy:
    """Return a strategy, or the spec of one.

    Raises
    ------
    UsageError
        If it is neither, nor a path.
    """
    if isinstance(given, Strategy):
        return given
    if isinstance(given, str):
        return _defined_in_session(given) or given
    if isinstance(given, os.PathLike):
        return str(os.fspath(given))
    plain = given is None or isinstance(given, int | float)
    name = repr(given) if plain else getattr(given, "__name__", type(given).__name__)
    raise UsageError(
        f"{name} is no strategy: put @strategy('name') before the class, or name one by its spec"
    )


def _defined_in_session(spec: str) -> Strategy | None:
    """Return the strategy of a notebook or script that a spec names; installed ones come first."""
    from forsale_sim.plugins.registry import installed_strategies

    name, _, settings = spec.partition(":")
    if name not in OF_THE_SESSION or name in installed_strategies(GAME):
        return None
    return replace(OF_THE_SESSION[name], settings=settings)


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


def engine_name(given: Any) -> str:
    """Return the name of an engine.

    Raises
    ------
    UsageError
        If there is none of that name.
    """
    if given not in GAME.engines:
        raise UsageError(f"engine: there is no {given!r}; there are: {', '.join(GAME.engines)}")
    return str(given)


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


def whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number that may have been given as 1e6, or by NumPy.

    Raises
    ------
    UsageError
        If it is none, or outside a range; it says so by the argument's `name`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        if not (isinstance(value, float) and value.is_integer()):
            raise UsageError(f"{name}: {value!r} is not a whole number") from None
        if abs(value) > EXACT:
            raise UsageError(
                f"{name}: {value!r} is a float, and may have been another whole number: write an "
                "int, without a point or an exponent"
            ) from None
        number = int(value)
    if least is not None and number < least:
        raise UsageError(f"{name}: it must be at least {least:,}, not {number:,}")
    if most is not None and number > most:
        raise UsageError(f"{name}: it must be at most {most:,}, not {number:,}")
    return number


def specs(name: str, given: Any) -> tuple[str, ...]:
    """Return specs of strategies that were given as one or as several, or as paths.

    Raises
    ------
    UsageError
        If one of them is neither: what is tuned is written in a file, and has to be found again.
    """
    return tuple(spec(name, each) for each in several(given))


def spec(name: str, given: Any) -> str:
    """Return the spec of a strategy, which may be given as a path.

    Raises
    ------
    UsageError
        If it is neither; it says so by the argument's `name`.
    """
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    if isinstance(given, Strategy):
        raise UsageError(
            f"{name}: the strategy {given.name!r} was defined in a Python session and cannot be "
            "loaded again: save it in a file, and name that"
        )
    raise UsageError(f"{name}: {given!r} is no strategy: name one by its spec, or by its file")
