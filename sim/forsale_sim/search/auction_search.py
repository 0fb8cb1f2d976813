"""An auction searched to its end.

Nothing in an auction is hidden or left to chance, and a value function says what each end is worth.
So the auction is a game of perfect information for any number of players, and the search is max^n
[1]_: at every turn the player chooses the move that gives them the best chance to win. At the root
the search tries every bid of `bids_to_try`; below it, players pass or make the least bid.

References
----------
.. [1] Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986.
"""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import count, highest, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.candidate_moves import MOST_MOVES, bids_to_try
from forsale_sim.search.value_function import OPENS, strength, weights_for

TURN = np.dtype(
    [
        ("seat", np.int64),
        ("may_bid", np.bool_),
        ("least_bid", np.int64),
        ("chances", np.float64, SEATS),
        # What the turn changes.
        ("coins", np.int64),
        ("hand", np.int64),
        ("bid", np.int64),
        ("highest_bid", np.int64),
        ("seats_in", np.int64),
        ("houses_on_offer", np.int64),
    ],
    align=True,
)
"""A node of the search: whether a bid is still to be tried, everyone's chances after the best move
tried so far, and the state before the turn."""

MOST_POSITIONS = 20_000
"""After so many positions, a few milliseconds, everyone left in is assumed to pass.

The printed editions have fewer; with many coins, or bids that may be matched, there is no limit.
"""


@inlined
def strength_with(state, seat, house, price, weights):
    """Return the strength of `seat` after buying a house (0 for none) for `price`."""
    hand = state.hand[seat] | (only(house) if house != 0 else 0)
    return strength(weights, state.coins[seat] - price, hand)


@inlined
def can_gain(state, seat, least, weights):
    """Return whether any outcome of a bid is better for `seat` than passing now.

    The best outcomes are the highest house for the least bid, and the second highest for what a
    pass with that bid costs.
    """
    house = game.pass_house(state)
    price = state.bid[seat] - game.pass_refund(state, seat)
    passing = strength_with(state, seat, house, price, weights)
    best = highest(state.houses_on_offer)
    if strength_with(state, seat, best, least, weights) + weights[OPENS] > passing:
        return True
    second = highest(remove(state.houses_on_offer, best))
    price = least - game.refund_of(state, least)
    return second != house and strength_with(state, seat, second, price, weights) > passing


@inlined
def leave(state, seat, powers, weights):
    """Let `seat` pass, and store the exponential of its strength."""
    game.pass_auction(state, seat)
    powers[seat] = np.exp(strength(weights, state.coins[seat], state.hand[seat]))


@inlined
def value_end(state, powers, weights, chances):
    """Write everyone's chance to win when one player is left, who takes the last house."""
    seat = lowest(state.seats_in)
    house, price = lowest(state.houses_on_offer), state.bid[seat]
    powers[seat] = np.exp(strength_with(state, seat, house, price, weights) + weights[OPENS])
    total = 0.0
    for other in range(1, state.players + 1):
        total += powers[other]
    for other in range(1, state.players + 1):
        chances[other] = powers[other] / total


@inlined
def begin_turn(turn, state, seat, weights):
    """Store the state before the turn of `seat`, and whether a bid is worth trying."""
    least = game.least_bid(state, state.highest_bid, state.bid[seat])
    turn.seat, turn.least_bid = seat, least
    turn.may_bid = least <= state.coins[seat] and can_gain(state, seat, least, weights)
    turn.chances[seat] = -1.0
    turn.coins, turn.hand, turn.bid = state.coins[seat], state.hand[seat], state.bid[seat]
    turn.highest_bid, turn.seats_in = state.highest_bid, state.seats_in
    turn.houses_on_offer = state.houses_on_offer


@inlined
def take_back(turn, state):
    """Restore the state before a turn."""
    seat = turn.seat
    state.coins[seat], state.hand[seat], state.bid[seat] = turn.coins, turn.hand, turn.bid
    state.highest_bid, state.seats_in = turn.highest_bid, turn.seats_in
    state.houses_on_offer = turn.houses_on_offer


@inlined
def keep_better(turn, chances):
    """Keep the chances after a move if they are the best so far for the player who made it."""
    if chances[turn.seat] > turn.chances[turn.seat]:
        for other in range(SEATS):
            turn.chances[other] = chances[other]


@inlined
def most_turns(states):
    """Return the most turns that an auction can have: each is a pass, or raises one's own bid."""
    state = states[0]
    turns = state.players
    for seat in range(1, SEATS):
        turns += state.coins[seat]
    return turns


@inlined
def search(state, turns, seat, powers, weights, chances):
    """Write everyone's chance to win if all maximise their own from the turn of `seat` on.

    Parameters
    ----------
    state : record of `STATE`
        In an auction; unchanged at the end.
    turns : array of `TURN`
        Scratch: `most_turns` of them.
    seat : int64
        Whose turn it is; ignored if only one player is left in.
    powers : float64[::1]
        By seat: exponentials of the strengths of the players who have passed; the others' are
        filled in.
    weights : float64[::1]
        The value function's weights after this auction.
    chances : float64[::1]
        By seat; filled in.
    """
    depth, positions = 0, 0
    while True:
        if state.seats_in & (state.seats_in - 1) != 0:
            positions += 1
            begin_turn(turns[depth], state, seat, weights)
            leave(state, seat, powers, weights)
            depth += 1
        else:
            value_end(state, powers, weights, chances)
            while depth > 0:
                turn = turns[depth - 1]
                keep_better(turn, chances)
                take_back(turn, state)
                if turn.may_bid and positions <= MOST_POSITIONS:
                    turn.may_bid = False
                    seat = turn.seat
                    game.place_bid(state, seat, turn.least_bid)
                    break
                for other in range(SEATS):
                    chances[other] = turn.chances[other]
                depth -= 1
            if depth == 0:
                return
        seat = game.next_seat(state.seats_in, seat)


@inlined
def best_bid(starts, states, turns, seat, weights, houses):
    """Return the bid of `seat` with the best chance to win.

    Parameters
    ----------
    starts, states : (1,) records of `STATE`
        What the player sees, and scratch.
    turns : array of `TURN`
        Scratch.
    seat : int64
    weights : (rounds, FEATURES) float64
        By number of auctions to come and, for houses, by rank: `forsale_sim.search.value_function`.
    houses : int64
        How many houses were in the deck that the weights were learned with.
    """
    start, state = starts[0], states[0]
    left = count(start.unseen_houses) - start.removed
    to_come = (left + start.houses_per_round - 1) // start.houses_per_round
    row = weights_for(start.deck_houses, weights[min(to_come, weights.shape[0] - 1)], houses)
    powers, chances = np.empty(SEATS), np.empty(SEATS)
    for other in range(1, start.players + 1):
        powers[other] = np.exp(strength(row, start.coins[other], start.hand[other]))
    moves = np.empty(MOST_MOVES, np.int64)
    best, most = 0, -1.0
    for i in range(bids_to_try(start, seat, 0, moves)):
        states[0] = starts[0]
        if moves[i] == 0:
            leave(state, seat, powers, row)
        else:
            game.place_bid(state, seat, moves[i])
        search(state, turns, game.next_seat(state.seats_in, seat), powers, row, chances)
        if chances[seat] > most:
            best, most = moves[i], chances[seat]
    return best


@inlined
def choose_bid(view, weights, houses):
    """Return the bid that `best_bid` finds for the player whose view it is."""
    # A record does not keep its array alive, so functions are given the array.
    starts, states = np.empty(1, STATE), np.empty(1, STATE)
    starts[0] = state_of(view)
    turns = np.empty(most_turns(starts), TURN)
    return best_bid(starts, states, turns, int(seat_of(view)), weights, houses)
