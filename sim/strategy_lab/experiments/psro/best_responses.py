"""The best response to each equilibrium, among all strategies that PSRO has found.

The response trained in an equilibrium's own round is not always the best one: a response from
another round may win more, above all against a mixture of few. So every response plays against
every equilibrium.

Held-out deals choose the best response to each equilibrium, and the equilibrium that is least
exploitable. Its gain is measured on other deals, since the smallest of several gains is too low on
the deals that chose it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from strategy_lab.experiments.psro.growth import Round, player_of
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.simulation.staged import Steps
from strategy_lab.training.evaluation import Evaluation, Scores
from strategy_lab.training.parameter_search import HELD_OUT, PROVING, Task
from strategy_lab.training.win_rates import Gain


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The strategy that wins most among players of an equilibrium."""

    name: str
    gain: Gain
    """On deals that chose neither the response nor the equilibrium."""


class BestResponses:
    """The best response to the equilibrium of each round so far."""

    def __init__(self, field: Sequence[Entrant], task: Task) -> None:
        self._task = task
        self._known = list(field)
        self._equilibria: list[Entrant] = []
        self._rates: list[list[float]] = []
        self._proved: dict[tuple[int, int], Gain] = {}

    def add(self, played: Round) -> Steps[None]:
        """Play a round's response against all equilibria, and all responses against its own."""
        for rates, equilibrium in zip(self._rates, self._equilibria, strict=True):
            rates.extend((yield from self._win_rates([played.response], equilibrium)))
        self._known.append(played.response)
        self._equilibria.append(player_of(played.members))
        self._rates.append((yield from self._win_rates(self._known, self._equilibria[-1])))

    def best(self) -> Steps[list[BestResponse]]:
        """Return the best response to each equilibrium, in the order of the rounds."""
        best = []
        for equilibrium, rates in enumerate(self._rates):
            response = int(np.argmax(rates))
            entrant, pair = self._known[response], (equilibrium, response)
            if pair not in self._proved:
                opponent = self._equilibria[equilibrium]
                scores = yield from self._scores([entrant], opponent, PROVING)
                self._proved[pair] = scores.win_rate(0).gain
            best.append(BestResponse(entrant.name, self._proved[pair]))
        return best

    def least_exploitable(self) -> int:
        """Return the index of the round whose equilibrium leaves least to win.

        It is chosen on the deals that choose the best responses, not on those of their gains.
        """
        return int(np.argmin([max(rates) for rates in self._rates]))

    def _win_rates(self, responses: Sequence[Entrant], equilibrium: Entrant) -> Steps[list[float]]:
        scores = yield from self._scores(responses, equilibrium, HELD_OUT)
        return [float(rate) for rate in scores.win]

    def _scores(
        self, responses: Sequence[Entrant], equilibrium: Entrant, first_deal: int
    ) -> Steps[Scores]:
        task = self._task
        played = Evaluation(
            task.rules,
            responses,
            [equilibrium],
            seed=task.seed,
            first_deal=first_deal,
            deals=task.final_deals,
        )
        return played.scores((yield played))
