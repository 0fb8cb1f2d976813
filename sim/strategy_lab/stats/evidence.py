r"""What effects amount to that were estimated at several tables: sizes, a prediction, a grade.

Tables are studies, and independent: see `random_effects`. A finding answers one question: would it
hold at a table that nobody here has met?

=========  =========================================================================================
grade      meaning
=========  =========================================================================================
solid      likely with the stricter correction, and the prediction interval for a new table lies
           beyond what matters
likely     the mean over tables is shown to be larger than what matters, and four of five tables
           have its sign
no effect  the prediction interval lies within what matters on either side of 0
worth
naming
unclear    anything else: there are too few tables, or too few games, or tables disagree
=========  =========================================================================================

The mean is tested with the spread of tables, not with the number of games: a t test of so many
values as there are tables, one-sided at the margin, corrected by Holm's method over a family that
the question fixes, never the page that it stands on; for a solid one also for the number of
families. So of whole pages on rules without a mean effect at most one in twenty has a solid
finding, however differently tables play.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.differences import SIGNIFICANT, corrected
from strategy_lab.stats.intervals import t_tail

Floats = NDArray[np.float64]

SOLID, LIKELY, UNCLEAR, NO_EFFECT = "solid", "likely", "unclear", "no effect worth naming"
GRADES = (SOLID, LIKELY, UNCLEAR, NO_EFFECT)

PREDICTION_ERROR = 0.1
"""How often the limits for a new table miss it: each of them half as often."""

PREDICTION_INTERVAL = "90 % prediction interval for a new table, from random effects"
"""What these limits are called wherever they are printed."""

MOST = 0.8
"""The share of tables that have to have the sign of the mean."""

FEWEST_TABLES = 3
"""Without as many, nothing can be said of another."""

MOST_GAMES = 1000
"""Times as many games as were played: nobody plays more to settle a question."""

FEW_TABLES, FEW_GAMES, DISAGREE = "too few tables", "too few games", "tables disagree"
"""Why an effect is unclear."""


class Evidence(NamedTuple):
    """What effects amount to, (effects,); NaN where there is no table to tell."""

    tables: NDArray[np.int64]  # how many have such an effect
    mean: Floats  # over tables, each of which has one vote
    low: Floats
    high: Floats  # limits of the effect at a new table
    between_sd: Floats  # the standard deviation of the effects at tables, without sampling noise
    least: Floats
    most: Floats  # the range over tables
    agreeing: Floats  # the share of tables with the sign of the mean
    p: Floats  # that the mean is no larger than what matters, corrected within its family
    grade: NDArray[Any]
    reason: NDArray[Any]  # why it is unclear; else nothing
    # With how many times the games it would be clear, if games are too few; else NaN.
    games_factor: Floats


def weigh(
    value: Floats,
    standard_error: Floats,
    margin: Floats,
    family: NDArray[np.int64],
    families: int,
) -> Evidence:
    """Grade effects.

    Parameters
    ----------
    value, standard_error
        (tables, effects): of independent tables; NaN where a table has no such effect, or none
        whose error is known.
    margin
        (effects,): how large an effect has to be to matter.
    family
        (effects,): effects with the same number are corrected together.
    families
        How many families share the error rate of what is solid.

    """
    known = np.isfinite(value) & np.isfinite(standard_error)
    value = np.where(known, value, np.nan)
    test = _test(value, standard_error, margin, family)
    enough = test.tables >= FEWEST_TABLES
    same = (test.tables > 0) & (
        np.where(known, np.abs(value) + standard_error, 0.0).max(axis=0) == 0
    )
    low, high = _limits(value, standard_error, enough)
    solid = _is_solid(test, low, high, margin, families)
    grade = np.select(
        [solid, test.likely, same | ((low > -margin) & (high < margin))],
        [SOLID, LIKELY, NO_EFFECT],
        UNCLEAR,
    )
    sizes = np.bincount(family, minlength=1)[family]
    factor = _games_factor(test, margin, sizes)
    alike = (test.agreeing >= MOST) | (test.spread <= 2 * test.noise)
    plays = enough & np.isfinite(factor) & alike
    reason = np.select([grade != UNCLEAR, ~enough, plays], ["", FEW_TABLES, FEW_GAMES], DISAGREE)
    return Evidence(
        *(test.tables, test.mean, low, high),
        np.sqrt(np.maximum(test.spread - test.noise, 0.0)),
        np.where(test.tables > 0, np.where(known, value, np.inf).min(axis=0), np.nan),
        np.where(test.tables > 0, np.where(known, value, -np.inf).max(axis=0), np.nan),
        *(test.agreeing, test.p, grade.astype(object), reason.astype(object)),
        np.where(reason == FEW_GAMES, factor, np.nan),
    )


class _Test(NamedTuple):
    """Of the mean over tables: whether it is larger than what matters; each (effects,)."""

    tables: NDArray[np.int64]
    mean: Floats
    spread: Floats  # the variance of tables, and `noise` what of it is sampling error
    noise: Floats
    agreeing: Floats
    p: Floats
    likely: NDArray[np.bool_]


def _test(value: Floats, error: Floats, margin: Floats, family: NDArray[np.int64]) -> _Test:
    """Test the means of effects, of which those that are not known are NaN.

    The standard error of the mean is not taken for smaller than the sampling errors alone allow
    (Röver, Knapp and Friede, "Hartung-Knapp-Sidik-Jonkman approach and its modification for
    random-effects meta-analysis with few studies", *BMC Medical Research Methodology* 15, 2015).
    """
    known = np.isfinite(value)
    tables = known.sum(axis=0)
    count = np.where(tables > 0, tables, np.nan)
    mean = np.nansum(value, axis=0) / count
    noise = np.nansum(np.where(known, error, np.nan) ** 2, axis=0) / count
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.nansum((value - mean) ** 2, axis=0) / np.where(tables > 1, tables - 1, np.nan)
        of_mean = np.sqrt(np.maximum(spread, noise) / count)
        degrees = np.maximum(tables - 1, 1)
        beyond, opposite = (
            t_tail((np.abs(mean) + side * margin) / of_mean, degrees) for side in (-1, 1)
        )
        agreeing = (np.sign(value) == np.sign(mean)).sum(axis=0) / count
    enough = tables >= FEWEST_TABLES
    p = corrected(np.where(enough, beyond + opposite, np.nan), family, 1)
    likely = enough & (p <= SIGNIFICANT) & (agreeing >= MOST)
    return _Test(tables, mean, spread, noise, agreeing, p, likely)


def _is_solid(
    test: _Test, low: Floats, high: Floats, margin: Floats, families: int
) -> NDArray[np.bool_]:
    beyond = (low > margin) | (high < -margin)
    return test.likely & (families * test.p <= SIGNIFICANT) & beyond


def _limits(value: Floats, error: Floats, enough: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    limits = np.full((2, value.shape[1]), np.nan)
    for place in np.flatnonzero(enough):
        known = np.isfinite(value[:, place])
        if np.all(error[known, place] > 0):
            limits[:, place] = new_table(
                value[known, place], error[known, place], PREDICTION_ERROR
            )[2:]
    return limits[0], limits[1]


def _games_factor(test: _Test, margin: Floats, tests: NDArray[np.int64]) -> Floats:
    """Return with how many times the games it would be clear on which side of the margin they are.

    A mean beyond it would be shown to be; tables with a mean within it would be predicted to be, by
    the usual t interval for one more value. Tables keep what they differ by beyond chance; only
    chance becomes less. NaN if no number of games would do, or too many.
    """
    from scipy.special import stdtrit

    with np.errstate(invalid="ignore", divide="ignore"):
        beyond, tables = np.abs(test.mean) - margin, test.tables
        degrees = np.maximum(tables - 1, 1)
        of_mean = stdtrit(degrees, 1 - SIGNIFICANT / tests) / np.sqrt(tables)
        of_table = stdtrit(degrees, 1 - PREDICTION_ERROR / 2) * np.sqrt(1 + 1 / tables)
        variance = (beyond / np.where(beyond > 0, of_mean, of_table)) ** 2
        left = variance - np.maximum(test.spread - test.noise, 0.0)
        factor = np.where(left > 0, test.noise / left, np.nan)
    return np.where(factor <= MOST_GAMES, np.maximum(factor, 1.0), np.nan)


# random_effects: An effect at several tables, and what to expect of it at a table that nobody has
# met.
#
# Tables are studies: each has an effect of its own, estimated with an error that is known. Between
# tables the effects are taken to be normal, with an unknown mean :math:`\mu` and variance
# :math:`\tau^2` (Higgins, Thompson and Spiegelhalter, "A re-evaluation of random-effects
# meta-analysis", *Journal of the Royal Statistical Society A* 172, 2009). The question is the
# effect at a new table. Its interval is wide where there are few tables, however many games they
# played.
#
# Tables have to be independent: those that share players, or whose players play alike, are one.

RANDOM_EFFECTS = "prediction interval for a new table, from random effects"
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

    mean: float  # of the effects at all tables that there might be
    # The standard deviation of these effects: the square root of the median of the confidence
    # distribution of its variance.
    between_sd: float
    low: float
    # Limits between which the effect at a new table lies with the probability asked for.
    high: float


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
    from scipy.special import stdtrit

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
    from scipy.optimize import brentq
    from scipy.special import ndtr

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
    from scipy.special import chdtr

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
