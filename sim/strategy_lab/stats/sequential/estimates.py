r"""Median-unbiased estimates after a sequential test.

A test that ends with elo1 has often ended on a run of luck, so the mean score at its end is too far
from 1/2 on average. Without bias is the rank of the observed outcome among all outcomes that the
test could have had: an estimate under which half of them are worse is too high as often as too low,
and limits under which 2.5 % and 97.5 % are worse cover the truth 95 times in 100 (Siegmund,
*Sequential Analysis*, 3.4 and 3.5; the public testers of chess engines do the same). The
log-likelihood ratio is approximated by a Brownian motion.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.sequential.brownian import worse_outcome
from strategy_lab.stats.sequential.elo import ELO_PER_T, IntervalEstimate, moments_of_scores
from strategy_lab.stats.sequential.sprt import UNSEEN, Bounds

SEQUENTIAL = "median-unbiased after a sequential test, stage-wise ordering, Brownian approximation"
"""The estimator's name, printed wherever it is used."""


def after_test(
    scores: ArrayLike,
    counts: ArrayLike,
    elo0: float,
    elo1: float,
    bounds: Bounds,
    *,
    games: int = 1,
) -> IntervalEstimate:
    r"""Return the median-unbiased mean score after a test.

    Parameters
    ----------
    scores, counts, games
        As for `sprt.llr`.
    elo0, elo1
        The test's hypotheses, in normalised Elo.
    bounds
        The bounds at which it ends. A test that has not ended is treated as stopped at a time fixed
        in advance.

    Returns
    -------
    IntervalEstimate
        With limits from 0 to 1; NaN if there are no scores.

    Notes
    -----
    With :math:`m_j` the mean score that :math:`e_j` stands for and :math:`v` the observed variance,
    the log-likelihood ratio of a score :math:`X` is about
    :math:`(m_1 - m_0) (X - (m_0 + m_1) / 2) / v`. If the mean were :math:`m`, the likeliest
    variance would be :math:`v + (m - \hat m)^2` (Van den Bergh, "A practical introduction to the
    GSPRT"). A ratio beyond a bound is moved back to the bound along a straight line from 0.
    """
    values, seen = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    if not seen.any():
        return IntervalEstimate(math.nan, math.nan, math.nan)
    seen = np.where(seen == 0, UNSEEN, seen)
    n = float(seen.sum())
    mean, deviation = moments_of_scores(values, seen)
    unit = deviation * math.sqrt(games) / ELO_PER_T
    first, second = 0.5 + elo0 * unit, 0.5 + elo1 * unit
    step, middle = second - first, (first + second) / 2

    ratio = n * step * (mean - middle) / deviation**2
    at = min(max(ratio, bounds.lower), bounds.upper)
    time = n * at / ratio if at != ratio else n

    def worse(score: float) -> float:
        variance = deviation**2 + (score - mean) ** 2
        drift = step * (score - middle) / variance
        return worse_outcome(drift, step**2 / variance, *bounds, time=time, position=at)

    error = deviation / math.sqrt(n)
    return IntervalEstimate(
        *(
            _score_with(worse, probability, mean, error)
            for probability in (0.5, (1 + LEVEL) / 2, (1 - LEVEL) / 2)
        )
    )


def _score_with(
    worse: Callable[[float], float], probability: float, mean: float, error: float
) -> float:
    """Return the mean score nearest to the observed one that gives `worse` this probability.

    It is 0 or 1 if there is none.
    """
    from scipy.optimize import brentq

    def excess(score: float) -> float:
        return worse(score) - probability

    # The larger the mean, the less is worse.
    direction = math.copysign(1.0, excess(mean))
    near, step = mean, error
    while 0 < near < 1:
        far = min(max(near + direction * step, 0.0), 1.0)
        if direction * excess(far) <= 0:
            return float(brentq(excess, min(near, far), max(near, far), xtol=1e-9 * error))
        near, step = far, 2 * step
    return near
