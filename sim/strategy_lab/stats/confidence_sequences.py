r"""95 % confidence sequences: intervals that may be looked at as often as one likes.

A fixed-sample interval covers the truth 95 times in 100 if it is computed once, for a number of
clusters fixed in advance. If it is computed again and again, say until it is short enough, it
covers less often. A confidence sequence is a sequence of intervals, one for each number of
clusters, *all* of which cover the truth in 95 runs of 100; so one may stop at any of them for any
reason.

This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
("Time-uniform central limit theory and asymptotic confidence sequences", *Annals of Statistics*
52, 2024): after :math:`D` clusters it is :math:`R \pm c_D \sqrt v` with the estimate and its
variance from `ratio` and, instead of a quantile, Robbins's boundary for a normal mixture,

.. math::
   c_D = \sqrt{\frac{D \rho^2 + 1}{D \rho^2} \log \frac{D \rho^2 + 1}{\alpha^2}},
   \qquad \alpha = 0.05.

Like the usual interval it assumes that clusters are independent and identically distributed, and it
is asymptotic: instead of the central limit theorem it needs a strong approximation of the whole
path of sums by a Gaussian one. So it is not used below `FEWEST` clusters. Any :math:`\rho` that is
fixed in advance is valid; see `tuned`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strategy_lab.stats.intervals import (
    LEVEL,
    MEAN_INTERVAL,
    RATE_INTERVAL,
    Interval,
    Ratio,
    mean_interval,
    rate_interval,
    wilson_limits,
)

FEWEST = 500
"""The fewest clusters for an interval, chosen by simulation: fewer give no Gaussian path."""

MEAN_SEQUENCE = "95 % confidence sequence, asymptotic, linearised ratio clustered by deal"
RATE_SEQUENCE = "95 % confidence sequence, asymptotic, Wilson form, clustered by deal"
"""The estimators' names, printed with their intervals."""

_ALPHA = 1 - LEVEL


@dataclass(frozen=True, slots=True)
class Estimator:
    """Intervals of a sample of fixed size, or current ones of confidence sequences.

    `planned`: the number of clusters at which sequences are shortest, fixed before any was
    observed; None for a sample of fixed size.

    Sequences of rates are computed like Wilson's interval, with the boundary instead of a quantile.
    The difference from the symmetric limits vanishes as clusters are added, so this is an
    asymptotic confidence sequence too; but it stays within 0 and 1 and covers rare events from the
    first look.
    """

    planned: int | None = None

    @property
    def rates(self) -> str:
        return RATE_INTERVAL if self.planned is None else RATE_SEQUENCE

    @property
    def means(self) -> str:
        return MEAN_INTERVAL if self.planned is None else MEAN_SEQUENCE

    def rate(self, rate: Ratio, certain: NDArray[np.bool_] | None = None) -> Interval:
        """Return intervals for rates, without width where they are `certain`."""
        if self.planned is None:
            return rate_interval(rate, certain)
        return wilson_limits(rate, boundary(rate.clusters, self.planned), certain)

    def mean(self, mean: Ratio) -> Interval:
        if self.planned is None:
            return mean_interval(mean)
        half = boundary(mean.clusters, self.planned) * mean.standard_error
        return Interval(mean.value - half, mean.value + half)


FIXED_SAMPLE = Estimator()


def boundary(clusters: ArrayLike, planned: int) -> NDArray[np.float64]:
    """Return the half-width in standard errors, :math:`c_D`; NaN below `FEWEST` clusters."""
    counted = np.asarray(clusters, np.float64)
    scaled = np.where(counted >= FEWEST, counted, np.nan) * tuned(planned)
    return np.asarray(np.sqrt((scaled + 1) / scaled * np.log((scaled + 1) / _ALPHA**2)))


def tuned(planned: int) -> float:
    r"""Return the :math:`\rho^2` that makes the interval after `planned` clusters shortest.

    Notes
    -----
    With :math:`u = D \rho^2 + 1` the interval is shortest where :math:`u - \log u = 1 - 2 \log
    \alpha`, which the iteration :math:`u \leftarrow 1 - 2 \log \alpha + \log u` finds; the boundary
    is :math:`\sqrt u` there. It is 3.04, compared with 1.96 for a fixed-sample interval, and little
    larger elsewhere: 3.13 after four times the planned clusters, 3.25 after a quarter of them.
    """
    return (_SHORTEST - 1) / planned


def needed(variance: float, half_width: float) -> int:
    """Return how many clusters give a half-width, if the sequence is tuned for them.

    `variance`: the variance of one cluster's residual, for clusters of one observation on average.
    `half_width`: the half-width, in the unit of the variance's root.
    """
    return math.ceil(_SHORTEST * variance / half_width**2)


def _shortest() -> float:
    value = 1.0
    for _ in range(100):
        value = 1 - 2 * math.log(_ALPHA) + math.log(value)
    return value


_SHORTEST = _shortest()


# race: A race: candidates are compared on ever more evidence, and those that are shown to lose
# leave.
#
# All candidates are looked at after fixed amounts of evidence. One leaves when it is shown that
# some other is better, or that it does not keep a condition. Each statement is made at an error so
# small that all statements that could be wrong about the best candidate together are wrong no more
# often than they may be (Bonferroni's inequality; nothing is assumed of how looks or candidates
# depend on each other):
#
# - that another candidate is better than the best: :math:`L (C - 1)` comparisons, for :math:`L`
#   looks and :math:`C` candidates, share the error, or half of it where there are conditions;
# - that the best breaks a condition, or that another candidate keeps one that it breaks, and so
#   might push out the best though it may not: :math:`L C K` statements for :math:`K` conditions
#   share the other half.
#
# So the best candidate is still there in the end with the probability asked for, in a race with
# several goals every candidate that none surpasses in all of them. Where two are equally good, both
# are. Racing goes back to Maron and Moore, "Hoeffding races: accelerating model selection search
# for classification and function approximation", *NIPS* 6, 1994; with t tests on common blocks in
# the place of Hoeffding's bound, as here, to Birattari, Stützle, Paquete and Varrentrapp, "A racing
# algorithm for configuring metaheuristics", *GECCO* 2002.

FIRST_LOOK = 32
"""Batches of evidence before anything is compared: with few, limits are wide."""

GROWTH = 1.5
"""By how much the evidence grows from one look to the next."""


def looks(most: int) -> tuple[int, ...]:
    """Return after how many batches there are looks, of which the last is at `most`.

    Examples
    --------
    >>> looks(100), looks(20)
    ((32, 48, 72, 100), (20,))
    """
    earlier, batches = [], float(FIRST_LOOK)
    while round(batches) < most:
        earlier.append(round(batches))
        batches *= GROWTH
    return (*earlier, most)


ERROR = 0.05
"""How often the best candidate may be lost."""


@dataclass(frozen=True, slots=True)
class Race:
    """How errors are shared out.

    Attributes
    ----------
    candidates, looks, conditions
        How many there are.
    error
        How often the best may be lost.
    """

    candidates: int
    looks: int
    conditions: int = 0
    error: float = ERROR

    @property
    def comparison_error(self) -> float:
        share = self.error / 2 if self.conditions else self.error
        return share / (self.looks * max(1, self.candidates - 1))

    @property
    def condition_error(self) -> float:
        return self.error / 2 / (self.looks * self.candidates * max(1, self.conditions))


def beaten(
    left: Iterable[int], rivals: Sequence[int], is_better: Callable[[int, int], bool]
) -> dict[int, int]:
    """Return which candidates are beaten, and by which of their rivals.

    `left`: those still in the race. `rivals`: those that may beat others, the best first.
    `is_better`: whether the first is shown to be better than the second, in all goals.
    """
    winners: dict[int, int] = {}
    for candidate in left:
        for rival in rivals:
            if rival != candidate and is_better(rival, candidate):
                winners[candidate] = rival
                break
    return winners
