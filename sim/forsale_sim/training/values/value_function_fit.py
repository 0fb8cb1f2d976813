"""Fits the value function to games by penalised maximum likelihood."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from forsale_sim.search.value_function import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.training.values.self_play import Record

RIDGE = 1.0
"""The penalty on squared weights, in games: it matters only for weights with hardly any data."""


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
    """Return the weights by number of auctions to come, from 0: (rounds, FEATURES)."""
    rounds = reversed(range(record.coins.shape[1]))
    return np.array([_fit_round(features(record, deck, i), record.wins) for i in rounds])


def _fit_round(counted: NDArray[np.float64], wins: NDArray[np.float64]) -> NDArray[np.float64]:
    used = np.flatnonzero(counted.any(axis=(0, 1)))
    games, players, _ = counted.shape
    flat = np.ascontiguousarray(counted[..., used].reshape(games * players, -1))

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        strengths = (flat @ weights).reshape(games, players)
        log_chances = strengths - logsumexp(strengths, axis=1, keepdims=True)
        error = (np.exp(log_chances) - wins).ravel()
        value = -(wins * log_chances).sum() + RIDGE / 2 * weights @ weights
        return float(value), flat.T @ error + RIDGE * weights

    weights = np.zeros(FEATURES)
    weights[used] = minimize(loss, np.zeros(len(used)), jac=True, method="L-BFGS-B").x
    return weights
