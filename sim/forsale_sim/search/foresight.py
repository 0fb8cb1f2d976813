"""Answers to opponents whose strategy is known: it is asked what they would do.

A strategy is a function of what everyone sees, and of its draws. So a player who knows it foresees
every auction: after each bid of its own, the strategy is asked for the others' moves up to its next
turn. What is left is a search over its own bids alone, to the end of the auction, where a value
function gives the chance to win. A sale is foreseen likewise: the others are asked what they sell.

Only its draws are not known. If the strategy draws random numbers, or a mixture draws its member,
the moves are compared over several samples of draws, each of which is foreseen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.draws import begin_decision, key_deal, key_game
from strategy_lab.compiled.local_arrays import copy_record, local_array
from strategy_lab.compiled.random import U64, ZERO

from forsale_sim.cards import MAX_CARDS, count, has, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.kernel import next_cards
from forsale_sim.engine.state import CARDS, SEATS, STATE, TABLE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.auction_ends import can_gain, strength_with
from forsale_sim.search.candidate_moves import houses_to_try
from forsale_sim.search.last_sales import most_houses, pay_both
from forsale_sim.search.mixed_sale import chance_after, matching_cheques, sharpness
from forsale_sim.search.policy_kernel import compile_into_caller, compile_policy
from forsale_sim.search.positions import forget
from forsale_sim.search.rollouts import outcome
from forsale_sim.search.unseen_cards import shuffle_unseen
from forsale_sim.search.value_function import FEATURES, OPENS, fill_weights_now, strength

MOST_OWN_TURNS = 64
"""After so many bids of its own in one auction, the player passes."""
MOST_BIDS = 64
"""The most bids that are tried at a turn."""
LAST_CHEQUES = 64
"""How many samples of the last cheques the last sale but one is tried with."""


@inlined
def begin_sample(state, sample):
    """Give everyone the draws of a sample (int64)."""
    state.deal = U64(sample)
    key_deal(state)
    key_game(state)


@inlined
def bids_that_pay(state, seat, weights, bids):
    """Write a pass, and all bids that may be better, into `bids`; return how many there are."""
    rivals = 0
    for other in range(1, SEATS):
        if other != seat and has(state.seats_in, other):
            rivals = max(rivals, state.coins[other])
    least = game.least_bid(state, state.highest_bid, state.bid[seat])
    most = min(state.coins[seat], max(least, rivals + 1))
    bids[0], number = 0, 1
    for bid in range(least, most + 1):
        if number == bids.shape[0] or not can_gain(state, seat, bid, weights):
            break
        bids[number] = bid
        number += 1
    return number


@inlined
def own_chance(state, seat, weights):
    """Return the chance of `seat` to win when one player is left, who takes the last house."""
    last = lowest(state.seats_in)
    house, price = lowest(state.houses_on_offer), state.bid[last]
    total = own = 0.0
    for other in range(1, state.players + 1):
        if other == last:
            add = strength_with(state, other, house, price, weights) + weights[OPENS]
        else:
            add = strength(weights, state.coins[other], state.hand[other])
        power = np.exp(add)
        total += power
        if other == seat:
            own = power
    return own / total


@cache
def moves_of_others(bid: Callable[..., int]) -> Any:
    """Return a function that lets the others bid by a policy up to a player's next turn."""
    ask = compile_policy(bid)

    def others_move(state, seat):
        """Let the others move up to the turn of `seat`, or the end; return whether any drew."""
        drew, other = False, game.next_seat(state.seats_in, U64(seat))
        while state.seats_in & (state.seats_in - 1) != 0 and other != seat:
            least = game.least_bid(state, state.highest_bid, state.bid[other])
            move = 0
            if state.coins[other] >= least:
                state.least_bid = least
                begin_decision(state, other)
                state.drawing = ZERO
                move = ask(view_of(state, other))
                drew |= state.drawing != ZERO
            if move == 0:
                game.pass_auction(state, other)
            elif move < least or move > state.coins[other]:
                raise ValueError("the policy that was asked made an illegal move")
            else:
                game.place_bid(state, other, move)
            other = game.next_seat(state.seats_in, other)
        return drew

    return compile_into_caller(others_move, allocates=False)


@cache
def foreseen_bid(bid: Callable[..., int]) -> Any:
    """Return a function that chooses the bid against players who bid by a known policy.

    `bid`: the policy: a function of a view that numba can compile.

    The function is ``choose(view, least, most, weights, houses)``:
    `forsale_sim.search.bid_by_foresight`.
    """
    others_move = moves_of_others(bid)

    def foresee(states, seat, weights, bids, numbers, tried, best, worth):
        """Add the chance to win with each bid at the root; return whether anyone drew."""
        depth, drew = 0, False
        numbers[0] = bids_that_pay(states[0], seat, weights, bids[0])
        tried[0] = 0
        while True:
            if tried[depth] < numbers[depth]:
                move = bids[depth, tried[depth]]
                tried[depth] += 1
                copy_record(states[depth + 1], states[depth])
                state = states[depth + 1]
                if move == 0:
                    game.pass_auction(state, U64(seat))
                else:
                    game.place_bid(state, seat, move)
                drew |= others_move(state, seat)
                if state.seats_in & (state.seats_in - 1) != 0:
                    depth += 1
                    numbers[depth] = 1
                    if depth + 2 < states.shape[0]:
                        numbers[depth] = bids_that_pay(state, seat, weights, bids[depth])
                    tried[depth], best[depth] = 0, -1.0
                    continue
                value = own_chance(state, seat, weights)
            else:
                value = best[depth]
                depth -= 1
            if depth == 0:
                worth[tried[0] - 1] += value
                if tried[0] == numbers[0]:
                    return drew
            best[depth] = max(best[depth], value)

    foresee = compile_into_caller(foresee, allocates=False)

    def choose(view, least, most, weights, houses):
        deepest = min(int(state_of(view).coins[seat_of(view)]), MOST_OWN_TURNS) + 2
        states = np.empty(deepest + 1, STATE)
        copy_record(states[0], state_of(view))
        state, seat = states[0], int(seat_of(view))
        forget(state, view.random_below(2**32))
        row = local_array(FEATURES, np.float64)
        fill_weights_now(state, weights, houses, row)
        bids = np.empty((deepest, MOST_BIDS), np.int64)
        numbers, tried = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
        best, worth = np.empty(deepest), np.zeros(MOST_BIDS)
        for sample in range(most):
            begin_sample(state, sample)
            drew = foresee(states, seat, row, bids, numbers, tried, best, worth)
            if not drew and sample + 1 >= least:
                break
        return bids[0, np.argmax(worth[: numbers[0]])]

    return compile_into_caller(choose)


@inlined
def add_ends(state, table, seat, houses, number, sold, worth):
    """Add the chance to win with each house after a sale: the last one, or the last but one.

    `state`, `table`, records of `STATE` and `TABLE`: the sale, and scratch. `seat`, int64.
    `houses`, int64[::1]: those in hand, of which the first `number` count. `sold`, int64: the set
    of houses that the others sell. `worth`, float64[::1]: by house; changed in place.
    """
    deal, unsold = state.deal, 0
    for other in range(1, SEATS):
        unsold |= state.hand[other]
    for draw in range(LAST_CHEQUES):
        state.deal = deal * U64(LAST_CHEQUES) + U64(draw)
        shuffle_unseen(state, table)
        for i in range(number):
            sale = sold | only(houses[i])
            last = next_cards(table.cheques, 0, count(unsold & ~sale))
            pay_both(state, sale, last, 1)
            worth[i] += outcome(state, seat) / LAST_CHEQUES
            pay_both(state, sale, last, -1)
    state.deal = deal


@inlined
def add_estimates(state, seat, houses, number, sold, worth):
    """Add the estimated chance to win with each house; the arguments are those of `add_ends`."""
    left, sellers = 0, count(game.holders(state))
    for other in range(1, SEATS):
        left += count(state.hand[other])
    left -= sellers
    brings = local_array(MAX_CARDS, np.float64)
    matching_cheques(state, left, brings)
    sharp = sharpness(state, left / sellers)
    for i in range(number):
        worth[i] += chance_after(state, sold | only(houses[i]), seat, brings, sharp)


@cache
def foreseen_sale(sell: Callable[..., int]) -> Any:
    """Return a function that chooses the sale against players who sell by a known policy.

    `sell`: the policy: a function of a view that numba can compile.

    The function is ``choose(view, least, most)``: see `forsale_sim.search.sale_by_foresight`.
    """
    ask = compile_policy(sell)

    def others_sale(state, seat):
        """Return what the others sell (a set), and whether any of them drew."""
        houses, drew, sellers = 0, False, remove(game.holders(state), seat)
        while sellers != 0:
            other = lowest(sellers)
            sellers &= sellers - 1
            hand = state.hand[other]
            house = lowest(hand)
            if hand & (hand - 1) != 0:
                begin_decision(state, U64(other))
                state.drawing = ZERO
                house = ask(view_of(state, U64(other)))
                drew |= state.drawing != ZERO
                if house < 1 or house >= CARDS or not has(hand, house):
                    raise ValueError("the policy that was asked made an illegal move")
            houses |= only(house)
        return houses, drew

    others_sale = compile_into_caller(others_sale, allocates=False)

    def choose(view, least, most):
        states, tables = local_array(1, STATE), local_array(1, TABLE)
        copy_record(states[0], state_of(view))
        state, seat = states[0], int(seat_of(view))
        forget(state, view.random_below(2**32))
        houses, worth = local_array(MAX_CARDS, np.int64), local_array(MAX_CARDS, np.float64)
        worth[:] = 0.0
        number = houses_to_try(state, seat, lowest(state.hand[seat]), houses)
        for sample in range(most):
            begin_sample(state, sample)
            sold, drew = others_sale(state, seat)
            if most_houses(state) > 2:
                add_estimates(state, seat, houses, number, sold, worth)
            else:
                add_ends(state, tables[0], seat, houses, number, sold, worth)
            if not drew and sample + 1 >= least:
                break
        return houses[np.argmax(worth[:number])]

    return compile_into_caller(choose)
