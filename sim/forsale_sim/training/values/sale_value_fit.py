"""Estimates how money and unsold houses become chances to win: a conditional logit [1]_.

A player's strength after a sale is

    sharpness · unit · (money + left · worth) / to_come ** fading,

and the chances to win are the softmax of the strengths: `forsale_sim.search.mixed_sale`, where the
three constants are `SHARPNESS`, `LEFT` and `FADING`. They are estimated by maximum likelihood. The
tables of a deal have the same winner, so errors are clustered by deal [2]_.

References
----------
.. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
   Econometrics (1974).
.. [2] White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982); Liang
   and Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp
from strategy_lab.stats.student import t_quantile

from forsale_sim.training.values.sale_records import Sales

CONSTANTS = "left", "sharpness", "fading"
STEP = 1e-4
"""The step of the finite differences of the slopes."""


class FittedConstants(NamedTuple):
    """Constants in the order of `CONSTANTS`, with the limits of their 95 % intervals."""

    values: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def log_chances(sales: Sales, constants: ArrayLike) -> NDArray[np.float64]:
    """Return the logarithms of the chances to win, by table and seat."""
    strengths, _ = _strengths(sales, np.asarray(constants))
    return np.asarray(strengths - logsumexp(strengths, axis=1, keepdims=True))


def log_loss(sales: Sales, constants: ArrayLike) -> float:
    """Return the mean over all tables of minus the logarithm of the winner's chance."""
    return float(-(sales.wins * log_chances(sales, constants)).sum(axis=1).mean())


def fit_constants(games: Sequence[Sales]) -> FittedConstants:
    """Return the maximum likelihood estimates for all games together."""

    def loss(constants: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = sum(len(sales.wins) * log_loss(sales, constants) for sales in games)
        return value, -scores(constants).sum(axis=0)

    def scores(constants: NDArray[np.float64]) -> NDArray[np.float64]:
        deals = 1 + max(int(sales.deals.max()) for sales in games)
        total = np.zeros((deals, len(CONSTANTS)))
        for sales in games:
            np.add.at(total, sales.deals, _scores(sales, constants))
        return total

    best = minimize(loss, np.ones(len(CONSTANTS)), jac=True, method="L-BFGS-B").x
    steps = STEP * np.eye(len(CONSTANTS))
    curvature = [(loss(best + step)[1] - loss(best - step)[1]) / (2 * STEP) for step in steps]
    bread, by_deal = np.linalg.inv(curvature), scores(best)
    deals = len(np.unique(np.concatenate([sales.deals for sales in games])))
    variance = bread @ (by_deal.T @ by_deal) @ bread * deals / (deals - 1)
    error = t_quantile(0.975, deals - 1) * np.sqrt(variance.diagonal())
    return FittedConstants(best, best - error, best + error)


def _strengths(
    sales: Sales, constants: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the strengths by table and seat, and their slopes in the constants on a third axis."""
    left, sharpness, fading = constants
    unit = (sales.units / sales.to_come**fading)[:, None]
    money = sales.money + left * sales.worth
    strengths = sharpness * unit * money
    faded = -np.log(sales.to_come)[:, None] * strengths
    return strengths, np.stack([sharpness * unit * sales.worth, unit * money, faded], axis=-1)


def _scores(sales: Sales, constants: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the slopes of the logarithm of the winner's chance, by table and constant."""
    _, slopes = _strengths(sales, constants)
    surprise = sales.wins - np.exp(log_chances(sales, constants))
    return np.asarray((surprise[..., None] * slopes).sum(axis=1))
