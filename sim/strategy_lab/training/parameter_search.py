"""The search for a strategy's parameters by CMA-ES.

Source: N. Hansen, "The CMA evolution strategy: a tutorial" (2016), in the library `cmaes`.

The search is deterministic: the seed and what candidates have won so far determine the next ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from strategy_lab.game import ResolvedRules
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.simulation.plan import check_seed
from strategy_lab.simulation.staged import Steps
from strategy_lab.training.cma_es import evolution
from strategy_lab.training.evaluation import Evaluation, check_candidates
from strategy_lab.training.parameter_space import Point, Space
from strategy_lab.training.win_rates import WinRate

STEP = 0.12
"""The standard deviation of the first candidates, as a part of each parameter's range."""

HELD_OUT = 10**12
"""The first deal of those that choose among the finalists; no search reaches it."""
PROVING = 2 * 10**12
"""The first deal of those that measure the chosen finalist, which had no part in the choice."""

FINALISTS = 4
"""How many of the last means are compared on held-out deals, together with the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is tuned, for which game, and how thoroughly."""

    space: Space
    start: Point
    """The parameters, and where the search begins."""

    rules: ResolvedRules
    opponents: tuple[Entrant, ...]
    """Every table has one candidate and copies of one of these."""

    self_play: bool = False
    """Whether there are also tables with copies of the search's current mean."""

    seed: int
    deals: int
    """How many deals every candidate plays in a generation."""

    generations: int
    population: int
    """How many generations there are, of how many candidates."""

    final_deals: int
    """How many deals compare the finalists, and how many others measure the chosen one."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        # The mean is one more candidate, and with self-play one more opponent.
        check_candidates(self.population + 1, len(self.opponents) + self.self_play)

    @property
    def games_of_search(self) -> int:
        """How many games all generations are."""
        tables = len(self.opponents) + self.self_play
        deals = self.generations * (self.population + 1) * self.deals
        return deals * tables * self.rules.players

    @property
    def games_of_choice(self) -> int:
        """How many games choose among the finalists, and measure the best."""
        tables = len(self.opponents) + self.self_play
        finalists = min(FINALISTS, self.generations + 1) + 1
        proofs = len(self.opponents) or tables
        return (finalists * tables + proofs) * self.final_deals * self.rules.players

    def evaluation(
        self, points: Sequence[Point], against: Sequence[Entrant], first_deal: int, deals: int
    ) -> Evaluation:
        """Return what candidates play against some opponents."""
        candidates = [self.space.at(point) for point in points]
        return Evaluation(
            self.rules, candidates, against, seed=self.seed, first_deal=first_deal, deals=deals
        )


class Search:
    """A search in progress.

    `means`: the mean before each generation, and the current one. `won`: the win rate of the mean
    before each generation that was played.
    """

    def __init__(self, task: Task) -> None:
        self.task = task
        self.means: list[Point] = [task.start]
        self.won: list[WinRate] = []

    def generations(self) -> Steps[None]:
        """Play all generations. The mean is one more candidate of each."""
        task = self.task
        strategy = evolution(task.start, step=STEP, seed=task.seed, population=task.population)
        while len(self.won) < task.generations:
            points, mean = [strategy.ask() for _ in range(task.population)], self.means[-1]
            first_deal = 1 + len(self.won) * task.deals
            played = task.evaluation([*points, mean], self.against, first_deal, task.deals)
            scores = played.scores((yield played))
            objectives = scores.objective[:-1].tolist()
            strategy.tell([(p, -value) for p, value in zip(points, objectives, strict=True)])
            self.means.append(np.clip(strategy.mean, 0.0, 1.0))
            self.won.append(scores.win_rate(len(points)))

    @property
    def against(self) -> list[Entrant]:
        """Who sits at the tables."""
        copies = [self.task.space.at(self.means[-1])] if self.task.self_play else []
        return [*self.task.opponents, *copies]

    @property
    def finalists(self) -> list[Point]:
        """The last means, and the start."""
        return [*self.means[-FINALISTS:], self.task.start]

    def finish(self) -> Steps[tuple[Point, WinRate]]:
        """Return the best finalist on held-out deals, and its win rate on others."""
        return (yield from chosen(self.task, self.finalists, self.against))

    @property
    def text(self) -> str:
        """How far it is, in words."""
        if not self.won:
            return f"generation 1 of {self.task.generations}"
        number = min(len(self.won) + 1, self.task.generations)
        return (
            f"generation {number} of {self.task.generations}, the current best wins {self.won[-1]}"
        )


def chosen(
    task: Task, finalists: Sequence[Point], against: Sequence[Entrant]
) -> Steps[tuple[Point, WinRate]]:
    """Return the best of several points, and its win rate."""
    held_out = task.evaluation(finalists, against, HELD_OUT, task.final_deals)
    best = finalists[int(np.argmax(held_out.scores((yield held_out)).win))]
    proof = task.evaluation([best], task.opponents or against, PROVING, task.final_deals)
    return best, proof.scores((yield proof)).win_rate(0)
