"""The compiled loop that adds games to the core's sums."""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled
from strategy_lab.rows import MAX_SEATS

COUNTED = -1
"""What `count_core` returns when nothing is wrong."""

CORE = np.dtype(
    [
        ("appearances", np.int64),
        ("win", np.int64),
        ("places", np.int64, MAX_SEATS),
        ("score", np.int64),
    ]
)
"""Games, parts of wins, games by place from 1, scores."""


@compiled
def count_core(records, sums):
    """Add games to sums.

    Parameters
    ----------
    records : (games,) records of `ROW`
    sums : (strategies, players) records of `CORE`
        Modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that has a strategy or place out of range, where
        counting stopped half-way.
    """
    strategies, players = sums.shape
    for game in range(len(records)):
        row = records[game]
        for seat in range(players):
            strategy, place = np.uint64(row.strategy[seat]), np.uint64(row.place[seat])
            if strategy >= np.uint64(strategies) or place - np.uint64(1) >= np.uint64(players):
                return game
            core = sums[strategy, seat]
            core.appearances += 1
            core.win += np.int64(row.win[seat])
            core.places[place - np.uint64(1)] += 1
            core.score += np.int64(row.score[seat])
    return COUNTED
