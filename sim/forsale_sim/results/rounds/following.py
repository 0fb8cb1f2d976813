"""The compiled loop that plays a chunk of games and keeps what was offered and sold each round.

Of buying, the outcome of a game has all that is wanted: the highest house of an offer went to the
auction's winner, whose price was the highest bid. Of selling it has not: a cheque's value is on two
cards, so it does not tell who sold when.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import count, highest
from forsale_sim.engine import game
from forsale_sim.engine.caching import compiled, inlined
from forsale_sim.engine.kernel import (
    deal_cards,
    draw_lineup,
    hold_auction,
    hold_sale,
    next_cards,
    seat_strategies,
    write_row,
)
from forsale_sim.engine.random import ONE, U64, ZERO


@inlined
def follow_buying(state, table, offers):
    """Play all auctions and keep which houses each had; return whether every move was legal."""
    cards, dealt = table.cards - state.removed, 0
    for i in range(len(offers)):
        number = min(state.houses_per_round, cards - dealt)
        offers[i] = next_cards(table.houses, dealt, number)
        game.open_auction(state, offers[i])
        dealt += number
        if not hold_auction(state, table, U64(state.opener)):
            return False
    return True


@inlined
def follow_selling(state, table, sales, sold):
    """Play all sales and keep their cheques and houses; return whether every move was legal."""
    cards, dealt = table.cards - state.removed, 0
    for i in range(len(sales)):
        sellers = game.holders(state)
        number = min(count(sellers), cards - dealt)
        sales[i] = next_cards(table.cheques, dealt, number)
        game.reveal_cheques(state, sales[i])
        dealt += number
        before = state.hand.copy()
        if sellers != 0 and not hold_sale(state, table, sellers):
            return False
        for position in range(U64(state.players)):
            given = before[position + ONE] & ~state.hand[position + ONE]
            sold[i, position] = highest(given) if given != 0 else 0
    return True


@compiled
def follow_chunk(
    states,
    tables,
    functions,
    arguments,
    lineup,
    first_deal,
    deals,
    seatings,
    rows,
    offers,
    sales,
    sold,
):
    """Play some deals as `engine.kernel.play_chunk` does, which see, and keep their rounds.

    Parameters
    ----------
    states, tables, functions, arguments, lineup, first_deal, deals, seatings, rows
        As there.
    offers : int64[:, ::1]
        (games, rounds): the houses of every auction.
    sales : int64[:, ::1]
        (games, rounds): the cheque cards of every sale; nobody buys two houses in a round, so there
        are no more sales than auctions.
    sold : uint8[:, :, ::1]
        (games, rounds, players): the house that a seat sold in a sale; 0 if it had none. All of
        these are filled in place.

    Returns
    -------
    int64
        How many games were played to the end.
    """
    state, table = states[0], tables[0]
    players = U64(state.players)
    drawn = len(lineup) == 0
    seated = np.zeros(players, np.uint8) if drawn else lineup.copy()
    pool = np.zeros(functions.shape[1], np.uint8)
    played = ZERO
    for deal in range(first_deal, first_deal + deals):
        state.deal = U64(deal)
        deal_cards(state, table)
        if drawn:
            draw_lineup(state, table, pool, seated)
        for seating in range(1, seatings + 1):
            state.seating = U64(seating)
            row = rows[played]
            seat_strategies(table, functions, arguments, seated, U64(seating), players, row)
            game.begin_game(state)
            if not follow_buying(state, table, offers[played]):
                return int(played)
            game.begin_selling(state)
            if not follow_selling(state, table, sales[played], sold[played]):
                return int(played)
            write_row(state, row)
            played += ONE
    return int(played)
