"""The games of a run, counted by an accumulator of one's own: played once more, as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from strategy_lab.display.progress import getting_ready, progress
from strategy_lab.errors import UsageError
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.accumulator import Accumulator
from strategy_lab.results.cell import Cell
from strategy_lab.simulation.driver import simulate
from strategy_lab.simulation.executors import Threads
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.threads import number_of_threads

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
