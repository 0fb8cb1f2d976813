"""The compiled loop that adds up what every game has, by seat and by strategy."""

from __future__ import annotations

import numpy as np

from forsale_sim.engine.caching import compiled

COUNTED = -1
"""What `sum_seats` returns when nothing is wrong."""


@compiled
def sum_seats(records, seatings, players, strategies, starts, sums):
    """Add the seats of games to the sums of their deals.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    seatings, players, strategies : int64
    starts : int64[::1]
        Where win shares and scores by seat begin, then win shares and appearances by strategy.
    sums : int64[:, ::1]
        (deals, sums). Modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that has a strategy out of range, where summing
        stopped half-way.
    """
    wins, scores, strategy_wins, strategy_games = starts[0], starts[1], starts[2], starts[3]
    for game in range(len(records)):
        row, of_deal = records[game], sums[game // seatings]
        for seat in range(players):
            strategy, win = np.int64(row.strategy[seat]), np.int64(row.win[seat])
            if strategy >= strategies:
                return game
            of_deal[wins + seat] += win
            of_deal[scores + seat] += np.int64(row.score[seat])
            of_deal[strategy_wins + strategy] += win
            of_deal[strategy_games + strategy] += 1
    return COUNTED
