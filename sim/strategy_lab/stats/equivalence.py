"""Equivalence: showing that differences are small, which is more than not showing any."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.pairwise import Pairs
from strategy_lab.stats.student import t_tail

Floats = NDArray[np.float64]

EQUIVALENCE_TEST = "two one-sided t tests clustered by deal"
"""The test's name, printed wherever it decides a verdict."""

DIFFERS, SMALL, NOT_SHOWN = "differs", "shown small", "not shown"
"""The verdicts on a difference: see `verdicts`."""


def within(
    difference: Floats,
    standard_error: Floats,
    clusters: NDArray[np.int64],
    margin: float | Floats,
) -> Floats:
    r"""Test whether differences lie within a margin on either side of 0.

    `difference`, `standard_error`: of any shape. `clusters`: how many independent observations each
    comes from. `margin`: above 0, in the unit of the differences; one for all, or one for each.
    Returns p values: small if a difference is shown to be smaller than the margin.

    Two one-sided t tests, one against a difference of the margin or more, one against a difference
    of minus the margin or less; p is the larger of the two tails

    .. math:: P\left(t_{D-1} > \frac{\delta \pm d}{s}\right)

    (Schuirmann, "A comparison of the two one-sided tests procedure and the power approach for
    assessing the equivalence of average bioavailability", *Journal of Pharmacokinetics and
    Biopharmaceutics* 15, 1987).
    """
    if not np.all(np.asarray(margin) > 0):
        raise ValueError(f"a margin must be a number above 0, not {margin}")
    with np.errstate(divide="ignore", invalid="ignore"):
        nearer = (margin - np.abs(difference)) / standard_error
    return t_tail(nearer, clusters - 1)


def all_within(differences: Pairs, margin: float) -> Floats:
    """Test whether no two of several means differ by a margin or more.

    `differences`: the result of `pairs`, (…, means, means). `margin`: above 0. Returns (…): p
    values.

    The largest p value of `within` for any two means. To show that all differences are small, each
    has to be; so this intersection-union test needs no correction for their number (Berger,
    "Multiparameter hypothesis testing and acceptance sampling", *Technometrics* 24, 1982).
    """
    clusters = differences.clusters[..., None, None]
    p = within(differences.difference, differences.standard_error, clusters, margin)
    others = ~np.eye(p.shape[-1], dtype=bool)
    return np.asarray(p[..., others].max(axis=-1))


def verdicts(differs: NDArray[np.bool_], small: NDArray[np.bool_]) -> NDArray[np.str_]:
    """Return one word for each difference, from what has been shown of it.

    ==================  ===================  ==================
    shown to differ     shown to be small    verdict
    ==================  ===================  ==================
    yes                 no                   `DIFFERS`
    no                  no                   `NOT_SHOWN`
    yes or no           yes                  `SMALL`
    ==================  ===================  ==================

    With enough observations nearly everything is shown to differ. So if a difference is shown to be
    smaller than what matters, the verdict says that, even if it is also shown not to be 0.
    """
    return np.where(small, SMALL, np.where(differs, DIFFERS, NOT_SHOWN))
