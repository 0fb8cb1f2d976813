r"""Elo differences from scores.

A *score* is 1 for a win, 0 for a loss, or something between; 1/2 on average among equals.

Logistic Elo
    is a function of the mean score :math:`\mu` alone: :math:`\mu = 1 / (1 + 10^{-e / 400})`.
Normalised Elo
    is the distance of the mean from 1/2 in standard deviations of a score,
    :math:`t = (\mu - 1/2) / \sigma`, times :math:`800 / \ln 10 \approx 347.4`, so that both are the
    same near 0 if scores are 0 or 1. The number of games that shows a difference depends only on
    :math:`t`, so tests are stated in it (Van den Bergh, "Comments on normalized Elo").
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strategy_lab.stats.intervals import LEVEL
from strategy_lab.stats.student import t_quantile

Floats = NDArray[np.float64]

ELO_PER_T = 800 / math.log(10)
"""Normalised Elo of a mean score one standard deviation above 1/2."""

PLAIN = "fixed-sample mean, 95 % t interval; Elo by the delta method"
"""The estimator's name, printed wherever it is used."""


class IntervalEstimate(NamedTuple):
    """An estimate with 95 % limits; NaN if there are too few data."""

    value: float
    low: float
    high: float


def score_of_elo(elo: float) -> float:
    """Return the mean score that a logistic Elo stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def moments_of_scores(scores: ArrayLike, counts: ArrayLike) -> tuple[float, float]:
    """Return the mean and the standard deviation (divided by n) of counted scores."""
    values, weights = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    total = weights.sum()
    if total == 0:
        return math.nan, math.nan
    mean = float(weights @ values / total)
    return mean, math.sqrt(float(weights @ (values - mean) ** 2 / total))


def mean_score(scores: ArrayLike, counts: ArrayLike) -> IntervalEstimate:
    """IntervalEstimate the mean of independent scores, with Student's t."""
    mean, deviation = moments_of_scores(scores, counts)
    n = float(np.sum(counts))
    if not n > 1:
        return IntervalEstimate(mean, math.nan, math.nan)
    half = float(t_quantile((1 + LEVEL) / 2, n - 1)) * deviation / math.sqrt(n - 1)
    return IntervalEstimate(mean, mean - half, mean + half)


def normalised_elo(
    mean: IntervalEstimate, scores: ArrayLike, counts: ArrayLike, *, games: int = 1
) -> IntervalEstimate:
    r"""Return an estimated mean score as normalised Elo.

    Parameters
    ----------
    mean
        Any estimate from the scores.
    scores, counts
        The different scores, and how often each was seen.
    games
        How many games one score is the mean of, for an Elo per game; 1 for one per score.

    Returns
    -------
    IntervalEstimate
        NaN if all scores are the same; if they are all 1/2, the value is 0, without limits.

    Notes
    -----
    The deviation is estimated too. With :math:`t` observed, skewness :math:`\gamma` and kurtosis
    :math:`\kappa`, the variance of :math:`\hat t` is :math:`1 - \gamma t + (\kappa - 1) t^2 / 4`
    times that for a known deviation (delta method). The arms of the interval are multiplied by the
    square root of this factor.
    """
    centre, deviation = moments_of_scores(scores, counts)
    if not deviation > 0:
        return IntervalEstimate(0.0 if centre == 0.5 else math.nan, math.nan, math.nan)
    values, weights = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    t, standardised = (centre - 0.5) / deviation, (values - centre) / deviation
    skewness, kurtosis = (float(weights @ standardised**power / weights.sum()) for power in (3, 4))
    factor = math.sqrt(max(0.0, 1 - skewness * t + (kurtosis - 1) * t**2 / 4))
    unit = deviation * math.sqrt(games) / ELO_PER_T
    value = (mean.value - 0.5) / unit
    arms = ((limit - mean.value) * factor / unit for limit in mean[1:])
    return IntervalEstimate(value, *(value + arm for arm in arms))
