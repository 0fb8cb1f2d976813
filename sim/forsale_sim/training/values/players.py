"""Players who bid by a value function, and now and then by chance."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.np.numpy_support import carray

from forsale_sim.cards import count
from forsale_sim.engine.decisions import decision_type
from forsale_sim.search.auctions import choose_bid
from forsale_sim.search.valuing import FEATURES

MOST_ROUNDS = 16
"""How many rows the weights of such a player have: at least one for every auction of a game."""

EXPLORING = 0.05
"""How often it passes or makes the least bid by chance: so that more is seen than its own play."""


def value_player() -> Any:
    """Return the decision function of a player who bids by the weights at its arguments' address.

    Returns
    -------
    compiled function
        For `forsale_sim.engine.decisions.address_of`. The weights are a C-contiguous array of
        (MOST_ROUNDS, FEATURES) float64.
    """

    @njit(decision_type, nogil=True, error_model="numpy")
    def bid(view, arguments):
        if view.random() < EXPLORING:
            return view.least_bid if view.random() < 0.5 else 0
        return choose_bid(view, carray(arguments, (MOST_ROUNDS, FEATURES)), count(view.deck_houses))

    return bid
