"""Playing until it is known: a goal that is reached when every win rate has a short interval.

A cell is looked at after fixed numbers of deals, each a fifth more than the one before, and is done
when all its rates are known well enough. So what is played follows from what has been counted, not
from threads, pieces or interruptions.

The stop depends on the length of intervals alone, not on where they lie. Such a stop leaves
ordinary intervals their coverage as the length goes to 0 (Y. Chow and H. Robbins, "On the
asymptotic theory of fixed-width sequential confidence intervals for the mean", *Annals of
Mathematical Statistics* 36, 1965), which a test measures. Confidence sequences, which hold at all
looks together, take 2.4 times the games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.results import groups
from strategy_lab.results.tally import Tally
from strategy_lab.simulation.plan import PlannedCell
from strategy_lab.simulation.spans import Spans
from strategy_lab.stats.estimators import FIXED_SAMPLE, AnytimeValid, Estimator
from strategy_lab.stats.intervals import needed as needed_by_interval
from strategy_lab.stats.ratio import ratio
from strategy_lab.stats.sequential.confidence_sequence import FEWEST
from strategy_lab.stats.sequential.confidence_sequence import needed as needed_by_sequence
from strategy_lab.wording import with_unit

STEP = 5
"""Between two looks the deals grow by one part in so many."""


@dataclass(frozen=True, slots=True)
class Precision:
    """The goal of knowing every win rate, by strategy and by seat, to within a half-width.

    The deals of a planned cell are the most that may be played of it.
    """

    half_width: float
    """As a fraction: 0.001 for a tenth of a percentage point."""

    anytime: bool = False
    """Whether intervals are those of confidence sequences."""

    def __post_init__(self) -> None:
        if not 0 < self.half_width < 1:
            raise UsageError(
                "the precision must be more than 0 and less than 1, such as 0.001 for a tenth of a "
                f"percentage point, not {self.half_width:g}"
            )

    @property
    def points(self) -> str:
        """The half-width in words."""
        return with_unit(f"{100 * self.half_width:g}", "point")

    def next_deals(self, planned: PlannedCell, deals: int, tally: Tally, played: Spans) -> Spans:
        """Return which deals a cell plays until it is looked at next; none where it is done."""
        if self._is_done(planned, deals, tally):
            return Spans()
        return Spans.up_to(min(planned.deals, look_after(deals))) - played

    def estimator(self, planned: PlannedCell) -> Estimator:
        """Return the intervals that the tables of a cell show.

        Confidence sequences are set for the deals that the cell would need. It may take a few times
        as many, but to plan for too few costs least.
        """
        return AnytimeValid(self._deals_needed(planned)) if self.anytime else FIXED_SAMPLE

    def shortcomings(self, planned: PlannedCell, deals: int, tally: Tally) -> list[str]:
        """Return a sentence if some rate of a cell is not known well enough."""
        worst, arm = self._least_known(planned, tally)
        if arm <= self.half_width:
            return []
        known = f"±{100 * arm:.2g})" if arm < math.inf else f"fewer than {FEWEST} deals)"
        return [
            f"{planned.cell.ruleset}, {planned.cell.players} players: win rates are not known to "
            f"±{self.points} after {tally.games:,} games ({worst}: {known}"
        ]

    def games_expected(self, planned: PlannedCell, deals: int, tally: Tally) -> int:
        """Return how many games a cell will have played in the end, as far as one can tell."""
        if self._is_done(planned, deals, tally):
            return deals * planned.cell.seatings
        _, arm = self._least_known(planned, tally)
        expected = self._deals_needed(planned)
        if arm < math.inf:
            expected = math.ceil(deals * (arm / self.half_width) ** 2)
        return min(planned.deals, max(deals + 1, expected)) * planned.cell.seatings

    def _deals_needed(self, planned: PlannedCell) -> int:
        """Return how many deals it takes if all win equally often in independent games."""
        fair = 1 / planned.cell.players
        needed = needed_by_sequence if self.anytime else needed_by_interval
        enough = needed(fair * (1 - fair) / planned.cell.seatings, self.half_width)
        return max(FEWEST, min(planned.deals, enough))

    def _is_done(self, planned: PlannedCell, deals: int, tally: Tally) -> bool:
        if deals == planned.deals:
            return True
        if deals != look_after(deals - 1):
            return False
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
            rate = ratio(grouped.win, unit=grouped.part_of_win)
            low, high = estimator.rate(rate, certain)
            longer = np.maximum(rate.value - low, high - rate.value)
            arms |= zip(names, np.nan_to_num(longer, nan=math.inf).tolist(), strict=True)
        worst = max(arms, key=lambda name: arms[name])
        return worst, arms[worst]


def look_after(deals: int) -> int:
    """Return after how many deals a cell that has played `deals` is looked at next."""
    look = FEWEST
    while look <= deals:
        look += look // STEP
    return look
