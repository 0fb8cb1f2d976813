"""The last two sales, solved as one simultaneous game.

Once nobody holds more than two houses, the choice of which to sell now settles the last sale too,
except for its cheques. All hands are public, and all choose at the same time: what each combination
of choices wins is a mean over the cheques that may come, and regret matching finds the mixtures.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.local_arrays import copy_record, local_array
from strategy_lab.compiled.random import U64
from strategy_lab.rows import MAX_SEATS

from forsale_sim.cards import count, highest, lowest, nth, only
from forsale_sim.engine.decisions import view_of
from forsale_sim.engine.kernel import next_cards
from forsale_sim.engine.state import CARDS, SEATS, STATE, TABLE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.search.mixed_sale import pay
from forsale_sim.search.policy_kernel import compile_into_caller, compile_policy
from forsale_sim.search.positions import forget
from forsale_sim.search.regret_matching import COLUMNS, match_regrets, worths
from forsale_sim.search.rollouts import outcome
from forsale_sim.search.unseen_cards import shuffle_unseen

WORDS = 2**32


@inlined
def most_houses(state):
    """Return how many houses the player with the most of them holds."""
    most = 0
    for seat in range(1, SEATS):
        most = max(most, count(state.hand[seat]))
    return most


@inlined
def choosers(state):
    """Return how many players hold two houses, in a state in which nobody holds more."""
    number = 0
    for seat in range(1, SEATS):
        number += count(state.hand[seat]) == 2
    return number


@inlined
def sold(state, choices):
    """Return the houses that everyone sells: of two, the higher where the bit of `choices` is set.

    The lowest bit belongs to the first seat that holds two houses.
    """
    houses = 0
    for seat in range(1, SEATS):
        hand = state.hand[seat]
        if count(hand) == 2:
            hand = only(highest(hand) if choices & 1 else lowest(hand))
            choices >>= 1
        houses |= hand
    return houses


@inlined
def ways_to_draw(cards, number):
    """Return in how many ways `number` of so many cards can be drawn."""
    ways = 1
    for i in range(number):
        ways = ways * (cards - i) // (i + 1)
    return ways


@inlined
def following_places(places):
    """Return the next higher number with as many bits (Gosper's hack)."""
    last = places & -places
    carried = places + last
    return carried | ((places ^ carried) // last >> 2)


@inlined
def cards_in(cards, places):
    """Return the cards of a set at the places, from the lowest, that are set in a bit mask."""
    subset = 0
    while places != 0:
        subset |= only(nth(cards, lowest(places) - 1))
        places &= places - 1
    return subset


@inlined
def pay_both(state, sold, last, times):
    """Add to everyone's cheques what the sale of the set `sold` brings, and the one after it.

    In that one, all other houses bring the set `last` of cheques. It counts so many times: -1 takes
    it back. To copy the state for each pair of sales would take longer than all the rest.
    """
    rest = 0
    for seat in range(1, SEATS):
        rest |= state.hand[seat]
    pay(state, sold, state.cheques_on_offer, times)
    pay(state, rest & ~sold, last, times)


@step
def tabulate_sales(starts, budget, payoffs):
    """Fill a table with what each combination of choices wins each chooser, on average.

    `starts`, (1,) records of `STATE`: a state with cheques on offer in which nobody holds more than
    two houses. Its seed is that of the draws; its deal is changed. `budget`, int64: how many sets
    of cheques are tried for the last sale: all possible ones, or a random sample of this size if
    there are more. `payoffs`, float64[:, ::1]: (choosers, 2**choosers or more): shares of the win,
    0 to 1, by chooser in the order of the seats, and by choices as in `sold`; filled in place.
    """
    tables, state = local_array(1, TABLE), starts[0]
    players, unseen = payoffs.shape[0], state.unseen_cheques
    ways = ways_to_draw(count(unseen), players)
    draws, places = min(ways, budget), (1 << players) - 1
    payoffs[:] = 0.0
    for draw in range(draws):
        if ways <= budget:
            last = cards_in(unseen, places)
            places = following_places(places)
        else:
            state.deal = U64(draw)
            shuffle_unseen(state, tables[0])
            last = next_cards(tables[0].cheques, 0, players)
        for choices in range(1 << players):
            pay_both(state, sold(state, choices), last, 1)
            chooser = 0
            for seat in range(1, SEATS):
                if count(state.hand[seat]) == 2:
                    payoffs[chooser, choices] += outcome(state, seat) / draws
                    chooser += 1
            pay_both(state, sold(state, choices), last, -1)


@inlined
def bind(payoffs, player, low, high):
    """Replace a player's moves 0 and 1 by mixtures: move 1 with probability `low` and `high`."""
    bit = 1 << player
    for choices in range(1 << payoffs.shape[0]):
        if choices & bit == 0:
            for other in range(payoffs.shape[0]):
                without, with_ = payoffs[other, choices], payoffs[other, choices | bit]
                payoffs[other, choices] = without + low * (with_ - without)
                payoffs[other, choices | bit] = without + high * (with_ - without)


@inlined
def solved_sale(starts, seat, word, budget, first, expected, estimates):
    """Return the house that `seat` sells, drawn from an equilibrium of the last two sales.

    `starts`, (1,) records of `STATE`: as for `tabulate_sales`. `seat`, int64. `word`, int64: the
    random number below `WORDS` that draws the house. `budget`, int64: as for `tabulate_sales`.
    `first`, int64[::1]: by seat, the house that it sells in the mixtures from which regret matching
    begins. `expected`, (`SEATS`, `CARDS`) float64: by seat and house, the probability that the
    model of this player sells it. `estimates`, (`CARDS`,) float64: filled with the chance of `seat`
    to win after the sale of each of its houses.
    """
    start = starts[0]
    players = choosers(start)
    payoffs = local_array((MAX_SEATS, COLUMNS), np.float64)[:players]
    chances = local_array(MAX_SEATS, np.float64)[:players]
    tabulate_sales(starts, budget, payoffs)
    own, chooser = 0, 0
    for other in range(1, SEATS):
        hand = start.hand[other]
        if count(hand) == 2:
            chances[chooser] = first[other] == highest(hand)
            if other == seat:
                own = chooser
            else:
                rarely, often = expected[other, highest(hand)], 1.0 - expected[other, lowest(hand)]
                bind(payoffs, chooser, rarely, often)
            chooser += 1
    match_regrets(payoffs, chances)
    hand = start.hand[seat]
    low, high = worths(payoffs, chances, own, local_array(COLUMNS, np.float64))
    estimates[lowest(hand)], estimates[highest(hand)] = low, high
    return highest(hand) if word < chances[own] * WORDS else lowest(hand)


@cache
def last_sales_solver(sell: Callable[..., int]) -> Any:
    """Compile ``choose(view, budget)``: it sells by a policy, and solves the last two sales.

    Regret matching begins with what the policy would sell at each seat. So of several equilibria it
    finds one near the policy, and a player who has nothing to lose sells as the policy does.
    """
    sold = compile_policy(sell)

    def choose(view, budget):
        if most_houses(state_of(view)) > 2:
            return sold(view)
        starts = local_array(1, STATE)
        copy_record(starts[0], state_of(view))
        # The same number seeds the shuffles and draws the sale: the shuffles do not depend on its
        # size.
        word = view.random_below(WORDS)
        forget(starts[0], word)
        first = local_array(SEATS, np.int64)
        for other in range(1, SEATS):
            if count(starts[0].hand[other]) == 2:
                first[other] = sold(view_of(starts[0], U64(other)))
        expected = local_array((SEATS, CARDS), np.float64)
        estimates = local_array(CARDS, np.float64)
        expected[:] = 0.0
        seat = int(seat_of(view))
        return solved_sale(starts, seat, word, budget, first, expected, estimates)

    return compile_into_caller(choose, allocates=False)
