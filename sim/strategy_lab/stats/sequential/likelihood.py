r"""The maximum likelihood distribution of scores under a constraint.

Scores :math:`a_i` were observed in shares :math:`\hat p_i`. Among the distributions on them with
:math:`\sum p_i f_i = 0`, the likeliest is :math:`p_i = \hat p_i / (1 + x f_i)`,
where :math:`x` is the only solution of :math:`\sum \hat p_i f_i / (1 + x f_i) = 0` that leaves all
:math:`p_i` positive (Owen, *Empirical Likelihood*, 2.9; Van den Bergh, "The GSPRT for multinomial
distributions", Proposition 1.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOLERANCE = 1e-13
"""The tolerance of a linear constraint, in units of its largest term."""

DEVIATION_TOLERANCE = 1e-11
"""The tolerance of a standard deviation."""

MOST_TRIES = 25
"""The most steps of the fixed-point iteration for a deviation; then it is searched for."""

DEVIATIONS = np.geomspace(1e-5, 0.5, 200)
"""The grid of that search: scores from 0 to 1 have no larger deviation."""

MOST_STEPS = 200


def likeliest_with_mean(scores: Floats, shares: Floats, mean: float) -> Floats:
    """Return the likeliest distribution that has a mean.

    `scores`, `shares`: the different scores and their observed shares, all positive, which sum to
    1. `mean`: between the lowest and the highest score. Raises `ValueError` if no distribution on
    the scores has that mean.
    """
    return _tilted(shares, scores - mean)


def likeliest_with_t(scores: Floats, shares: Floats, t: float) -> Floats:
    r"""Return the likeliest distribution whose mean is `t` standard deviations above 1/2.

    `scores`, `shares`: as for `likeliest_with_mean`. `t`: the t-value. Raises `ValueError` if no
    such distribution is found.

    The constraint :math:`\mu - 1/2 = t \sigma` is not linear in :math:`p`. If :math:`\sigma` were
    known, and so :math:`\mu = 1/2 + t \sigma`, the solution would be that of its linear expansion
    (Van den Bergh, "Normalized Elo in practice", 4.1),
    :math:`f_i = a_i - 1/2 - t \sigma (1 + (a_i - \mu)^2 / \sigma^2) / 2`. So :math:`\sigma` is a
    fixed point: it is found by iteration, which is quick unless nearly all scores are alike and far
    from 1/2, and otherwise by search.
    """

    def solution(deviation: float) -> Floats:
        spread = (scores - 0.5 - t * deviation) ** 2 / deviation
        return _tilted(shares, scores - 0.5 - t * (deviation + spread) / 2)

    def excess(deviation: float) -> float:
        return _deviation(scores, solution(deviation)) - deviation

    try:
        deviation = _deviation(scores, likeliest_with_mean(scores, shares, 0.5))
        for _ in range(MOST_TRIES):
            solved = solution(deviation)
            last, deviation = deviation, _deviation(scores, solved)
            if abs(deviation - last) <= DEVIATION_TOLERANCE:
                return solved
    except ValueError:
        pass
    solutions = [solution(deviation) for deviation in _zeros(excess)]
    if not solutions:
        raise ValueError(f"no distribution on the scores has a t-value of {t}")
    return max(solutions, key=lambda solved: float(shares @ np.log(solved)))


def _deviation(scores: Floats, shares: Floats) -> float:
    return math.sqrt(float(shares @ (scores - shares @ scores) ** 2))


def _zeros(excess: Callable[[float], float]) -> Iterator[float]:
    """Yield the deviations between neighbours of `DEVIATIONS` at which a function is 0."""
    from scipy.optimize import brentq

    last, before = 0.0, math.nan
    for deviation in DEVIATIONS.tolist():
        try:
            value = excess(deviation)
        except ValueError:
            value = math.nan
        if before * value <= 0:
            yield float(brentq(excess, last, deviation, xtol=DEVIATION_TOLERANCE))
        last, before = deviation, value


def _tilted(shares: Floats, f: Floats) -> Floats:
    """Return the likeliest distribution under which `f` has mean 0: Newton's method, bracketed."""
    lowest, highest = int(np.argmin(f)), int(np.argmax(f))
    if not f[lowest] < 0 < f[highest]:
        raise ValueError("no distribution on the scores fulfils the constraint")
    # No probability exceeds 1: that bounds the solution from both sides.
    low, high = (float((shares[i] - 1) / f[i]) for i in (highest, lowest))
    x, scale = 0.0, float(np.abs(f).max())
    for _ in range(MOST_STEPS):
        terms = f / (1 + x * f)
        excess = float(shares @ terms)
        if abs(excess) <= TOLERANCE * scale or high - low <= TOLERANCE * abs(x):
            break
        low, high = (x, high) if excess > 0 else (low, x)
        x += excess / float(shares @ terms**2)
        if not low < x < high:
            x = (low + high) / 2
    return shares / (1 + x * f)
