r"""Linear regression within groups: what all of a group have in common plays no part.

:math:`y_{gi} = a_g + x_{gi}' b + e_{gi}`: with the means of each group taken off both sides, least
squares estimate :math:`b` from the differences within groups alone (Wooldridge, *Econometric
Analysis of Cross Section and Panel Data*, 2nd ed., ch. 10). What is kept are sums of products, in
batches of clusters; the jackknife over batches gives intervals of whatever follows from :math:`b`
(see `batches`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.batches import pseudovalues
from strategy_lab.stats.student import t_quantile

Floats = NDArray[np.float64]


def within_products(groups: Floats) -> Floats:
    """Return the sums of products within groups, after their means are taken off.

    `groups`: (clusters, groups, members, variables); the last variable is y. Returns (clusters,
    variables, variables).
    """
    away = groups - groups.mean(axis=2, keepdims=True)
    flat = away.reshape(len(away), -1, away.shape[-1])
    return np.asarray(flat.transpose(0, 2, 1) @ flat)


def coefficients(products: Floats) -> Floats:
    """Return the slope of each variable, from sums of products, (…, variables, variables)."""
    of_x, of_y = products[..., :-1, :-1], products[..., :-1, -1:]
    return np.asarray((np.linalg.pinv(of_x, hermitian=True) @ of_y)[..., 0])


def effects(
    products: Floats, of: Callable[[Floats], Floats], error: float = 0.05
) -> tuple[Floats, Floats, Floats]:
    """Estimate what follows from the slopes, with its limits.

    `products`: (batches, variables, variables), of at least two batches. `of`: returns it from the
    slopes, (…, variables - 1) to (…, effects). `error`: how often the limits miss each.
    """
    values = pseudovalues(lambda sums: of(coefficients(sums)), products)
    mean = values.mean(axis=0)
    deviation = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    half = -float(t_quantile(error / 2, len(values) - 1)) * deviation
    return mean, mean - half, mean + half
