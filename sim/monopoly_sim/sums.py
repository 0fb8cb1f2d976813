"""What the measures of Monopoly are sums of, and how games are added up to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.results.measures import GAMES, WIN, Group
from strategy_lab.rows import whole_win

from monopoly_sim.reference.events import Ending
from monopoly_sim.rules.board import MOST_SQUARES, members
from monopoly_sim.rules.ruleset import Rules

GROUP, DEED = "group", "deed"  # what else there are sums of, beside tables, seats and players

SUMS = (GAMES, "players", "worth", "rounds", "unfinished", "stalemates")
DETAIL_SUMS = (
    *("trades", "proposals", "contests", "shortages", "no_group", "first_wins", "first_owners"),
)
OF_GAMES, PLAYERS, WORTH, ROUNDS, UNFINISHED, STALEMATES = range(len(SUMS))
(TRADES, PROPOSALS, CONTESTS, SHORTAGES, NO_GROUP, FIRST_WINS, FIRST_OWNERS) = range(
    len(SUMS), len(SUMS) + len(DETAIL_SUMS)
)

OF_GROUP = (WIN, "first", "owned", "owned_round", "rent", "spent")
OF_DEED = ("paid", "auctioned")

WHOLE, GROUPS, SET_UP = 0, 1, 2  # what `set_up` has before the group of each square
ROUND_LIMIT, STALEMATE = int(Ending.ROUNDS), int(Ending.STALEMATE)


def set_up(rules: Rules) -> NDArray[np.int64]:
    """Return what sums take from the rules: the parts of a win, and each square's group, or -1."""
    groups = np.full(MOST_SQUARES, -1, np.int64)
    groups[: rules.board.size] = rules.board.group_of
    return np.concatenate([[whole_win(rules.players), len(rules.board.groups)], groups])


def groups(rules: Rules) -> tuple[Group, ...]:
    return (
        Group(GROUP, OF_GROUP, MOST_SQUARES, tuple(range(len(rules.board.groups)))),
        Group(DEED, OF_DEED, MOST_SQUARES, members(rules.board.deeds)),
    )


@inlined
def sum_groups(row, more, rules, starts, sums):
    """Add who first owned each group of a game, and whether the very first won, to its deal's sums.

    Of groups that were completed in the same round the first of the board counts.
    """
    first = -1
    for group in range(rules[GROUPS]):
        if more.group_seat[group] > 0:
            sums[starts[2] + group] += 1
            sums[starts[3] + group] += np.int64(more.group_round[group])
            if first < 0 or more.group_round[group] < more.group_round[first]:
                first = group
    if first >= 0:
        won = np.int64(row.win[more.group_seat[first] - 1])
        sums[starts[0] + first] += won
        sums[starts[1] + first] += 1
        sums[FIRST_WINS] += won
        sums[FIRST_OWNERS] += rules[WHOLE]
    sums[NO_GROUP] += np.int64(first < 0)


@inlined
def sum_squares(more, rules, starts, sums):
    for square in range(MOST_SQUARES):
        group, price = rules[SET_UP + square], np.int64(more.price[square])
        if group >= 0:
            sums[starts[4] + group] += np.int64(more.rent[square])
            sums[starts[5] + group] += price + np.int64(more.buildings[square])
        if more.auctioned[square] > 0:
            sums[starts[6] + square] += price
            sums[starts[7] + square] += 1


@compiled
def sum_games(records, seatings, players, rules, sums):
    for game in range(len(records)):
        row, of_deal = records[game], sums[game // seatings]
        of_deal[OF_GAMES] += 1
        of_deal[PLAYERS] += players
        for seat in range(players):
            of_deal[WORTH] += np.int64(row.score[seat])
        of_deal[ROUNDS] += np.int64(row.rounds)
        of_deal[UNFINISHED] += np.int64(row.ending in (ROUND_LIMIT, STALEMATE))
        of_deal[STALEMATES] += np.int64(row.ending == STALEMATE)


@compiled
def sum_details(records, by_game, seatings, players, rules, starts, sums):
    for game in range(len(records)):
        row, more, of_deal = records[game], by_game[game], sums[game // seatings]
        of_deal[TRADES] += np.int64(more.trades)
        of_deal[PROPOSALS] += np.int64(more.proposals)
        of_deal[CONTESTS] += np.int64(more.contests)
        of_deal[SHORTAGES] += np.int64(more.shortage > 0)
        sum_groups(row, more, rules, starts, of_deal)
        sum_squares(more, rules, starts, of_deal)
