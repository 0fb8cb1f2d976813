r"""Estimates from sums over batches: any quantity that follows from means, and how two differ.

Independent observations are summed in batches of equal size, so that little has to be kept however
many they are. A quantity :math:`\theta = f(\text{sums})` is estimated by the jackknife: with
:math:`\theta_{-b}` from all batches but one,

.. math:: \theta_b = B \theta - (B - 1) \theta_{-b}

are nearly independent and have :math:`\theta` as their mean, to which Student's t with
:math:`B - 1` degrees of freedom applies (Tukey 1958; Miller, "The jackknife: a review",
*Biometrika* 61, 1974). For a mean this is the t interval of batch means (Law and Kelton,
*Simulation Modeling and Analysis*, 3rd ed., 9.5). Two quantities over the same batches are compared
by the differences of these values, batch by batch, so that what the batches have in common cancels.

The gap between the largest and the smallest of several means is no smooth function of them, which
the jackknife needs: see `gaps`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.gaps import Gap
from strategy_lab.stats.student import t_quantile

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

JACKKNIFE_INTERVAL = "95 % t interval, jackknife over batches of deals"
"""The estimator's name, printed with its interval."""

Quantity: TypeAlias = Callable[[Floats], Floats]
"""Returns a quantity of sums, (…, sums) to (…)."""

Means: TypeAlias = Callable[[Floats], Floats]
"""Returns means of sums, (…, sums) to (…, means)."""


class Estimate(NamedTuple):
    """An estimate with its limits."""

    value: float
    low: float
    high: float


def smooth_difference(
    quantity: Quantity,
    a: Integers | None,
    b: Integers,
    *,
    error: float,
    least_error: float,
    share: float = 1.0,
) -> Estimate:
    """Estimate by how much a smooth quantity exceeds a share of what it is elsewhere.

    Parameters
    ----------
    quantity
        What is estimated.
    a, b
        (batches, sums): of the same batches under two conditions; None for a to estimate the
        quantity itself.
    error
        How often the limits miss it.
    least_error
        What a standard error that is estimated as 0 is taken to be.
    share
        Of the quantity under a.
    """
    values = pseudovalues(quantity, b)
    if a is not None:
        values = values - share * pseudovalues(quantity, a)
    batches = len(values)
    mean = float(values.mean())
    if batches < 2:
        return Estimate(mean, np.nan, np.nan)
    deviation = float(values.std(ddof=1)) / np.sqrt(batches)
    half = -float(t_quantile(error / 2, batches - 1)) * (deviation or least_error)
    return Estimate(mean, mean - half, mean + half)


def gap_difference(
    means: Means,
    a: Integers | None,
    b: Integers,
    *,
    error: float,
    least_error: float,
    share: float = 1.0,
) -> Estimate:
    """Estimate by how much a gap between means exceeds a share of what it is elsewhere.

    Parameters are those of `smooth_difference`.
    """
    by_batch = [means(sums.astype(np.float64)) for sums in (a, b) if sums is not None]
    if a is not None:
        by_batch[0] = share * by_batch[0]
    both, batches = np.hstack(by_batch), len(b)
    centres = [each.mean(axis=0) for each in by_batch]
    width = both.shape[1]
    covariance = np.cov(both, rowvar=False) / batches if batches > 1 else np.zeros((width, width))
    of_a = None if a is None else centres[0]
    gap = Gap(centres[-1], covariance, batches, a=of_a, least_error=least_error)
    return Estimate(gap.value, *gap.limits(error))


def pseudovalues(quantity: Quantity, sums: NDArray[Any]) -> Floats:
    """Return what each batch adds to a quantity, (batches, …): their mean is its estimate."""
    total, batches = sums.sum(axis=0), len(sums)
    whole = quantity(total.astype(np.float64))
    if batches < 2:
        return np.array([whole])
    return batches * whole - (batches - 1) * quantity((total - sums).astype(np.float64))
