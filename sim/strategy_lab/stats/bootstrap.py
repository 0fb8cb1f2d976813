"""The bootstrap: how estimates would vary if other units had been observed.

The observed units are resampled with replacement, as many as there are, and the estimate is
computed from each resample (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import LEVEL, Interval

REPLICATES = 1000
"""How many resamples are drawn."""

STREAM = 1
"""The second word of the generator's key; for the streams of games it is 0."""

INTERVAL = f"95 % percentile interval, bootstrap over deals, {REPLICATES:,} replicates"
"""The estimator's name, printed with its intervals."""


def resamples(seed: int, units: int, replicates: int = REPLICATES) -> NDArray[np.int64]:
    """Return how often each unit is drawn in each replicate.

    `seed`: 0 to 2**64 - 1; the same seed always gives the same draws. `units`: how many units there
    are, at least 1. `replicates`: how many resamples are drawn. Returns (replicates, units); each
    row adds up to `units`.

    The raw words of NumPy's Philox never change between versions, as derived numbers may. The upper
    half of a word times `units` selects a unit, with a relative bias of at most `units` / 2**32.
    """
    words = np.random.Philox(key=np.array([seed, STREAM], np.uint64)).random_raw(replicates * units)
    drawn = ((words >> np.uint64(32)) * np.uint64(units)) >> np.uint64(32)
    row = np.repeat(np.arange(replicates), units)
    flat = np.bincount(row * units + drawn.astype(np.int64), minlength=replicates * units)
    return flat.reshape(replicates, units)


def percentile_interval(replicated: NDArray[np.float64]) -> Interval:
    """Return the interval that holds the middle 95 % of replicated estimates.

    `replicated`: (replicates, …).
    """
    low, high = np.quantile(replicated, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Interval(low, high)
