"""The compiled loop that adds the rows of a chunk to the sums of a tally.

A deal's games are summed first, in scratch records; then the squares and products of these sums are
added: the deal is the unit of evidence.
"""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.results.sums import DEAL, DEAL_MEETINGS

COUNTED = -1
"""What `count_games` returns when nothing is wrong."""


@inlined
def last_place(row, field, players, amounts):
    """Return the last place of a row; 0 if it cannot be counted in the arrays of a tally."""
    last = np.uint64(0)
    for seat in range(players):
        place, held = np.uint64(row.place[seat]), np.uint64(row.score[seat])
        known = row.strategy[seat] < field
        if not known or place - np.uint64(1) >= np.uint64(players) or held >= np.uint64(amounts):
            return np.uint64(0)
        last = max(last, place)
    return last


@inlined
def count_seats(row, last, money, pairs, by_pair):
    """Add a game to the sums over games, and to those of its deal."""
    players = money.shape[1]
    for seat in range(players):
        strategy, place = np.uint64(row.strategy[seat]), np.uint64(row.place[seat])
        win, more = np.int64(row.win[seat]), np.int64(row.more[seat])
        held = np.int64(row.score[seat])
        money[strategy, seat, np.uint64(held)] += 1
        pair = pairs[strategy, seat]
        pair.win += win
        pair.more += more
        pair.last += np.int64(place == last)
        pair.places[place - np.uint64(1)] += 1
        deal = by_pair[strategy, seat]
        deal.games += 1
        deal.win += win
        deal.money += held


@inlined
def count_leads(row, players, by_duel):
    """Add who finished ahead of whom in a game to the sums of its deal.

    A lead is 1 for finishing ahead, 0 for a tie, -1 for finishing behind. It is counted for the
    strategy that sits first, so that one strategy's lead over another is a difference of two sums.
    """
    for seat in range(players):
        strategy, place = np.uint64(row.strategy[seat]), row.place[seat]
        for other in range(seat + 1, players):
            behind, ahead = place > row.place[other], place < row.place[other]
            duel = by_duel[strategy, np.uint64(row.strategy[other])]
            duel.lead += np.int64(ahead) - np.int64(behind)


@inlined
def clear(deal):
    """Set the sums of a deal to zero."""
    deal.games = 0
    deal.win = 0
    deal.money = 0


@inlined
def move_deal(deal, total):
    """Add the sums of a deal to those of a larger group, and clear them."""
    total.games += deal.games
    total.win += deal.win
    total.money += deal.money
    clear(deal)


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
def add_meetings(meetings, lead, sums):
    """Add a deal's meetings of two strategies to the sums over deals."""
    ahead = meetings + lead
    sums.meetings += meetings
    sums.ahead += ahead
    sums.deals += 1
    sums.meetings_meetings += meetings * meetings
    sums.ahead_meetings += ahead * meetings
    sums.ahead_ahead += ahead * ahead


@inlined
def close_seats(records, first, seatings, pairs, strategies, seats, by_pair, by_strategy, by_seat):
    """Add the products of a deal to the sums over deals, by strategy and seat; clear its sums."""
    players = pairs.shape[1]
    for game in range(first, first + seatings):
        for seat in range(players):
            strategy = np.uint64(records[game].strategy[seat])
            deal = by_pair[strategy, seat]
            if deal.games > 0:
                add_products(deal, pairs[strategy, seat])
                by_seat[seat].win += deal.win
                by_seat[seat].money += deal.money
                move_deal(deal, by_strategy[strategy])
    for seat in range(players):
        strategy = np.uint64(records[first].strategy[seat])
        deal = by_strategy[strategy]
        if deal.games > 0:
            add_products(deal, strategies[strategy])
            clear(deal)
    for seat in range(players):
        for other in range(seat, players):
            both = seats[seat, other]
            both.win_win += by_seat[seat].win * by_seat[other].win
            both.money_money += by_seat[seat].money * by_seat[other].money
    for seat in range(players):
        clear(by_seat[seat])


@inlined
def close_meetings(row, players, seatings, duels, by_duel):
    """Add the products of a deal to the sums over deals, by two strategies; clear its sums.

    `row` is any game of the deal: the same strategies sit in all of them.
    """
    for seat in range(players):
        for other in range(seat + 1, players):
            one, two = np.uint64(row.strategy[seat]), np.uint64(row.strategy[other])
            by_duel[min(one, two), max(one, two)].meetings += seatings
    for seat in range(players):
        for other in range(seat + 1, players):
            one, two = np.uint64(row.strategy[seat]), np.uint64(row.strategy[other])
            forth, back = (
                by_duel[min(one, two), max(one, two)],
                by_duel[max(one, two), min(one, two)],
            )
            if forth.meetings > 0:
                add_meetings(
                    forth.meetings, forth.lead - back.lead, duels[min(one, two), max(one, two)]
                )
                forth.meetings = 0
                forth.lead = 0
                back.lead = 0


@compiled
def count_games(records, seatings, money, pairs, strategies, seats, duels):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `TALLIED`
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
    by_strategy = np.zeros(field, DEAL)
    by_seat = np.zeros(players, DEAL)
    by_duel = np.zeros((field, field), DEAL_MEETINGS)
    for first in range(0, len(records), seatings):
        for game in range(first, first + seatings):
            row = records[game]
            last = last_place(row, field, players, amounts)
            if last == 0:
                return game
            count_seats(row, last, money, pairs, by_pair)
            count_leads(row, players, by_duel)
        close_seats(
            records, first, seatings, pairs, strategies, seats, by_pair, by_strategy, by_seat
        )
        close_meetings(records[first], players, seatings, duels, by_duel)
    return COUNTED
