"""Playouts in compiled code: a game played to its end from the middle, many times for each move."""

from __future__ import annotations

from forsale_sim.cards import count, has, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.caching import compiled
from forsale_sim.engine.kernel import ask_seat, hold_auction, hold_sale, next_cards
from forsale_sim.engine.random import ONE, U64
from forsale_sim.engine.state import BID, CARDS, SELL
from forsale_sim.search.shuffling import shuffle_unseen


@compiled
def finish_auction(state, table, seat, move):
    """Play on in an auction in which `seat` (uint64) makes a legal move now.

    Returns
    -------
    bool
        Whether every further move was legal.
    """
    seats_in = state.seats_in
    asked = False
    while True:
        least = game.least_bid(state.raise_, state.highest_bid, state.bid[seat])
        if asked:
            move = 0
            if state.coins[seat] >= least:
                state.least_bid = least
                move = ask_seat(state, table, seat, BID)
        asked = True
        if move == 0:
            game.pass_auction(state, seat)
            seats_in = remove(seats_in, int(seat))
            if seats_in & (seats_in - 1) == 0:
                break
        elif move < least or move > state.coins[seat]:
            return False
        else:
            game.place_bid(state, seat, move)
        seat = U64(game.next_seat(seats_in, int(seat)))
    game.close_auction(state)
    return True


@compiled
def finish_sale(state, table, chooser, house):
    """Play a sale in which `chooser` sells `house`; return whether every move was legal."""
    houses = only(house)
    seats = remove(game.holders(state), chooser)
    while seats != 0:
        seat = lowest(seats)
        seats &= seats - 1
        hand = state.hand[seat]
        sold = lowest(hand)
        if hand & (hand - 1) != 0:
            sold = ask_seat(state, table, seat, SELL)
            if sold < 1 or sold >= CARDS or not has(hand, sold):
                return False
        houses |= only(sold)
    game.settle_sale(state, houses)
    return True


@compiled
def play_on(state, table, seat, move):
    """Make a legal move for `seat` and play the game to its end; return whether all was legal."""
    state.decisions[seat] += ONE
    dealt = 0
    if state.seats_in != 0:
        if not finish_auction(state, table, U64(seat), move):
            return False
        cards = count(state.unseen_houses) - state.removed
        while dealt < cards:
            number = min(state.houses_per_round, cards - dealt)
            game.open_auction(state, next_cards(table.houses, dealt, number))
            dealt += number
            if not hold_auction(state, table, U64(state.opener)):
                return False
        game.begin_selling(state)
    elif not finish_sale(state, table, seat, move):
        return False
    dealt = 0
    sellers = game.holders(state)
    while sellers != 0:
        game.reveal_cheques(state, next_cards(table.cheques, dealt, count(sellers)))
        dealt += count(sellers)
        if not hold_sale(state, table, sellers):
            return False
        sellers = game.holders(state)
    return True


@compiled
def play_out(starts, states, tables, seat, moves, first, wins, rows):
    """Play a game to its end from the same position, often and for each of some moves.

    Parameters
    ----------
    starts : (1,) records of `STATE`
        The position.
    states, tables, rows : (1,) records of `STATE`, `TABLE` and `ROW`
        Scratch; the table says which strategy sits where.
    seat : int64
        Who is to move.
    moves : int64[::1]
        What the seat can do: legal moves.
    first : int64
        The number of the first playout, which names its random numbers.
    wins : uint8[:, ::1]
        (moves, playouts): the seat's share of the win, in 60ths; filled in place. A playout has the
        same order of the cards for each move.

    Returns
    -------
    bool
        False if a strategy made an illegal move or raised an exception.
    """
    state, table, row = states[0], tables[0], rows[0]
    for playout in range(wins.shape[1]):
        starts[0].deal = U64(first + playout)
        shuffle_unseen(starts[0], table)
        for i in range(len(moves)):
            states[0] = starts[0]
            if not play_on(state, table, seat, moves[i]):
                return False
            game.score(state, row)
            wins[i, playout] = row.win[U64(seat - 1)]
    return True
