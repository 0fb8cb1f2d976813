"""A player that bids by a value function, and sometimes at random."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.np.numpy_support import carray

from forsale_sim.cards import count
from forsale_sim.engine.decisions import decision_type
from forsale_sim.search.auction_search import choose_bid
from forsale_sim.search.value_function import FEATURES

MOST_ROUNDS = 16
"""How many rows the weights of such a player have: at least one for every auction of a game."""

EXPLORATION = 0.05
"""How often it passes or makes the least bid at random, to see more than its own play."""

BUDGET = 2_000
"""How many positions of an auction it searches."""


def value_player() -> Any:
    """Compile the decision function of a player that bids by the weights at its arguments' address.

    The weights are a C-contiguous array of (MOST_ROUNDS, FEATURES) float64.
    """

    @njit(decision_type, nogil=True, error_model="numpy")
    def bid(view, arguments):
        if view.random() < EXPLORATION:
            return view.least_bid if view.random() < 0.5 else 0
        weights = carray(arguments, (MOST_ROUNDS, FEATURES))
        return choose_bid(view, weights, count(view.deck_houses), BUDGET)

    return bid
