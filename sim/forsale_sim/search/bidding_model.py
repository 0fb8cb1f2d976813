"""By which rule each opponent bids, inferred from past auctions.

A rule stays in an auction up to a limit, which depends on the table. A player's last bid was within
their limit, and the bid that they declined when they passed was not. So every auction tells how
well each known rule explains what each player did. A player of no known rule is taken to be
rational: they often jump, and pass when the price comes near the highest that may pay. So is what a
player of a rule does now and then: a strange move is no evidence for any rule.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import copy_record, local_array
from strategy_lab.compiled.random import U64

from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64, auctions_begun
from forsale_sim.search.auction_ends import can_gain
from forsale_sim.search.beliefs import MOST_KINDS, MOST_RULES, fill_posterior, sum_of
from forsale_sim.search.past_auctions import begin_past, close_past, open_past, turn_to
from forsale_sim.search.policy_kernel import compile_into_caller, compile_policy
from forsale_sim.search.value_function import FEATURES, fill_weights_now

NOISE, NOISE_BY_COIN = 0.2, 0.05
"""How far a player's limit varies about that of the rule: in coins, and more by coin of it."""
MOST_NOISE = 500.0
"""A price that is farther off, in widths of that noise, is no less likely: none is impossible."""
SLIPS = 0.04
"""How often a player of a rule bids as a rational player would instead."""
PASSES, PASSES_WIDTH, MOST_PASS = 0.73, 0.1, 0.82
"""At which part of the highest bid that may pay half of the rational players who will pass by then
have done so, how gradually, and how many will."""
BLUFFS = 0.15
"""How often rational players bid more than may pay, and less often the more it is."""
JUMPS, JUMPS_TO, JUMPS_WIDTH = 0.78, 0.59, 0.11
"""How often rational players jump when they bid, up to which part of the highest bid that may pay,
and how gradually they cease to."""
FAR, FAR_BY_ROOM = 1.2, 0.3
"""How far they jump: in coins, and farther by coin that the highest bid that may pay is above.

All of these describe roughly how copies of `champion` bid, by iello-en with 3 to 6 players; but for
`BLUFFS`: those never bid more than may pay, and others do."""
WINDOW = 6
"""How far from a price a limit is looked for: if it is farther, it does not matter how far."""


@inlined
def bids_by_rule(limit, price):
    """Return how likely a player with such a limit makes a bid."""
    noise = NOISE + NOISE_BY_COIN * limit
    return 1.0 / (1.0 + np.exp(min((price - limit - 0.5) / noise, MOST_NOISE)))


@inlined
def below_part(part, middle, width):
    """Return a probability that falls from 1 to 0 about a middle."""
    return 1.0 / (1.0 + np.exp((part - middle) / width))


@inlined
def stays_rationally(limit, least):
    """Return how likely a rational player makes a bid if it has to be at least `least`.

    `limit` is the highest bid that may pay.
    """
    if least > limit:
        return BLUFFS / (1.0 + least - limit)
    passes = MOST_PASS * (1.0 - below_part(least / (limit + 1.0), PASSES, PASSES_WIDTH))
    return 1.0 - max(passes, SLIPS / 2)


@inlined
def moves_rationally(limit, least, move):
    """Return how likely a rational player makes a bid of at least `least`, or passes (0).

    `limit` is the highest bid that may pay. How far a player jumps is half-normal.
    """
    bids = stays_rationally(limit, least)
    jumps = max(JUMPS * below_part(least / (limit + 1.0), JUMPS_TO, JUMPS_WIDTH), SLIPS)
    likely = 1.0 - bids
    if move == least:
        likely = bids * (1.0 - jumps)
    elif move != 0:
        far = FAR + FAR_BY_ROOM * max(limit - least, 0)
        sizes = far * np.sqrt(np.pi / 2.0) - 0.5  # the sum of what follows over all whole numbers
        likely = bids * jumps * max(np.exp(-(((move - least) / far) ** 2) / 2.0) / sizes, SLIPS**2)
    return likely


@inlined
def highest_that_pays(state, seat, weights):
    """Return the highest bid that may be better for `seat` than passing; 0 for none."""
    bid = 0
    while bid < state.coins[seat] and can_gain(state, seat, bid + 1, weights):
        bid += 1
    return bid


@cache
def limit_of_rule(rule: Callable[..., int]) -> Any:
    """Return a function that looks for the highest bid of a rule.

    It is ``limit_of(state, seat, number, low, high)``: it looks from `low` to `high`, and not
    beyond the coins of `seat`. In `state`, it is the turn of `seat`; at the end it is as before.
    """
    choose = compile_policy(rule)

    def limit_of(state, seat, number, low, high):
        own, highest, least = state.bid[seat], state.highest_bid, state.least_bid
        high = min(high, state.coins[seat])
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

    return compile_into_caller(limit_of, allocates=False)


@cache
def move_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes how well each rule explains one move.

    It is ``weigh_move(state, seat, move, weights, seen)``: in `state`, it was the turn of `seat`,
    and `move` was its bid, or 0 for a pass. Multiplies `seen`, (rules + 1,) float64, by the
    likelihoods.
    """
    choose, limit_of = compile_policy(rule), limit_of_rule(rule)

    def weigh_move(state, seat, move, weights, seen):
        rules, least = seen.shape[0] - 1, state.least_bid
        if least > state.coins[seat]:
            return
        rational = moves_rationally(highest_that_pays(state, seat, weights), least, move)
        for number in range(rules):
            if move > least:
                by_rule = 1.0 if choose(view_of(state, U64(seat)), number) == move else 0.0
            else:
                low, high = max(least - WINDOW, 0), least + WINDOW
                by_rule = bids_by_rule(limit_of(state, seat, number, low, high), least)
                if move == 0:
                    by_rule = 1.0 - by_rule
            seen[number] *= (1.0 - SLIPS) * by_rule + SLIPS * rational
        seen[rules] *= rational

    return compile_into_caller(weigh_move, allocates=False)


@cache
def bidding_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes how well each rule explains everyone's bids.

    `rule`: ``rule(view, number) -> int``: the bid that the rule of that number, from 0, makes, or 0
    for a pass. A function that numba can compile, and that draws no random number.

    The function is ``weigh(starts, states, me, weights, houses, seen)``: `starts` holds a state,
    `states` is scratch, and `weights` and `houses` are those of
    `forsale_sim.search.value_function`. Fills `seen`, (`SEATS`, rules + 1) float64, with the
    likelihood of each player's bids by each rule, but for a factor by seat; the last column is for
    rational players. The row of `me` is all 1.
    """
    weigh_move = move_model(rule)

    def weigh(starts, states, me, weights, houses, seen):
        copy_record(states[0], starts[0])
        known, state = starts[0], states[0]
        bought, row = local_array(SEATS, np.int64), local_array(FEATURES, np.float64)
        seen[:] = 1.0
        begin_past(state)
        for _ in range(auctions_begun(known)):
            offer = open_past(state, known, bought)
            fill_weights_now(state, weights, houses, row)
            for turn in range(2 * state.players):
                seat, passes = turn // 2 + 1, turn % 2 == 1
                bid = I64(known.past_bid[state.round, seat])
                moved = known.past_declined[state.round, seat] != 0 if passes else bid != 0
                # Nobody remembers past auctions of a position that was made up.
                if moved and seat != me and offer != 0:
                    turn_to(state, known, offer, bought, seat, passes)
                    weigh_move(state, seat, 0 if passes else bid, row, seen[seat])
            close_past(state, known, offer)
            for other in range(1, known.players + 1):
                most = 0.0
                for number in range(seen.shape[1]):
                    most = max(most, seen[other, number])
                for number in range(seen.shape[1]):
                    seen[other, number] /= most

    return compile_into_caller(weigh, allocates=False)


@cache
def bidding_beliefs(rule: Callable[..., int]) -> Any:
    """Return a function that computes by which rule everyone bids.

    `rule`: as for `bidding_model`.

    The function is ``believe(starts, states, me, weights, houses, prior, likely)``: `prior`,
    (rules,) float64, is how likely each rule is before the first auction; who bids by none is
    rational. Fills `likely`, (`SEATS`, rules + 1) float64, but for the row of `me`. The other
    parameters are those of `bidding_model`.
    """
    weigh = bidding_model(rule)

    def believe(starts, states, me, weights, houses, prior, likely):
        rules = prior.shape[0]
        if rules > MOST_RULES:
            raise ValueError("there are too many rules to tell apart: more than MOST_RULES")
        before = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        seen = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        for seat in range(SEATS):
            for number in range(rules):
                before[seat, number] = prior[number]
            before[seat, rules] = 1.0 - sum_of(prior)
        weigh(starts, states, me, weights, houses, seen)
        fill_posterior(before, seen, me, starts[0].players, likely)

    return compile_into_caller(believe, allocates=False)
