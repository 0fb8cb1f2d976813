"""The compiled loop that adds the rows of a chunk to the sums of a tally.

A deal's games are summed first, in scratch records; then the squares and products of these sums are
added: the deal is the unit of evidence.

Where each deal is one game of the same lineup, few games differ in more than money. Then money is
counted game by game, and each result, who finished in which place, as often as it came.
"""

from __future__ import annotations

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.rows import MAX_SEATS

COUNTED = -1
"""What `count_games` returns when nothing is wrong."""

ONE, SCATTER = np.uint64(1), np.uint64(0x9E3779B97F4A7C15)
"""The second is 2**64 over the golden ratio: D. Knuth, The Art of Computer Programming, 6.4."""

FIRST, TIMES = 0, 1
"""What is known of a result."""

BLOCK = 256
"""So many games are read again and again before the next ones: they fit the cache."""


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
def count_scores(records, first, last, seat, amounts, scores):
    """Add the scores of a seat in a block of games to how often it had each; return if all fit.

    `amounts` and `scores` are modified in place: int64[::1] by amount, int32[::1] by game.
    """
    for game in range(first, last):
        score = np.uint64(records[game].score[seat])
        if score >= np.uint64(len(amounts)):
            return False
        amounts[score] += 1
        scores[np.uint64(game - first)] = score
    return True


@inlined
def sum_more(records, first, last, seat):
    """Return the sum of the further number of a seat in a block of games."""
    total = 0
    for game in range(first, last):
        total += np.int64(records[game].more[seat])
    return total


@inlined
def total(numbers):
    """Return the sum of an int32[::1]."""
    found = 0
    for i in range(len(numbers)):
        found += np.int64(numbers[i])
    return found


@inlined
def sum_products(one, two):
    """Return the sum of the products of two int32[::1]."""
    total = 0
    for i in range(len(one)):
        total += np.int64(one[i]) * np.int64(two[i])
    return total


@inlined
def close_money(row, pairs, strategies, seats, products):
    """Add the products of the money of all games of one lineup, of which `row` is any."""
    players = pairs.shape[1]
    totals = products[players]
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


@inlined
def count_money_of_lineup(records, money, pairs, strategies, seats, products, scores):
    """Count the money of games of one lineup, one game a deal, a block and a seat at a time.

    The parameters are those of `count_games`. Returns `COUNTED`; or the index of the first record
    that cannot be counted, or of a block that has one.
    """
    players, lineup = money.shape[1], records[0].strategy
    if last_place(records[0], *money.shape) == 0:
        return 0
    for first in range(0, len(records), BLOCK):
        last = min(first + BLOCK, len(records))
        for seat in range(players):
            strategy, of_seat = np.uint64(lineup[seat]), scores[seat, : last - first]
            if not count_scores(records, first, last, seat, money[strategy, seat], of_seat):
                return first
            pairs[strategy, seat].more += sum_more(records, first, last, seat)
            products[players, seat] += total(of_seat)
            for other in range(seat + 1):
                products[other, seat] += sum_products(scores[other, : last - first], of_seat)
    close_money(records[0], pairs, strategies, seats, products)
    return COUNTED


@inlined
def find_results(words, results, numbers):
    """Count how often each result came, if games are all of one lineup.

    Parameters
    ----------
    words : (deals,) records of `WORDS`
        One game a deal.
    results : int64[:, ::1]
        (results, 2): the first game that had it, and how many had it. Zeros.
    numbers : uint16[::1]
        At least twice as many zeros, as many as a power of 2: the numbers of results, from 1, where
        multiplication scatters their places.

    Returns
    -------
    int64
        How many results there are; 0 for games of several lineups; or minus the number, from 1, of
        a game that cannot be counted: as its win is another than that of the first game of the same
        places, or its result has no room.
    """
    last, number, shift = np.uint64(len(numbers) - 1), np.uint64(0), np.uint64(64)
    while last >> (np.uint64(64) - shift) != 0:
        shift -= ONE
    for game in range(len(words)):
        row = words[game]
        if row.strategy != words[0].strategy:
            return 0
        place = row.place * SCATTER >> shift
        while True:
            found = np.uint64(numbers[place])
            if found == 0 or words[np.uint64(results[found - ONE, FIRST])].place == row.place:
                break
            place = (place + ONE) & last
        if found == 0:
            if number == np.uint64(len(results)):
                return -1 - game
            results[number, FIRST] = game
            number += ONE
            numbers[place] = found = number
        result = results[found - ONE]
        result[TIMES] += 1
        like = words[np.uint64(result[FIRST])]
        if row.win[0] != like.win[0] or row.win[1] != like.win[1]:
            return -1 - game
    return np.int64(number)


@compiled
def count_games(
    records,
    words,
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
    numbers,
    products,
    scores,
):
    """Add games to sums.

    Parameters
    ----------
    records : (deals * seatings,) records of `TALLIED`
        By deal; every game of a deal seats the same strategies.
    words : (deals * seatings,) records of `WORDS`
        The same memory.
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
        Scratch: zeros, like all that follows.
    results, numbers : int64[:, ::1], uint16[::1]
        As for `find_results`; (0, 2) to count every game.
    products : int64[:, ::1]
        (players + 1, players).
    scores : int32[:, ::1]
        (players, BLOCK).

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that cannot be of this tally, where counting
        stopped half-way.
    """
    field, players, amounts = money.shape
    found = find_results(words, results, numbers) if len(results) > 0 else 0
    if found < 0:
        return -1 - found
    by_result = found > 0
    if by_result:
        stopped_at = count_money_of_lineup(
            records, money, pairs, strategies, seats, products, scores
        )
        if stopped_at != COUNTED:
            return stopped_at
    for deal in range(found if by_result else len(records) // seatings):
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


CORE = np.dtype(
    [
        ("appearances", np.int64),
        ("win", np.int64),
        ("places", np.int64, MAX_SEATS),
        ("score", np.int64),
    ]
)
"""Games, parts of wins, games by place from 1, scores."""


@compiled
def count_core(records, sums):
    """Add games to sums.

    Parameters
    ----------
    records : (games,) records of `ROW`
    sums : (strategies, players) records of `CORE`
        Modified in place.

    Returns
    -------
    int64
        `COUNTED`; or the index of the first record that has a strategy or place out of range, where
        counting stopped half-way.
    """
    strategies, players = sums.shape
    for game in range(len(records)):
        row = records[game]
        for seat in range(players):
            strategy, place = np.uint64(row.strategy[seat]), np.uint64(row.place[seat])
            if strategy >= np.uint64(strategies) or place - np.uint64(1) >= np.uint64(players):
                return game
            core = sums[strategy, seat]
            core.appearances += 1
            core.win += np.int64(row.win[seat])
            core.places[place - np.uint64(1)] += 1
            core.score += np.int64(row.score[seat])
    return COUNTED
