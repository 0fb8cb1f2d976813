"""Playing until it is known: a goal that ends a run when every win rate has a short interval.

A cell is looked at after fixed numbers of deals, each a fifth more than the one before, and is done
when all its rates are known well enough. So what is played follows from what has been played, not
from threads, chunks or interruptions. As the intervals are those of confidence sequences, looking
often costs them nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from forsale_sim.results import groups
from forsale_sim.results.cell import Cell
from forsale_sim.results.tally import Tally
from forsale_sim.rows import WIN
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.driver import Goal, Outcome, everything_wanted
from forsale_sim.simulation.plan import Plan, PlannedCell
from forsale_sim.stats.estimators import AnytimeValid, Estimator, FixedSample
from forsale_sim.stats.ratio import ratio
from forsale_sim.stats.sequential.confidence_sequence import FEWEST, needed

STEP = 5
"""Between two looks the deals grow by one part in so many."""


@dataclass(frozen=True, slots=True)
class Precision:
    """The goal of knowing every win rate, by strategy and by seat, to within a half-width.

    The deals that the plan has are then the most that may be played.

    Attributes
    ----------
    half_width
        As a fraction: 0.001 for a tenth of a percentage point.
    """

    half_width: float

    def __call__(self, outcome: Outcome) -> Sequence[Deals]:
        """Return which deals each cell plays until it is looked at next; none where it is done."""
        parts = zip(outcome.plan.cells, outcome.wanted, outcome.played, strict=True)
        return [
            Deals()
            if self._is_done(planned, len(played), outcome.tallies[planned.cell])
            else wanted.first(look_after(len(played))) - played
            for planned, wanted, played in parts
        ]

    def estimator(self, planned: PlannedCell) -> AnytimeValid:
        """Return which intervals the tables of a cell show.

        They are shortest after as many deals as it takes if all players win equally often and the
        games of a deal are independent. It may take a few times as many, but to plan for too few
        costs least.
        """
        fair = 1 / planned.cell.players
        enough = needed(fair * (1 - fair) / planned.cell.seatings, self.half_width)
        return AnytimeValid(max(FEWEST, min(planned.deals, enough)))

    def shortcomings(self, outcome: Outcome) -> list[str]:
        """Return a sentence for each cell in which some rate is not known well enough."""
        return [
            f"{planned.cell.ruleset}, {planned.cell.players} players: win rates are not known to "
            f"±{100 * self.half_width:g} points after {tally.games:,} games ({worst}: "
            + (f"±{100 * arm:.2g})" if arm < math.inf else f"fewer than {FEWEST} deals)")
            for planned in outcome.plan.cells
            for tally in [outcome.tallies[planned.cell]]
            for worst, arm in [self._least_known(planned, tally)]
            if arm > self.half_width
        ]

    def games_expected(self, outcome: Outcome) -> int:
        """Return how many games the run will have played in the end, as far as one can see."""
        return sum(
            self._deals_expected(planned, len(played), outcome.tallies[planned.cell])
            * planned.cell.seatings
            for planned, played in zip(outcome.plan.cells, outcome.played, strict=True)
        )

    def _deals_expected(self, planned: PlannedCell, played: int, tally: Tally) -> int:
        if self._is_done(planned, played, tally):
            return played
        _, arm = self._least_known(planned, tally)
        expected = self.estimator(planned).planned
        if arm < math.inf:
            expected = math.ceil(played * (arm / self.half_width) ** 2)
        return min(planned.deals, max(played + 1, expected))

    def _is_done(self, planned: PlannedCell, played: int, tally: Tally) -> bool:
        if played == planned.deals:
            return True
        return played == look_after(played - 1) and self._is_known(planned, tally)

    def _is_known(self, planned: PlannedCell, tally: Tally) -> bool:
        _, arm = self._least_known(planned, tally)
        return arm <= self.half_width

    def _least_known(self, planned: PlannedCell, tally: Tally) -> tuple[str, float]:
        """Return whose win rate is known least, and its interval's longer arm."""
        cell, estimator = planned.cell, self.estimator(planned)
        strategies, seats = groups.by_strategy(cell, tally), groups.by_seat(cell, tally)
        alone = strategies.win.n == tally.games * cell.players
        arms: dict[str, float] = {}
        for names, grouped, certain in (
            (cell.field, strategies, alone),
            ([f"seat {seat}" for seat in range(1, cell.players + 1)], seats, None),
        ):
            rate = ratio(grouped.win, unit=1 / WIN)
            low, high = estimator.rate(rate, certain)
            longer = np.maximum(rate.value - low, high - rate.value)
            arms |= zip(names, np.nan_to_num(longer, nan=math.inf).tolist(), strict=True)
        worst = max(arms, key=lambda name: arms[name])
        return worst, arms[worst]


def goal_of(plan: Plan) -> Goal:
    """Return what a plan is played for: all of its deals, or its precision."""
    return everything_wanted if plan.precision is None else Precision(plan.precision)


def shortcomings(outcome: Outcome) -> list[str]:
    """Return in a sentence a cell what is not as well known as was asked for, if it was."""
    precision = outcome.plan.precision
    return [] if precision is None else Precision(precision).shortcomings(outcome)


def estimators_of(plan: Plan) -> dict[Cell, Estimator]:
    """Return which intervals the tables of a plan's cells show."""
    if plan.precision is None:
        return {planned.cell: FixedSample() for planned in plan.cells}
    goal = Precision(plan.precision)
    return {planned.cell: goal.estimator(planned) for planned in plan.cells}


def look_after(deals: int) -> int:
    """Return after how many deals a cell that has played `deals` is looked at next."""
    look = FEWEST
    while look <= deals:
        look += look // STEP
    return look
