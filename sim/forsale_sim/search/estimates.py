"""The chance to win after each move of a position, by the searches that choose moves.

A game can be reviewed with them. They assume that everyone plays on as well as the search knows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.bits import copy_record, local_array
from strategy_lab.compiled.caching import compiled
from strategy_lab.compiled.random import U64

from forsale_sim.cards import members
from forsale_sim.engine import game
from forsale_sim.engine.state import CARDS, SEATS
from forsale_sim.engine.view import I64
from forsale_sim.search.auctions import (
    AUCTION,
    MOST_PRICES,
    deepen,
    last_bid,
    pass_turn,
    prepared,
    value_end,
)
from forsale_sim.search.rollouts import most_houses, solved_sale
from forsale_sim.search.sales import forget, mixed_sale, shown_state
from forsale_sim.view import View

SEED = 1  # that of the random numbers of every estimate: the same position has the same


def estimates_of_bids(
    view: View, made: int, weights: NDArray[np.float64], houses: int, thrift: float, budget: int
) -> dict[int, list[float]]:
    """Return everyone's chance to win after a pass, after each bid that may pay, and after `made`.

    Chances are by seat, seat 1 first.
    """
    states = shown_state(view)
    seat = int(view.seat)
    last = int(highest_sensible_bid(states, seat, weights, houses, thrift))
    bids = sorted({0, made, *range(view.least_bid, last + 1)})
    chances = np.empty((len(bids), SEATS))
    chances_after_bids(states, seat, weights, houses, thrift, budget, np.array(bids), chances)
    return dict(zip(bids, chances[:, 1 : view.players + 1].tolist(), strict=True))


def estimates_of_sales(view: View, rounds: int, draws: int) -> dict[int, float]:
    chances = np.zeros(CARDS)
    chances_after_sales(shown_state(view), int(view.seat), rounds, draws, chances)
    return {house: float(chances[house]) for house in members(view.hand)}


@compiled
def highest_sensible_bid(states, seat, weights, houses, thrift):
    """Return the highest bid (int64) that may pay: see `auctions.last_bid`."""
    auctions = local_array(1, AUCTION)
    _, powers = prepared(states[0], weights, houses, thrift, auctions)
    return last_bid(auctions[0], seat, MOST_PRICES, powers)


@compiled
def chances_after_bids(states, seat, weights, houses, thrift, budget, bids, chances):
    starts, auctions = local_array(1, AUCTION), local_array(1, AUCTION)
    turns, powers = prepared(states[0], weights, houses, thrift, starts)
    for i in range(len(bids)):
        copy_record(auctions[0], starts[0])
        auction, bid = auctions[0], bids[i]
        if bid == 0:
            pass_turn(auction, seat, powers.passing)
        else:
            auction.bid[seat] = auction.highest_bid = bid
        if auction.seats_in & (auction.seats_in - 1) == 0:
            value_end(auction, powers.winning, chances[i])
        else:
            following = I64(game.next_seat(auction.seats_in, U64(seat)))
            deepen(auctions, turns, following, powers, budget, chances[i])


@compiled
def chances_after_sales(states, seat, rounds, draws, chances):
    expected = np.zeros((SEATS, CARDS))
    forget(states[0], SEED)
    if most_houses(states[0]) > 2:
        mixed_sale(states[0], seat, rounds, expected, chances)
    else:
        first = np.zeros((SEATS, 1), np.int64)[:, 0]  # of the type that the decision passes
        solved_sale(states, seat, 0, draws, first, expected, chances)
