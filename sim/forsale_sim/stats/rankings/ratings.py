r"""Ratings: Plackett and Luce's strengths on a scale people know, with bootstrap intervals.

A rating is :math:`400 \log_{10} \lambda_i`, its mean over the items 0. As on Elo's scale, who is
rated 400 higher is expected to finish ahead ten times as often as behind.

Units of evidence come in batches, for each of which sums are kept: so memory does not grow with
the number of units, and the bootstrap draws batches. Where each batch has one unit that is the
bootstrap over units itself; where it has many, the batches' sums vary from batch to batch as much
as their units tell, and the intervals are the same up to the noise of so many batches (for 512: 3 %
of their width).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.stats.bootstrap import REPLICATES, percentile_interval, resamples
from forsale_sim.stats.intervals import LEVEL, Interval
from forsale_sim.stats.rankings.cycles import groups, reachable
from forsale_sim.stats.rankings.plackett_luce import (
    Choices,
    fit,
    fit_near,
    information,
    with_an_imaginary_item,
)

Floats = NDArray[np.float64]

SCALE = 400 / np.log(10)
"""Points that a natural logarithm of strength is worth."""

DIGITS = 6
"""Decimals that ratings are rounded to: the same on every machine, however it adds."""

AT_ONCE = 2**22
"""Numbers that the replicates worked on at once have, for each of a few arrays."""

RATING = "Plackett-Luce rating, maximum likelihood"
"""The estimator's name, to be printed wherever ratings are."""


class BatchedOrders(NamedTuple):
    """Sums over finishing orders, batch by batch."""

    sets: NDArray[np.int64]
    """(sets, items): how often each item is in each set that a choice was made from."""
    times: Floats
    """(batches, sets): how often a choice was made from each set."""
    wins: Floats
    """(batches, items): how often each item was chosen."""
    ahead: Floats
    """(batches, items, items): finishes of one item ahead of or level with another."""


class Ratings(NamedTuple):
    """Ratings of the items, in points.

    Attributes
    ----------
    value
        NaN where some items were never compared with others, even by way of third ones.
    low, high
        Limits; NaN also where there is one batch, or where nothing bounds the distances: items are
        in several groups, or would be in more than one of 40 replicates.
    group
        None was ever ahead of, or level with, one of an earlier group. Distances between groups
        come from the prior alone.
    """

    value: Floats
    low: Floats
    high: Floats
    group: NDArray[np.int64]


def rate(orders: BatchedOrders, seed: int, replicates: int = REPLICATES) -> Ratings:
    """Rate items.

    Parameters
    ----------
    orders
        Of batches that all have a unit.
    seed
        Of the bootstrap.
    replicates
        How often batches are drawn.
    """
    items = orders.wins.shape[1]
    ahead = orders.ahead.sum(axis=0) > 0
    group, unknown = groups(ahead), np.full(items, np.nan)
    if not reachable(ahead | ahead.T).all():
        return Ratings(unknown, unknown, unknown, group)
    batches = len(orders.wins)
    observed = _weighted(orders, np.ones(batches))
    strengths = fit(observed)
    low = high = unknown
    if batches > 1 and group.max() == 1:
        curvature = information(observed, strengths)
        weights = resamples(seed, batches, replicates).astype(np.float64)
        low, high = _interval(orders, weights, strengths, curvature)
    return Ratings(_points(strengths), low, high, group)


def expected_ahead(ratings: Floats) -> Floats:
    """Return how often each item should finish ahead of each other by their ratings: a fraction.

    In Plackett and Luce's model that does not depend on who else takes part.
    """
    return np.asarray(1 / (1 + np.exp((ratings[None, :] - ratings[:, None]) / SCALE)))


def _interval(
    orders: BatchedOrders, weights: Floats, strengths: Floats, curvature: Floats
) -> Interval:
    """Return intervals from replicates, in which batches count by their weights."""
    replicates, items = len(weights), orders.wins.shape[1]
    bounded = reachable(np.tensordot(weights, orders.ahead, axes=1) > 0).all(axis=(1, 2))
    if bounded.mean() < (1 + LEVEL) / 2:
        return Interval(np.full(items, np.nan), np.full(items, np.nan))
    size = max(1, AT_ONCE // (len(orders.sets) + items))
    blocks = [
        _points(fit_near(_weighted(orders, weights[first : first + size]), strengths, curvature))
        for first in range(0, replicates, size)
    ]
    return percentile_interval(np.concatenate(blocks))


def _weighted(orders: BatchedOrders, weights: Floats) -> Choices:
    """Return the choices of replicates: weights (…, batches) times the sums of the batches."""
    return with_an_imaginary_item(
        Choices(orders.sets.astype(np.float64), weights @ orders.times, weights @ orders.wins)
    )


def _points(strengths: Floats) -> Floats:
    """Return the ratings of all items but the last, the imaginary one."""
    real = strengths[..., :-1]
    return np.asarray(np.round(SCALE * (real - real.mean(axis=-1, keepdims=True)), DIGITS))
