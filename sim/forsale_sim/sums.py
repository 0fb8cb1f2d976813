"""What the measures of For Sale are sums of, and how games are added up to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.results.measures import GAMES, STANDING, WIN, Group
from strategy_lab.rows import whole_win

from forsale_sim.cards import MAX_CARDS
from forsale_sim.rules.ruleset import Rules

HOUSE = "house"  # what else there are sums of, beside tables, seats, players and standings

CLOSE_PARTS = 20
"""A finish is close if the second has all but one of so many parts of the winner's money."""

SUMS = (
    *(GAMES, "players", "money", "brought", "coins_left", "paid", "cheques"),
    *("margin", "ties", "shared_wins", "close", "turns", "decisions", "watched", "seat_turns"),
)
DETAIL_SUMS = (
    *("paid_by_passing", "lead_changes", "sale_changes", "leader_wins", "leaders", "kingmaking"),
)

(OF_GAMES, PLAYERS, HELD, BROUGHT, LEFT, PAID, CHEQUES, MARGIN, TIES, SHARED, CLOSE) = range(11)
TURNS, DECISIONS, WATCHED, SEAT_TURNS = range(11, len(SUMS))
PASSING, LEAD_CHANGES, SALE_CHANGES, LEADER_WINS, LEADERS, KINGMAKING = range(
    len(SUMS), len(SUMS) + len(DETAIL_SUMS)
)

ALL_COINS, WHOLE, COIN_VALUE, SET_UP = range(4)
"""What `set_up` has before the worth of each house: coins brought, the parts of a win, a coin's
value."""


def set_up(rules: Rules) -> NDArray[np.int64]:
    """Return what sums take from the rules.

    The worth of a house after buying is the cheque of the same rank: the lowest house of the deck
    counts for the lowest cheque, and so on. It only serves to say who is ahead.
    """
    worth = np.zeros(MAX_CARDS, np.int64)
    for house, cheque in zip(rules.houses, rules.cheques, strict=True):
        worth[house - 1] = cheque
    whole = whole_win(rules.players)
    return np.concatenate([[sum(rules.coins), whole, rules.coin_value], worth])


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
    sums[HELD] += held
    sums[LEFT] += left
    sums[PAID] += rules[ALL_COINS] - left
    sums[CHEQUES] += held - rules[COIN_VALUE] * left
    sums[MARGIN] += best - second
    sums[TIES] += np.int64(best == second)
    sums[SHARED] += np.int64(winners > 1)
    sums[CLOSE] += np.int64(CLOSE_PARTS * (best - second) <= best)
    sums[TURNS] += np.int64(row.turns)
    sums[DECISIONS] += np.int64(row.decisions)
    sums[WATCHED] += np.int64(row.watched)
    sums[SEAT_TURNS] += players * np.int64(row.turns)


@inlined
def sum_houses(houses, paid, bought, highest, sums):
    highest[:] = 0  # price in each auction: what its winner paid
    for i in range(MAX_CARDS):
        auction = np.int64(houses.bought[i])
        if auction > 0:
            price = np.int64(houses.price[i])
            sums[paid + i] += price
            sums[bought + i] += 1
            sums[PASSING] += min(price, highest[auction])
            highest[auction] = max(price, highest[auction])


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
        if ahead == 0:
            sums[LEADER_WINS] += np.int64(row.win[seat])
            sums[LEADERS] += rules[WHOLE]


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
    before = sums[LEAD_CHANGES]
    for sale in range(1, sales + 1):
        for i in range(MAX_CARDS):
            if houses.sold[i] == sale and 0 < houses.buyer[i] <= players:
                worth = rules[SET_UP + i]
                assets[np.uint64(houses.buyer[i] - 1)] += np.int64(houses.cheque[i]) - worth
        leader = take_stock(assets, leader, sums)
    sums[SALE_CHANGES] += sums[LEAD_CHANGES] - before


@inlined
def rank_of(houses, seat, house):
    """Return how many of the others sell a lower house than `house`, which `seat` sells."""
    rank = 0
    for other in range(len(houses)):
        rank += np.int64(other != seat and 0 < houses[other] < house)
    return rank


@inlined
def sell_instead(houses, cheques, seat, instead, money):
    """Change what seats have at the end to what it is if `seat` sells another house in a sale.

    `houses`, `cheques`: by seat, what was sold and for what; 0 where nothing was.
    """
    for one in range(len(houses)):
        if houses[one] > 0:
            house = instead if one == seat else houses[one]
            rank = rank_of(houses, one, house)
            if one != seat:
                rank += np.int64(instead < house) - np.int64(houses[seat] < house)
            for other in range(len(houses)):
                if houses[other] > 0 and rank_of(houses, other, houses[other]) == rank:
                    money[one] += cheques[other] - cheques[one]


@inlined
def winners_of(money, row):
    """Return who wins with so much money, as a set of seats."""
    winners = 0
    for seat in range(len(money)):
        better = 0
        for other in range(len(money)):
            more_coins = row.coins[other] > row.coins[seat]
            is_tie = money[other] == money[seat]
            better += np.int64(money[other] > money[seat] or (is_tie and more_coins))
        winners |= np.int64(better == 0) << seat
    return winners


@inlined
def sum_kingmaking(row, houses, players, sold, cheques, money, sums):
    """Add whether a player who cannot win decides who does, by the last sale left open to him.

    That is the sale of a player's last house but one, if others sell in it, too: there is a choice
    between two houses, and what is not sold then is sold next. All others sell what they have sold.
    `sold`, `cheques`: (rounds, players) of zeros, and zeros again; `money`: (players,).
    """
    last = 0
    for i in range(MAX_CARDS):
        if 0 < houses.buyer[i] <= players:
            sale, seat = np.int64(houses.sold[i]), np.uint64(houses.buyer[i] - 1)
            sold[sale, seat] = i + 1
            cheques[sale, seat] = houses.cheque[i]
            last = max(last, sale)
    won, decides = 0, False
    for seat in range(players):
        won |= np.int64(row.win[seat] > 0) << seat
    for seat in range(players):
        final = last
        while final > 1 and sold[final, seat] == 0:
            final -= 1
        others = 0
        for other in range(players):
            others += np.int64(other != seat and sold[final - 1, other] > 0)
        if final > 1 and others > 0 and won >> seat & 1 == 0:
            first, second = sold[final - 1, seat], sold[final, seat]
            for other in range(players):
                money[other] = row.score[other]
            sell_instead(sold[final - 1], cheques[final - 1], seat, second, money)
            sell_instead(sold[final], cheques[final], seat, first, money)
            wins = winners_of(money, row)
            decides |= wins != won and wins >> seat & 1 == 0
    sums[KINGMAKING] += np.int64(decides)
    sold[: last + 1] = 0
    cheques[: last + 1] = 0


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
    prices = np.zeros(MAX_CARDS + 1, np.int64)
    sold = np.zeros((MAX_CARDS + 1, players), np.int64)
    cheques = np.zeros((MAX_CARDS + 1, players), np.int64)
    for game in range(len(records)):
        row, houses, of_deal = records[game], by_game[game], sums[game // seatings]
        sum_houses(houses, starts[0], starts[1], prices, of_deal)
        sum_standings(row, houses, players, rules, assets, starts[2], starts[3], of_deal)
        sum_lead_changes(row, houses, players, rules, assets, of_deal)
        sum_kingmaking(row, houses, players, sold, cheques, assets, of_deal)
