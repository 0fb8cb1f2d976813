r"""An effect at several tables, and what to expect of it at a table that nobody has met.

Tables are studies: each has an effect of its own, estimated with an error that is known. Between
tables the effects are taken to be normal, with an unknown mean :math:`\mu` and variance
:math:`\tau^2` (Higgins, Thompson and Spiegelhalter, "A re-evaluation of random-effects
meta-analysis", *Journal of the Royal Statistical Society A* 172, 2009). The question is the effect
at a new table. Its interval is wide where there are few tables, however many games they played.

Tables have to be independent: those that share players, or whose players play alike, are one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import chdtr, ndtr, stdtrit

Floats = NDArray[np.float64]

PREDICTION_INTERVAL = "prediction interval for a new table, from random effects"
"""What the interval is called wherever it is printed."""

FEWEST = 2
"""Tables without which nothing can be said of another."""

LEVELS = 80
"""How finely the distributions are cut that an interval is integrated over."""

LEAST_SHARE = 0.5
"""What share of the largest sampling error a smaller one is taken for at least: between tables that
are known so exactly their own spread is all there is."""

ACCURACY, MOST_TERMS = 1e-9, 20_000
"""Of the distribution of Cochran's Q, and how many terms may be summed for it."""


class NewTable(NamedTuple):
    """What is known about the effect at a table that has not been met; NaN for one table."""

    mean: float
    """Of the effects at all tables that there might be."""
    between_sd: float
    """The standard deviation of these effects: the square root of the median of the confidence
    distribution of its variance."""
    low: float
    high: float
    """Limits between which the effect at a new table lies with the probability asked for."""


def new_table(effect: Floats, standard_error: Floats, error: float = 0.05) -> NewTable:
    r"""Predict the effect at a new table.

    `effect`, `standard_error`: (tables,): estimates at independent tables, and their sampling
    errors, larger than 0. `error`: how often the limits miss the effect at the new table. Raises
    `ValueError` if a standard error is not a positive number.

    The interval of Nagashima, Noma and Furukawa ("Prediction intervals for random-effects
    meta-analysis: a confidence distribution approach", *Statistical Methods in Medical Research*
    28, 2019), which covers even where there are few tables. Cochran's :math:`Q` is pivotal, so

    .. math:: H(\tau^2) = P(Q \ge q \mid \tau^2)

    is the confidence distribution of :math:`\tau^2`. Given :math:`\tau^2`, the effect at a new
    table is distributed as :math:`\hat\mu + \tau Z - S t_{K-1}`, with Hartung's estimate :math:`S`
    of the error of the weighted mean :math:`\hat\mu` of :math:`K` tables. The paper draws from
    these distributions; here they are integrated over `LEVELS` equally likely values of each of
    :math:`\tau^2` and :math:`t`, so that the limits depend on nothing else.
    """
    if not np.all(standard_error > 0) or not np.isfinite(standard_error).all():
        raise ValueError(
            "the effect at each table needs a standard error larger than 0: leave out tables "
            "where it is not known"
        )
    tables = len(effect)
    if tables < FEWEST:
        return NewTable(*[float("nan")] * 4)
    standard_error = np.maximum(standard_error, LEAST_SHARE * standard_error.max())
    levels = (np.arange(LEVELS) + 0.5) / LEVELS
    variances = _variances_between(effect, standard_error, levels)
    weights = 1 / (standard_error**2 + variances[:, None])
    shares = weights / weights.sum(axis=1, keepdims=True)
    mean = shares @ effect
    squares = (shares * (effect - mean[:, None]) ** 2).sum(axis=1)
    error_of_mean = np.sqrt(squares / (tables - 1))
    t = stdtrit(tables - 1, levels)
    centre = (mean[:, None] - error_of_mean[:, None] * t).ravel()
    spread = np.repeat(np.sqrt(variances), LEVELS)
    return NewTable(
        float(np.mean(mean)),
        float(np.sqrt(np.median(variances))),
        _quantile(error / 2, centre, spread),
        _quantile(1 - error / 2, centre, spread),
    )


def leave_one_out(effect: Floats, standard_error: Floats, error: float = 0.05) -> Floats:
    """Return the limits at a new table without each of the tables in turn, (tables, 2).

    The parameters are those of `new_table`.
    """
    everyone = np.arange(len(effect))
    found = [
        new_table(effect[everyone != one], standard_error[everyone != one], error)
        for one in everyone
    ]
    return np.array([(known.low, known.high) for known in found])


def _variances_between(effect: Floats, standard_error: Floats, levels: Floats) -> Floats:
    """Return quantiles of the confidence distribution of the variance between tables."""
    precision = standard_error**-2
    mean = precision @ effect / precision.sum()
    q = float(precision @ (effect - mean) ** 2)
    contrast = np.diag(precision) - np.outer(precision, precision) / precision.sum()

    def confidence(variances: Floats) -> Floats:
        scale = np.sqrt(standard_error**2 + variances[:, None])
        both = scale[:, :, None] * scale[:, None, :]
        return 1 - weighted_chi_square(q, np.linalg.eigvalsh(contrast * both)[:, 1:])

    most = float(np.var(effect)) + float(np.max(standard_error)) ** 2
    while confidence(np.array([most]))[0] < levels[-1]:
        most *= 4
    # The distribution is smooth: it is known at some variances, and read between them.
    grid = np.concatenate([[0.0], most * np.geomspace(1e-6, 1, LEVELS)])
    known = np.maximum.accumulate(confidence(grid))
    return np.where(levels <= known[0], 0.0, np.interp(levels, known, grid))


def _quantile(probability: float, centre: Floats, spread: Floats) -> float:
    """Return a quantile of a mixture of normal distributions; spreads may be 0."""
    certain = spread == 0
    width = np.where(certain, 1.0, spread)

    def excess(value: float) -> float:
        below = np.where(certain, centre <= value, ndtr((value - centre) / width))
        return float(np.mean(below)) - probability

    reach = 10 * float(spread.max()) + 1e-12
    return float(brentq(excess, float(centre.min()) - reach, float(centre.max()) + reach))


def weighted_chi_square(value: float, weights: Floats) -> Floats:
    r"""Return the probability that weighted sums of squares of normal variables are below a value.

    `value`: not negative. `weights`: (sums, squares): larger than 0; each is of an independent
    standard normal variable.

    Ruben's mixture of :math:`\chi^2` distributions ("Probability content of regions under
    spherical normal distributions, IV", *Annals of Mathematical Statistics* 33, 1962), known to
    `ACCURACY`. It has about ten times as many terms as the largest weight exceeds the least.
    """
    least, most = weights.min(axis=1), weights.max(axis=1)
    scale = 2 * least * most / (least + most)
    apart = 1 - scale[:, None] / weights
    powers = apart.copy()
    share = np.sqrt(np.prod(scale[:, None] / weights, axis=1))
    shares, moments = [share], [powers.sum(axis=1)]
    found, left = np.zeros(len(weights)), 1 - share
    degrees = weights.shape[1]
    found += share * chdtr(degrees, value / scale)
    while left.max() > ACCURACY and len(shares) < MOST_TERMS:
        term = len(shares)
        share = np.einsum("ij,ij->j", np.array(moments[::-1]), np.array(shares)) / (2 * term)
        found += share * chdtr(degrees + 2 * term, value / scale)
        left = left - share
        shares.append(share)
        powers *= apart
        moments.append(powers.sum(axis=1))
    return found
