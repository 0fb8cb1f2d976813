"""Arguments as people write them in Python: one or several, 1e6 for a whole number."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

import numpy as np

from strategy_lab.display.progress import getting_ready, progress
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import PlayerCounts, Whole
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.game import Ruleset
from strategy_lab.plugins.strategies import Strategy
from strategy_lab.results.accumulators import Accumulator, Cell
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.options import converted, several
from strategy_lab.simulation.sessions import number_of_threads

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


# counting: The games of a run, counted by an accumulator of one's own: played once more, as they
# were.

A = TypeVar("A", bound=Accumulator)


class Counted(Run):
    """A run whose games are counted by what `new` makes for each cell."""

    def __init__(self, played: Run, new: Callable[[Cell], Accumulator]) -> None:
        super().__init__(played.plan, played.plan.games)
        self.needs_detail, self._new = True, new

    def empty(self, block: int) -> Accumulator:  # type: ignore[override]
        """Return the accumulator of no game of a cell."""
        made = self._new(self.plan.cells[block].cell)
        if not isinstance(made, Accumulator):
            raise UsageError(f"games are counted by an Accumulator, not by a {type(made).__name__}")
        for name, array in made.arrays().items():
            if not isinstance(array, np.ndarray) or array.dtype != np.int64:
                raise UsageError(
                    f"the sums {name!r} of {type(made).__name__} are no array of int64: whole "
                    "numbers add up to the same in any order"
                )
        return made


def counted(
    played: Run, outcome: Outcome, engine: str, new: Callable[[Cell], A]
) -> dict[tuple[str, int], A]:
    """Play the games of a run again with an engine, and return what counted those of each cell."""
    run = Counted(played, new)
    again = Outcome(run, wanted=list(outcome.played))
    with getting_ready():
        executor = Threads(run, engine, number_of_threads(None))
    with progress(again) as watchers:
        if not simulate(again, executor, watchers).complete:
            raise KeyboardInterrupt
    cells = [planned.cell for planned in run.plan.cells]
    return {(cell.ruleset, cell.players): again.tally(i) for i, cell in enumerate(cells)}
