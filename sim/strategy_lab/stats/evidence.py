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

from strategy_lab.stats.corrections import SIGNIFICANT, corrected
from strategy_lab.stats.student import t_tail

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

    tables: NDArray[np.int64]
    """How many have such an effect."""
    mean: Floats
    """Over tables, each of which has one vote."""
    low: Floats
    high: Floats
    """Limits of the effect at a new table."""
    between_sd: Floats
    """The standard deviation of the effects at tables, without sampling noise."""
    least: Floats
    most: Floats
    """The range over tables."""
    agreeing: Floats
    """The share of tables with the sign of the mean."""
    p: Floats
    """That the mean is no larger than what matters, corrected within its family."""
    grade: NDArray[Any]
    reason: NDArray[Any]
    """Why it is unclear; else nothing."""
    games_factor: Floats
    """With how many times the games it would be clear, if games are too few; else NaN."""


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


def shown_as_solid(
    value: Floats,
    standard_error: Floats,
    margin: Floats,
    family: NDArray[np.int64],
    families: int,
) -> NDArray[np.bool_]:
    """Return which effects `weigh` would grade as solid, sooner than it does."""
    known = np.isfinite(value) & np.isfinite(standard_error)
    value = np.where(known, value, np.nan)
    test = _test(value, standard_error, margin, family)
    low, high = _limits(value, standard_error, test.likely & (families * test.p <= SIGNIFICANT))
    return _is_solid(test, low, high, margin, families)


class _Test(NamedTuple):
    """Of the mean over tables: whether it is larger than what matters; each (effects,)."""

    tables: NDArray[np.int64]
    mean: Floats
    spread: Floats
    """The variance of tables, and `noise` what of it is sampling error."""
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
    """Return the limits of each effect at a new table."""
    from strategy_lab.stats.random_effects import new_table  # SciPy takes long to load

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
