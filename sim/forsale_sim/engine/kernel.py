"""Plays a chunk of games: every deal under every seating of its lineup, one row a game."""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS, count, has, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.caching import compiled, inlined
from forsale_sim.engine.cards import unlikely
from forsale_sim.engine.decisions import ask
from forsale_sim.engine.random import (
    DEAL,
    LINEUP,
    ONE,
    U64,
    ZERO,
    draw_below,
    purpose_word,
    shuffle,
)
from forsale_sim.engine.state import BID, CARDS, SELL
from forsale_sim.rows import MAX_SEATS


@compiled
def deal_cards(state, table):
    """Shuffle both decks of a deal, in the table, into the order in which they are dealt."""
    cards = U64(table.cards)
    for i in range(cards):
        table.houses[i] = table.deck[i]
        table.cheques[i] = i + ONE
    purpose = purpose_word(DEAL, U64(state.players), ZERO, ZERO, ZERO)
    words, seed, deal = table.words, state.seed, state.deal
    n = shuffle(table.houses, cards, table.batches, words, seed, purpose, deal, ZERO)
    shuffle(table.cheques, cards, table.batches, words, seed, purpose, deal, n)


@inlined
def draw_lineup(state, table, pool, lineup):
    """Draw a lineup from a field: no strategy sits twice before every other sits once.

    Parameters
    ----------
    pool : uint8[::1]
        Scratch, as long as the field.
    lineup : uint8[::1]
        By seat in the first seating; filled in place with indices into the field.
    """
    purpose = purpose_word(LINEUP, U64(state.players), ZERO, ZERO, ZERO)
    size, n = U64(len(pool)), ZERO
    for position in range(U64(state.players)):
        q = position % size
        if q == ZERO:
            for i in range(size):
                pool[i] = i
        draw, n = draw_below(size - q, table.words, state.seed, purpose, state.deal, n)
        pool[q], pool[q + draw] = pool[q + draw], pool[q]
        lineup[position] = pool[q]


@inlined
def seat_strategies(table, functions, arguments, lineup, seating, players, row):
    """Write which strategy sits where in a seating (uint64) of a lineup: in table and row."""
    for position in range(players):
        place = position + seating - ONE
        strategy = U64(lineup[place if place < players else place - players])
        row.strategy[position] = strategy
        for phase in range(2):
            table.functions[phase, position + ONE] = functions[phase, strategy]
            table.arguments[phase, position + ONE] = arguments[phase, strategy]


@inlined
def next_cards(order, dealt, number):
    """Return `number` cards of a deck as a set, from the one after the first `dealt` on."""
    cards = 0
    for i in range(MAX_SEATS):
        if i < number:
            cards |= only(int(order[U64(dealt + i)]))
    return cards


@inlined
def ask_seat(state, table, seat, phase):
    """Return the move of `seat`, and count the decision."""
    state.draws = ZERO
    function, arguments = table.functions[phase, seat], table.arguments[phase, seat]
    move = ask(function, phase, state, U64(seat), arguments)
    state.decisions[seat] += ONE
    return move


@compiled
def hold_auction(state, table, seat):
    """Play an auction to its end from the turn of `seat` (uint64); return whether all was legal."""
    # As in the state, from which the compiler would have to read them again after each ask.
    highest_bid, seats_in = state.highest_bid, state.seats_in
    while True:
        least = game.least_bid(state.raise_, highest_bid, state.bid[seat])
        move = 0
        if state.coins[seat] >= least:
            state.least_bid = least
            move = ask_seat(state, table, seat, BID)
        if move == 0:
            game.pass_auction(state, seat)
            seats_in = remove(seats_in, int(seat))
            if seats_in & (seats_in - 1) == 0:
                break
        elif unlikely(move < least or move > state.coins[seat]):
            state.seat, state.move = int(seat), move
            return False
        else:
            game.place_bid(state, seat, move)
            highest_bid = move
        seat = U64(game.next_seat(seats_in, int(seat)))
    game.close_auction(state)
    return True


@compiled
def hold_sale(state, table, sellers):
    """Play one selling round among the set `sellers`; return whether every move was legal."""
    houses = 0
    seats = sellers
    while seats != 0:
        seat = lowest(seats)
        seats &= seats - 1
        hand = state.hand[seat]
        house = lowest(hand)
        if hand & (hand - 1) != 0 and sellers & (sellers - 1) != 0:
            house = ask_seat(state, table, seat, SELL)
            if unlikely(house < 1 or house >= CARDS or not has(hand, house)):
                state.seat, state.move = seat, house
                return False
        houses |= only(house)
    game.settle_sale(state, houses)
    return True


@inlined
def hold_auctions(state, table, dealt):
    """Play the buying rounds after the first `dealt` houses; return whether all was legal."""
    cards = table.cards - state.removed
    while dealt < cards:
        number = min(state.houses_per_round, cards - dealt)
        game.open_auction(state, next_cards(table.houses, dealt, number))
        dealt += number
        if not hold_auction(state, table, U64(state.opener)):
            return False
    return True


@inlined
def hold_sales(state, table, dealt):
    """Play the selling rounds after the first `dealt` cheques; return whether all was legal."""
    cards = table.cards - state.removed
    while dealt < cards:
        sellers = game.holders(state)
        number = count(sellers)
        game.reveal_cheques(state, next_cards(table.cheques, dealt, number))
        dealt += number
        if not hold_sale(state, table, sellers):
            return False
    return True


@inlined
def play_game(state, table):
    """Play one game of the deal on the table; return whether every move was legal."""
    game.begin_game(state)
    if not hold_auctions(state, table, 0):
        return False
    game.begin_selling(state)
    return hold_sales(state, table, 0)


@compiled
def write_row(state, row):
    """Write the outcome of a finished game as a record of `ROW`."""
    game.score(state, row)
    for position in range(U64(MAX_SEATS)):
        row.coins[position] = state.coins[position + ONE]
        row.cheques[position] = state.cheques[position + ONE]


@compiled
def write_houses(state, houses):
    """Write what became of each house in a finished game as a record of `HOUSES`."""
    for i in range(U64(MAX_CARDS)):
        houses.buyer[i] = state.buyer[i + ONE]
        houses.price[i] = state.price[i + ONE]
        houses.cheque[i] = state.cheque[i + ONE]
        houses.bought[i] = state.bought[i + ONE]
        houses.sold[i] = state.sale[i + ONE]


@compiled
def play_chunk(
    states, tables, functions, arguments, lineup, first_deal, deals, seatings, rows, houses
):
    """Play some deals under every seating of their lineups.

    Parameters
    ----------
    states : (1,) records of `STATE`
        From `new_state`. After an illegal move it is the state in which the move was made, with the
        move in ``move``.
    tables : (1,) records of `TABLE`
        From `new_table`; scratch.
    functions, arguments : uint64[:, ::1]
        (2, strategies): addresses of decision functions and of their parameters' values, for
        bidding and selling.
    lineup : uint8[::1]
        (players,) indices into the field by seat in the first seating; (0,) to draw one a deal.
    first_deal, deals, seatings : int64
    rows : (deals * seatings,) records of `ROW`
        Filled in place.
    houses : (deals * seatings,) records of `HOUSES`
        Filled in place; (0,) where nobody wants them.

    Returns
    -------
    int64
        How many games were played to the end: all of them, or those before an illegal move.
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
            if not play_game(state, table):
                return int(played)
            write_row(state, row)
            if len(houses) != 0:
                write_houses(state, houses[played])
            played += ONE
    return int(played)
