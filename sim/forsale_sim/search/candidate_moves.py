"""The moves that a search compares: some of the legal bids, or every house in hand."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined

from forsale_sim.cards import lowest
from forsale_sim.engine.state import SEATS

MOST_MOVES = 64


@inlined
def add_move(moves, number, move):
    """Append a move to the first `number` of an array unless it is there; return the new number."""
    for i in range(number):
        if moves[i] == move:
            return number
    moves[number] = move
    return number + 1


@inlined
def bids_to_try(state, seat, first, moves):
    """Write a pass, the three least bids and the least unbeatable bid into `moves`.

    `first` comes before them. Return how many there are.
    """
    coins, least = state.coins[seat], state.least_bid
    number = add_move(moves, 0, first)
    number = add_move(moves, number, 0)
    for bid in range(least, min(least + 2, coins) + 1):
        number = add_move(moves, number, bid)
    rivals = 0
    for other in range(1, SEATS):
        if other != seat and state.seats_in >> (other - 1) & 1:
            rivals = max(rivals, state.coins[other])
    if least <= rivals + 1 <= coins:
        number = add_move(moves, number, rivals + 1)
    return number


@inlined
def houses_to_try(state, seat, first, moves):
    """Write the houses in hand into `moves`, beginning with `first`; return how many."""
    number = add_move(moves, 0, first)
    hand = state.hand[seat]
    while hand != 0:
        number = add_move(moves, number, lowest(hand))
        hand &= hand - 1
    return number


@inlined
def at_rank(values, number, rank, ranks):
    """Return the value at a rank of another deck, interpolated linearly.

    `values`, float64[::1]: by rank, from the lowest. `number`, int64: how many values there are.
    `rank`, `ranks`, int64: a rank from 0, and the number of ranks in the other deck. If that equals
    `number`, the value is ``values[rank]``.
    """
    place = min(max((rank + 0.5) * number / ranks - 0.5, 0.0), number - 1.0)
    lower = int(place)
    higher = min(lower + 1, number - 1)
    return values[lower] + (place - lower) * (values[higher] - values[lower])
