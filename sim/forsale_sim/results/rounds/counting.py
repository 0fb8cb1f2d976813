"""The compiled loop that adds the rounds of games to sums: prices, coins kept, fights, sales.

What is counted are means of quantities by some key, such as the price of a house by the stage of
the game. All have a place in one row of sums; each kind begins where `starts` says. A deal's games
are summed first, then products of these sums are added: the deal is the unit of evidence.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS, below, count, highest, lowest, only, remove
from forsale_sim.engine.caching import compiled, inlined
from forsale_sim.rows import MAX_SEATS

SUMS = np.dtype([(name, np.int64) for name in ("deals", "n", "x", "nn", "xn", "xx")])
"""Of one quantity: deals that have an observation, observations and their sum; then sums over deals
of products of a deal's observations (n) and their sum (x)."""

(
    PRICE,
    RANKED,
    KEPT,
    RESERVE,
    GAP_BID,
    GAP_WIN,
    SPREAD_BID,
    SPREAD_WIN,
    KIND_BID,
    BID_WIN,
    BEST_HAND,
    BEST_ALL,
    SPREAD_HAND,
    SPREAD_ALL,
) = range(14)
"""The kinds of quantities: `tally.shapes` says by what each is counted."""

STAGES = 3
"""Of buying: the early rounds, those in the middle, the late ones."""

KINDS = 3
SMALL_GAP, LARGE_GAP = 2, 6
"""Kinds of fights for the best house: it is at most 2 better than the second, or at least 6, or in
between."""

NUMBERS = 256
"""More than the largest number of a round that a byte can hold."""

COINS = VALUES = 64
"""Coins and cheques are counted by value up to one less; what is more counts there, too."""

WHO = 2
"""Players who are not first in the end, and those who are."""

WHOLE = 1000
"""The rank of a house among others, in thousandths: 0 is the lowest, 1000 the highest."""


@inlined
def note(of_deal, place, value):
    """Add an observation to the sums of a deal."""
    of_deal[np.uint64(place), 0] += 1
    of_deal[np.uint64(place), 1] += value


@inlined
def rank_among(houses, house):
    """Return the rank of a house among two or more, in thousandths, rounded."""
    others = count(houses) - 1
    return (2 * WHOLE * count(below(houses, house)) + others) // (2 * others)


@inlined
def sort_houses(houses, players, offers, sales, hands):
    """Set the houses of every auction and sale, by round from 1, and those that a seat bought."""
    offers[:] = 0
    sales[:] = 0
    hands[:] = 0
    for i in range(MAX_CARDS):
        seat = houses.buyer[i]
        if 0 < seat <= players:
            house = only(i + 1)
            offers[np.uint64(houses.bought[i])] |= house
            sales[np.uint64(houses.sold[i])] |= house
            hands[np.uint64(seat - 1)] |= house


@inlined
def count_fight(row, houses, offer, starts, of_deal):
    """Count who took the best house of an offer: for which bid, and whether that player won."""
    best = highest(offer)
    rest = remove(offer, best)
    if rest == 0:
        return
    bid = np.int64(houses.price[np.uint64(best - 1)])
    win = np.int64(row.win[np.uint64(houses.buyer[np.uint64(best - 1)] - 1)])
    gap, spread = best - highest(rest), best - lowest(rest)
    kind = 0 if gap <= SMALL_GAP else 2 if gap >= LARGE_GAP else 1
    note(of_deal, starts[GAP_BID] + gap, bid)
    note(of_deal, starts[GAP_WIN] + gap, win)
    note(of_deal, starts[SPREAD_BID] + spread, bid)
    note(of_deal, starts[SPREAD_WIN] + spread, win)
    note(of_deal, starts[KIND_BID] + kind, bid)
    note(of_deal, starts[BID_WIN] + kind * COINS + min(bid, COINS - 1), win)


@inlined
def count_buying(row, houses, offers, rounds, players, coins, starts, of_deal):
    """Count a game's auctions; `coins` (by seat) are those to start with, then those left."""
    for i in range(rounds):
        offer = offers[np.uint64(i + 1)]
        if i == rounds - 1:
            for seat in range(players):
                place = starts[RESERVE] + min(coins[seat], COINS - 1)
                note(of_deal, place, np.int64(row.win[seat]))
        count_fight(row, houses, offer, starts, of_deal)
        rank = 0
        while offer != 0:
            house = highest(offer)
            offer = remove(offer, house)
            price = np.int64(houses.price[np.uint64(house - 1)])
            coins[np.uint64(houses.buyer[np.uint64(house - 1)] - 1)] -= price
            stage = STAGES * i // rounds
            note(of_deal, starts[PRICE] + stage * MAX_CARDS + house - 1, price)
            note(of_deal, starts[RANKED] + i * MAX_SEATS + rank, price)
            rank += 1
        for seat in range(players):
            first = np.int64(row.place[seat] == 1)
            note(of_deal, starts[KEPT] + i * WHO + first, coins[seat])


@inlined
def count_sale(row, houses, sale, hands, players, starts, of_deal):
    """Count which houses were sold where there was a choice; take them from the hands.

    Each seller sells one house, and cheques go by rank: the highest house of the set `sale` brings
    the best cheque on offer, and the lowest house the lowest cheque.
    """
    unsold = 0
    for seat in range(players):
        unsold |= hands[seat]
    if sale & (sale - 1) != 0:
        best = np.int64(houses.cheque[np.uint64(highest(sale) - 1)])
        spread = best - np.int64(houses.cheque[np.uint64(lowest(sale) - 1)])
        best, spread = min(best, VALUES - 1), min(spread, VALUES - 1)
        for seat in range(players):
            hand, house = hands[seat], highest(hands[seat] & sale)
            if house != 0 and hand & (hand - 1) != 0:
                first = np.int64(row.place[seat] == 1)
                in_hand, of_all = rank_among(hand, house), rank_among(unsold, house)
                note(of_deal, starts[BEST_HAND] + best * WHO + first, in_hand)
                note(of_deal, starts[BEST_ALL] + best * WHO + first, of_all)
                note(of_deal, starts[SPREAD_HAND] + spread * WHO + first, in_hand)
                note(of_deal, starts[SPREAD_ALL] + spread * WHO + first, of_all)
    for seat in range(players):
        hands[seat] &= ~sale


@inlined
def close_deal(of_deal, sums):
    """Add the products of a deal's sums to the sums over deals; clear them."""
    # `economy.counting` has the same step. They share none: compiled code is kept by the sources of
    # its own module and of the engine, so an edit of a step from elsewhere would not be noticed.
    for i in range(len(sums)):
        n, x = of_deal[i]
        if n > 0:
            quantity = sums[i]
            quantity.deals += 1
            quantity.n += n
            quantity.x += x
            quantity.nn += n * n
            quantity.xn += x * n
            quantity.xx += x * x
            of_deal[i, :] = 0


@compiled
def count_rounds(records, by_game, seatings, players, rounds, brought, starts, sums):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    by_game : (deals * seatings,) records of `HOUSES`
    seatings, players : int64
    rounds : int64
        How many auctions a game has; there are no more sales.
    brought : int64[::1]
        (players,): coins to start with.
    starts : int64[::1]
        Where the quantities of each kind begin.
    sums : (quantities,) records of `SUMS`
        Modified in place.
    """
    of_deal = np.zeros((len(sums), 2), np.int64)
    hands = np.zeros(players, np.int64)
    offers, sales = np.zeros(NUMBERS, np.int64), np.zeros(NUMBERS, np.int64)
    for first in range(0, len(records), seatings):
        for i in range(first, first + seatings):
            row, houses = records[i], by_game[i]
            sort_houses(houses, players, offers, sales, hands)
            count_buying(row, houses, offers, rounds, players, brought.copy(), starts, of_deal)
            for j in range(1, rounds + 1):
                sale = sales[np.uint64(j)]
                if sale != 0:
                    count_sale(row, houses, sale, hands, players, starts, of_deal)
        close_deal(of_deal, sums)
