"""The generalised sequential probability ratio test on scores (docs/statistics.md, Duels).

Nothing is known about the distribution of scores, so the test compares the likelihoods of the
likeliest distributions under both hypotheses. Scores must be independent: those of deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strategy_lab.stats.intervals import LEVEL, Estimate, t_quantile

# elo: Elo differences from scores: a *score* is 1 for a win, 0 for a loss, or something between;
# 1/2 on average among equals. Normalised Elo counts in standard deviations of a score.

Floats = NDArray[np.float64]

ELO_PER_T = 800 / math.log(10)  # normalised Elo of a mean score one standard deviation above 1/2

PLAIN = "fixed-sample mean, 95 % t interval; Elo by the delta method"
"""The estimator's name, printed wherever it is used."""


def moments_of_scores(scores: ArrayLike, counts: ArrayLike) -> tuple[float, float]:
    values, weights = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    total = weights.sum()
    if total == 0:
        return math.nan, math.nan
    mean = float(weights @ values / total)
    return mean, math.sqrt(float(weights @ (values - mean) ** 2 / total))


def mean_score(scores: ArrayLike, counts: ArrayLike) -> Estimate:
    mean, deviation = moments_of_scores(scores, counts)
    n = float(np.sum(counts))
    if not n > 1:
        return Estimate(mean, math.nan, math.nan)
    half = float(t_quantile((1 + LEVEL) / 2, n - 1)) * deviation / math.sqrt(n - 1)
    return Estimate(mean, mean - half, mean + half)


def normalised_elo(mean: Estimate, scores: ArrayLike, counts: ArrayLike) -> Estimate:
    r"""Return an estimated mean score as normalised Elo.

    `mean`: any estimate from the scores. `scores`, `counts`: the different scores, and how often
    each was seen. Returns Estimate: NaN if all scores are the same; if they are all 1/2, the value
    is 0, without limits.

    The deviation is estimated too. With :math:`t` observed, skewness :math:`\gamma` and kurtosis
    :math:`\kappa`, the variance of :math:`\hat t` is :math:`1 - \gamma t + (\kappa - 1) t^2 / 4`
    times that for a known deviation (delta method). The arms of the interval are multiplied by the
    square root of this factor.
    """
    centre, deviation = moments_of_scores(scores, counts)
    if not deviation > 0:
        return Estimate(0.0 if centre == 0.5 else math.nan, math.nan, math.nan)
    values, weights = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    t, standardised = (centre - 0.5) / deviation, (values - centre) / deviation
    skewness, kurtosis = (float(weights @ standardised**power / weights.sum()) for power in (3, 4))
    factor = math.sqrt(max(0.0, 1 - skewness * t + (kurtosis - 1) * t**2 / 4))
    unit = deviation / ELO_PER_T
    value = (mean.value - 0.5) / unit
    arms = ((limit - mean.value) * factor / unit for limit in mean[1:])
    return Estimate(value, *(value + arm for arm in arms))


# likelihood: The maximum likelihood distribution of scores under a constraint.
#
# Scores :math:`a_i` were observed in shares :math:`\hat p_i`. Among the distributions on them with
# :math:`\sum p_i f_i = 0`, the likeliest is :math:`p_i = \hat p_i / (1 + x f_i)`,
# where :math:`x` is the only solution of :math:`\sum \hat p_i f_i / (1 + x f_i) = 0` that leaves
# all :math:`p_i` positive (Owen, *Empirical Likelihood*, 2.9; Van den Bergh, "The GSPRT for
# multinomial distributions", Proposition 1.1).

TOLERANCE = 1e-13  # the tolerance of a linear constraint, in units of its largest term
DEVIATION_TOLERANCE = 1e-11  # the tolerance of a standard deviation

MOST_TRIES = 25
"""The most steps of the fixed-point iteration for a deviation; then it is searched for."""

DEVIATIONS = np.geomspace(1e-5, 0.5, 200)
"""The grid of that search: scores from 0 to 1 have no larger deviation."""

MOST_STEPS = 200


def likeliest_with_t(scores: Floats, shares: Floats, t: float) -> Floats:
    r"""Return the likeliest distribution whose mean is `t` standard deviations above 1/2.

    `scores`, `shares`: the different scores and their observed shares, all positive, which sum to
    1. `t`: the t-value. Raises `ValueError` if no such distribution is found.

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
        deviation = _deviation(scores, _tilted(shares, scores - 0.5))
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


UNSEEN = 1e-3
"""The count given to a score that never occurred, so that it does not count as impossible."""


class Bounds(NamedTuple):
    lower: float
    upper: float

    @classmethod
    def of_errors(cls, alpha: float, beta: float) -> Bounds:
        """Return Wald's bounds for two probabilities of error, which add up to less than 1."""
        return cls(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def llr(scores: ArrayLike, counts: ArrayLike, elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of `elo1` to `elo0`, in normalised Elo.

    `scores`: the different possible scores, from 0 to 1: 0, 1/2 and 1 for single games, 0, 1/4, …,
    1 for pairs, or any others. `counts`: how often each occurred. A score that never occurred
    counts as `UNSEEN`, as in the public testers of chess engines; leave out impossible scores.
    `elo0`, `elo1`: the hypotheses. Returns float: 0 if there are no scores. Raises `ValueError` if
    all scores are on one side of a hypothesis.
    """
    values, seen = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    if not seen.any():
        return 0.0
    seen = np.where(seen == 0, UNSEEN, seen)
    total = seen.sum()
    shares = seen / total
    first, second = (likeliest_with_t(values, shares, elo / ELO_PER_T) for elo in (elo0, elo1))
    return float(total * (shares @ np.log(second / first)))


# brownian: Brownian motion between two bounds: the distribution of a sequential test's outcome.
#
# A motion with drift :math:`\mu` and variance :math:`\sigma^2` per unit of time starts at 0 and
# stops at the bounds :math:`a < 0 < b`. It models a log-likelihood ratio; time is the number of
# scores.

IMAGES: Floats = np.arange(-40.0, 41.0)
"""The reflections that are summed over: enough for far more than `LONGEST`."""

LONGEST = 20.0
"""The variance, in units of the squared distance of the bounds, after which the probability that a
motion has not stopped is below exp(-98)."""


def worse_outcome(
    drift: float, variance: float, lower: float, upper: float, *, time: float, position: float
) -> float:
    r"""Return the probability of an outcome worse than, or equal to, an observed one.

    Outcomes from worst to best: stopped at the lower bound, the sooner the worse; not stopped yet,
    the lower the worse; stopped at the upper bound, the sooner the better (stage-wise ordering).

    `drift`, `variance`: per unit of time. `lower`, `upper`: the bounds, on either side of 0.
    `time`, `position`: when and where it was stopped, or was last seen.

    With :math:`x = -a`, :math:`A = b - a` and :math:`d_k = x + 2kA`, the probability of having
    stopped at the lower bound by time :math:`T` sums inverse Gaussian laws over all reflections
    :math:`k`, and the density of the motions still going sums normal ones (Borodin and Salminen,
    *Handbook of Brownian Motion*, 2nd ed., 3.0.6 and 3.1.8). All is computed from logarithms,
    because single factors overflow.
    """
    span = upper - lower
    time = min(time, LONGEST * span**2 / variance)
    return _stopped_below(drift, variance, -lower, span, time) + _going_below(
        drift, variance, -lower, span, time, position - lower
    )


def _stopped_below(drift: float, variance: float, start: float, span: float, time: float) -> float:
    distance = start + 2 * IMAGES * span
    far, root = np.abs(distance), math.sqrt(variance * time)
    speed = abs(drift) / variance
    shift = -drift * start / variance
    arrived = _product(shift - speed * far, (abs(drift) * time - far) / root)
    arrived += _product(shift + speed * far, (-abs(drift) * time - far) / root)
    return float(np.sign(distance) @ arrived)


def _going_below(
    drift: float, variance: float, start: float, span: float, time: float, position: float
) -> float:
    root, shift, rate = math.sqrt(variance * time), 2 * IMAGES * span, 2 * drift / variance
    direct = start + shift + drift * time
    mirrored = shift - start + drift * time
    total = 0.0
    for weight, centre, sign in (
        (rate * shift / 2, direct, 1),
        (rate * (shift / 2 - start), mirrored, -1),
    ):
        total += sign * _difference(weight, (position - centre) / root, -centre / root)
    return total


def _difference(exponent: Floats, high: Floats, low: Floats) -> float:
    """Return the sum of exp(exponent) times the normal probability between low and high.

    If both tail probabilities are near 1, their complements are used.
    """
    swapped = low > 0
    upper, lower = np.where(swapped, -low, high), np.where(swapped, -high, low)
    return float(_product(exponent, upper).sum() - _product(exponent, lower).sum())


def _product(exponent: Floats, z: Floats) -> Floats:
    from scipy.special import log_ndtr

    return np.asarray(np.exp(exponent + log_ndtr(z)), np.float64)


# estimates: Median-unbiased estimates after a sequential test (docs/statistics.md, Duels; Siegmund,
# *Sequential Analysis*, 3.4 and 3.5). The log-likelihood ratio is taken for a Brownian motion.

SEQUENTIAL = "median-unbiased after a sequential test, stage-wise ordering, Brownian approximation"
"""The estimator's name, printed wherever it is used."""


def after_test(
    scores: ArrayLike, counts: ArrayLike, elo0: float, elo1: float, bounds: Bounds
) -> Estimate:
    r"""Return the median-unbiased mean score after a test.

    `scores`, `counts`: as for `llr`. `elo0`, `elo1`: the test's hypotheses, in normalised Elo.
    `bounds`: the bounds at which it ends. A test that has not ended is treated as stopped at a time
    fixed in advance. Returns Estimate: with limits from 0 to 1; NaN if there are no scores.

    With :math:`m_j` the mean score that :math:`e_j` stands for and :math:`v` the observed variance,
    the log-likelihood ratio of a score :math:`X` is about
    :math:`(m_1 - m_0) (X - (m_0 + m_1) / 2) / v`. If the mean were :math:`m`, the likeliest
    variance would be :math:`v + (m - \hat m)^2` (Van den Bergh, "A practical introduction to the
    GSPRT"). A ratio beyond a bound is moved back to the bound along a straight line from 0.
    """
    values, seen = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    if not seen.any():
        return Estimate(math.nan, math.nan, math.nan)
    seen = np.where(seen == 0, UNSEEN, seen)
    n = float(seen.sum())
    mean, deviation = moments_of_scores(values, seen)
    unit = deviation / ELO_PER_T
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
    return Estimate(
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


# two_sided: Which of two players is stronger, if either: two mirrored tests, each to its own end
# (Sobel and Wald, 1949; Armitage, 1950). If both end with elo0, neither is stronger by elo1. Each
# errs in favour of its own side with probability :math:`\alpha / 2`, as long as :math:`e_0 \ge 0`.


class Finding(Enum):
    FIRST = "first is stronger"
    SECOND = "second is stronger"
    NEITHER = "neither is stronger by elo1"
    OPEN = "not known yet"


@dataclass(slots=True)
class OneSide:
    llr: float = 0.0  # the log-likelihood ratio at its end, or at the latest look
    stronger: bool | None = None  # how it ended; None while it goes on
    ended: float = math.inf  # after how many scores it ended

    def look(self, ratio: float, bounds: Bounds, total: float) -> None:
        self.llr = ratio
        if not bounds.lower < ratio < bounds.upper:
            self.stronger, self.ended = ratio >= bounds.upper, total


@dataclass(frozen=True, slots=True)
class TwoSidedTest:
    """Two mirrored tests of normalised Elo, on the scores of the first.

    `elo0`, `elo1`: the hypotheses of both tests; -elo1 <= elo0 < elo1, so that they cannot both
    find their own side stronger. `alpha`, `beta`: the probabilities of error, each below 1/2.
    """

    elo0: float
    elo1: float
    alpha: float
    beta: float
    first: OneSide = field(default_factory=OneSide)
    second: OneSide = field(default_factory=OneSide)

    @property
    def bounds(self) -> Bounds:
        return Bounds.of_errors(self.alpha / 2, self.beta)

    @property
    def finding(self) -> Finding:
        if self.first.stronger:
            return Finding.FIRST
        if self.second.stronger:
            return Finding.SECOND
        if self.first.stronger is None or self.second.stronger is None:
            return Finding.OPEN
        return Finding.NEITHER

    def look(self, scores: ArrayLike, counts: ArrayLike) -> Finding:
        """Update both tests with all scores so far, and return the finding.

        `scores`, `counts`: as for `llr`. When to look must not depend on them.
        """
        values = np.asarray(scores, np.float64)
        for side, seen in ((self.first, values), (self.second, 1 - values)):
            if side.stronger is None:
                ratio = llr(seen, counts, self.elo0, self.elo1)
                side.look(ratio, self.bounds, float(np.sum(counts)))
        return self.finding

    def estimate(self, scores: ArrayLike, counts: ArrayLike) -> Estimate:
        """Return the median-unbiased mean score of the first player.

        It is that of the test that ended last, or, while they go on, of the one that is nearer to
        finding its side stronger.
        """
        values, sides = np.asarray(scores, np.float64), (self.first, self.second)
        last = max(sides, key=lambda side: (side.stronger or False, side.ended, side.llr))
        if last is self.first:
            return after_test(values, counts, self.elo0, self.elo1, self.bounds)
        value, low, high = after_test(1 - values, counts, self.elo0, self.elo1, self.bounds)
        return Estimate(1 - value, 1 - high, 1 - low)
