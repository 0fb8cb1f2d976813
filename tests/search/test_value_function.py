"""Weights that were learned with one deck serve another: by the rank of its houses."""

from __future__ import annotations

import numpy as np
from forsale_sim.reference.table import set_of
from forsale_sim.search.bidding_model import COINS, FEATURES, fill_weights
from numba import njit
from numpy.typing import NDArray

LEARNED = np.zeros(FEATURES)
LEARNED[:30] = np.random.default_rng(1).normal(size=30).cumsum()
LEARNED[COINS] = 0.5


@njit
def _weights(deck, learned, houses):  # type: ignore[no-untyped-def]
    weights = np.empty(FEATURES)
    fill_weights(deck, learned, houses, weights)
    return weights


def weights(*deck: int) -> NDArray[np.float64]:
    """The weights of the houses of a deck, ascending."""
    found: NDArray[np.float64] = _weights(set_of(deck), LEARNED, 30)
    assert found[COINS] == LEARNED[COINS]
    return found[np.array(deck) - 1]


def test_the_same_deck_has_the_same_weights() -> None:
    assert (weights(*range(1, 31)) == LEARNED[:30]).all()


def test_what_is_printed_on_the_houses_does_not_matter() -> None:
    assert (weights(*range(2, 61, 2)) == LEARNED[:30]).all()


def test_of_fewer_houses_each_stands_for_several() -> None:
    pairs = LEARNED[:30].reshape(15, 2).mean(axis=1)
    assert np.allclose(weights(*range(1, 16)), pairs)


def test_more_houses_lie_in_between() -> None:
    found = weights(*range(1, 61))
    assert (found[[0, -1]] == LEARNED[[0, 29]]).all()
    assert np.allclose(found[1:-1], np.interp(np.arange(1, 59) / 2 - 0.25, range(30), LEARNED[:30]))
