"""Fits the value function to games by penalised maximum likelihood.

A better house and a further coin are never worth less: what is fitted is by how much a house is
worth more than the next lower one, which is not negative, nor are the weights of the coins.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from forsale_sim.search.value_function import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.training.values.self_play import Record

RIDGE = 1.0
"""The penalty on squares, in games: it matters only for weights with hardly any data."""


def features(record: Record, deck: Sequence[int], index: int) -> NDArray[np.float64]:
    """Return the value function's features after a round, (games, players, FEATURES)."""
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
