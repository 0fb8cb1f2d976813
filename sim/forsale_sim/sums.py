"""What the measures of For Sale are sums of, and how games are added up to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.results.measures import GAMES, STANDING, WIN, Group

from forsale_sim.cards import MAX_CARDS
from forsale_sim.rules.ruleset import Rules

HOUSE = "house"  # what else there are sums of, beside tables, seats, players and standings

CLOSE_PARTS = 20
"""A finish is close if the second has all but one of so many parts of the winner's money."""

SUMS = (
    *(GAMES, "players", "money", "brought", "coins_left", "paid", "cheques", "auctions"),
    *("margin", "ties", "shared_wins", "close"),
)
DETAIL_SUMS = ("paid_by_passing", "lead_changes")

(OF_GAMES, PLAYERS, HELD, BROUGHT, LEFT, PAID, CHEQUES, AUCTIONS, MARGIN, TIES, SHARED, CLOSE) = (
    range(len(SUMS))
)
PASSING, LEAD_CHANGES = range(len(SUMS), len(SUMS) + len(DETAIL_SUMS))

ALL_COINS, ALL_AUCTIONS, COIN_VALUE, SET_UP = range(4)
"""What `set_up` has before the worth of each house: coins brought, auctions, a coin's value."""


def set_up(rules: Rules) -> NDArray[np.int64]:
    """Return what sums take from the rules.

    The worth of a house after buying is the cheque of the same rank: the lowest house of the deck
    counts for the lowest cheque, and so on. It only serves to say who is ahead.
    """
    worth = np.zeros(MAX_CARDS, np.int64)
    for house, cheque in zip(rules.houses, rules.cheques, strict=True):
        worth[house - 1] = cheque
    return np.concatenate([[sum(rules.coins), rules.auctions, rules.coin_value], worth])


def groups(rules: Rules) -> tuple[Group, ...]:
    houses = tuple(house - 1 for house in rules.houses)
    return (
        Group(HOUSE, ("paid", "bought"), MAX_CARDS, houses),
        Group(STANDING, (WIN, GAMES), rules.players, tuple(range(rules.players))),
    )


@inlined
def sum_seats(row, players, rules, sums):
    best, second, held, left, winners = -1, -1, 0, 0, 0
    for seat in range(players):
        money = np.int64(row.score[seat])
        held += money
        left += np.int64(row.coins[seat])
        second = max(second, min(best, money))
        best = max(best, money)
        winners += np.int64(row.win[seat] > 0)
    sums[OF_GAMES] += 1
    sums[PLAYERS] += players
    sums[BROUGHT] += rules[ALL_COINS]
    sums[AUCTIONS] += rules[ALL_AUCTIONS]
    sums[HELD] += held
    sums[LEFT] += left
    sums[PAID] += rules[ALL_COINS] - left
    sums[CHEQUES] += held - rules[COIN_VALUE] * left
    sums[MARGIN] += best - second
    sums[TIES] += np.int64(best == second)
    sums[SHARED] += np.int64(winners > 1)
    sums[CLOSE] += np.int64(CLOSE_PARTS * (best - second) <= best)


@inlined
def sum_houses(houses, paid, bought, sums):
    won = 0  # rounds whose winner has been seen, who took the highest house
    for i in range(MAX_CARDS - 1, -1, -1):
        auction = np.int64(houses.bought[i])
        if auction > 0:
            price = np.int64(houses.price[i])
            sums[paid + i] += price
            sums[bought + i] += 1
            if won >> auction & 1:
                sums[PASSING] += price
            won |= 1 << auction


@inlined
def sum_standings(row, houses, players, rules, assets, win, games, sums):
    for seat in range(players):
        assets[seat] = rules[COIN_VALUE] * np.int64(row.coins[seat])
    for i in range(MAX_CARDS):
        if 0 < houses.buyer[i] <= players:
            assets[np.uint64(houses.buyer[i] - 1)] += rules[SET_UP + i]
    for seat in range(players):
        ahead = 0
        for other in range(players):
            ahead += np.int64(assets[other] > assets[seat])
        sums[games + ahead] += 1
        sums[win + ahead] += np.int64(row.win[seat])


@inlined
def take_stock(assets, leader, sums):
    """Return who leads after a round: whoever led, unless another has more; count the change."""
    best = 0
    for seat in range(1, len(assets)):
        if assets[seat] > assets[best]:
            best = seat
    if leader >= 0 and assets[leader] == assets[best]:
        return leader
    sums[LEAD_CHANGES] += np.int64(leader >= 0)
    return best


@inlined
def sum_lead_changes(row, houses, players, rules, assets, sums):
    """Add how often the lead changes from the end of one round to that of the next.

    Coins count, and cheques; an unsold house counts as its worth. What houses cost is known by who
    bought them, so the coins of earlier rounds are those of the end with the prices paid since.
    """
    auctions, sales = 0, 0
    for seat in range(players):
        assets[seat] = rules[COIN_VALUE] * np.int64(row.coins[seat])
    for i in range(MAX_CARDS):
        if 0 < houses.buyer[i] <= players:
            assets[np.uint64(houses.buyer[i] - 1)] += rules[COIN_VALUE] * np.int64(houses.price[i])
            auctions = max(auctions, np.int64(houses.bought[i]))
            sales = max(sales, np.int64(houses.sold[i]))
    leader = -1
    for auction in range(1, auctions + 1):
        for i in range(MAX_CARDS):
            if houses.bought[i] == auction and 0 < houses.buyer[i] <= players:
                worth = rules[SET_UP + i]
                price = rules[COIN_VALUE] * np.int64(houses.price[i])
                assets[np.uint64(houses.buyer[i] - 1)] += worth - price
        leader = take_stock(assets, leader, sums)
    for sale in range(1, sales + 1):
        for i in range(MAX_CARDS):
            if houses.sold[i] == sale and 0 < houses.buyer[i] <= players:
                worth = rules[SET_UP + i]
                assets[np.uint64(houses.buyer[i] - 1)] += np.int64(houses.cheque[i]) - worth
        leader = take_stock(assets, leader, sums)


@compiled
def sum_games(records, seatings, players, rules, sums):
    for deal in range(len(sums)):
        for game in range(deal * seatings, (deal + 1) * seatings):
            sum_seats(records[game], players, rules, sums[deal])


@compiled
def sum_details(records, by_game, seatings, players, rules, starts, sums):
    """Add the houses of games to the sums of their deals.

    Lead changes are one of the criteria by which C. Browne rates games ("Automatic generation and
    evaluation of recombination games", PhD thesis, Queensland University of Technology, 2008). The
    leader is the player whose coins, cheques and unsold houses are worth most at the end of a
    round.
    """
    assets = np.zeros(players, np.int64)
    for game in range(len(records)):
        row, houses, of_deal = records[game], by_game[game], sums[game // seatings]
        sum_houses(houses, starts[0], starts[1], of_deal)
        sum_standings(row, houses, players, rules, assets, starts[2], starts[3], of_deal)
        sum_lead_changes(row, houses, players, rules, assets, of_deal)
