"""Self-play in compiled code: games that fill records."""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import allocating_step, compiled
from strategy_lab.compiled.local_arrays import copy_record
from strategy_lab.compiled.random import U64

from forsale_sim.cards import MAX_CARDS, count, lowest
from forsale_sim.engine import game
from forsale_sim.engine.kernel import (
    begin_auction,
    deal_cards,
    hold_auction,
    hold_auctions,
    hold_sale,
    hold_sales,
    next_cards,
)
from forsale_sim.engine.state import SEATS
from forsale_sim.search.last_sales import most_houses
from forsale_sim.search.mixed_sale import SHARPNESS, matching_cheques, sharpness
from forsale_sim.search.rollouts import outcome
from forsale_sim.search.unseen_cards import shuffle_unseen

SALES = 4
"""How many times the houses of a game are sold, each time for cheques in another order."""


@compiled
def record_games(states, tables, coins, first, record):
    """Play a game for each row of `coins`, the players' at the start, and fill a record in place.

    Parameters
    ----------
    states : (2,) records of `STATE`
        The game's state, and scratch.
    tables : (1,) records of `TABLE`
    coins : (games, players) int64
    first : int64
        The deal of the first game.
    record : Record
        A record of as many games as `coins`.

    Returns
    -------
    bool
        Whether every move was legal.
    """
    bought, sold, table = states[0], states[1], tables[0]
    for n in range(coins.shape[0]):
        bought.deal = U64(first + n)
        bought.seating = U64(1)
        deal_cards(bought, table)
        for position in range(bought.players):
            bought.starting_coins[position + 1] = coins[n, position]
        game.begin_game(bought)
        dealt = 0
        for i in range(record.coins.shape[1]):
            dealt = begin_auction(bought, table, dealt)
            if not hold_auction(bought, table, U64(bought.opener)):
                return False
            record.openers[n, i] = bought.opener
            for position in range(bought.players):
                record.coins[n, i, position] = bought.coins[position + 1]
                record.hands[n, i, position] = bought.hand[position + 1]
        game.begin_selling(bought)
        for i in range(SALES):
            copy_record(states[1], states[0])
            sold.deal = U64(SALES * (first + n) + i)
            shuffle_unseen(sold, table)
            if not hold_sales(sold, table, 0):
                return False
            for position in range(bought.players):
                record.wins[n, position] += outcome(sold, position + 1) / SALES
    return True


@allocating_step
def record_sale(state, sellers, n, i, record):
    """Record the table after a sale of `sellers` players, as `mixed_sale` values it: sale i from 0.

    The arguments are those of `record_sales`.
    """
    houses = 0
    for seat in range(1, SEATS):
        houses |= state.hand[seat]
    record.to_come[n, i] = count(houses) / sellers
    record.units[n, i] = sharpness(state, 1.0) / SHARPNESS
    brings = np.empty(MAX_CARDS)
    matching_cheques(state, count(houses), brings)
    for rank in range(count(houses)):
        record.worth[n, i, state.buyer[lowest(houses)] - 1] += brings[rank]
        houses &= houses - 1
    for position in range(state.players):
        record.money[n, i, position] = game.money(state, position + 1)


@compiled
def record_sales(states, tables, first, record):
    """Play a game of each deal from `first` on, and fill a record of its sales in place.

    Parameters
    ----------
    states : (1,) records of `STATE`
    tables : (1,) records of `TABLE`
    first : int64
    record : SaleRecord
        A record of the games to play, all zeros.

    Returns
    -------
    bool
        Whether every move was legal.
    """
    state, table = states[0], tables[0]
    cards = table.cards - state.removed
    state.seating = U64(1)
    for n in range(record.wins.shape[0]):
        state.deal = U64(first + n)
        deal_cards(state, table)
        game.begin_game(state)
        if not hold_auctions(state, table, 0):
            return False
        game.begin_selling(state)
        dealt, i = 0, 0
        while dealt < cards:
            sellers = game.holders(state)
            number = count(sellers)
            game.reveal_cheques(state, next_cards(table.cheques, dealt, number))
            dealt += number
            if not hold_sale(state, table, sellers):
                return False
            if most_houses(state) > 1:
                record_sale(state, number, n, i, record)
                i += 1
        for position in range(state.players):
            record.wins[n, position] = outcome(state, position + 1)
    return True
