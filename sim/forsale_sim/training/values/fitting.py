"""Fits the value function to games by penalised maximum likelihood.

A better house and a further coin are never worth less: what is fitted is by how much a house is
worth more than the next lower one, which is not negative, nor are the weights of the coins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.stats.intervals import t_quantile

from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.bidding_model import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.training.values.self_play import Record, Sales, self_play

RIDGE = 1.0  # the penalty on squares, in games: it matters only for weights with hardly any data


def features(record: Record, deck: Sequence[int], index: int) -> NDArray[np.float64]:
    coins, hands = record.coins[:, index], record.hands[:, index]
    counted = np.zeros((*coins.shape, FEATURES))
    counted[..., : len(deck)] = hands[..., None] >> (np.array(deck) - 1) & 1
    counted[..., COINS] = coins
    counted[..., ROOTS] = np.sqrt(coins)
    seats = np.arange(1, coins.shape[1] + 1)
    counted[..., OPENS] = seats == record.openers[:, index, None]
    return counted


def fit(record: Record, deck: Sequence[int]) -> NDArray[np.float64]:
    """Return the weights by number of auctions to come, from 0: (rounds, FEATURES).

    They grow with the rank of the house, and those of coins are not negative.
    """
    rounds, houses = reversed(range(record.coins.shape[1])), len(deck)
    return np.array([_fit_round(features(record, deck, i), record.wins, houses) for i in rounds])


def _fit_round(
    counted: NDArray[np.float64], wins: NDArray[np.float64], houses: int
) -> NDArray[np.float64]:
    used = np.r_[:houses, COINS, ROOTS, OPENS]
    games, players, _ = counted.shape
    steps = counted[..., used]
    # Houses of each rank or a better one: the weight of a rank is the sum of the steps up to it.
    steps[..., :houses] = steps[..., houses - 1 :: -1].cumsum(axis=-1)[..., ::-1]
    flat = np.ascontiguousarray(steps.reshape(games * players, -1))

    def loss(by_step: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        strengths = (flat @ by_step).reshape(games, players)
        log_chances = strengths - logsumexp(strengths, axis=1, keepdims=True)
        error = (np.exp(log_chances) - wins).ravel()
        value = -(wins * log_chances).sum() + RIDGE / 2 * by_step @ by_step
        return float(value), flat.T @ error + RIDGE * by_step

    free, positive = (None, None), (0.0, None)
    bounds = [free, *[positive] * (houses + 1), free]  # the lowest house, and who opens
    found = minimize(loss, np.zeros(len(used)), jac=True, method="L-BFGS-B", bounds=bounds).x
    found[:houses] = found[:houses].cumsum()
    weights = np.zeros(FEATURES)
    weights[used] = found
    return weights


# learning: Value functions learned from self-play: what a table is worth to those who play by one
# policy.
#
# If the policy itself values tables, as `champion` does, this is a step of policy iteration [1]_.
#
# References
# ----------
# .. [1] Howard, "Dynamic Programming and Markov Processes" (1960).

Weights = NDArray[np.float64]


def values_among(policy: Entrant, rules: Rules, *, games: int, seed: int, threads: int) -> Weights:
    player = compile_field([policy])
    try:
        record = self_play(rules, player, games, seed, threads)
    except RuntimeError as error:
        raise StrategyError(
            f"{policy.name}, among copies of itself: {error}. Find where: forsale-sim check "
            f"{policy.spec}"
        ) from error
    return fit(record, rules.houses)


# sale_value_fit: Estimates how money and unsold houses become chances to win: a conditional logit
# [1]_.
#
# A player's strength after a sale is
#
#     sharpness · unit · (money + left · worth) / to_come ** fading,
#
# and the chances to win are the softmax of the strengths: `forsale_sim.search.sales`, where the
# three constants are `SHARPNESS`, `LEFT` and `FADING`. They are estimated by maximum likelihood.
# The tables of a deal have the same winner, so errors are clustered by deal [2]_.
#
# References
# ----------
# .. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
#    Econometrics (1974).
# .. [2] White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982);
# Liang
#    and Zeger, "Longitudinal data analysis using generalized linear models", Biometrika 73 (1986).

CONSTANTS = "left", "sharpness", "fading"
STEP = 1e-4  # the step of the finite differences of the slopes


class FittedConstants(NamedTuple):
    values: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def log_chances(sales: Sales, constants: ArrayLike) -> NDArray[np.float64]:
    strengths, _ = _strengths(sales, np.asarray(constants))
    return np.asarray(strengths - logsumexp(strengths, axis=1, keepdims=True))


def log_loss(sales: Sales, constants: ArrayLike) -> float:
    return float(-(sales.wins * log_chances(sales, constants)).sum(axis=1).mean())


def fit_constants(games: Sequence[Sales]) -> FittedConstants:
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
    left, sharpness, fading = constants
    unit = (sales.units / sales.to_come**fading)[:, None]
    money = sales.money + left * sales.worth
    strengths = sharpness * unit * money
    faded = -np.log(sales.to_come)[:, None] * strengths
    return strengths, np.stack([sharpness * unit * sales.worth, unit * money, faded], axis=-1)


def _scores(sales: Sales, constants: NDArray[np.float64]) -> NDArray[np.float64]:
    _, slopes = _strengths(sales, constants)
    surprise = sales.wins - np.exp(log_chances(sales, constants))
    return np.asarray((surprise[..., None] * slopes).sum(axis=1))
