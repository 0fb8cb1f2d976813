"""The search: an evolution strategy that learns how good parameters are spread (CMA-ES).

Source: N. Hansen, "The CMA evolution strategy: a tutorial" (2016), as the library `cmaes` has it.

It is deterministic: what its seed and the objectives told so far are, decides what it asks next. So
a search that was interrupted goes on by being told the same again, and a checkpoint holds nothing
but those numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from forsale_sim.plugins.entrant import Entrant
from forsale_sim.rules.parameters import Rules
from forsale_sim.simulation.plan import check_seed
from forsale_sim.training.evaluating import Scores, check_candidates, evaluate
from forsale_sim.training.evolving import evolution
from forsale_sim.training.space import Point, Space
from forsale_sim.training.win_rates import WinRate

STEP = 0.12
"""The standard deviation of the first candidates, as a part of each parameter's range."""

HELD_OUT = 10**12
"""Deals beyond this number choose among the last means; no search comes near it."""
PROVING = 2 * 10**12
"""Deals beyond this number tell how good the chosen one is: they had no part in the choice."""

FINALISTS = 4
"""How many of the last means are compared on held-out deals, with what the search began with."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is tuned, for what, and how thoroughly.

    Attributes
    ----------
    space, start
        The parameters and where the search begins.
    rules
        The game.
    opponents
        Every table has one candidate and copies of one of these.
    self_play
        Whether there are tables with copies of the search's own current mean, too.
    deals, generations, population
        How many deals every candidate plays in a generation, how many generations, of how many.
    final_deals
        How many deals compare the finalists, and how many others prove the chosen one.

    Raises
    ------
    UsageError
        If there can be no such seed, or the population is too large.
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
        """Return what candidates did against some opponents."""
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
    """A search under way.

    Attributes
    ----------
    told
        The objectives of each generation's candidates: all that a checkpoint needs.
    means
        Where the search stood before each generation, and stands.
    """

    task: Task
    told: list[list[float]] = field(default_factory=list)
    means: list[Point] = field(default_factory=list)
    _strategy: Any = None

    def __post_init__(self) -> None:
        before, self.told = self.told, []
        task = self.task
        self._strategy = evolution(
            task.start, step=STEP, seed=task.seed, population=task.population
        )
        self.means = [self.task.start]
        for objectives in before:
            self._tell(self._ask(), objectives)

    def steps(self) -> Iterator[WinRate]:
        """Play the generations that are left; yield the mean's win rate before each.

        The mean is one more candidate of every generation.
        """
        task = self.task
        while len(self.told) < task.generations:
            points, mean = self._ask(), self.means[-1]
            first_deal = 1 + len(self.told) * task.deals
            scores = task.scores([*points, mean], self._against(mean), first_deal, task.deals)
            self._tell(points, [float(value) for value in scores.objective[:-1]])
            yield scores.win_rate(len(points))

    @property
    def finalists(self) -> list[Point]:
        """The last means, and what the search began with."""
        return [*self.means[-FINALISTS:], self.task.start]

    def finish(self) -> tuple[Point, WinRate]:
        """Return the best finalist by held-out deals, and its win rate on others."""
        return chosen(self.task, self.finalists, self._against(self.means[-1]))

    def _against(self, mean: Point) -> list[Entrant]:
        copies = [self.task.space.entrant("", self.task.space.values(mean))]
        return [*self.task.opponents, *(copies if self.task.self_play else [])]

    def _ask(self) -> list[Point]:
        return [self._strategy.ask() for _ in range(self.task.population)]

    def _tell(self, points: Sequence[Point], objectives: list[float]) -> None:
        solutions = zip(points, objectives, strict=True)
        self._strategy.tell([(point, -value) for point, value in solutions])
        self.told.append(objectives)
        self.means.append(np.clip(self._strategy.mean, 0.0, 1.0))


def chosen(
    task: Task, finalists: Sequence[Point], against: Sequence[Entrant]
) -> tuple[Point, WinRate]:
    """Return the best of several points, and its win rate.

    Parameters
    ----------
    task
        Of the search, or searches, that they come from.
    finalists
        The points.
    against
        The opponents by whom the choice is made; the win rate is against those of the task, if it
        has any.
    """
    held_out = task.scores(finalists, against, HELD_OUT, task.final_deals)
    best = finalists[int(np.argmax(held_out.win.mean(axis=1)))]
    proof = task.scores([best], task.opponents or against, PROVING, task.final_deals)
    return best, proof.win_rate(0)
