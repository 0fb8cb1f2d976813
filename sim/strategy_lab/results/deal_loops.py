"""The compiled loops over deals: what every game has by seat and strategy, and squares of sums."""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined

BLOCK = 256
"""So many deals are read again and again before the next ones: they fit the cache."""

COUNTED = -1
"""What `sum_seats` returns when nothing is wrong."""


@compiled
def sum_seats(records, seatings, players, strategies, starts, into, sums):
    """Add the seats of games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal.
    seatings, players, strategies : int64
    starts : int64[::1]
        Where win shares and scores by seat begin, then win shares, scores and appearances by
        strategy.
    into : int64[::1]
        (deals,): to which sums each deal is added.
    sums : int64[:, ::1]
        (…, sums). Modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that has a strategy out of range, where summing
        stopped half-way.
    """
    wins, scores = starts[0], starts[1]
    strategy_wins, strategy_scores, strategy_games = starts[2], starts[3], starts[4]
    for deal in range(len(into)):
        of_deal = sums[into[deal]]
        for game in range(deal * seatings, (deal + 1) * seatings):
            row = records[game]
            for seat in range(players):
                strategy, win = np.int64(row.strategy[seat]), np.int64(row.win[seat])
                if strategy >= strategies:
                    return game
                of_deal[wins + seat] += win
                score = np.int64(row.score[seat])
                of_deal[scores + seat] += score
                of_deal[strategy_wins + strategy] += win
                of_deal[strategy_scores + strategy] += score
                of_deal[strategy_games + strategy] += 1
    return COUNTED


@inlined
def add_latin_square(results, players, of_player, start, sums):
    """Add the squares of a deal to sums: (players, players) results by rotation and seat."""
    cells, games, seats, whole = 0, 0, 0, 0
    for player in range(len(of_player)):
        of_player[player] = 0
    for rotation in range(players):
        of_game = 0
        for seat in range(players):
            result = results[rotation, seat]
            cells += result * result
            of_game += result
            of_player[seat + rotation] += result
        games += of_game * of_game
        whole += of_game
    by_player = 0
    for seat in range(players):
        of_seat, of_one = 0, of_player[seat] + of_player[seat + players]
        for rotation in range(players):
            of_seat += results[rotation, seat]
        seats += of_seat * of_seat
        by_player += of_one * of_one
    sums[start] += cells
    sums[start + 1] += by_player
    sums[start + 2] += seats
    sums[start + 3] += games
    sums[start + 4] += whole * whole


@inlined
def is_rotated(row, players, shift):
    """Return whether a lineup is the same when it is turned by so many seats."""
    for seat in range(players):
        turned = seat + shift if seat + shift < players else seat + shift - players
        if row.strategy[seat] != row.strategy[turned]:
            return False
    return True


@compiled
def sum_latin_squares(records, seatings, players, wins, scores, into, sums):
    """Add the squares of each deal to sums, as `stats.latin_square.Squares` names them.

    Where rotations of a lineup are alike, each stands for those that were not played. A deal whose
    lineup was not rotated adds nothing.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal; in game g of it, the player who began in seat s sits in seat s - g.
    seatings, players : int64
    wins, scores : int64
        Where the sums of squares of win shares, and of scores, begin.
    into : int64[::1]
        (deals,): to which sums each deal is added.
    sums : int64[:, ::1]
        (…, sums). Modified in place.
    """
    of_wins = np.zeros((players, players), np.int64)
    of_scores = np.zeros((players, players), np.int64)
    of_player = np.zeros(2 * players, np.int64)  # whoever sits behind the last seat is one of them
    shift = seatings % players
    for deal in range(len(into)):
        first, of_deal = deal * seatings, sums[into[deal]]
        if not is_rotated(records[first], players, shift):
            continue
        game = first
        for rotation in range(players):
            row = records[game]
            for seat in range(players):
                of_wins[rotation, seat] = np.int64(row.win[seat])
                of_scores[rotation, seat] = np.int64(row.score[seat])
            game = game + 1 if game + 1 < first + seatings else first
        add_latin_square(of_wins, players, of_player, wins, of_deal)
        add_latin_square(of_scores, players, of_player, scores, of_deal)


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
        last, counted = min(first + BLOCK, len(deals)), np.uint64(deals.shape[1])
        seen, total_n, nn = 0, 0, 0
        for i in range(len(sums)):
            of_x, of_n = np.uint64(x[i]), np.uint64(n[i])
            if of_n != counted:  # not those of the quantity before
                counted, seen, total_n, nn = of_n, 0, 0, 0
                for deal in range(first, last):
                    its_n = deals[np.uint64(deal), of_n]
                    seen += np.int64(its_n > 0)
                    total_n += its_n
                    nn += its_n * its_n
            total_x, xn, xx = 0, 0, 0
            if nn * (last - first) == total_n * total_n:  # as many in each deal
                for deal in range(first, last):
                    its_x = deals[np.uint64(deal), of_x]
                    total_x += its_x
                    xx += its_x * its_x
                xn = total_x * deals[first, of_n]
            else:
                for deal in range(first, last):
                    its_x, its_n = deals[np.uint64(deal), of_x], deals[np.uint64(deal), of_n]
                    total_x += its_x
                    xn += its_x * its_n
                    xx += its_x * its_x
            sums[i, 0] += seen
            sums[i, 1] += total_n
            sums[i, 2] += total_x
            sums[i, 3] += nn
            sums[i, 4] += xn
            sums[i, 5] += xx
