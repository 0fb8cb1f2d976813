"""The compiled loops over games: they fill in what each deal comes to, and add up its products."""

from __future__ import annotations

from typing import Any

import numpy as np

from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.rows import MAX_SEATS

COUNTED = -1  # what is returned when nothing is wrong

AT_ONCE = 64  # so many deals are read again for each quantity while the processor still has them


@compiled
def sum_seats(records, seatings, players, strategies, starts, sums):
    """Add the seats of games, records of `ROW` by deal, to sums in place: (deals, sums).

    `starts`: where win shares and scores by seat begin, then win shares, scores and appearances by
    strategy. Returns `COUNTED`; or the index of the first record that has a strategy out of range,
    where summing stopped half-way.
    """
    wins, scores = starts[0], starts[1]
    strategy_wins, strategy_scores, strategy_games = starts[2], starts[3], starts[4]
    for deal in range(len(sums)):
        of_deal = sums[deal]
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
    for seat in range(players):
        turned = seat + shift if seat + shift < players else seat + shift - players
        if row.strategy[seat] != row.strategy[turned]:
            return False
    return True


@compiled
def sum_latin_squares(records, seatings, players, wins, scores, sums):
    """Add the squares of each deal to sums in place, as `stats.batches.Squares` names them.

    Where rotations of a lineup are alike, each stands for those that were not played. A deal whose
    lineup was not rotated adds nothing. In game g of a deal, the player who began in seat s sits in
    seat s - g. `wins`, `scores`: where the sums of their squares begin in (deals, sums).
    """
    of_wins = np.zeros((players, players), np.int64)
    of_scores = np.zeros((players, players), np.int64)
    of_player = np.zeros(2 * players, np.int64)  # whoever sits behind the last seat is one of them
    shift = seatings % players
    for deal in range(len(sums)):
        first, of_deal = deal * seatings, sums[deal]
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


@inlined
def last_place(row, scores, field, players, amounts):
    """Return the last place of a game; 0 if it cannot be counted in the arrays of a tally."""
    last = np.uint64(0)
    for seat in range(players):
        place, score = np.uint64(row.place[seat]), np.uint64(scores[seat])
        known = row.strategy[seat] < field
        if not known or place - np.uint64(1) >= np.uint64(players) or score >= np.uint64(amounts):
            return np.uint64(0)
        last = max(last, place)
    return last


@inlined
def add_to_key(by_key, touched, used, key, x, y):
    """Add to what a key has in this deal; return how many keys have something."""
    of_key = by_key[np.uint64(key)]
    if of_key[0] == 0:
        touched[np.uint64(used)] = key
        used += 1
    of_key[0] += 1
    of_key[1] += x
    of_key[2] += y
    return used


@inlined
def close_keys(by_key, touched, used, keys):
    """Add the products of what keys have in a deal to the sums over deals, and clear it."""
    for i in range(used):
        key = np.uint64(touched[np.uint64(i)])
        of_key, sums = by_key[key], keys[key]
        n, x, y = of_key[0], of_key[1], of_key[2]
        sums[0] += 1
        sums[1] += n
        sums[2] += n * n
        sums[3] += x
        sums[4] += x * n
        sums[5] += x * x
        sums[6] += y
        sums[7] += y * n
        sums[8] += y * y
        of_key[0] = 0
        of_key[1] = 0
        of_key[2] = 0


@inlined
def add_once(sums, x, y):
    """Add a deal in which a key has one game to its sums."""
    sums[0] += 1
    sums[1] += 1
    sums[2] += 1
    sums[3] += x
    sums[4] += x
    sums[5] += x * x
    sums[6] += y
    sums[7] += y
    sums[8] += y * y


@inlined
def add_products_of_seats(by_seat, seats):
    for kind in range(len(seats)):
        for seat in range(seats.shape[1]):
            for other in range(seat, seats.shape[1]):
                total = 0
                for deal in range(by_seat.shape[2]):
                    total += np.int64(by_seat[kind, seat, deal]) * by_seat[kind, other, deal]
                seats[kind, seat, other] += total


@inlined
def add_totals(place, last, more, totals):
    places = len(totals) - 1 - len(more)
    totals[place - np.uint64(1)] += 1
    totals[places] += np.int64(place == last)
    for i in range(len(more)):
        totals[places + 1 + i] += np.int64(more[i])


@compiled
def count_appearances(records, scores, more, seatings, amounts, totals, seats, keys):
    """Add who appears in games, records of `ROW` by deal, to sums over deals in place.

    `scores`: (games, players): in the unit of tables. `more`: (fields, games, players): what else
    tables add up. `amounts`, `totals`, `seats`: see `Tally`; of the products of two seats, those in
    which the first is not after the second. `keys`: (keys, 9): deals; appearances n and n n; win
    shares x, x n and x x; scores y, y n and y y: of strategies, of each with each seat, and of
    every two strategies, for whom n are meetings, and x is 2 for each in which the one of the lower
    index finishes ahead, and 1 for each tie.

    Returns `COUNTED`; or the index of the first record that cannot be counted, where counting
    stopped half-way.
    """
    field, players, most = amounts.shape
    duels = field + field * players
    by_key, touched = np.zeros((len(keys), 3), np.int64), np.zeros(len(keys), np.int64)
    by_seat = np.zeros((2, players, len(records) // seatings), np.int32)
    for first in range(0, len(records), seatings):
        deal, used = np.uint64(first // seatings), 0
        for game in range(first, first + seatings):
            row, held = records[game], scores[game]
            last = last_place(row, held, field, players, most)
            if last == 0:
                return game
            for seat in range(players):
                strategy, place = np.int64(row.strategy[seat]), np.uint64(row.place[seat])
                win, score = np.int64(row.win[seat]), np.int64(held[seat])
                amounts[np.uint64(strategy), seat, np.uint64(score)] += 1
                of_strategy = totals[np.uint64(strategy), seat]
                add_totals(place, last, more[:, game, seat], of_strategy)
                by_seat[0, seat, deal] += win
                by_seat[1, seat, deal] += score
                pair = field + strategy * players + seat
                used = add_to_key(by_key, touched, used, strategy, win, score)
                if seatings == 1:
                    add_once(keys[np.uint64(pair)], win, score)
                else:
                    used = add_to_key(by_key, touched, used, pair, win, score)
                for before in range(seat):
                    other = np.int64(row.strategy[before])
                    if other != strategy:
                        behind = np.uint64(row.place[before])
                        lead = np.int64(behind >= place) + np.int64(behind > place)
                        high, low = max(strategy, other), min(strategy, other)
                        ahead = lead if strategy == low else 2 - lead
                        duel = duels + high * (high - 1) // 2 + low
                        used = add_to_key(by_key, touched, used, duel, ahead, 0)
        close_keys(by_key, touched, used, keys)
    add_products_of_seats(by_seat, seats)
    return COUNTED


@compiled
def add_deals(deals, into, sums):
    for deal in range(len(deals)):
        of_group = sums[into[deal]]
        for i in range(len(of_group)):
            of_group[i] += deals[deal, i]


@compiled
def add_squares(deals, x, n, sums):
    """Add the squares and products of what deals come to, (deals, sums), to sums in place.

    `x`, `n`: (quantities,): where among the sums each quantity and its observations are. `sums`:
    (quantities, 6): deals with an observation, n, x, then the sums of n n, x n and x x.
    """
    for first in range(0, len(deals), AT_ONCE):
        some = deals[first : first + AT_ONCE]
        for i in range(len(sums)):
            known, all_n, all_x, nn, xn, xx = 0, 0, 0, 0, 0, 0
            for deal in range(len(some)):
                its_x, its_n = some[deal, x[i]], some[deal, n[i]]
                known += np.int64(its_n > 0)
                all_n += its_n
                all_x += its_x
                nn += its_n * its_n
                xn += its_x * its_n
                xx += its_x * its_x
            of_quantity = sums[i]
            of_quantity[0] += known
            of_quantity[1] += all_n
            of_quantity[2] += all_x
            of_quantity[3] += nn
            of_quantity[4] += xn
            of_quantity[5] += xx


# counting: The compiled loop that counts finishing orders as choices.
#
# A choice counts as many parts as a whole win has. Of m tied players, t come first in C(m, t) ways
# that are equally likely, and each gets a whole number of parts.


@inlined
def sort_by_strategy(row, players, order):
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
    ci + i - 1 in place of ci where strategies can be in a set twice. `members`: the seats, as bits
    by their positions in `order`.
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
    count = np.int64(0)
    while bits:
        bits &= bits - 1
        count += 1
    return count


@compiled
def count_orders(records, seatings, first_deal, choice, ways, first, repeats, times, wins, ahead):
    """Add the finishing orders of games, records of `ROW` by deal, to sums of `Orders` in place.

    Places are from 1 to the number of players, and strategies of the field. `choice`: how many
    parts a choice counts. `ways`: (strategies + seats, seats + 1): binomial coefficients. `first`:
    (players + 1,): the number of the first set of each size. `repeats`: 1 where a strategy can be
    in a set twice, else 0; then, too, any set has a number in range.
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


# core: What the digest of any experiment is of.


def core_of(players: int) -> np.dtype[Any]:
    """Return the record of games, parts of wins, games by place from 1, and scores."""
    return np.dtype(
        [
            ("appearances", np.int64),
            ("win", np.int64),
            ("places", np.int64, max(MAX_SEATS, players)),
            ("score", np.int64),
        ]
    )


@compiled
def count_core(records, sums):
    """Add games, records of `ROW`, to records of `core_of` in place: (strategies, players).

    Returns `COUNTED`; or the index of the first record that has a strategy or place out of range,
    where counting stopped half-way.
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
