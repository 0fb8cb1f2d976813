"""The search for a strategy's parameters by CMA-ES.

Source: N. Hansen, "The CMA evolution strategy: a tutorial" (2016), in the library `cmaes`.

The search is deterministic: the seed and the objectives so far determine the next candidates. So an
interrupted search continues from the objectives alone, and a checkpoint holds nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from forsale_sim.plugins.entrant import Entrant
from forsale_sim.rules.parameters import Rules
from forsale_sim.simulation.plan import check_seed
from forsale_sim.training.cma_es import evolution
from forsale_sim.training.evaluating import Scores, check_candidates, evaluate
from forsale_sim.training.parameter_space import Point, Space
from forsale_sim.training.win_rates import WinRate

STEP = 0.12
"""The standard deviation of the first candidates, as a part of each parameter's range."""

HELD_OUT = 10**12
"""The first deal of those that choose among the finalists; no search reaches it."""
PROVING = 2 * 10**12
"""The first deal of those that measure the chosen finalist, which had no part in the choice."""

FINALISTS = 4
"""How many of the last means are compared on held-out deals, together with the start."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is tuned, for which game, and how thoroughly.

    Attributes
    ----------
    space, start
        The parameters, and where the search begins.
    rules
        The game.
    opponents
        Every table has one candidate and copies of one of these.
    self_play
        Whether there are also tables with copies of the search's current mean.
    deals
        How many deals every candidate plays in a generation.
    generations, population
        How many generations there are, of how many candidates.
    final_deals
        How many deals compare the finalists, and how many others measure the chosen one.
    """

    space: Space
    start: Point
    rules: Rules
    opponents: tuple[Entrant, ...]
    self_play: bool
    seed: int
    deals: int
    generations: int
    population: int
    final_deals: int
    threads: int = 1

    def __post_init__(self) -> None:
        check_seed(self.seed)
        # The mean is one more candidate, and with self-play one more opponent.
        check_candidates(self.population + 1, len(self.opponents) + self.self_play)

    def scores(
        self, points: Sequence[Point], against: Sequence[Entrant], first_deal: int, deals: int
    ) -> Scores:
        """Return the scores of candidates against some opponents."""
        candidates = [self.space.entrant("", self.space.values(point)) for point in points]
        return evaluate(
            self.rules,
            candidates,
            against,
            seed=self.seed,
            first_deal=first_deal,
            deals=deals,
            threads=self.threads,
        )


@dataclass(slots=True)
class Search:
    """A search in progress.

    Attributes
    ----------
    objectives
        The objectives of each generation's candidates: all that a checkpoint needs.
    means
        The mean before each generation, and the current one.
    """

    task: Task
    objectives: list[list[float]] = field(default_factory=list)
    means: list[Point] = field(default_factory=list)
    _strategy: Any = None

    def __post_init__(self) -> None:
        before, self.objectives = self.objectives, []
        task = self.task
        self._strategy = evolution(
            task.start, step=STEP, seed=task.seed, population=task.population
        )
        self.means = [self.task.start]
        for objectives in before:
            self._tell(self._ask(), objectives)

    def steps(self) -> Iterator[WinRate]:
        """Play the remaining generations; yield the win rate of the mean before each.

        The mean is one more candidate of every generation.
        """
        task = self.task
        while len(self.objectives) < task.generations:
            points, mean = self._ask(), self.means[-1]
            first_deal = 1 + len(self.objectives) * task.deals
            scores = task.scores([*points, mean], self._against(mean), first_deal, task.deals)
            self._tell(points, [float(value) for value in scores.objective[:-1]])
            yield scores.win_rate(len(points))

    @property
    def finalists(self) -> list[Point]:
        """The last means, and the start."""
        return [*self.means[-FINALISTS:], self.task.start]

    def finish(self) -> tuple[Point, WinRate]:
        """Return the best finalist on held-out deals, and its win rate on others."""
        return chosen(self.task, self.finalists, self._against(self.means[-1]))

    def _against(self, mean: Point) -> list[Entrant]:
        copies = [self.task.space.entrant("", self.task.space.values(mean))]
        return [*self.task.opponents, *(copies if self.task.self_play else [])]

    def _ask(self) -> list[Point]:
        return [self._strategy.ask() for _ in range(self.task.population)]

    def _tell(self, points: Sequence[Point], objectives: list[float]) -> None:
        solutions = zip(points, objectives, strict=True)
        self._strategy.tell([(point, -value) for point, value in solutions])
        self.objectives.append(objectives)
        self.means.append(np.clip(self._strategy.mean, 0.0, 1.0))


def chosen(
    task: Task, finalists: Sequence[Point], against: Sequence[Entrant]
) -> tuple[Point, WinRate]:
    """Return the best of several points, and its win rate."""
    held_out = task.scores(finalists, against, HELD_OUT, task.final_deals)
    best = finalists[int(np.argmax(held_out.win.mean(axis=1)))]
    proof = task.scores([best], task.opponents or against, PROVING, task.final_deals)
    return best, proof.win_rate(0)
