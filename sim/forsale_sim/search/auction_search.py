"""An auction searched to its end.

Nothing in an auction is hidden or left to chance, and a value function says what each end is worth.
So the auction is a game of perfect information for any number of players, and the search is max^n
[1]_: at every turn the player chooses the move that gives them the best chance to win.

How far bids may jump is deepened step by step [2]_: first all others pass or make the least bid,
then they may also bid one more, three more, and so on, until no bid is left out or the budget is
used up. The last depth that was searched completely decides.

References
----------
.. [1] Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986.
.. [2] Slate and Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977).
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import allocating_step, inlined
from strategy_lab.compiled.local_arrays import local_array
from strategy_lab.compiled.random import U64

from forsale_sim.cards import count, has
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64, seat_of, state_of
from forsale_sim.search.auction_tree import (
    AUCTION,
    MOST_PRICES,
    Powers,
    fill_powers,
    last_bid,
    pass_turn,
    value_end,
)
from forsale_sim.search.auction_turns import TURN, begin_turn, keep_better, no_forecast, take_back
from forsale_sim.search.known_positions import key_of, recall, remember, room_for
from forsale_sim.search.value_function import COINS, FEATURES, ROOTS, fill_weights_now, strength

MOST_TURNS = 512
"""The deepest that an auction is searched: beyond it, players pass."""
JUMPS = np.array([0, 1, 3, 7, 15, MOST_PRICES])
"""By how much others may bid more than the least, at each step of the deepening."""


@inlined
def go_back(auction, turns, depth, jump, known, chances):
    """Return to the last turn with a bid to try, and make it; return the depth after it, or 0."""
    while depth > 0:
        turn = turns[depth - 1]
        take_back(auction, turn)
        keep_better(turn, chances)
        turn.curtailed |= auction.curtailed
        if turn.next_bid <= turn.last_bid:
            turn.now_tried = turn.next_bid
            turn.next_bid += 1
            auction.bid[turn.seat] = auction.highest_bid = turn.now_tried
            return depth
        by_rule = turn.passes_by_rule + turn.raises_by_rule
        if by_rule > 0.0:
            for seat in range(SEATS):
                turn.chances[seat] = (1.0 - by_rule) * turn.chances[seat] + turn.expected[seat]
        remember(auction, turn, jump, known)
        auction.curtailed = turn.curtailed
        for seat in range(SEATS):
            chances[seat] = turn.chances[seat]
        depth -= 1
    return 0


@inlined
def search(auctions, turns, first, jump, powers, forecast, known):
    """Search an auction from the turn of `first` on; return whether it was searched completely.

    When the budget is used up, the search ends; but if nobody jumps, all who are still in pass from
    there on.

    `auctions`, (1,) record of `AUCTION`: unchanged at the end, if it was searched completely.
    `turns`, array of `TURN`: scratch. The first is the turn of `first` in the end. `first`, int64.
    `jump`, int64: by how much all but the first bid may be higher than the least. `powers`, Powers.
    `forecast`, Forecast. `known`, Known.
    """
    auction, chances = auctions[0], local_array(SEATS, np.float64)
    depth, seat, complete = 0, first, True
    while True:
        if auction.seats_in & (auction.seats_in - 1) == 0:
            value_end(auction, powers.winning, chances)
            new = auction.curtailed = False
        else:
            key = key_of(auction, seat, powers.lowest_equal, forecast.by_rule)
            new = not recall(auction, key, jump, known, chances)
        if new:
            last = -1
            if auction.searched < known.chances.shape[0] and depth + 1 < turns.shape[0]:
                last = last_bid(auction, seat, jump if depth > 0 else MOST_PRICES, powers)
            else:
                complete = False
                if jump > 0:
                    return complete
            begin_turn(auction, turns[depth], seat, key, last, forecast)
            turns[depth].curtailed = depth > 0 and last == turns[depth].next_bid + jump
            pass_turn(auction, seat, powers.passing)
            seat = I64(game.next_seat(auction.seats_in, U64(seat)))
            depth += 1
        else:
            depth = go_back(auction, turns, depth, jump, known, chances)
            if depth == 0:
                return complete
            seat = I64(game.next_seat(auction.seats_in, U64(turns[depth - 1].seat)))


@allocating_step
def prepared(state, weights, houses, thrift, auctions):
    """Write an auction to search; return room for its turns, and what its ends are worth.

    `state`, record of `STATE`: what the player to act sees. `weights`, (rounds, FEATURES) float64:
    by number of auctions to come and, for houses, by rank: `forsale_sim.search.value_function`.
    `houses`, int64: how many houses were in the deck that the weights were learned with. `thrift`,
    float64: how many times as much coins count as by the weights. `auctions`, (1,) record of
    `AUCTION`: filled in place.
    """
    row = local_array(FEATURES, np.float64)
    fill_weights_now(state, weights, houses, row)
    row[COINS] *= thrift
    row[ROOTS] *= thrift
    offered, deepest, auction = count(state.houses_on_offer), 1, auctions[0]
    auction.passes = auction.searched = 0
    for seat in range(SEATS):
        auction.passed[seat], auction.power[seat] = 0, 0.0
    auction.players, auction.houses = state.players, offered
    auction.least_raise, auction.opening_bid = state.least_raise, state.opening_bid
    auction.empty_passes = count(state.seats_in) - offered
    auction.seats_in, auction.highest_bid = state.seats_in, state.highest_bid
    prices = 1
    for other in range(1, state.players + 1):
        auction.bid[other], auction.coins[other] = state.bid[other], state.coins[other]
        auction.power[other] = np.exp(strength(row, state.coins[other], state.hand[other]))
        if has(state.seats_in, other):
            prices = max(prices, state.coins[other] + 1)
            deepest += state.coins[other] + 1
    prices = max(min(prices, MOST_PRICES), state.highest_bid + 1)
    powers = Powers(
        np.empty((SEATS, offered + 1, prices)),
        np.empty((SEATS, prices)),
        np.empty((SEATS, prices)),
        np.empty(prices, np.int64),
    )
    fill_powers(state, row, powers)
    return np.empty(min(deepest, MOST_TURNS), TURN), powers


@allocating_step
def deepen(auctions, turns, seat, powers, forecast, budget, chances):
    """Search an auction from the turn of `seat` on, deeper and deeper; return its best bid, or 0.

    `auctions`, `turns`, `powers`: from `prepared`. `seat`, int64. `forecast`, Forecast. `budget`,
    int64: how many positions are searched. `chances`, (SEATS,) float64: filled with everyone's
    chance to win after the best bid.
    """
    known, best = room_for(budget), 0
    for depth in range(JUMPS.shape[0]):
        complete = search(auctions, turns, seat, JUMPS[depth], powers, forecast, known)
        if complete or depth == 0:
            best = turns[0].best_bid
            for i in range(SEATS):  # to assign a slice takes half a second more to compile
                chances[i] = turns[0].chances[i]
        if not complete or not auctions[0].curtailed:
            break
    return best


@allocating_step
def best_bid(state, seat, weights, houses, thrift, forecast, budget):
    """Return the bid of `seat` with the best chance to win.

    `state`, `weights`, `houses`, `thrift`: as for `prepared`. `seat`, int64. `forecast`, Forecast.
    `budget`, int64: how many positions are searched.
    """
    auctions, chances = local_array(1, AUCTION), local_array(SEATS, np.float64)
    turns, powers = prepared(state, weights, houses, thrift, auctions)
    auction = auctions[0]
    least = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    if last_bid(auction, seat, 0, powers) < least:
        return 0
    return deepen(auctions, turns, seat, powers, forecast, budget, chances)


@allocating_step
def choose_bid(view, weights, houses, budget):
    """Return the bid that `best_bid` finds for the player whose view it is."""
    seat = I64(seat_of(view))
    return best_bid(state_of(view), seat, weights, houses, 1.0, no_forecast(), budget)
