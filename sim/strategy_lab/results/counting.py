"""The compiled loop that adds the rows of a chunk to the sums of a tally.

A deal's games are summed first, in scratch records; then the squares and products of these sums are
added: the deal is the unit of evidence.

Where each deal is one game of the same lineup, few games differ in more than money. Then money is
counted game by game, and each result, who finished in which place, as often as it came.
"""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined

COUNTED = -1
"""What `count_games` returns when nothing is wrong."""

FIRST, TIMES = 0, 1
"""What is known of a result."""


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
def count_money(row, money, pairs, by_pair):
    """Add the money of a game to the sums over games, and to those of its deal."""
    for seat in range(money.shape[1]):
        strategy, held = np.uint64(row.strategy[seat]), np.int64(row.score[seat])
        money[strategy, seat, np.uint64(held)] += 1
        pairs[strategy, seat].more += np.int64(row.more[seat])
        by_pair[strategy, seat].money += held


@inlined
def count_places(row, last, times, pairs, by_pair):
    """Add who won a game and in which places, so often, and what its deal has of it."""
    for seat in range(pairs.shape[1]):
        strategy, place = np.uint64(row.strategy[seat]), np.uint64(row.place[seat])
        win = np.int64(row.win[seat])
        pair = pairs[strategy, seat]
        pair.win += times * win
        pair.last += times * np.int64(place == last)
        pair.places[place - np.uint64(1)] += times
        deal = by_pair[strategy, seat]
        deal.games += 1
        deal.win += win


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
def add_products(deal, times, sums):
    """Add the products of a deal's sums, so often, to the sums over deals."""
    sums.deals += times
    sums.games_games += times * deal.games * deal.games
    sums.win_games += times * deal.win * deal.games
    sums.win_win += times * deal.win * deal.win
    sums.money_games += times * deal.money * deal.games
    sums.money_money += times * deal.money * deal.money


@inlined
def add_meetings(meetings, lead, times, sums):
    """Add a deal's meetings of two strategies, so often, to the sums over deals."""
    ahead = meetings + lead
    sums.meetings += times * meetings
    sums.ahead += times * ahead
    sums.deals += times
    sums.meetings_meetings += times * meetings * meetings
    sums.ahead_meetings += times * ahead * meetings
    sums.ahead_ahead += times * ahead * ahead


@inlined
def close_seats(
    records, first, seatings, times, pairs, strategies, seats, by_pair, by_strategy, by_seat
):
    """Add the products of a deal, so often, to the sums over deals; clear its sums."""
    players = pairs.shape[1]
    for game in range(first, first + seatings):
        for seat in range(players):
            strategy = np.uint64(records[game].strategy[seat])
            deal = by_pair[strategy, seat]
            if deal.games > 0:
                add_products(deal, times, pairs[strategy, seat])
                by_seat[seat].win += deal.win
                by_seat[seat].money += deal.money
                move_deal(deal, by_strategy[strategy])
    for seat in range(players):
        strategy = np.uint64(records[first].strategy[seat])
        deal = by_strategy[strategy]
        if deal.games > 0:
            add_products(deal, times, strategies[strategy])
            clear(deal)
    for seat in range(players):
        for other in range(seat, players):
            both = seats[seat, other]
            both.win_win += times * by_seat[seat].win * by_seat[other].win
            both.money_money += times * by_seat[seat].money * by_seat[other].money
    for seat in range(players):
        clear(by_seat[seat])


@inlined
def close_meetings(row, players, seatings, times, duels, by_duel):
    """Add the products of a deal, so often, to the sums by two strategies; clear its sums.

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
                lead, both = forth.lead - back.lead, duels[min(one, two), max(one, two)]
                add_meetings(forth.meetings, lead, times, both)
                forth.meetings = 0
                forth.lead = 0
                back.lead = 0


@inlined
def seats_one_lineup(records, players):
    """Return whether the same strategies sit in the same seats in all games."""
    for game in range(len(records)):
        for seat in range(players):
            if records[game].strategy[seat] != records[0].strategy[seat]:
                return False
    return len(records) > 0


@inlined
def close_money(row, pairs, strategies, seats, products):
    """Add the products of the money of all games of one lineup, of which `row` is any."""
    players = pairs.shape[1]
    totals = products[players + 1]
    for seat in range(players):
        strategy = np.uint64(row.strategy[seat])
        pairs[strategy, seat].money_games += totals[seat]
        pairs[strategy, seat].money_money += products[seat, seat]
        for other in range(players):
            product = products[min(seat, other), max(seat, other)]
            if row.strategy[other] == row.strategy[seat]:
                strategies[strategy].money_games += totals[seat]
                strategies[strategy].money_money += product
            if other >= seat:
                seats[seat, other].money_money += product


@compiled
def find_results(records, money, pairs, strategies, seats, codes, results, products):
    """Count the money of games, if they are all of one lineup, and how often each result came.

    Parameters
    ----------
    records : (deals,) records of `TALLIED`
        One game a deal.
    money, pairs, strategies, seats
        As in `count_games`.
    codes : int64[::1]
        (players ** players,).
    results : int64[:, ::1]
        (results, 2): the first game that had it, and how many had it. There must be room for as
        many as there are codes, or deals.
    products : int64[:, ::1]
        (players + 2, players). Scratch, like `codes` and `results`: zeros.

    Returns
    -------
    int64
        How many results there are; 0, and nothing is counted, for games of several lineups; or
        minus the number, from 1, of a game that cannot be of this tally.
    """
    field, players, amounts = money.shape
    if not seats_one_lineup(records, players):
        return 0
    number = 0
    held, totals = products[players], products[players + 1]
    for game in range(len(records)):
        row, code = records[game], np.uint64(0)
        if last_place(row, field, players, amounts) == 0:
            return -1 - game
        for seat in range(players):
            strategy, held[seat] = np.uint64(row.strategy[seat]), np.int64(row.score[seat])
            money[strategy, seat, np.uint64(held[seat])] += 1
            pairs[strategy, seat].more += np.int64(row.more[seat])
            totals[seat] += held[seat]
            for other in range(seat + 1):
                products[other, seat] += held[other] * held[seat]
            code = code * np.uint64(players) + np.uint64(row.place[seat]) - np.uint64(1)
        if codes[code] == 0:
            results[number, FIRST] = game
            number += 1
            codes[code] = number
        result = results[np.uint64(codes[code]) - np.uint64(1)]
        result[TIMES] += 1
        for seat in range(players):
            if row.win[seat] != records[np.uint64(result[FIRST])].win[seat]:
                return -1 - game
    close_money(records[0], pairs, strategies, seats, products)
    return number


@compiled
def count_games(
    records,
    seatings,
    money,
    pairs,
    strategies,
    seats,
    duels,
    by_pair,
    by_strategy,
    by_seat,
    by_duel,
    results,
):
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
    by_pair, by_strategy, by_seat : (field, players), (field,) and (players,) records of `DEAL`
    by_duel : (field, field) records of `DEAL_MEETINGS`
        Scratch: zeros.
    results : int64[:, ::1]
        What `find_results` has found of them; (0, 2) to count every game.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that cannot be of this tally, where counting
        stopped half-way.
    """
    field, players, amounts = money.shape
    by_result = len(results) > 0
    for deal in range(len(results) if by_result else len(records) // seatings):
        first = results[deal, FIRST] if by_result else deal * seatings
        times = results[deal, TIMES] if by_result else 1
        for game in range(first, first + seatings):
            row = records[game]
            last = last_place(row, field, players, amounts)
            if last == 0:
                return game
            if not by_result:
                count_money(row, money, pairs, by_pair)
            count_places(row, last, times, pairs, by_pair)
            count_leads(row, players, by_duel)
        close_seats(
            *(records, first, seatings, times, pairs, strategies, seats),
            *(by_pair, by_strategy, by_seat),
        )
        close_meetings(records[first], players, seatings, times, duels, by_duel)
    return COUNTED
