"""The compiled loops of comparisons: what each deal comes to, and products of that under two rules.

A deal's games are summed first. Then its sums under one ruleset and under another are multiplied
with each other: the deal, which both have in common, is the unit of evidence.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS, has, only
from forsale_sim.engine.caching import compiled, inlined

COUNTED = -1
"""What `sum_deals` returns when nothing is wrong."""

GAMES, MONEY, BROUGHT, LEFT, LOST, PASSED, LEVEL, SHARED, MARGIN = range(9)
"""Sums over a deal's games, of all players: games; money at the end; coins brought, left over,
lost, and lost by passing with a bid; games in which the most money is held by several, and of these
those whose win is shared; money of the best less that of the second."""

OF_GAMES = 9
"""How many these are. After them come the sums by seat (wins, money), by strategy (wins,
appearances) and by house (coins paid, games in which it was bought)."""

OF_A = ("a_deals", "a_n", "a_x", "a_nn", "a_xn", "a_xx")
OF_B = ("b_deals", "b_n", "b_x", "b_nn", "b_xn", "b_xx")
OF_BOTH = ("deals", "xx", "xn", "nx", "nn")
PRODUCTS = np.dtype([(name, np.int64) for name in (*OF_A, *OF_B, *OF_BOTH)])
"""Sums over deals of a quantity under two rules, a and b, where x is its sum in the deal and n its
observations: deals with an observation, then n, x and their products; last the deals with one under
either, and the products of a's x or n with b's x or n, in this order."""


@inlined
def sum_seats(row, players, strategies, sums):
    """Add a game's seats to the sums of its deal; return the coins left over."""
    best, second, money, left = -1, -1, 0, 0
    strategy_wins = OF_GAMES + 2 * players
    for seat in range(players):
        win, coins = np.int64(row.win[seat]), np.int64(row.coins[seat])
        held = np.int64(row.score[seat])
        strategy = np.int64(row.strategy[seat])
        sums[OF_GAMES + seat] += win
        sums[OF_GAMES + players + seat] += held
        sums[strategy_wins + strategy] += win
        sums[strategy_wins + strategies + strategy] += 1
        money += held
        left += coins
        second = max(second, min(best, held))
        best = max(best, held)
    winners = 0
    for seat in range(players):
        winners += np.int64(row.win[seat] > 0)
    sums[MONEY] += money
    sums[LEVEL] += np.int64(best == second)
    sums[SHARED] += np.int64(winners > 1)
    sums[MARGIN] += best - second
    return left


@inlined
def sum_houses(houses, first, sums):
    """Add a game's houses to the sums of its deal, from index `first` on."""
    won = 0  # rounds whose winner has been seen, who took the highest house
    for i in range(MAX_CARDS - 1, -1, -1):
        bought = np.int64(houses.bought[i])
        if bought > 0:
            price = np.int64(houses.price[i])
            sums[first + i] += price
            sums[first + MAX_CARDS + i] += 1
            if has(won, bought):
                sums[PASSED] += price
            won |= only(bought)


@compiled
def sum_deals(records, houses, seatings, players, strategies, coins, sums):
    """Add up the games of each deal.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    houses : (deals * seatings,) records of `HOUSES`
    seatings, players, strategies : int64
    coins : int64
        What all seats start with.
    sums : int64[:, ::1]
        (deals, sums). Modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that has a strategy out of range, where summing
        stopped half-way.
    """
    for game in range(len(records)):
        row, deal = records[game], game // seatings
        of_deal = sums[deal]
        for seat in range(players):
            if row.strategy[seat] >= strategies:
                return game
        left = sum_seats(row, players, strategies, of_deal)
        of_deal[GAMES] += 1
        of_deal[BROUGHT] += coins
        of_deal[LEFT] += left
        of_deal[LOST] += coins - left
        sum_houses(houses[game], OF_GAMES + 2 * players + 2 * strategies, of_deal)
    return COUNTED


@compiled
def add_products(a, b, a_x, a_n, b_x, b_n, products):
    """Add the products of what deals come to under two rules to sums over deals.

    Parameters
    ----------
    a, b : int64[:, ::1]
        (deals, sums): from `sum_deals`.
    a_x, a_n, b_x, b_n : int64[::1]
        (quantities,): where among the sums each quantity and its observations are.
    products : (quantities,) records of `PRODUCTS`
        Modified in place.
    """
    for deal in range(len(a)):
        for i in range(len(products)):
            sums = products[i]
            ax, an = a[deal, a_x[i]], a[deal, a_n[i]]
            bx, bn = b[deal, b_x[i]], b[deal, b_n[i]]
            sums.a_deals += np.int64(an > 0)
            sums.a_n += an
            sums.a_x += ax
            sums.a_nn += an * an
            sums.a_xn += ax * an
            sums.a_xx += ax * ax
            sums.b_deals += np.int64(bn > 0)
            sums.b_n += bn
            sums.b_x += bx
            sums.b_nn += bn * bn
            sums.b_xn += bx * bn
            sums.b_xx += bx * bx
            sums.deals += np.int64(an > 0 or bn > 0)
            sums.xx += ax * bx
            sums.xn += ax * bn
            sums.nx += an * bx
            sums.nn += an * bn
