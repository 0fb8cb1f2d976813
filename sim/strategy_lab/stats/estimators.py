"""The intervals of a table: for a sample size fixed in advance, or valid at any time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import (
    MEAN_INTERVAL,
    RATE_INTERVAL,
    Interval,
    mean_interval,
    rate_interval,
)
from strategy_lab.stats.ratio import Ratio
from strategy_lab.stats.sequential.confidence_sequence import (
    MEAN_SEQUENCE,
    RATE_SEQUENCE,
    mean_sequence,
    rate_sequence,
)


@dataclass(frozen=True, slots=True)
class FixedSample:
    """Intervals for a run whose size was fixed before it began."""

    rates = RATE_INTERVAL
    means = MEAN_INTERVAL

    def rate(self, rate: Ratio, certain: NDArray[np.bool_] | None = None) -> Interval:
        """Return intervals for rates."""
        return rate_interval(rate, certain)

    def mean(self, mean: Ratio) -> Interval:
        """Return intervals for means."""
        return mean_interval(mean)


@dataclass(frozen=True, slots=True)
class AnytimeValid:
    """Confidence sequences, for a run that stopped when its results were precise enough."""

    planned: int
    """The number of clusters at which they are shortest, fixed before the run began."""

    rates = RATE_SEQUENCE
    means = MEAN_SEQUENCE

    def rate(self, rate: Ratio, certain: NDArray[np.bool_] | None = None) -> Interval:
        """Return intervals for rates."""
        return rate_sequence(rate, self.planned, certain)

    def mean(self, mean: Ratio) -> Interval:
        """Return intervals for means."""
        return mean_sequence(mean, self.planned)


Estimator = FixedSample | AnytimeValid

FIXED_SAMPLE = FixedSample()
