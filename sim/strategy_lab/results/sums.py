"""The sums that a tally consists of, as record types.

Names are products: ``win_games`` is the sum over deals of (a group's wins in the deal) times (its
appearances in the deal). Wins are in parts of a win; money is the score.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.rows import MAX_SEATS

CLUSTERED = [
    ("deals", np.int64),
    ("games_games", np.int64),
    ("win_games", np.int64),
    ("win_win", np.int64),
    ("money_games", np.int64),
    ("money_money", np.int64),
]
"""Sums over deals: how many have an appearance, and products of what a group has in a deal."""

STRATEGY = np.dtype(CLUSTERED)

STRATEGY_SEAT = np.dtype(
    [
        ("win", np.int64),
        ("more", np.int64),
        ("last", np.int64),
        ("places", np.int64, MAX_SEATS),
        *CLUSTERED,
    ]
)
"""The further number of rows; appearances with nobody behind; appearances by place, from 1."""

FEWEST_PLACES = 6
"""So many places are kept and hashed, however few play."""


def kept_places(places: NDArray[np.int64], players: int) -> NDArray[np.int64]:
    """Return the part of sums by place that files and the digest have; it shares their memory."""
    return places[..., : max(FEWEST_PLACES, players)]


SEATS = np.dtype([("win_win", np.int64), ("money_money", np.int64)])
"""Of two seats, the first not after the second: over deals, the product of what both have."""

MEETINGS = np.dtype(
    [
        ("meetings", np.int64),
        ("ahead", np.int64),
        ("deals", np.int64),
        ("meetings_meetings", np.int64),
        ("ahead_meetings", np.int64),
        ("ahead_ahead", np.int64),
    ]
)
"""Of two strategies, the first with the lower index: `ahead` counts 2 for each meeting in which the
first finishes ahead of the second, and 1 for each tie."""

DEAL = np.dtype([("games", np.int64), ("win", np.int64), ("money", np.int64)])
DEAL_MEETINGS = np.dtype([("meetings", np.int64), ("lead", np.int64)])
"""What a group, or two strategies, have in the deal that is being counted."""
