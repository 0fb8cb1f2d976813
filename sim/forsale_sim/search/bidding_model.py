"""By which rule each opponent bids, inferred from past auctions.

A rule stays in an auction up to a limit, which depends on the table. A player's last bid was within
their limit, and the bid that they were asked for when they passed was not. So every auction tells
how well each known rule explains what each player did. A player of no known rule is taken to be
rational: they stay in up to any price that may pay, each as likely, and often jump.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from forsale_sim.cards import count, lowest
from forsale_sim.engine import game
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.random import U64
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64, auctions_begun
from forsale_sim.search.auction_ends import can_gain
from forsale_sim.search.beliefs import fill_posterior
from forsale_sim.search.past_auctions import (
    WAITS,
    begin_past,
    dearest_price,
    leave_past,
    open_past,
    past_move,
)
from forsale_sim.search.policy_kernel import compile_into_caller
from forsale_sim.search.value_function import weights_for

NOISE, NOISE_BY_COIN = 0.2, 0.05
"""How far a player's limit varies about that of the rule: in coins, and more by coin of it."""
SLIPS = 0.04
"""How often a player of a rule does anything else."""
JUMPS, JUMPS_TO = 0.4, 0.1
"""How often a rational player bids more than the least, and how often such a bid is this one."""
WINDOW = 6
"""How far from a price a limit is looked for: if it is farther, it does not matter how far."""


@inlined
def bids_by_rule(limit, price):
    """Return how likely a player with such a limit makes a bid."""
    noise = NOISE + NOISE_BY_COIN * limit
    return SLIPS / 2 + (1.0 - SLIPS) / (1.0 + np.exp((price - limit - 0.5) / noise))


@inlined
def bids_rationally(limit, price):
    """Return how likely a player makes a bid if any price up to the limit may pay."""
    return max(1.0 - price / (limit + 1.0), SLIPS / (1.0 + max(price - limit, 0)))


@inlined
def highest_that_pays(state, seat, weights):
    """Return the highest bid that may be better for `seat` than passing; 0 for none."""
    bid = 0
    while bid < state.coins[seat] and can_gain(state, seat, bid + 1, weights):
        bid += 1
    return bid


@inlined
def weights_now(state, weights, houses):
    """Return the weights of the value function after the auction that is open."""
    left = count(state.unseen_houses) - state.removed
    to_come = (left + state.houses_per_round - 1) // state.houses_per_round
    return weights_for(state.deck_houses, weights[min(to_come, weights.shape[0] - 1)], houses)


@cache
def move_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes how well each rule explains one move.

    It is ``weigh_move(state, seat, move, dearest, weights, seen)``: in `state`, it was the turn of
    `seat`, and `move` was its last bid, or 0 for a pass, when it was asked for at most `dearest`.
    Multiplies `seen`, (rules + 1,) float64, by the likelihoods.
    """
    choose = compile_into_caller(rule)

    def limit_of(state, seat, number, price):
        """Return the highest bid of a rule, as far as it is within `WINDOW` of a price."""
        own, highest, least = state.bid[seat], state.highest_bid, state.least_bid
        low, high = max(price - WINDOW, 0), min(price + WINDOW, state.coins[seat])
        while low < high:
            bid = (low + high + 1) // 2
            state.bid[seat] = min(own, bid - 1)
            state.highest_bid, state.least_bid = bid - state.least_raise, bid
            if choose(view_of(state, U64(seat)), number) > 0:
                low = bid
            else:
                high = bid - 1
        state.bid[seat], state.highest_bid, state.least_bid = own, highest, least
        return low

    limit_of = compile_into_caller(limit_of)

    def weigh_move(state, seat, move, dearest, weights, seen):
        rules = seen.shape[0] - 1
        least = game.least_bid(state, state.highest_bid, state.bid[seat])
        price = move if move != 0 else least
        if price > state.coins[seat]:
            return
        jumps = move > least
        state.least_bid = least
        top = highest_that_pays(state, seat, weights)
        for number in range(rules + 1):
            if jumps:
                likely = JUMPS_TO
                if number < rules:
                    same = choose(view_of(state, U64(seat)), number) == move
                    likely = 1.0 - SLIPS if same else SLIPS * JUMPS_TO
            else:
                if number < rules:
                    limit = limit_of(state, seat, number, price)
                    bids, bids_more = bids_by_rule(limit, price), bids_by_rule(limit, dearest)
                else:
                    bids, bids_more = bids_rationally(top, price), bids_rationally(top, dearest)
                # What a passer was asked for lies between the two prices.
                likely = bids if move != 0 else 1.0 - (bids + bids_more) / 2
                if number == rules and move != 0:
                    likely *= 1.0 - JUMPS
            seen[number] *= likely

    return compile_into_caller(weigh_move)


@cache
def bidding_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes how well each rule explains everyone's bids.

    Parameters
    ----------
    rule
        ``rule(view, number) -> int``: the bid that the rule of that number, from 0, makes, or 0 for
        a pass. A function that numba can compile, and that draws no random number.

    Returns
    -------
    compiled function
        ``weigh(starts, states, me, weights, houses, seen)``: `starts` holds a state, `states` is
        scratch, and `weights` and `houses` are those of `forsale_sim.search.value_function`.
        Fills `seen`, (`SEATS`, rules + 1) float64, with the likelihood of each player's bids by
        each rule, but for a factor by seat; the last column is for rational players. The row of
        `me` is all 1.
    """
    weigh_move = move_model(rule)

    def weigh(starts, states, me, weights, houses, seen):
        states[0] = starts[0]
        known, state = starts[0], states[0]
        last_bids, passers = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
        seen[:] = 1.0
        begin_past(state)
        for _ in range(auctions_begun(known)):
            passes, passed, waiting = open_past(state, known, last_bids, passers), 0, 0
            if state.houses_on_offer == 0:
                continue  # in a position that was made up, nobody remembers it
            row = weights_now(state, weights, houses)
            seat = state.opener
            while waiting <= state.players and state.seats_in & (state.seats_in - 1) != 0:
                if waiting == state.players:
                    if passed == passes:
                        break
                    seat = passers[passed]
                move = past_move(state, seat, last_bids, passers[passed] if passed < passes else 0)
                waiting += 1
                if move != WAITS:
                    waiting = 0
                    if seat != me and move in (0, last_bids[seat]):
                        dearest = dearest_price(state, seat, last_bids)
                        weigh_move(state, seat, move, dearest, row, seen[seat])
                    if move == 0:
                        leave_past(state, known, seat)
                        passed += 1
                    else:
                        state.bid[seat] = state.highest_bid = move
                seat = I64(game.next_seat(state.seats_in, U64(seat)))
            if state.seats_in & (state.seats_in - 1) == 0:
                state.opener = lowest(state.seats_in)
                leave_past(state, known, state.opener)
            for other in range(1, known.players + 1):
                seen[other] /= seen[other].max()

    return compile_into_caller(weigh)


@cache
def bidding_beliefs(rule: Callable[..., int]) -> Any:
    """Return a function that computes by which rule everyone bids.

    Parameters
    ----------
    rule
        As for `bidding_model`.

    Returns
    -------
    compiled function
        ``believe(starts, states, me, weights, houses, prior, likely)``: `prior`, (rules,) float64,
        is how likely each rule is before the first auction; who bids by none is rational. Fills
        `likely`, (`SEATS`, rules + 1) float64. The other parameters are those of `bidding_model`.
    """
    weigh = bidding_model(rule)

    def believe(starts, states, me, weights, houses, prior, likely):
        rules = prior.shape[0]
        before, seen = np.empty((SEATS, rules + 1)), np.empty((SEATS, rules + 1))
        before[:, :rules], before[:, rules] = prior, 1.0 - prior.sum()
        weigh(starts, states, me, weights, houses, seen)
        fill_posterior(before, seen, me, starts[0].players, likely)

    return compile_into_caller(believe)
