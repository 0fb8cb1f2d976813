"""Turns of an auction under search: the moves to try, and the best of those that were tried.

A player may be expected to bid by a rule. Then the chances at their turn are a mean: of those after
the rule's move, and of those after the move that is best for them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import allocating_step, inlined

from forsale_sim.cards import only
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.search.auction_tree import house_of_pass

TURN = np.dtype(
    [
        ("seat", np.int64),
        ("next_bid", np.int64),
        ("last_bid", np.int64),
        ("best_bid", np.int64),
        ("now_tried", np.int64),
        ("rule_bid", np.int64),
        ("own_bid", np.int64),
        ("highest_bid", np.int64),
        ("key", np.uint64),
        ("curtailed", np.bool_),
        ("passes_by_rule", np.float64),
        ("raises_by_rule", np.float64),
        ("chances", np.float64, SEATS),
        ("expected", np.float64, SEATS),
    ],
    align=True,
)
"""A node of the search: the bids still to be tried, the best so far with everyone's chances after
it, the state before the turn, and whether bids were left out there or later, as they jump too far;
how likely the player passes, or makes a bid, because a rule says so, and everyone's chances after
that, times its probability."""
RARELY = 0.005
"""A bid that a player makes by a rule more rarely than this is left out."""


class Forecast(NamedTuple):
    """How the others may bid by rules, rather than for the end that is best for them."""

    by_rule: NDArray[np.float64]
    """By seat: the probability that the player bids by a rule."""
    staying: NDArray[np.float64]
    """By seat, number of the house that a pass takes (0 for none) and price: how likely a player
    who bids by a rule makes such a bid."""
    house: int
    """The number of the house that a pass takes when the search begins."""


@allocating_step
def no_forecast():
    """Return the forecast that nobody bids by a rule."""
    return Forecast(np.zeros(SEATS), np.empty((SEATS, 1, 1)), 0)


@inlined
def begin_turn(auction, turn, seat, key, last, forecast):
    """Store the position before a turn in which bids up to `last` are tried, after a pass.

    If `last` is negative, the player passes, whatever a rule says.
    """
    turn.seat, turn.key, turn.now_tried, turn.best_bid = seat, key, 0, 0
    turn.own_bid, turn.highest_bid = auction.bid[seat], auction.highest_bid
    turn.next_bid = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    turn.last_bid = last
    turn.chances[seat] = -1.0
    turn.passes_by_rule = turn.raises_by_rule = 0.0
    if last >= 0 and forecast.by_rule[seat] > 0.0:
        expect_rule(auction, turn, seat, forecast)


@inlined
def expect_rule(auction, turn, seat, forecast):
    """Write how likely a player passes, or makes the least bid, because a rule says so.

    Until now they have bid by the rule: so much is known of how far they go.
    """
    least, staying = turn.next_bid, forecast.staying
    turn.rule_bid = least
    turn.passes_by_rule = forecast.by_rule[seat]
    for other in range(SEATS):
        turn.expected[other] = 0.0
    if least <= auction.coins[seat] and least < staying.shape[2]:
        so_far = staying[seat, forecast.house, auction.bid[seat]]
        raises = min(staying[seat, house_of_pass(auction), least] / so_far, 1.0)
        if raises > RARELY:
            turn.raises_by_rule = forecast.by_rule[seat] * raises
            turn.passes_by_rule -= turn.raises_by_rule
            turn.last_bid = max(turn.last_bid, least)


@inlined
def take_back(auction, turn):
    """Restore the position before the move tried last."""
    seat = turn.seat
    if turn.now_tried == 0:
        auction.passes -= 1
        auction.passed[seat] = 0
        auction.seats_in |= only(seat)
    auction.bid[seat], auction.highest_bid = turn.own_bid, turn.highest_bid


@inlined
def keep_better(turn, chances):
    """Keep the chances after a move if they are the best so far for the player who made it.

    Those after a rule's move count as often as the rule makes it.
    """
    if turn.now_tried == 0 and turn.passes_by_rule > 0.0:
        for seat in range(SEATS):
            turn.expected[seat] += turn.passes_by_rule * chances[seat]
    elif turn.raises_by_rule > 0.0 and turn.now_tried == turn.rule_bid:
        for seat in range(SEATS):
            turn.expected[seat] += turn.raises_by_rule * chances[seat]
    if chances[turn.seat] > turn.chances[turn.seat]:
        turn.best_bid = turn.now_tried
        for seat in range(SEATS):
            turn.chances[seat] = chances[seat]
