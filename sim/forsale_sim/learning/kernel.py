"""Self-play in compiled code."""

from __future__ import annotations

from forsale_sim.engine import game
from forsale_sim.engine.caching import compiled
from forsale_sim.engine.kernel import deal_cards, hold_auction, hold_sales, next_cards
from forsale_sim.engine.random import U64, ZERO
from forsale_sim.engine.state import SEATS
from forsale_sim.lookahead.rollouts import outcome


@compiled
def record_games(states, tables, coins, record):
    """Play a game for each row of `coins`, the players' at the start, and fill a record in place.

    Returns
    -------
    bool
        Whether every move was legal.
    """
    state, table = states[0], tables[0]
    cards = table.cards - state.removed
    for n in range(coins.shape[0]):
        state.deal = U64(n + 1)
        state.seating = U64(1)
        deal_cards(state, table)
        for position in range(state.players):
            state.starting_coins[position + 1] = coins[n, position]
        game.begin_game(state)
        for seat in range(SEATS):
            state.decisions[seat] = ZERO
            state.words_end[seat] = ZERO
        dealt = 0
        for i in range(record.coins.shape[1]):
            number = min(state.houses_per_round, cards - dealt)
            game.open_auction(state, next_cards(table.houses, dealt, number))
            dealt += number
            if not hold_auction(state, table, U64(state.opener)):
                return False
            record.openers[n, i] = state.opener
            for position in range(state.players):
                record.coins[n, i, position] = state.coins[position + 1]
                record.hands[n, i, position] = state.hand[position + 1]
        game.begin_selling(state)
        if not hold_sales(state, table, 0):
            return False
        for position in range(state.players):
            record.wins[n, position] = outcome(state, position + 1)
    return True
