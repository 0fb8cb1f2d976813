"""The compiled loop that adds the rows of a chunk to the sums of an economy: prices, leads, luck.

A deal's games are summed first; then products of these sums are added: the deal is the unit of
evidence.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS, has, only
from forsale_sim.engine.caching import compiled, inlined

MARGIN, LEVEL, SHARED, WON, PASSED, LEFT = range(6)
"""Quantities of a game: money of the best less that of the second; whether these are level, and
whether the win is shared; coins lost by the winners of auctions, and by those who passed; coins
left over."""

QUANTITIES = 6

WINS, BY_SEAT, BY_PLAYER = range(3)
"""Of a deal's win shares: the sum of their squares; of the squares of the seats' sums; and of the
squares of the sums of the lineup's players, who sit in every seat once."""

SQUARES = 3

HOUSE = np.dtype(
    [(name, np.int64) for name in ("deals", "n", "p", "c", "nn", "pn", "pp", "cn", "cc", "cp")]
)
"""Of a house: deals and games in which it was bought, coins paid for it, cheques it was sold for;
then sums over deals of products of a deal's games (n), coins (p) and cheques (c)."""

STANDING = np.dtype([(name, np.int64) for name in ("deals", "n", "x", "nn", "xn", "xx")])
"""Of those who were in one place after buying: deals, appearances and win shares, and products."""


@inlined
def sum_game(row, players, of_deal):
    """Add what a game came to, but for its houses, to the sums of its deal."""
    best, second = -1, -1
    for seat in range(players):
        coins = np.int64(row.coins[seat])
        held = coins + np.int64(row.cheques[seat])
        of_deal[LEFT] += coins
        second = max(second, min(best, held))
        best = max(best, held)
    shared = 0
    for seat in range(players):
        shared |= np.int64(row.place[seat] == 1 and row.win[seat] < 60)
    of_deal[MARGIN] += best - second
    of_deal[LEVEL] += np.int64(best == second)
    of_deal[SHARED] += shared


@inlined
def sum_houses(houses, of_deal, by_house):
    """Add a game's prices and cheques to the sums of its deal, by house and in all."""
    won = 0  # rounds whose winner has been seen, who took the highest house
    for i in range(MAX_CARDS - 1, -1, -1):
        bought = np.int64(houses.bought[i])
        if bought > 0:
            price = np.int64(houses.price[i])
            by_house[i, 0] += 1
            by_house[i, 1] += price
            by_house[i, 2] += np.int64(houses.cheque[i])
            of_deal[PASSED if has(won, bought) else WON] += price
            won |= only(bought)


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
def close_houses(by_house, houses):
    """Add the products of a deal's sums by house to the sums over deals; clear them."""
    for i in range(MAX_CARDS):
        n, p, c = by_house[i]
        if n > 0:
            house = houses[i]
            house.deals += 1
            house.n += n
            house.p += p
            house.c += c
            house.nn += n * n
            house.pn += p * n
            house.pp += p * p
            house.cn += c * n
            house.cc += c * c
            house.cp += c * p
            by_house[i, :] = 0


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


@inlined
def square_wins(records, first, seatings, players, squares):
    """Set the squares of a deal's win shares: of each, of seats' sums, of players' sums."""
    squares[:] = 0
    for one in range(players):
        seat_sum, player_sum = 0, 0
        for seating in range(seatings):
            row = records[first + seating]
            win = np.int64(row.win[one])
            seat_sum += win
            player_sum += np.int64(row.win[np.uint64((one + seatings - seating) % players)])
            squares[WINS] += win * win
        squares[BY_SEAT] += seat_sum * seat_sum
        squares[BY_PLAYER] += player_sum * player_sum


@compiled
def count_economy(
    records, by_game, seatings, players, worth, houses, standings, games, games2, luck, luck2
):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    by_game : (deals * seatings,) records of `HOUSES`
    seatings, players : int64
    worth : int64[::1]
        (houses,): what a house counts for after buying.
    houses : (houses,) records of `HOUSE`
    standings : (players,) records of `STANDING`
    games, games2 : int64[::1], int64[:, ::1]
        (quantities,) and (quantities, quantities): sums over deals, of products the second.
    luck, luck2 : int64[::1], int64[:, ::1]
        The same of squares of win shares. All of these are modified in place.
    """
    by_house = np.zeros((MAX_CARDS, 3), np.int64)
    by_standing = np.zeros((players, 2), np.int64)
    assets = np.zeros(players, np.int64)
    of_deal = np.zeros(QUANTITIES, np.int64)
    squares = np.zeros(SQUARES, np.int64)
    for first in range(0, len(records), seatings):
        of_deal[:] = 0
        for game in range(first, first + seatings):
            row, bought = records[game], by_game[game]
            sum_game(row, players, of_deal)
            sum_houses(bought, of_deal, by_house)
            sum_standings(row, bought, players, worth, assets, by_standing)
        close_houses(by_house, houses)
        close_standings(by_standing, standings)
        add_with_products(of_deal, games, games2)
        square_wins(records, first, seatings, players, squares)
        add_with_products(squares, luck, luck2)
