"""Games of one player with itself, and the table after every auction.

The players' starting coins vary at random around those of the rules, so that the worth of a coin is
learned from coins that were not earned by good play.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.bits import copy_record
from strategy_lab.compiled.caching import allocating_step, compiled
from strategy_lab.compiled.random import U64
from strategy_lab.plugins.compiling import CompiledField, compile_field
from strategy_lab.simulation.sessions import number_of_threads

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
from forsale_sim.engine.state import SEATS, asks_for_past, new_state
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.rollouts import most_houses, outcome, shuffle_unseen
from forsale_sim.search.sales import SHARPNESS, matching_cheques, sharpness
from forsale_sim.training.values.arguments import PLAYER, on_threads, table_of

SALES = 4  # how many times the houses of a game are sold, each time for cheques in another order


@compiled
def record_games(states, tables, coins, first, record):
    """Play a game for each row of `coins`, the players' at the start, and fill a record in place.

    Returns whether every move was legal.
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
    """Play a game of each deal from `first` on, and fill a record of its sales (zeros) in place.

    Returns whether every move was legal.
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


SPREAD = 3  # the most coins by which a player's starting coins differ from the rules


class Record(NamedTuple):
    """What was on the table after each auction: arrays by game, round and seat."""

    coins: NDArray[np.int64]
    hands: NDArray[np.int64]
    openers: NDArray[np.int64]  # by game and round: the seat that opens the next auction
    # By game and seat: the mean share of the win over several orders of the cheques.
    wins: NDArray[np.float64]


def self_play(rules: Rules, player: CompiledField, games: int, seed: int, threads: int) -> Record:
    rounds = rules.auctions
    drawn = np.random.default_rng(seed).integers(-SPREAD, SPREAD + 1, (games, rules.players))
    coins = np.maximum(np.array(rules.coins) + drawn, 0)
    shape = games, rounds, rules.players
    record = Record(
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
        np.zeros(shape[:2], np.int64),
        np.zeros((games, rules.players)),
    )

    table = table_of(rules, player)

    def play(part: slice) -> bool:
        mine = Record._make(array[part] for array in record)
        states = new_state(rules, seed, keeps_past=asks_for_past(player.asks_for)).repeat(2)
        return bool(record_games(states, table.copy(), coins[part], part.start + 1, mine))

    on_threads(games, play, threads)
    return record


class SaleRecord(NamedTuple):
    """What `record_sales` fills: arrays by game, sale and seat, 0 beyond a game's last sale."""

    money: NDArray[np.float64]
    worth: NDArray[np.float64]
    units: NDArray[np.float64]
    to_come: NDArray[np.float64]
    wins: NDArray[np.float64]


class Sales(NamedTuple):
    money: NDArray[np.float64]  # by table and seat: coins and cheques
    # By table and seat: what the houses in hand would bring if sold for matching cheques.
    worth: NDArray[np.float64]
    # By table: what `SHARPNESS` multiplies to give the sharpness with one sale to come.
    units: NDArray[np.float64]
    to_come: NDArray[np.float64]  # by table: how many more sales there are
    wins: NDArray[np.float64]  # by table and seat: the share of the win at the game's end
    deals: NDArray[np.int64]  # by table: the deal it comes from


def play_sales(rules: Rules, deals: int, seed: int) -> Sales:
    # Nobody buys two houses in one auction, so there are no more sales than auctions.
    shape = deals, rules.auctions, rules.players
    record = SaleRecord(
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape[:2]),
        np.zeros(shape[:2]),
        np.zeros((deals, rules.players)),
    )
    player = compile_field([load_entrant(PLAYER)])
    table = table_of(rules, player)

    def play(part: slice) -> bool:
        mine = SaleRecord._make(array[part] for array in record)
        state = new_state(rules, seed, keeps_past=asks_for_past(player.asks_for))
        return bool(record_sales(state, table.copy(), part.start + 1, mine))

    on_threads(deals, play, number_of_threads(None))
    held = record.to_come > 0
    games = np.nonzero(held)[0]
    return Sales(
        record.money[held],
        record.worth[held],
        record.units[held],
        record.to_come[held],
        record.wins[games],
        games + 1,
    )
