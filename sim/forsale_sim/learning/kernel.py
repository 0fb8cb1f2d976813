"""Self-play in compiled code."""

from __future__ import annotations

from forsale_sim.engine import game
from forsale_sim.engine.caching import compiled
from forsale_sim.engine.kernel import deal_cards, hold_auction, hold_sales, next_cards
from forsale_sim.engine.random import U64
from forsale_sim.lookahead.rollouts import outcome
from forsale_sim.lookahead.shuffling import shuffle_unseen

SALES = 16
"""How many times what was bought is sold, each time for cheques in another order."""


@compiled
def record_games(states, tables, coins, first, record):
    """Play a game for each row of `coins`, the players' at the start, and fill a record in place.

    Parameters
    ----------
    states : (2,) records of `STATE`
        Of the game; and scratch.
    tables : (1,) records of `TABLE`
    coins : (games, players) int64
    first : int64
        The deal of the first game.
    record : Record
        Of so many games.

    Returns
    -------
    bool
        Whether every move was legal.
    """
    bought, sold, table = states[0], states[1], tables[0]
    cards = table.cards - bought.removed
    for n in range(coins.shape[0]):
        bought.deal = U64(first + n)
        bought.seating = U64(1)
        deal_cards(bought, table)
        for position in range(bought.players):
            bought.starting_coins[position + 1] = coins[n, position]
        game.begin_game(bought)
        dealt = 0
        for i in range(record.coins.shape[1]):
            number = min(bought.houses_per_round, cards - dealt)
            game.open_auction(bought, next_cards(table.houses, dealt, number))
            dealt += number
            if not hold_auction(bought, table, U64(bought.opener)):
                return False
            record.openers[n, i] = bought.opener
            for position in range(bought.players):
                record.coins[n, i, position] = bought.coins[position + 1]
                record.hands[n, i, position] = bought.hand[position + 1]
        game.begin_selling(bought)
        for i in range(SALES):
            states[1] = states[0]
            sold.deal = U64(SALES * (first + n) + i)
            shuffle_unseen(sold, table)
            if not hold_sales(sold, table, 0):
                return False
            for position in range(bought.players):
                record.wins[n, position] += outcome(sold, position + 1) / SALES
    return True
