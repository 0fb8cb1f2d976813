"""Fits the value function to games: the weights that make the winners most likely."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from forsale_sim.search.valuing import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.training.values.self_play import Record

RIDGE = 1.0
"""The penalty on squared weights, in games: it decides only where games say next to nothing."""


def features(record: Record, deck: Sequence[int], index: int) -> NDArray[np.float64]:
    """Return what the value function counts, (games, players, FEATURES), after a round from 0."""
    coins, hands = record.coins[:, index], record.hands[:, index]
    counted = np.zeros((*coins.shape, FEATURES))
    counted[..., : len(deck)] = hands[..., None] >> (np.array(deck) - 1) & 1
    counted[..., COINS] = coins
    counted[..., ROOTS] = np.sqrt(coins)
    seats = np.arange(1, coins.shape[1] + 1)
    counted[..., OPENS] = seats == record.openers[:, index, None]
    return counted


def fit(record: Record, deck: Sequence[int]) -> NDArray[np.float64]:
    """Return weights by the number of auctions to come: (rounds, FEATURES), from none to come on.

    The most likely weights given the games, but for a small penalty on large ones.

    Parameters
    ----------
    record
        The games.
    deck
        The houses that they are played with, in ascending order.
    """
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

    found = minimize(loss, np.zeros(len(used)), jac=True, method="L-BFGS-B")
    weights = np.zeros(FEATURES)
    weights[used] = found.x
    return weights
