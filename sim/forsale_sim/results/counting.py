"""The compiled loop that adds the rows of a chunk to the sums of a tally.

A deal's games are summed first, in scratch records, then their squares and products go into the sums:
the deal is the unit of evidence.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.engine.caching import compiled, inlined
from forsale_sim.rows import MAX_SEATS

COUNTED = -1
"""What `count_games` returns when nothing is wrong."""

CLUSTERED = [
    ("deals", np.int64),
    ("games_games", np.int64),
    ("win_games", np.int64),
    ("win_win", np.int64),
    ("money_games", np.int64),
    ("money_money", np.int64),
]
"""Sums over deals: deals with an appearance, and products of a deal's appearances, wins and money."""

STRATEGY = np.dtype(CLUSTERED)

STRATEGY_SEAT = np.dtype(
    [
        ("win", np.int64),
        ("coins", np.int64),
        ("last", np.int64),
        ("places", np.int64, MAX_SEATS),
        *CLUSTERED,
    ]
)
"""Wins in 60ths; coins left; games in which nobody finished behind; games by place, from 1 on."""

SEATS = np.dtype([("win_win", np.int64), ("money_money", np.int64)])
"""Sums over deals of the product of two seats' wins, and of two seats' money."""

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
"""Of two strategies, the first with the lower index: `ahead` counts 2 for each time that the first
finishes ahead of the second and 1 for each tie; then, as above, deals and products of a deal's sums."""

DEAL = np.dtype([("games", np.int64), ("win", np.int64), ("money", np.int64)])
DEAL_MEETINGS = np.dtype([("meetings", np.int64), ("ahead", np.int64)])


@inlined
def belongs(row, field, players, amounts):
    """Return whether a row can be counted without leaving the arrays of a tally."""
    for seat in range(players):
        place = np.int64(row.place[seat])
        held = np.int64(row.coins[seat]) + np.int64(row.cheques[seat])
        known = row.strategy[seat] < field
        if not known or place < 1 or place > players or held < 0 or held >= amounts:
            return False
    return True


@inlined
def count_seats(row, money, pairs, by_pair):
    """Add a game to the sums over games, and to those of its deal."""
    players = money.shape[1]
    last = np.uint64(0)
    for seat in range(players):
        last = max(last, np.uint64(row.place[seat]))
    for seat in range(players):
        strategy, place = np.uint64(row.strategy[seat]), np.uint64(row.place[seat])
        win, coins = np.int64(row.win[seat]), np.int64(row.coins[seat])
        held = coins + np.int64(row.cheques[seat])
        money[strategy, seat, np.uint64(held)] += 1
        pair = pairs[strategy, seat]
        pair.win += win
        pair.coins += coins
        pair.last += np.int64(place == last)
        pair.places[place - np.uint64(1)] += 1
        deal = by_pair[strategy, seat]
        deal.games += 1
        deal.win += win
        deal.money += held


@inlined
def count_meetings(row, players, by_duel):
    """Add who finished ahead of whom in a game to the sums of its deal, by the order of the seats."""
    for seat in range(players):
        strategy, place = np.uint64(row.strategy[seat]), row.place[seat]
        for other in range(seat + 1, players):
            duel = by_duel[strategy, np.uint64(row.strategy[other])]
            duel.meetings += 1
            duel.ahead += np.int64(place <= row.place[other]) + np.int64(place < row.place[other])


@inlined
def move_deal(deal, total):
    """Add the sums of a deal to those of a larger group, and clear them."""
    total.games += deal.games
    total.win += deal.win
    total.money += deal.money
    deal.games = 0
    deal.win = 0
    deal.money = 0


@inlined
def add_products(deal, sums):
    """Add the products of a deal's sums to the sums over deals."""
    sums.deals += 1
    sums.games_games += deal.games * deal.games
    sums.win_games += deal.win * deal.games
    sums.win_win += deal.win * deal.win
    sums.money_games += deal.money * deal.games
    sums.money_money += deal.money * deal.money


@inlined
def close_seats(rows, pairs, strategies, seats, by_pair, by_strategy, by_seat):
    """Add a deal's products by strategy and seat to the sums over deals; leave the scratch empty.

    `rows` are those of the deal.
    """
    players = pairs.shape[1]
    for game in range(len(rows)):
        for seat in range(players):
            strategy = np.uint64(rows[game].strategy[seat])
            deal = by_pair[strategy, seat]
            if deal.games > 0:
                add_products(deal, pairs[strategy, seat])
                by_seat[seat].win += deal.win
                by_seat[seat].money += deal.money
                move_deal(deal, by_strategy[strategy])
    for seat in range(players):
        strategy = np.uint64(rows[0].strategy[seat])
        deal = by_strategy[strategy]
        if deal.games > 0:
            add_products(deal, strategies[strategy])
            move_deal(deal, by_strategy[-1])
    for seat in range(players):
        for other in range(players):
            seats[seat, other].win_win += by_seat[seat].win * by_seat[other].win
            seats[seat, other].money_money += by_seat[seat].money * by_seat[other].money
    for seat in range(players):
        by_seat[seat].win = 0
        by_seat[seat].money = 0


@inlined
def close_meetings(row, players, duels, by_duel):
    """Add a deal's products by pair of strategies to the sums over deals; leave the scratch empty.

    `row` is any game of the deal: the same strategies sit in all of them.
    """
    for seat in range(players):
        for other in range(seat + 1, players):
            one, two = np.uint64(row.strategy[seat]), np.uint64(row.strategy[other])
            low, high = min(one, two), max(one, two)
            forth, back = by_duel[low, high], by_duel[high, low]
            meetings, ahead = forth.meetings, forth.ahead
            if low != high:
                meetings += back.meetings
                ahead += 2 * back.meetings - back.ahead
            if meetings > 0:
                duel = duels[low, high]
                duel.meetings += meetings
                duel.ahead += ahead
                duel.deals += 1
                duel.meetings_meetings += meetings * meetings
                duel.ahead_meetings += ahead * meetings
                duel.ahead_ahead += ahead * ahead
            forth.meetings = 0
            forth.ahead = 0
            back.meetings = 0
            back.ahead = 0


@compiled
def count_games(records, seatings, money, pairs, strategies, seats, duels):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `ROW`
        By deal; every game of a deal seats the same strategies.
    seatings : int64
    money : int64[:, :, ::1]
        (field, players, amounts): appearances by strategy, seat and money. Modified in place.
    pairs : (field, players) records of `STRATEGY_SEAT`
    strategies : (field,) records of `STRATEGY`
    seats : (players, players) records of `SEATS`
    duels : (field, field) records of `MEETINGS`
        All modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that cannot be of this tally, where counting
        stopped half-way.
    """
    field, players, amounts = money.shape
    by_pair = np.zeros((field, players), DEAL)
    by_strategy = np.zeros(field + 1, DEAL)
    by_seat = np.zeros(players, DEAL)
    by_duel = np.zeros((field, field), DEAL_MEETINGS)
    for first in range(0, len(records), seatings):
        rows = records[first : first + seatings]
        for game in range(seatings):
            if not belongs(rows[game], field, players, amounts):
                return first + game
            count_seats(rows[game], money, pairs, by_pair)
            count_meetings(rows[game], players, by_duel)
        close_seats(rows, pairs, strategies, seats, by_pair, by_strategy, by_seat)
        close_meetings(rows[0], players, duels, by_duel)
    return COUNTED
