"""Players who are trained anew for each ruleset, before it is played: who has adapted to it.

All begin with one neutral player, play against copies of themselves, and are taken where training
ends, so that no ruleset is favoured by who learned another. Where a short search ends is an
accident, too: several seeds show how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from strategy_lab.experiments.population import Table
from strategy_lab.results.conclusions import Tables
from strategy_lab.simulation.experiment import Outcome, Staged, Steps
from strategy_lab.simulation.plan import SEEDS
from strategy_lab.training.search import LIBRARIES, Search, Space, Task

if TYPE_CHECKING:
    from strategy_lab.game import Ruleset
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.program import Program

ANEW = "trained anew"

GENERATIONS, CANDIDATES, DEALS = 30, 10, 60
"""Of one training: about half a second for four players of For Sale."""


class TrainingAnew(Staged):
    """`found` will have a table of equals for each number of players and seed."""

    libraries = LIBRARIES
    prepares = True
    adaptive = False

    def __init__(
        self,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        seeds: int,
        seed: int,
        first: int,
        program: Program,
    ) -> None:
        space, self._begun = Space.of(program.trained, program.game), 0
        self._tasks = [
            (count, number, ruleset, _task(space, ruleset, count, seeds * seed + number))
            for count in players
            for number in range(seeds)
            for ruleset in rulesets
        ]
        self._first = first
        super().__init__(self._steps())

    def _steps(self) -> Steps[tuple[Table, ...]]:
        trained: dict[tuple[int, int], list[tuple[str, Entrant]]] = {}
        for count, number, ruleset, task in self._tasks:
            self._begun += 1
            search = Search(task)
            yield from search.generations()
            trained.setdefault((count, number), []).append(
                (ruleset.name, task.space.at(search.means[-1]))
            )
        return tuple(
            Table(
                f"{ANEW} {1 + number}",
                count,
                ANEW,
                self._first + number,
                (players[0][1],) * count,
                tuple(players),
            )
            for (count, number), players in trained.items()
        )

    def tables(self, outcome: Outcome) -> Tables:
        """Return none: the experiment that needs it has tables."""
        return {}

    @property
    def games(self) -> int:
        return sum(task.games_of_search for *_, task in self._tasks)

    def games_expected(self, outcome: Outcome) -> int:
        return max(self.games, outcome.games)

    def progress_text(self, outcome: Outcome) -> str:
        return f"training players anew: {self._begun - 1} of {len(self._tasks)} done"


def _task(space: Space, ruleset: Ruleset, players: int, seed: int) -> Task:
    return Task(
        space=space,
        start=space.start,
        rules=ruleset.rules(players),
        opponents=(),
        self_play=True,
        seed=seed % SEEDS,
        deals=DEALS,
        generations=GENERATIONS,
        population=CANDIDATES,
        final_deals=0,
    )
