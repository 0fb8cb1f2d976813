"""One player amid copies of another, from every seat: what it wins beside a fair share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.results.tables import tables
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import make_plan
from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.student import t_quantile

from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.statistics import STATISTICS


class Worth(NamedTuple):
    """What a player wins beside a fair share, as fractions of a win."""

    worth: float
    low: float
    high: float
    standard_error: float
    deals: int


class Challenge(Run):
    """A challenger amid copies of another player."""

    def __init__(
        self,
        challenger: Entrant,
        others: Entrant,
        ruleset: Ruleset,
        players: int,
        *,
        seed: int,
        games: int,
    ) -> None:
        plan = make_plan(
            [ruleset],
            field=[challenger, others],
            lineup=[0] + [1] * (players - 1),
            seed=seed,
            games=games,
        )
        super().__init__(plan, plan.games)

    def worth(self, outcome: Outcome) -> Worth:
        """Return what the challenger wins beside a fair share."""
        rates = tables(self.tallies(outcome), STATISTICS)["by_strategy"]
        (place,) = np.flatnonzero(rates["strategy"] == self.plan.field[0].name)
        fair, deals = 1 / self.plan.cells[0].cell.players, int(rates["deals"][place])
        low, high = (float(rates[f"win_rate_{end}"][place]) - fair for end in ("low", "high"))
        quantile = float(t_quantile((1 + LEVEL) / 2, np.array([deals - 1]))[0])
        error = (high - low) / 2 / quantile
        return Worth(float(rates["win_rate"][place]) - fair, low, high, error, deals)
