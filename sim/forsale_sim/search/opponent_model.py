"""Which rule each opponent sells by, inferred from what they have sold so far.

Hands are public, and so is what everyone sold in each round. So for every known rule it is known
what the rule would have sold at each seat in each round, and so how likely the player there sells
by it: `forsale_sim.search.beliefs`. Before the first sale, that depends on how they have bid.

Some players sell by no known rule: what any of the rules would, or any house.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import copy_record, local_array
from strategy_lab.compiled.random import U64

from forsale_sim.cards import count, has, lowest, only, remove
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.state import CARDS, SEATS
from forsale_sim.search.beliefs import MOST_KINDS, MOST_RULES, fill_posterior, sum_of
from forsale_sim.search.policy_kernel import compile_into_caller, compile_policy

KNOWN = 0.01
"""The probability that a player who bids by no known rule sells by one."""
SLIPS = 0.05
"""How often a player of a rule is assumed to sell any house instead: no rule is known exactly."""
LOYAL = 0.7
"""How likely a player who bids by a rule sells by it, too, rather than by another."""
MOST_TRUST = 0.95
"""The most that the others are taken to sell by rules: the rest of their sales is always mixed."""


@inlined
def card_worth(state, cards, value):
    """Return the lowest cheque card of a set that is worth `value`."""
    while state.cheque_value[lowest(cards)] != value:
        cards &= cards - 1
    return lowest(cards)


@inlined
def take_back_sale(state, sold):
    """Restore the state before the last finished sale; write what each seat sold in it, or 0.

    Of two cheques of equal value it does not matter which was taken: the lower is taken back.
    """
    state.unseen_cheques |= state.cheques_on_offer
    taken = state.deck_cheques & ~state.unseen_cheques
    state.round -= 1
    state.cheques_on_offer = 0
    sold[:] = 0
    for house in range(1, CARDS):
        if state.sale[house] == state.round:
            seat, value = state.buyer[house], state.cheque[house]
            card = card_worth(state, taken, value)
            taken = remove(taken, card)
            state.cheques_on_offer |= only(card)
            state.cheques[seat] -= value
            state.hand[seat] |= only(house)
            state.cheque[house] = 0
            state.sale[house] = 0
            sold[seat] = house


@inlined
def weigh(state, sold, says, seen):
    """Multiply the likelihoods of the rules by that of what each player sold in one sale.

    `state`, record of `STATE`: before that sale. `sold`, (`SEATS`,) int64: by seat, the house that
    it sold, 0 for none. `says`, (`SEATS`, rules) int64: what each rule sells there. `seen`,
    (`SEATS`, rules + 1) float64: by seat and rule; the last is for no known rule. Changed in place.
    """
    rules = says.shape[1]
    for seat in range(1, state.players + 1):
        if sold[seat] != 0:
            any_house, agree = 1.0 / count(state.hand[seat]), 0
            for number in range(rules):
                same = says[seat, number] == sold[seat]
                seen[seat, number] *= SLIPS * any_house + (1.0 - SLIPS) * same
                agree += same
            seen[seat, rules] *= 0.5 * any_house + 0.5 * agree / rules


@inlined
def keep(says, now):
    """Copy what each rule sells at each seat."""
    for seat in range(SEATS):
        for number in range(says.shape[1]):
            now[seat, number] = says[seat, number]


@inlined
def fill_prior(bidding, prior, selling):
    """Write how likely each player sells by each rule before the first sale."""
    rules, known = prior.shape[0], max(sum_of(prior), 1e-300)  # no rule may be known
    for seat in range(1, SEATS):
        another = KNOWN * bidding[seat, rules] + (1.0 - LOYAL) * (1.0 - bidding[seat, rules])
        for number in range(rules):
            by_same = LOYAL * bidding[seat, number]
            selling[seat, number] = by_same + another * prior[number] / known
        selling[seat, rules] = (1.0 - KNOWN) * bidding[seat, rules]


@cache
def opponent_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes what the others are expected to sell.

    `rule`: ``rule(view, number) -> int``: the house that the rule of that number, from 0, sells. A
    function that numba can compile, and that draws no random number.

    The function is ``expect(starts, states, me, bidding, prior, now, expected)``: `starts` holds
    the state of a sale, `states` is scratch, `bidding`, (`SEATS`, rules + 1) float64, is how likely
    each seat bids by each rule or by none, and `prior`, (rules,) float64, how likely rules are
    before the game. Fills `now`, (`SEATS`, rules) int64, with what each rule sells at each seat,
    and `expected`, (`SEATS`, `CARDS`) float64, with the probability that the seat's rule sells the
    house; the rest is left to mixing, as is all of `me`. Raises ValueError if a rule names a house
    that is not in the seat's hand.
    """
    choose = compile_policy(rule)

    def expect(starts, states, me, bidding, prior, now, expected):
        copy_record(states[0], starts[0])
        state, rules = states[0], now.shape[1]
        says = local_array((SEATS, MOST_RULES), np.int64)[:, :rules]
        seen = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        likely = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        sold = local_array(SEATS, np.int64)
        says[:], seen[:] = 0, 1.0
        # The current sale and the earlier ones share one loop, so that the rules, which are
        # inlined, are compiled once.
        while True:
            for seat in range(1, state.players + 1):
                if state.hand[seat] != 0:
                    for number in range(rules):
                        house = choose(view_of(state, U64(seat)), number)
                        if house < 1 or house >= CARDS or not has(state.hand[seat], house):
                            raise ValueError("an opponent's rule made an illegal move")
                        says[seat, number] = house
            if state.round == starts[0].round:
                keep(says, now)
            else:
                weigh(state, sold, says, seen)
            if state.round == 1:
                break
            take_back_sale(state, sold)
        selling = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 1]
        fill_prior(bidding, prior, selling)
        fill_posterior(selling, seen, me, state.players, likely)
        expected[:] = 0.0
        for seat in range(1, state.players + 1):
            if seat != me:
                for number in range(rules):
                    expected[seat, now[seat, number]] += MOST_TRUST * likely[seat, number]

    return compile_into_caller(expect, allocates=False)
