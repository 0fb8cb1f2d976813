"""Arguments as people write them in Python: one or several, 1e6 for a whole number."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from strategy_lab.errors import UsageError
from strategy_lab.experiments.option_types import PlayerCounts, Whole
from strategy_lab.game import Ruleset
from strategy_lab.plugins.contract import Strategy
from strategy_lab.simulation.options import converted, several

Player: TypeAlias = str | os.PathLike[str] | Strategy
"""A spec, as on the command line, a strategy's file, or a strategy itself."""

OneRuleset: TypeAlias = str | os.PathLike[str] | Ruleset | Mapping[str, Any]
Rulesets: TypeAlias = OneRuleset | Iterable[OneRuleset] | None
Players: TypeAlias = int | str | Iterable[int | str] | None


def ruleset_text(name: str, given: Any) -> str:
    """Return the name of a ruleset, or the path of its file."""
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    if isinstance(given, Iterable):
        raise UsageError(f"{name}: {given!r} is not one ruleset: give each by itself")
    raise UsageError(
        f"{name}: {given!r} is no ruleset: give the name of an edition, the path of a file, or a "
        "ruleset"
    )


def formats(name: str, given: Any, known: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return formats that were given as one or as several."""
    asked = tuple(several(given))
    for form in asked:
        if form not in known:
            raise UsageError(f"{name}: there is no {form!r}; there are: {', '.join(known)}")
    return asked


def player_counts(given: Any) -> tuple[int, ...]:
    """Return player counts that were given as one or as several, each once, ascending."""
    counts: tuple[int, ...] = converted("players", PlayerCounts(), given)
    return counts


def whole(name: str, given: Any, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number that may have been given as 1e6, or by NumPy."""
    number: int = converted(name, Whole(least, most), given)
    return number
