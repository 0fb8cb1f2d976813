"""The compiled loop that counts finishing orders as choices.

A choice counts as many parts as a whole win has. Of m tied players, t come first in C(m, t) ways
that are equally likely, and each gets a whole number of parts.
"""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined


@inlined
def sort_by_strategy(row, players, order):
    """Fill in the seats of a game, ordered by their strategies."""
    for seat in range(players):
        at = seat
        while at > 0 and row.strategy[order[at - 1]] > row.strategy[seat]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = seat


@inlined
def set_index(row, order, members, ways, first, repeats):
    """Return the number of the set of strategies of some seats.

    Sets of one size are numbered by the combinatorial number system (Knuth, *The Art of Computer
    Programming* 4A, 7.2.1.3): strategies c1 < c2 < … have the number C(c1, 1) + C(c2, 2) + …, with
    ci + i - 1 in place of ci where strategies can be in a set twice.

    Parameters
    ----------
    members : int64
        The seats, as bits by their positions in `order`.
    """
    index, size = np.int64(0), np.int64(0)
    for position in range(len(order)):
        if members >> position & 1:
            strategy = np.int64(row.strategy[order[position]])
            index += ways[strategy + repeats * size, size + 1]
            size += 1
    return first[size] + index


@inlined
def ones(bits):
    """Return how many bits are set."""
    count = np.int64(0)
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def count_orders(records, seatings, first_deal, choice, ways, first, repeats, times, wins, ahead):
    """Add the finishing orders of games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        Places from 1 to the number of players; strategies of the field.
    seatings, first_deal : int64
    choice : int64
        How many parts a choice counts.
    ways : int64[:, ::1]
        (strategies + seats, seats + 1): binomial coefficients.
    first : int64[::1]
        (players + 1,): the number of the first set of each size.
    repeats : int64
        1 where a strategy can be in a set twice, else 0. Then, too, any set has a number in range.
    times : int64[:, ::1]
        (batches, sets): how often a choice was made from a set, in parts. Modified in place.
    wins : int64[:, ::1]
        (batches, field): how often a strategy was chosen, in parts. Modified in place.
    ahead : int64[:, :, ::1]
        (batches, field, field): finishes ahead of or level with another. Modified in place.
    """
    batches, players = len(times), len(first) - 1
    order = np.empty(players, np.int64)
    for game in range(len(records)):
        row = records[game]
        batch = (first_deal - 1 + game // seatings) % batches
        sort_by_strategy(row, players, order)
        left = (1 << players) - 1
        for place in range(1, players + 1):
            level = 0
            for position in range(players):
                level |= int(row.place[order[position]] == place) << position
            if level == 0:
                continue
            last = left == level
            tied = ones(level)
            # Who of those level came first: none, or any of them but all, `before` as bits.
            before = level
            while before:
                before = (before - 1) & level
                rest = left & ~before
                if ones(rest) > 1:
                    parts = choice // ways[tied, ones(before)]
                    times[batch, set_index(row, order, rest, ways, first, repeats)] += parts
            for position in range(players):
                if level >> position & 1:
                    strategy = row.strategy[order[position]]
                    wins[batch, strategy] += choice - (choice // tied if last else 0)
                    for other in range(players):
                        if (left >> other & 1) and other != position:
                            ahead[batch, strategy, row.strategy[order[other]]] += 1
            left &= ~level
