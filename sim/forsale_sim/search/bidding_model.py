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
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
from strategy_lab.compiled.bits import copy_record, local_array
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.overloads import jit
from strategy_lab.compiled.random import U64
from strategy_lab.plugins.decision_compiler import compile_decision

from forsale_sim.cards import MAX_CARDS, below, count, has, highest, lowest, nth, only, remove
from forsale_sim.engine import game, kernel
from forsale_sim.engine.kernel import view_of
from forsale_sim.engine.state import BID, CARDS, SEATS
from forsale_sim.engine.view import I64
from forsale_sim.search import traits
from forsale_sim.search.sales import at_rank
from forsale_sim.search.traits import DEGREES, FORMULAS

# value_function: A value function: each player's chance to win, from what lies on the table after
# an auction.
#
# A player's strength is a sum: a weight for every house in hand, the worth of its coins, which
# grows more slowly the more there are, and a weight for opening the next auction. The chances to
# win are the softmax of the players' strengths: a conditional logit [1]_. There are weights for
# every number of auctions to come.
#
# The weights are learned with one deck. In another, a house counts as the house of the same rank.
#
# ========================  ===============================================================
# column of the weights     what it counts
# ========================  ===============================================================
# 0 to 59                   whether the player holds the 1st to 60th house of the deck
# `COINS`                   coins
# `ROOTS`                   the square root of the coins
# `OPENS`                   whether the player opens the next auction
# ========================  ===============================================================
#
# References
# ----------
# .. [1] McFadden, "Conditional logit analysis of qualitative choice behavior", in Frontiers in
#    Econometrics (1974).

COINS, ROOTS, OPENS = MAX_CARDS, MAX_CARDS + 1, MAX_CARDS + 2
FEATURES = MAX_CARDS + 3


@inlined
def fill_weights(deck, learned, houses, weights):
    for feature in range(FEATURES):
        weights[feature] = learned[feature]
    ranks, rank = count(deck), 0
    while deck != 0:
        weights[lowest(deck) - 1] = at_rank(learned, houses, rank, ranks)
        deck &= deck - 1
        rank += 1


@inlined
def fill_weights_now(state, weights, houses, now):
    to_come = min(game.auctions_to_come(state), weights.shape[0] - 1)
    fill_weights(state.deck_houses, weights[to_come], houses, now)


@inlined
def strength(weights, coins, hand):
    total = weights[COINS] * coins + weights[ROOTS] * np.sqrt(float(coins))
    while hand != 0:
        total += weights[lowest(hand) - 1]
        hand &= hand - 1
    return total


@inlined
def strength_with(state, seat, house, price, weights):
    """Return the strength of `seat` after buying a house (0 for none) for `price`."""
    hand = state.hand[seat] | (only(house) if house != 0 else 0)
    return strength(weights, state.coins[seat] - price, hand)


@inlined
def can_gain(state, seat, least, weights):
    """Return whether any outcome of a bid is better for `seat` than passing now.

    The best outcomes are the highest house for the least bid, and the second highest for what a
    pass with that bid costs if it is refunded.
    """
    house = game.pass_house(state)
    price = state.bid[seat] - game.pass_brings(state, seat)
    passing = strength_with(state, seat, house, price, weights)
    best = game.last_house(state)
    if strength_with(state, seat, best, least, weights) + weights[OPENS] > passing:
        return True
    hidden = remove(state.face_down, best)
    second = highest(hidden if hidden != 0 else remove(state.houses_on_offer, best))
    price = least - game.refund_of(state, least, 0) - game.gift_of(state, least, 2)
    return second != house and strength_with(state, seat, second, price, weights) > passing


# beliefs: Bayes' theorem for players who may be alike.
#
# What a player has done says by which rule they play [1]_. Players at one table are often of a
# kind: friends, or copies of one program. So the table has a kind; each player is of it with a
# probability of `ALIKE`, and otherwise of a kind of their own: a hierarchical model [2]_, whose
# posterior is computed exactly.
#
# References
# ----------
# .. [1] Southey et al., "Bayes' bluff: opponent modelling in poker", UAI 2005.
# .. [2] Gelman et al., "Bayesian Data Analysis", 3rd edition (2013), chapter 5.

ALIKE = 0.7  # how likely a player is of the table's kind
MOST_KINDS = 64
MOST_RULES = MOST_KINDS - 1 - traits.MANNERS
"""How many kinds of players can be told apart, one of which plays by no known rule."""
FAINT = 1e-300
"""What a player did counts as at least this likely, so that no kind of table is ruled out by it."""


@inlined
def sum_of(probabilities):
    total = 0.0
    for kind in range(probabilities.shape[0]):
        total += probabilities[kind]
    return total


@inlined
def divide_by_most(likelihoods):
    """Make the most likely of them 1; return what it was."""
    most = 0.0
    for kind in range(likelihoods.shape[0]):
        most = max(most, likelihoods[kind])
    for kind in range(likelihoods.shape[0]):
        likelihoods[kind] /= most
    return most


@inlined
def fill_explained(prior, seen, seat, explained):
    alone = 0.0
    for kind in range(prior.shape[1]):
        alone += prior[seat, kind] * seen[seat, kind]
    for kind in range(prior.shape[1]):
        explained[kind] = max(ALIKE * seen[seat, kind] + (1.0 - ALIKE) * alone, FAINT)


@inlined
def fill_table(prior, seen, me, players, table):
    explained = local_array(MOST_KINDS, np.float64)
    for kind in range(prior.shape[1]):
        before = 0.0
        for seat in range(1, players + 1):
            if seat != me:
                before += prior[seat, kind] / (players - 1)
        table[kind] = np.log(before)
    for seat in range(1, players + 1):
        if seat != me:
            fill_explained(prior, seen, seat, explained)
            for kind in range(prior.shape[1]):
                table[kind] += np.log(explained[kind])
    most, total = -np.inf, 0.0
    for kind in range(prior.shape[1]):
        most = max(most, table[kind])
    for kind in range(prior.shape[1]):
        table[kind] = np.exp(table[kind] - most)
        total += table[kind]
    for kind in range(prior.shape[1]):
        table[kind] /= total


@inlined
def fill_posterior(prior, seen, me, players, likely):
    """Write how likely each player but `me` is of each kind.

    `prior`, (`SEATS`, kinds) float64: by seat and kind, the probability before anything was seen.
    That of the table's kind is the mean over the others. `seen`, (`SEATS`, kinds) float64: by seat
    and kind, the likelihood of what was seen, but for a factor by seat. `me`, int64: the seat whose
    player looks at the others, and says nothing about them. `players`, int64. `likely`, (`SEATS`,
    kinds) float64: filled in by seat and kind, but for the row of `me`.
    """
    table = local_array(MOST_KINDS, np.float64)
    explained = local_array(MOST_KINDS, np.float64)
    fill_table(prior, seen, me, players, table)
    for seat in range(1, players + 1):
        if seat == me:
            continue
        fill_explained(prior, seen, seat, explained)
        either = 0.0
        for kind in range(prior.shape[1]):
            either += table[kind] / explained[kind]
        for kind in range(prior.shape[1]):
            alike = ALIKE * table[kind] / explained[kind]
            own = (1.0 - ALIKE) * prior[seat, kind] * either
            likely[seat, kind] = seen[seat, kind] * (alike + own)


# past_auctions: What each player decided last in past auctions, and what they saw when they did.
#
# Everyone remembers of an auction what was on offer, who bought which house for how much, what each
# player bid last, and what they would have had to bid when they made that bid and when they passed.
# Prices only rise: so it is also known who was still in at that time, and for which houses; where
# bids may be matched, nearly so. Earlier bids are not known.


@inlined
def begin_past(state):
    for seat in range(SEATS):
        state.coins[seat] = state.starting_coins[seat]
        state.hand[seat] = state.cheques[seat] = 0
    state.unseen_houses, state.unseen_cheques = state.deck_houses, state.deck_cheques
    state.cheques_on_offer, state.round = 0, 0


@inlined
def offer_of(known, auction):
    offer, houses = 0, known.deck_houses & ~known.unseen_houses
    while houses != 0:
        house = lowest(houses)
        if known.auction[U64(house)] == auction:
            offer |= only(house)
        houses &= houses - 1
    return offer


@inlined
def open_past(state, known, bought):
    state.round += 1
    offer = offer_of(known, state.round)
    state.face_down = known.face_down if state.round == known.round else 0
    if state.only_first_refunded != 0:
        game.refund_only_first(state, count(offer | state.face_down))
    state.unseen_houses &= ~offer
    bought[:] = 0
    houses = offer
    while houses != 0:
        bought[I64(known.buyer[U64(lowest(houses))])] = lowest(houses)
        houses &= houses - 1
    bought[0] = 0
    return offer


@inlined
def turn_to(state, known, offer, bought, seat, passes):
    """Let it be the turn at which `seat` passed in the open auction, or else at which it bid last.

    What players had bid by then is known only of those who did not bid again: of others it is taken
    to be what they would have bid in turn, each as little as possible.
    """
    least = I64(known.past_least_bid[state.round, seat])
    if passes:
        least = I64(known.past_declined[state.round, seat])
    state.houses_on_offer, state.seats_in = offer, 0
    state.highest_bid, state.least_bid = max(least - state.least_raise, 0), least
    for other in range(1, state.players + 1):
        declined = I64(known.past_declined[state.round, other])
        later = declined > least or (declined == least and passes and bought[other] > bought[seat])
        if declined == 0 or later or other == seat:
            state.seats_in |= only(other)
        elif bought[other] != 0:
            state.houses_on_offer = remove(state.houses_on_offer, bought[other])
        state.bid[other] = min(I64(known.past_bid[state.round, other]), state.highest_bid)
    if not passes:
        state.bid[seat] = max(least - count(state.seats_in) * state.least_raise, 0)


@inlined
def close_past(state, known, offer, bought):
    for seat in range(1, state.players + 1):
        bid, gift, last = I64(known.past_bid[state.round, seat]), 0, count(offer)
        if bought[seat] != 0:
            state.hand[seat] |= only(bought[seat])
            state.coins[seat] -= I64(known.price[U64(bought[seat])])
            gift = game.gift_of(state, bid, count(offer & -only(bought[seat])))
        else:  # who of several took no house first is not known: each is given the most
            for bidders in range(last + 1, state.players + 1):
                gift = max(gift, game.gift_of(state, bid, bidders))
        state.coins[seat] += gift


# policy_kernel: The kernel compiled with one policy for all seats.
#
# The functions are the kernel's own, but where the kernel calls the strategy in a seat, these call
# the policy.

STEPS = ("ask_seat", "hold_auction", "hold_auctions", "hold_sale", "hold_sales")


@cache
def compile_into_caller(function: Callable[..., Any], *, allocates: bool = True) -> Any:
    """Compile a function, once, so that it is inlined into the decisions that call it.

    Inlined, it has no symbol of its own. Two decisions may contain it with different policies, and
    numba links cached code by symbol. A function that allocates no arrays counts no references.
    """
    options = {"boundscheck": False, "forceinline": True, "_nrt": allocates}
    return jit(function, None, error_model="numpy", no_cpython_wrapper=True, **options)


compile_policy = cache(compile_decision)
"""Compile a policy as if it decided: what it shares with decisions is compiled once."""


@cache
def kernel_asking(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    bid, sell = compile_policy(bid), compile_policy(sell)

    def ask(function, phase, state, seat, arguments):
        view = view_of(state, seat)
        return bid(view) if phase == BID else sell(view)

    return kernel_with(ask)


def kernel_with(ask: Callable[..., int]) -> Any:
    """Return the kernel's functions with another `ask`: `forsale_sim.engine.kernel.ask`.

    It may be told traits of each seat as the arguments of the table.
    """
    names = {**vars(kernel), "ask": compile_into_caller(ask)}
    for step in STEPS:
        function = getattr(kernel, step).py_func
        names[step] = compile_into_caller(FunctionType(function.__code__, names, step))
    return SimpleNamespace(**{step: names[step] for step in (*STEPS, "ask")})


NOISE, NOISE_BY_COIN = 0.2, 0.05
"""How far a player's limit varies about that of the rule: in coins, and more by coin of it."""
MOST_NOISE = 500.0
"""A price that is farther off, in widths of that noise, is no less likely: none is impossible."""
SLIPS = 0.04  # how often a player of a rule bids as a rational player would instead
PASSES, PASSES_WIDTH, MOST_PASS = 0.73, 0.1, 0.82
"""At which part of the highest bid that may pay half of the rational players who will pass by then
have done so, how gradually, and how many will."""
BLUFFS = 0.15  # how often rational players bid more than may pay, and less often the more it is
JUMPS, JUMPS_TO, JUMPS_WIDTH = 0.78, 0.59, 0.11
"""How often rational players jump when they bid, up to which part of the highest bid that may pay,
and how gradually they cease to."""
FAR, FAR_BY_ROOM = 1.2, 0.3
"""How far they jump: in coins, and farther by coin that the highest bid that may pay is above.

All of these describe roughly how copies of `champion` bid, by iello-en with 3 to 6 players; but for
`BLUFFS`: those never bid more than may pay, and others do."""
RATIONAL = 0.4
"""How likely a player of no known rule is rational: the others have traits."""
WINDOW, WINDOW_BY_COIN = 2, 6
"""How far from a price a limit is looked for, and so many coins of it for one more: if it is
farther, it does not matter how far."""
RULED_OUT = 0.01
"""A rule that makes all that a player did so many times as likely as another is asked no more."""


@inlined
def bids_by_rule(limit, price):
    noise = NOISE + NOISE_BY_COIN * limit
    return 1.0 / (1.0 + np.exp(min((price - limit - 0.5) / noise, MOST_NOISE)))


@inlined
def below_part(part, middle, width):
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
    and `move` was its bid, or 0 for a pass. Multiplies `seen`, (rules + 2,) float64, by the
    likelihoods, but for the last, that of traits. The most of them is 1 before.
    """
    choose, limit_of = compile_policy(rule), limit_of_rule(rule)

    def weigh_move(state, seat, move, weights, seen):
        rules, least = seen.shape[0] - 2, state.least_bid
        rational = moves_rationally(highest_that_pays(state, seat, weights), least, move)
        for number in range(rules):
            if seen[number] < RULED_OUT:
                by_rule = 0.0
            elif move > least:
                by_rule = 1.0 if choose(view_of(state, U64(seat)), number) == move else 0.0
            else:
                window = WINDOW + least // WINDOW_BY_COIN
                low, high = max(least - window, 0), least + window
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

    The function is ``weigh(starts, states, me, weights, houses, seen, fits, jumps)``: `starts`
    holds a state, `states` is scratch, and `weights` and `houses` are those of
    `forsale_sim.search.bidding_model`. Fills `seen`, (`SEATS`, rules + 2) float64, with the
    likelihood of each player's bids by each rule, but for a factor by seat; the last columns are
    for rational players, and for those of traits. The row of `me` is all 1. Fills `fits` and
    `jumps`, by seat, with how likely each point of their grid is and how often they jump:
    `forsale_sim.search.traits`.
    """
    weigh_move = move_model(rule)

    def weigh(starts, states, me, weights, houses, seen, fits, jumps):
        copy_record(states[0], starts[0])
        known, state = starts[0], states[0]
        bought, row = local_array(SEATS, np.int64), local_array(FEATURES, np.float64)
        seen[:] = fits[:] = 1.0
        jumps[:, 0], jumps[:, 1] = traits.JUMPED, traits.MOVED
        by_traits = seen.shape[1] - 1
        begin_past(state)
        for _ in range(game.auctions_begun(known)):
            offer = open_past(state, known, bought)
            fill_weights_now(state, weights, houses, row)
            for turn in range(2 * state.players):
                seat, passes = turn // 2 + 1, turn % 2 == 1
                bid = I64(known.past_bid[state.round, seat])
                moved = known.past_declined[state.round, seat] != 0 if passes else bid != 0
                # Nobody remembers past auctions of a position that was made up.
                if moved and seat != me and offer != 0:
                    turn_to(state, known, offer, bought, seat, passes)
                    if state.least_bid <= state.coins[seat]:
                        move = 0 if passes else bid
                        weigh_move(state, seat, move, row, seen[seat])
                        likely = traits.weigh_traits(state, seat, move, fits[seat], jumps[seat])
                        seen[seat, by_traits] *= likely
            close_past(state, known, offer, bought)
            for other in range(1, known.players + 1):
                seen[other, by_traits] *= divide_by_most(fits[other])
                divide_by_most(seen[other])
        traits.pool_traits(fits, me, known.players, seen[:, by_traits])

    return compile_into_caller(weigh, allocates=False)


@cache
def bidding_beliefs(rule: Callable[..., int]) -> Any:
    """Return a function that computes by which rule everyone bids.

    The function is ``believe(starts, states, me, weights, houses, prior, likely, fits, jumps)``:
    `prior`, (rules,) float64, is how likely each rule is before the first auction; who bids by none
    is rational, or has traits. Fills `likely`, (`SEATS`, rules + 2) float64, but for the row of
    `me`. The other parameters are those of `bidding_model`.
    """
    weigh = bidding_model(rule)

    def believe(starts, states, me, weights, houses, prior, likely, fits, jumps):
        rules = prior.shape[0]
        if rules > MOST_RULES:
            raise ValueError("there are too many rules to tell apart: more than MOST_RULES")
        before = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 2]
        seen = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 2]
        for seat in range(SEATS):
            for number in range(rules):
                before[seat, number] = prior[number]
            before[seat, rules] = RATIONAL * (1.0 - sum_of(prior))
            before[seat, rules + 1] = (1.0 - RATIONAL) * (1.0 - sum_of(prior))
        weigh(starts, states, me, weights, houses, seen, fits, jumps)
        fill_posterior(before, seen, me, starts[0].players, likely)

    return compile_into_caller(believe, allocates=False)


# opponent_model: Which rule each opponent sells by, inferred from what they have sold so far.
#
# Hands are public, and so is what everyone sold in each round. So for every known rule it is known
# what the rule would have sold at each seat in each round, and so how likely the player there sells
# by it. Before the first sale, that depends on how they have bid.
#
# Some players sell by no known rule: what any of the rules would, or any house.

KNOWN = 0.01  # the probability that a player who bids by no known rule sells by one
SALE_SLIPS = 0.05
"""How often a player of a rule is assumed to sell any house instead: no rule is known exactly."""
LOYAL = 0.7  # how likely a player who bids by a rule sells by it, too, rather than by another
OTHERWISE = 0.6
"""How likely a player who bids by a rule, and sells by another, sells as players of traits do."""
MIXES = 0.15  # how likely a player who bids by traits sells as one who mixes
MOST_TRUST = 0.95
"""The most that the others are taken to sell by rules: the rest of their sales is always mixed."""


@inlined
def card_worth(state, cards, value):
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
def sells_together(state, sold, seat, me):
    """Return how likely a player sells what it did if all but `me` sell from one drawn place."""
    place, others, same = count(below(state.hand[seat], sold[seat])), 0, 0
    for other in range(1, state.players + 1):
        if sold[other] != 0 and other not in (seat, me):
            others += 1
            same += count(below(state.hand[other], sold[other])) == place
    share = same / others if others != 0 else 1.0
    return share * count(state.hand[seat]) ** (-1.0 / (others + 1))


@inlined
def weigh(state, sold, me, says, seen):
    rules = says.shape[1]
    chances = local_array((FORMULAS, DEGREES, MAX_CARDS), np.float64)
    for seat in range(1, state.players + 1):
        if sold[seat] != 0:
            any_house, agree = 1.0 / count(state.hand[seat]), 0
            for number in range(rules):
                same = says[seat, number] == sold[seat]
                seen[seat, number] *= SALE_SLIPS * any_house + (1.0 - SALE_SLIPS) * same
                agree += same
            seen[seat, rules] *= 0.5 * any_house + 0.5 * agree / rules
            place = count(below(state.hand[seat], sold[seat]))
            traits.fill_sale_chances(state, seat, chances)
            for formula in range(FORMULAS):
                for i in range(DEGREES):
                    manner, by_manner = DEGREES * formula + i, chances[formula, i, place]
                    if manner == traits.TOGETHER:
                        by_manner = sells_together(state, sold, seat, me)
                    likely = SALE_SLIPS * any_house + (1.0 - SALE_SLIPS) * by_manner
                    seen[seat, rules + 1 + manner] *= likely


@inlined
def keep(says, now):
    for seat in range(SEATS):
        for number in range(says.shape[1]):
            now[seat, number] = says[seat, number]


@inlined
def fill_prior(bidding, prior, selling):
    rules, known = prior.shape[0], max(sum_of(prior), 1e-300)  # no rule may be known
    for seat in range(1, SEATS):
        unknown = bidding[seat, rules] + bidding[seat, rules + 1]
        disloyal = (1.0 - LOYAL) * (1.0 - unknown)
        otherwise = OTHERWISE * disloyal
        another = KNOWN * unknown + disloyal - otherwise
        for number in range(rules):
            by_same = LOYAL * bidding[seat, number]
            selling[seat, number] = by_same + another * prior[number] / known
        mixes = bidding[seat, rules] + MIXES * (bidding[seat, rules + 1] + otherwise)
        unknown += otherwise
        selling[seat, rules] = (1.0 - KNOWN) * mixes
        for manner in range(traits.MANNERS):
            by_manner = (1.0 - KNOWN) * (unknown - mixes) * traits.USUAL_MANNERS[manner]
            selling[seat, rules + 1 + manner] = by_manner


@inlined
def fill_expected(state, me, now, likely, expected):
    """Fill in `expected`; return how many of the others, as a share, nobody can foresee."""
    rules, unforeseen = now.shape[1], 0.0
    chances = local_array((FORMULAS, DEGREES, MAX_CARDS), np.float64)
    expected[:] = 0.0
    for seat in range(1, state.players + 1):
        hand = state.hand[seat]
        if seat == me or hand == 0:
            continue
        together, any_house = rules + 1 + traits.TOGETHER, rules + traits.MANNERS
        for kind in (rules, together, any_house):  # the first mixes
            unforeseen += likely[seat, kind] / (state.players - 1)
        for number in range(rules):
            expected[seat, now[seat, number]] += MOST_TRUST * likely[seat, number]
        traits.fill_sale_chances(state, seat, chances)
        for formula in range(FORMULAS):
            for i in range(DEGREES):
                trust = MOST_TRUST * likely[seat, rules + 1 + DEGREES * formula + i]
                for place in range(count(hand)):
                    expected[seat, nth(hand, place)] += trust * chances[formula, i, place]
    return unforeseen


@cache
def opponent_model(rule: Callable[..., int]) -> Any:
    """Return a function that computes what the others are expected to sell.

    `rule`: ``rule(view, number) -> int``: the house that the rule of that number, from 0, sells. A
    function that numba can compile, and that draws no random number.

    The function is ``expect(starts, states, me, bidding, prior, now, expected)``: `starts` holds
    the state of a sale, `states` is scratch, `bidding`, (`SEATS`, rules + 2) float64, is how likely
    each seat bids by each rule, is rational or has traits, and `prior`, (rules,) float64, how
    likely rules are before the game. Fills `now`, (`SEATS`, rules) int64, with what each rule sells
    at each seat, and `expected`, (`SEATS`, `CARDS`) float64, with the probability that the seat
    sells the house by a rule or a manner; the rest is left to mixing, as is all of `me`. Returns
    which share of the others is likely to mix or to sell any house. Raises ValueError if a rule
    names a house that is not in the seat's hand.
    """
    choose = compile_policy(rule)

    def expect(starts, states, me, bidding, prior, now, expected):
        copy_record(states[0], starts[0])
        state, rules = states[0], now.shape[1]
        says = local_array((SEATS, MOST_RULES), np.int64)[:, :rules]
        kinds = rules + 1 + traits.MANNERS
        seen = local_array((SEATS, MOST_KINDS), np.float64)[:, :kinds]
        likely = local_array((SEATS, MOST_KINDS), np.float64)[:, :kinds]
        sold = local_array(SEATS, np.int64)
        says[:], seen[:] = 0, 1.0
        # The current sale and the earlier ones share one loop, so that the rules, which are
        # inlined, are compiled once.
        while True:
            for seat in range(1, state.players + 1):
                if state.hand[seat] != 0:
                    divide_by_most(seen[seat])
                    for number in range(rules):
                        says[seat, number] = 0
                        if seen[seat, number] >= RULED_OUT:
                            house = choose(view_of(state, U64(seat)), number)
                            if house < 1 or house >= CARDS or not has(state.hand[seat], house):
                                raise ValueError("an opponent's rule made an illegal move")
                            says[seat, number] = house
            if state.round == starts[0].round:
                keep(says, now)
            else:
                weigh(state, sold, me, says, seen)
            if state.round == 1:
                break
            take_back_sale(state, sold)
        selling = local_array((SEATS, MOST_KINDS), np.float64)[:, :kinds]
        fill_prior(bidding, prior, selling)
        fill_posterior(selling, seen, me, state.players, likely)
        return fill_expected(starts[0], me, now, likely, expected)

    return compile_into_caller(expect, allocates=False)
