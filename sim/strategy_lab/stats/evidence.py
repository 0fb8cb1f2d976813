r"""What effects amount to that were estimated in several populations: sizes, spread, a grade.

Populations (here: fields of strategies) are a sample of how people may behave. A population has one
of three roles. The *reference* is the strongest behaviour there is. *Credible* populations are ones
that might be met. *Stress* populations are watched, but never decide.

=========  =========================================================================================
grade      meaning
=========  =========================================================================================
solid      shown, with one sign, in the reference and in every credible population, of which there
           are two at least; large enough to matter in the reference and in the median
likely     shown and large enough in the reference, with the same sign in most credible populations;
           without a reference: shown with one sign in all credible populations, the median large
           enough
no effect  shown to be too small to matter in the reference and in every credible population
worth
naming
unclear    anything else
=========  =========================================================================================

A claim about all populations is the intersection of claims about each, so its p value is the
largest of theirs and needs no correction for their number (Berger, "Multiparameter hypothesis
testing and acceptance sampling", *Technometrics* 24, 1982). These p values are Holm-corrected over
a family that the question fixes, never the page that it stands on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.corrections import SIGNIFICANT, corrected

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

REFERENCE, CREDIBLE, STRESS = "reference", "credible", "stress"
ROLES = (REFERENCE, CREDIBLE, STRESS)

SOLID, LIKELY, UNCLEAR, NO_EFFECT = "solid", "likely", "unclear", "no effect worth naming"
GRADES = (SOLID, LIKELY, UNCLEAR, NO_EFFECT)

MOST = 0.75
"""The share of credible populations that have to have the sign of a likely effect."""

SEVERAL = 2
"""How many credible populations a solid effect takes: one is no sample."""


class Estimates(NamedTuple):
    """Effects in each population, (populations, effects); NaN where one has no such effect."""

    value: Floats
    standard_error: Floats
    p: Floats
    """That the effect is 0; NaN where that cannot be tested."""
    p_small: Floats
    """That the effect is large enough to matter or larger; NaN where that cannot be tested."""


class Evidence(NamedTuple):
    """What effects amount to; NaN where there is no population to tell."""

    reference: Floats
    """The mean over reference populations."""
    median: Floats
    """Of the credible populations."""
    agreeing: Floats
    """The share of credible populations with the sign of the effect."""
    credible: NDArray[np.int64]
    """How many credible populations there are."""
    between_sd: Floats
    """The standard deviation between all populations that decide, without sampling noise."""
    least: Floats
    most: Floats
    """The range over these."""
    p: Floats
    """That the reference has no effect; without a reference, that some population has none."""
    p_all: Floats
    """That some population that decides has no effect, or one of another sign."""
    p_small: Floats
    """That in some population that decides it is large enough to matter. All are corrected."""
    grade: NDArray[np.str_]


def weigh(
    estimates: Estimates,
    roles: NDArray[Any],
    margin: Floats,
    family: NDArray[np.int64],
    families: int,
) -> Evidence:
    """Grade effects.

    Parameters
    ----------
    estimates
        Of populations that behave differently: see `distinct`.
    roles
        (populations,): one of `ROLES` for each.
    margin
        (effects,): how large an effect has to be to matter.
    family
        (effects,): effects with the same number are corrected together.
    families
        How many families share the error rate.
    """
    value = estimates.value
    there = np.isfinite(value)
    is_reference, is_credible = (there & (roles == role)[:, None] for role in (REFERENCE, CREDIBLE))
    decides = is_reference | is_credible
    reference, median = _mean(value, is_reference), _median(value, is_credible)
    has_reference = is_reference.any(axis=0)
    size = np.where(has_reference, reference, median)
    same_sign = np.sign(value) == np.sign(size)
    credible = is_credible.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        agreeing = (is_credible & same_sign).sum(axis=0) / credible

    def in_all(p: Floats, among: Bools) -> Floats:
        largest = np.where(among, np.where(np.isnan(p), 1.0, p), 0.0).max(axis=0)
        return corrected(np.where(among.any(axis=0), largest, np.nan), family, families)

    signed = np.where(same_sign, estimates.p, 1.0)
    p_all = in_all(signed, decides)
    p = in_all(signed, np.where(has_reference, is_reference, decides))
    p_small = in_all(estimates.p_small, decides)
    matters = np.abs(size) >= margin
    by_all = (p_all <= SIGNIFICANT) & matters & (np.abs(median) >= margin)
    by_reference = (p <= SIGNIFICANT) & matters & ~(agreeing < MOST) & has_reference
    grade = np.select(
        [by_all & has_reference & (credible >= SEVERAL), by_reference | by_all],
        [SOLID, LIKELY],
        np.where(p_small <= SIGNIFICANT, NO_EFFECT, UNCLEAR),
    )
    return Evidence(
        *(reference, median, agreeing, credible),
        between_sd(estimates, decides),
        np.where(decides.any(axis=0), np.where(decides, value, np.inf).min(axis=0), np.nan),
        np.where(decides.any(axis=0), np.where(decides, value, -np.inf).max(axis=0), np.nan),
        *(p, p_all, p_small, grade),
    )


def distinct(behaviour: Floats, margin: Floats, roles: NDArray[Any]) -> NDArray[np.int64]:
    """Return, for each population, the first that behaves like it: itself if none does.

    Two populations behave alike if no quantity that both have differs by as much as matters.
    References come before credible populations, and these before stress.

    Parameters
    ----------
    behaviour
        (populations, quantities); NaN where a population has no such quantity.
    margin
        (quantities,): what difference matters.
    roles
        (populations,)
    """
    order = sorted(range(len(roles)), key=lambda i: ROLES.index(roles[i]))
    like = np.arange(len(roles))
    kept: list[int] = []
    for one in order:
        for other in kept:
            apart = np.abs(behaviour[one] - behaviour[other])
            if np.isfinite(apart).any() and not np.any(apart >= margin):
                like[one] = other
                break
        else:
            kept.append(one)
    return like


def _mean(value: Floats, among: Bools) -> Floats:
    count = np.where(among.any(axis=0), among.sum(axis=0), np.nan)
    mean: Floats = np.where(among, value, 0.0).sum(axis=0) / count
    return mean


def _median(value: Floats, among: Bools) -> Floats:
    found = np.full(value.shape[1], np.nan)
    (some,) = np.nonzero(among.any(axis=0))
    found[some] = np.nanmedian(np.where(among, value, np.nan)[:, some], axis=0)
    return found


def between_sd(estimates: Estimates, among: Bools) -> Floats:
    r"""Return the standard deviation between populations, without sampling noise.

    The sample variance of the estimates less the mean of their sampling variances, or 0 (Hedges, "A
    random effects model for effect sizes", *Psychological Bulletin* 93, 1983).
    """
    mean = _mean(estimates.value, among)
    count = among.sum(axis=0)
    squares = np.where(among, (estimates.value - mean) ** 2, 0.0).sum(axis=0)
    noise = _mean(np.nan_to_num(estimates.standard_error) ** 2, among)
    variance = squares / np.where(count > 1, count - 1, np.nan) - noise
    return np.asarray(np.sqrt(np.maximum(variance, 0.0)))
