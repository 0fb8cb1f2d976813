"""The compiled loops over deals: what every game has by seat and strategy, and squares of sums."""

from __future__ import annotations

import numpy as np

from forsale_sim.engine.caching import compiled

BLOCK = 512
"""So many deals are read again and again before the next ones: they fit the cache."""

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


@compiled
def add_squares(deals, x, n, sums):
    """Add the squares and products of what deals come to to sums over deals.

    Parameters
    ----------
    deals : int64[:, ::1]
        (deals, sums).
    x, n : int64[::1]
        (quantities,): where among the sums each quantity and its observations are.
    sums : int64[:, ::1]
        (quantities, 6): deals with an observation, n, x, then the sums of n n, x n and x x.
        Modified in place.
    """
    for first in range(0, len(deals), BLOCK):
        last = min(first + BLOCK, len(deals))
        for i in range(len(sums)):
            of_x, of_n = np.uint64(x[i]), np.uint64(n[i])
            seen, total_n, total_x, nn, xn, xx = 0, 0, 0, 0, 0, 0
            for deal in range(first, last):
                its_x, its_n = deals[np.uint64(deal), of_x], deals[np.uint64(deal), of_n]
                seen += np.int64(its_n > 0)
                total_n += its_n
                total_x += its_x
                nn += its_n * its_n
                xn += its_x * its_n
                xx += its_x * its_x
            sums[i, 0] += seen
            sums[i, 1] += total_n
            sums[i, 2] += total_x
            sums[i, 3] += nn
            sums[i, 4] += xn
            sums[i, 5] += xx
