"""The compiled loop that adds the rows of a chunk to sums of games: how they end, who leads.

Changes of the lead are one of the criteria by which C. Browne rates games ("Automatic generation
and evaluation of recombination games", PhD thesis, Queensland University of Technology, 2008). The
leader is the player whose coins, cheques and unsold houses are worth most at the end of a round.

A deal's games are summed first; then products of these sums are added: the deal is the unit of
evidence.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS
from forsale_sim.engine.caching import compiled, inlined

MARGIN, LEVEL, SHARED, LEFT, LEAD_CHANGES = range(5)
"""Quantities of a game: money of the best less that of the second; whether these are level, and
whether the win is shared; coins left over; how often another player takes the lead."""

QUANTITIES = 5

STANDING = np.dtype([(name, np.int64) for name in ("deals", "n", "x", "nn", "xn", "xx")])
"""Of those who were in one place after buying: deals, appearances and win shares, and products."""


@inlined
def sum_game(row, players, of_deal):
    """Add what a game came to, but for its houses, to the sums of its deal."""
    best, second = -1, -1
    for seat in range(players):
        coins = np.int64(row.coins[seat])
        held = np.int64(row.score[seat])
        of_deal[LEFT] += coins
        second = max(second, min(best, held))
        best = max(best, held)
    winners = 0
    for seat in range(players):
        winners += np.int64(row.place[seat] == 1)
    of_deal[MARGIN] += best - second
    of_deal[LEVEL] += np.int64(best == second)
    of_deal[SHARED] += np.int64(winners > 1)


@inlined
def sum_standings(row, houses, players, worth, assets, by_standing):
    """Add the win shares of a game to the sums of its deal, by the places after buying."""
    for seat in range(players):
        assets[seat] = np.int64(row.coins[seat])
    for i in range(MAX_CARDS):
        if 0 < houses.buyer[i] <= players:
            assets[np.uint64(houses.buyer[i] - 1)] += worth[i]
    for seat in range(players):
        ahead = 0
        for other in range(players):
            ahead += np.int64(assets[other] > assets[seat])
        by_standing[ahead, 0] += 1
        by_standing[ahead, 1] += np.int64(row.win[seat])


@inlined
def take_stock(assets, leader, of_deal):
    """Return who leads after a round: whoever led, unless another has more; count the change."""
    best = 0
    for seat in range(1, len(assets)):
        if assets[seat] > assets[best]:
            best = seat
    if leader >= 0 and assets[leader] == assets[best]:
        return leader
    of_deal[LEAD_CHANGES] += np.int64(leader >= 0)
    return best


@inlined
def sum_lead_changes(row, houses, players, worth, assets, of_deal):
    """Add how often the lead changes from the end of one round to that of the next.

    Coins count, and cheques; an unsold house counts as its worth. What houses cost is known by who
    bought them, so the coins of earlier rounds are those of the end with the prices paid since.
    """
    auctions, sales = 0, 0
    for seat in range(players):
        assets[seat] = np.int64(row.coins[seat])
    for i in range(MAX_CARDS):
        if 0 < houses.buyer[i] <= players:
            assets[np.uint64(houses.buyer[i] - 1)] += houses.price[i]
            auctions = max(auctions, np.int64(houses.bought[i]))
            sales = max(sales, np.int64(houses.sold[i]))
    leader = -1
    for auction in range(1, auctions + 1):
        for i in range(MAX_CARDS):
            if houses.bought[i] == auction and 0 < houses.buyer[i] <= players:
                assets[np.uint64(houses.buyer[i] - 1)] += worth[i] - np.int64(houses.price[i])
        leader = take_stock(assets, leader, of_deal)
    for sale in range(1, sales + 1):
        for i in range(MAX_CARDS):
            if houses.sold[i] == sale and 0 < houses.buyer[i] <= players:
                assets[np.uint64(houses.buyer[i] - 1)] += np.int64(houses.cheque[i]) - worth[i]
        leader = take_stock(assets, leader, of_deal)


@inlined
def close_standings(by_standing, standings):
    """Add the products of a deal's sums by standing to the sums over deals; clear them."""
    for i in range(len(standings)):
        n, x = by_standing[i]
        if n > 0:
            standing = standings[i]
            standing.deals += 1
            standing.n += n
            standing.x += x
            standing.nn += n * n
            standing.xn += x * n
            standing.xx += x * x
            by_standing[i, :] = 0


@inlined
def add_with_products(values, sums, products):
    """Add a deal's sums, and the product of each two of them, to the sums over deals."""
    for i in range(len(values)):
        sums[i] += values[i]
        for j in range(len(values)):
            products[i, j] += values[i] * values[j]


@compiled
def count_economy(records, by_game, seatings, players, worth, standings, games, games2):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    by_game : (deals * seatings,) records of `HOUSES`
    seatings, players : int64
    worth : int64[::1]
        (houses,): what a house counts for after buying.
    standings : (players,) records of `STANDING`
    games, games2 : int64[::1], int64[:, ::1]
        (quantities,) and (quantities, quantities): sums over deals, of products the second. All of
        these are modified in place.
    """
    by_standing = np.zeros((players, 2), np.int64)
    assets = np.zeros(players, np.int64)
    of_deal = np.zeros(QUANTITIES, np.int64)
    for first in range(0, len(records), seatings):
        of_deal[:] = 0
        for game in range(first, first + seatings):
            row = records[game]
            sum_game(row, players, of_deal)
            sum_standings(row, by_game[game], players, worth, assets, by_standing)
            sum_lead_changes(row, by_game[game], players, worth, assets, of_deal)
        close_standings(by_standing, standings)
        add_with_products(of_deal, games, games2)
