"""What equilibria leave to win: to the best of all the strategies that a growth has found.

The response of its own round is not always the best one to an equilibrium. What was found for
another may win more, above all from a mixture of few: so each is tried by all.

Held-out deals choose the best response to each equilibrium, and the equilibrium that leaves it
least. Others, which had no part in either choice, tell its gain: the least of several gains would
be too low by the deals that it was chosen by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.plugins.entrant import Entrant
from forsale_sim.training.evaluating import Scores, evaluate
from forsale_sim.training.gains import Gain
from forsale_sim.training.psro import Growth, Round, player_of
from forsale_sim.training.searching import HELD_OUT, PROVING


@dataclass(frozen=True, slots=True)
class BestResponse:
    """Who wins most among players of an equilibrium, and what.

    Attributes
    ----------
    name
        Of a strategy of the field at first, or of a response of any round.
    gain
        On deals that had no part in the choice, neither of the response nor of a round.
    """

    name: str
    gain: Gain


class BestResponses:
    """The best response to the equilibrium of each round so far.

    Parameters
    ----------
    growth
        Whose rounds they are.
    """

    def __init__(self, growth: Growth) -> None:
        self._task = growth.task
        self._known = list(growth.field)
        self._equilibria: list[Entrant] = []
        self._rates: list[list[float]] = []
        self._proved: dict[tuple[int, int], Gain] = {}

    def add(self, found: Round) -> None:
        """Add a round: its equilibrium, tried by all so far, and a response, which tries all."""
        for rates, equilibrium in zip(self._rates, self._equilibria, strict=True):
            rates.extend(self._win_rates([found.response], equilibrium))
        self._known.append(found.response)
        self._equilibria.append(player_of(found.members))
        self._rates.append(self._win_rates(self._known, self._equilibria[-1]))

    def best(self) -> list[BestResponse]:
        """Return the best response to each equilibrium, in the order of the rounds."""
        return [self._best(i, int(np.argmax(rates))) for i, rates in enumerate(self._rates)]

    def least_exploitable(self) -> int:
        """Return the number, from 0, of the round whose equilibrium leaves least to win.

        It is chosen by the deals by which the best responses are: not by those of their gains.
        """
        return int(np.argmin([max(rates) for rates in self._rates]))

    def _best(self, equilibrium: int, response: int) -> BestResponse:
        chosen, pair = self._known[response], (equilibrium, response)
        if pair not in self._proved:
            scores = self._scores([chosen], self._equilibria[equilibrium], PROVING)
            self._proved[pair] = Gain.of(scores.win_rate(0), 1 / self._task.rules.players)
        return BestResponse(chosen.name, self._proved[pair])

    def _win_rates(self, responses: Sequence[Entrant], equilibrium: Entrant) -> list[float]:
        return list(self._scores(responses, equilibrium, HELD_OUT).win.mean(axis=1))

    def _scores(
        self, responses: Sequence[Entrant], equilibrium: Entrant, first_deal: int
    ) -> Scores:
        task = self._task
        return evaluate(
            task.rules,
            responses,
            [equilibrium],
            seed=task.seed,
            first_deal=first_deal,
            deals=task.final_deals,
            threads=task.threads,
        )
