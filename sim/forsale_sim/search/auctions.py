"""An auction as a tree: its positions, its moves, and what its ends are worth."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray
from strategy_lab.compiled.bits import local_array
from strategy_lab.compiled.caching import allocating_step, inlined
from strategy_lab.compiled.random import U64
from strategy_lab.compiled.views import arguments_at

from forsale_sim import search as forsale_sim_search
from forsale_sim.cards import count, has, lowest, nth, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.state import BID, CARDS, SEATS, SELL, STATE
from forsale_sim.engine.view import I64, seat_of
from forsale_sim.search.bidding_model import (
    COINS,
    FEATURES,
    MOST_KINDS,
    MOST_RULES,
    OPENS,
    ROOTS,
    bidding_beliefs,
    can_gain,
    compile_into_caller,
    fill_weights_now,
    opponent_model,
    strength,
)
from forsale_sim.search.rollouts import (
    fitted_rollouts,
    foreseen_bid,
    foreseen_sale,
    last_sales_solver,
    most_houses,
    rollouts,
    solved_sale,
    told_rollouts,
)
from forsale_sim.search.sales import (
    MOST_MOVES,
    TOLD,
    begin_search,
    forget,
    key_of,
    mixed_sale,
    order_equal_cheques,
    recall,
    remember,
    room_for,
)
from forsale_sim.search.traits import POINTS

NUMBERS = (
    *("players", "least_raise", "opening_bid", "houses", "empty_passes", "passes", "searched"),
    *("seats_in", "highest_bid"),
)
AUCTION = np.dtype(
    [
        *((name, np.int64) for name in NUMBERS),
        *((name, np.int64, SEATS) for name in ("bid", "passed", "coins")),
        ("power", np.float64, SEATS),
        ("curtailed", np.bool_),
    ],
    align=True,
)
"""An auction under search: how many houses are on offer, how many of the next passers get none, how
many players have passed since the search began, and how many positions have been searched; by seat,
the bid, which of these passes was theirs (from 1; 0 if none), the coins at the start and, once out,
the exponential of the strength; and whether bids were left out, as they jump too far, where the
last chances were found."""
MOST_PRICES = 256  # bids from here on are not considered


class Powers(NamedTuple):
    # By seat, number of the house in the offer (0 for none) and bid: after passing for it.
    passing: NDArray[np.float64]
    winning: NDArray[np.float64]  # by seat and bid: after winning
    # By seat and bid: after passing for the second highest house, if that is refunded.
    hoped: NDArray[np.float64]
    # By bid: the lowest bid with which a pass costs as much, whatever house it takes.
    lowest_equal: NDArray[np.int64]


@inlined
def fill_powers(state, weights, powers):
    passing, winning, hoped, lowest_equal = powers
    offer, last = local_array(SEATS, np.int64), game.houses_left(state)
    shown = count(state.houses_on_offer)
    offer[0] = 0  # no house
    for i in range(last):
        offer[i + 1] = (
            nth(state.houses_on_offer, i) if i < shown else nth(state.face_down, i - shown)
        )
    for seat in range(1, state.players + 1):
        if has(state.seats_in, seat):
            coins, hand = state.coins[seat], state.hand[seat]
            for bid in range(min(coins + 1, winning.shape[1])):
                for i in range(last + 1):
                    left = coins + game.gift_of(state, bid, count(state.seats_in))
                    if i != 0:
                        left = coins - bid + game.coins_for(state, bid, last + 1 - i)
                    passing[seat, i, bid] = np.exp(strength(weights, left, hand | only(offer[i])))
                most = strength(weights, coins - bid, hand | only(offer[last]))
                winning[seat, bid] = np.exp(most + weights[OPENS])
                hoped[seat, bid] = passing[seat, last - 1, bid]
                if state.only_first_refunded != 0:
                    left = coins - bid + game.refund_of(state, bid, 0) + game.gift_of(state, bid, 2)
                    hoped[seat, bid] = np.exp(strength(weights, left, hand | only(offer[last - 1])))
    fill_lowest_equal(state, last, lowest_equal)


@inlined
def fill_lowest_equal(state, offered, lowest_equal):
    lowest_equal[0] = 0
    for bid in range(1, lowest_equal.shape[0]):
        lower = lowest_equal[bid] = lowest_equal[bid - 1]
        for left in range(1, offered + 1):
            saved = game.coins_for(state, bid, left) - game.coins_for(state, lower, left)
            if saved != bid - lower:
                lowest_equal[bid] = bid


@inlined
def house_of_pass(auction):
    """Return the number in the offer of the house that the next passer gets; 0 for none."""
    return max(auction.passes + 1 - auction.empty_passes, 0)


@inlined
def last_bid(auction, seat, jump, powers):
    """Return the highest bid worth trying: `jump` more than the least, or less where none pays.

    No bid pays if its best outcomes, the best house for it or the second best at a pass, are worse
    than passing now.
    """
    passing, winning, hoped = powers.passing, powers.winning, powers.hoped
    house, houses = house_of_pass(auction), auction.houses
    least = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    now = passing[seat, house, auction.bid[seat]]
    rivals = 0
    for other in range(1, auction.players + 1):
        if other != seat and has(auction.seats_in, other):
            rivals = max(rivals, auction.coins[other])
    most = min(least + jump, auction.coins[seat], max(rivals + 1, least), winning.shape[1] - 1)
    bid = least
    while bid <= most and (
        winning[seat, bid] > now or (houses - 1 > house and hoped[seat, bid] > now)
    ):
        bid += 1
    return bid - 1


@inlined
def pass_turn(auction, seat, passing):
    auction.power[seat] = passing[seat, house_of_pass(auction), auction.bid[seat]]
    auction.passes += 1
    auction.passed[seat] = auction.passes
    auction.seats_in = remove(auction.seats_in, seat)


@inlined
def value_end(auction, winning, chances):
    last = lowest(auction.seats_in)
    auction.power[last] = winning[last, auction.bid[last]]
    total = 0.0
    for seat in range(1, auction.players + 1):
        total += auction.power[seat]
    for seat in range(1, auction.players + 1):
        chances[seat] = auction.power[seat] / total


# auction_turns: Turns of an auction under search: the moves to try, and the best of those that
# were tried.

TURN = np.dtype(
    [
        ("seat", np.int64),
        ("next_bid", np.int64),
        ("last_bid", np.int64),
        ("best_bid", np.int64),
        ("now_tried", np.int64),
        ("own_bid", np.int64),
        ("highest_bid", np.int64),
        ("key", np.uint64),
        ("curtailed", np.bool_),
        ("chances", np.float64, SEATS),
    ],
    align=True,
)
"""A node of the search: the bids still to be tried, the best so far with everyone's chances after
it, the state before the turn, and whether bids were left out there or later, as they jump too far.
"""


@inlined
def begin_turn(auction, turn, seat, key, last):
    """Store the position before a turn in which bids up to `last` are tried, after a pass."""
    turn.seat, turn.key, turn.now_tried, turn.best_bid = seat, key, 0, 0
    turn.own_bid, turn.highest_bid = auction.bid[seat], auction.highest_bid
    turn.next_bid = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    turn.last_bid = last
    turn.chances[seat] = -1.0


@inlined
def take_back(auction, turn):
    seat = turn.seat
    if turn.now_tried == 0:
        auction.passes -= 1
        auction.passed[seat] = 0
        auction.seats_in |= only(seat)
    auction.bid[seat], auction.highest_bid = turn.own_bid, turn.highest_bid


@inlined
def keep_better(turn, chances):
    if chances[turn.seat] > turn.chances[turn.seat]:
        turn.best_bid = turn.now_tried
        for seat in range(SEATS):
            turn.chances[seat] = chances[seat]


# auction_search: An auction searched to its end.
#
# Nothing in an auction is hidden or left to chance, and a value function says what each end is
# worth. So the auction is a game of perfect information for any number of players, and the search
# is max^n [1]_: at every turn the player chooses the move that gives them the best chance to win.
#
# How far bids may jump is deepened step by step [2]_: first all others pass or make the least bid,
# then they may also bid one more, three more, and so on, until no bid is left out or the budget is
# used up. The last depth that was searched completely decides.
#
# References
# ----------
# .. [1] Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986.
# .. [2] Slate and Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977).

MOST_TURNS = 512  # the deepest that an auction is searched: beyond it, players pass
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
        remember(auction, turn, jump, known)
        auction.curtailed = turn.curtailed
        for seat in range(SEATS):
            chances[seat] = turn.chances[seat]
        depth -= 1
    return 0


@inlined
def search(auctions, turns, first, jump, powers, known):
    """Search an auction from the turn of `first` on; return whether it was searched completely.

    When the budget is used up, the search ends; but if nobody jumps, all who are still in pass from
    there on.
    """
    auction, chances = auctions[0], local_array(SEATS, np.float64)
    depth, seat, complete = 0, first, True
    while True:
        if auction.seats_in & (auction.seats_in - 1) == 0:
            value_end(auction, powers.winning, chances)
            new = auction.curtailed = False
        else:
            key = key_of(auction, seat, powers.lowest_equal)
            new = not recall(auction, key, jump, known, chances)
        if new:
            last = -1
            if auction.searched < known.chances.shape[0] and depth + 1 < turns.shape[0]:
                last = last_bid(auction, seat, jump if depth > 0 else MOST_PRICES, powers)
            else:
                complete = False
                if jump > 0:
                    return complete
            begin_turn(auction, turns[depth], seat, key, last)
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
    by number of auctions to come and, for houses, by rank: `forsale_sim.search.bidding_model`.
    `houses`, int64: how many houses were in the deck that the weights were learned with. `thrift`,
    float64: how many times as much coins count as by the weights. `auctions`, (1,) record of
    `AUCTION`: filled in place.
    """
    row = local_array(FEATURES, np.float64)
    fill_weights_now(state, weights, houses, row)
    row[COINS] *= thrift
    row[ROOTS] *= thrift
    offered, deepest, auction = game.houses_left(state), 1, auctions[0]
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
def deepen(auctions, turns, seat, powers, budget, chances):
    """Search an auction from the turn of `seat` on, deeper and deeper; return its best bid."""
    known, best = room_for(budget), 0
    for depth in range(JUMPS.shape[0]):
        complete = search(auctions, turns, seat, JUMPS[depth], powers, known)
        if complete or depth == 0:
            best = turns[0].best_bid
            for i in range(SEATS):  # to assign a slice takes half a second more to compile
                chances[i] = turns[0].chances[i]
        if not complete or not auctions[0].curtailed:
            break
    return best


@allocating_step
def best_bid(state, seat, weights, houses, thrift, budget):
    auctions, chances = local_array(1, AUCTION), local_array(SEATS, np.float64)
    turns, powers = prepared(state, weights, houses, thrift, auctions)
    auction = auctions[0]
    least = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    if last_bid(auction, seat, 0, powers) < least:
        return 0
    return deepen(auctions, turns, seat, powers, budget, chances)


UNDERSTOOD = 0.6
"""How likely the others must be rational, on average, to search the auction. Who knows all that
`champion` will do gains less with 0.3, but then it wins less among all others."""


@cache
def believing_bid(rule: Callable[..., int]) -> Any:
    """Compile ``choose(view, weights, houses, budget, playouts, prior, thrift)``.

    It is `bid_by_beliefs` for a rule and a policy: see `forsale_sim.search`.
    """
    believe, best_in_rollouts = bidding_beliefs(rule), fitted_rollouts(rule)

    def choose(view, weights, houses, budget, playouts, prior, thrift):
        starts, states, seat = local_array(1, STATE), local_array(1, STATE), I64(seat_of(view))
        begin_search(view, starts)
        row = local_array(FEATURES, np.float64)
        fill_weights_now(starts[0], weights, houses, row)
        if not can_gain(starts[0], seat, starts[0].least_bid, row):
            return 0
        kinds, players = prior.shape[0] + 2, starts[0].players
        likely = local_array((SEATS, MOST_KINDS), np.float64)[:, :kinds]
        fits, jumps = local_array((SEATS, POINTS), np.float64), local_array((SEATS, 2), np.float64)
        believe(starts, states, seat, weights, houses, prior, likely, fits, jumps)
        understood = 0.0
        for other in range(1, players + 1):
            if other != seat:
                understood += likely[other, kinds - 2] / (players - 1.0)
        if understood > UNDERSTOOD:
            return best_bid(starts[0], seat, weights, houses, thrift, budget)
        return best_in_rollouts(
            view, starts, states, seat, weights, houses, playouts, likely, fits, jumps
        )

    return compile_into_caller(choose)


# restricted_response: Sales that answer what the others are expected to sell, without becoming
# predictable.


@cache
def restricted_response(bid_rule: Callable[..., int], sale_rule: Callable[..., int]) -> Any:
    """Compile ``choose(view, rounds, draws, weights, houses, prior)``.

    It is `sale_by_mixing` for these rules: see `forsale_sim.search`.
    """
    believe, expect = bidding_beliefs(bid_rule), opponent_model(sale_rule)

    def answer(starts, states, seat, word, rounds, draws, weights, houses, prior):
        rules = prior.shape[0]
        bidding = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 2]
        fits, jumps = local_array((SEATS, POINTS), np.float64), local_array((SEATS, 2), np.float64)
        believe(starts, states, seat, weights, houses, prior, bidding, fits, jumps)
        now = local_array((SEATS, MOST_RULES), np.int64)[:, :rules]
        expected = local_array((SEATS, CARDS), np.float64)
        doubt = expect(starts, states, seat, bidding, prior, now, expected)
        told = local_array((2, 1, TOLD), np.float64)[:, :0]
        if most_houses(starts[0]) > 2:
            return mixed_sale(starts[0], seat, rounds, now[seat], doubt, expected, told)[0]
        return solved_sale(starts, seat, word, draws, now[:, 0], expected, told)

    answer = compile_into_caller(answer, allocates=False)

    def choose(view, rounds, draws, weights, houses, prior):
        starts, states = local_array(1, STATE), local_array(1, STATE)
        word, seat = begin_search(view, starts), I64(seat_of(view))
        return answer(starts, states, seat, word, rounds, draws, weights, houses, prior)

    return compile_into_caller(choose, allocates=False)


# opinion: What is told of the moves of a position, by what a player of beliefs finds.

SEED = 1  # that of the random numbers of every opinion: the same position has the same


@cache
def told_by_beliefs(bid_rule: Callable[..., int], sale_rule: Callable[..., int]) -> Any:
    """Compile ``tell(view, address, times, made, draws, weights, houses, prior)``.

    It is `opinion_by_beliefs` for these rules: see `forsale_sim.search`.
    """
    believe, expect = bidding_beliefs(bid_rule), opponent_model(sale_rule)
    tell_bids = told_rollouts(bid_rule)

    def tell(view, address, times, made, draws, weights, houses, prior):
        told = numba.carray(arguments_at(U64(address)), (MOST_MOVES, times, TOLD))
        starts, states, seat = local_array(1, STATE), local_array(1, STATE), I64(seat_of(view))
        begin_search(view, starts)
        forget(starts[0], SEED)
        order_equal_cheques(starts[0])
        rules = prior.shape[0]
        likely = local_array((SEATS, MOST_KINDS), np.float64)[:, : rules + 2]
        fits, jumps = local_array((SEATS, POINTS), np.float64), local_array((SEATS, 2), np.float64)
        believe(starts, states, seat, weights, houses, prior, likely, fits, jumps)
        if starts[0].seats_in != 0:
            tell_bids(view, starts, states, seat, weights, houses, made, likely, fits, jumps, told)
            return 0
        now = local_array((SEATS, MOST_RULES), np.int64)[:, :rules]
        expected = local_array((SEATS, CARDS), np.float64)
        doubt = expect(starts, states, seat, likely, prior, now, expected)
        if most_houses(starts[0]) > 2:
            sold, best = mixed_sale(starts[0], seat, times, now[seat], doubt, expected, told)
            return sold if best else 0
        solved_sale(starts, seat, 0, draws, now[:, 0], expected, told)
        return 0

    return compile_into_caller(tell)


@cache
def register_searches() -> None:
    @overload(forsale_sim_search.bid_by_rollouts)
    def _bid_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, BID, budget)

    @overload(forsale_sim_search.sale_by_rollouts)
    def _sale_by_rollouts(view, budget, bid, sell):
        choose = rollouts(*_policy(bid, sell))
        return lambda view, budget, bid, sell: choose(view, SELL, budget)

    @overload(forsale_sim_search.bid_by_foresight)
    def _bid_by_foresight(view, least, most, weights, houses, bid):
        choose = foreseen_bid(*_policy(bid))
        return lambda view, least, most, weights, houses, bid: choose(
            view, least, most, weights, houses
        )

    @overload(forsale_sim_search.sale_by_foresight)
    def _sale_by_foresight(view, least, most, sell):
        choose = foreseen_sale(*_policy(sell))
        return lambda view, least, most, sell: choose(view, least, most)

    @overload(forsale_sim_search.sale_by_solving)
    def _sale_by_solving(view, budget, sell):
        choose = last_sales_solver(*_policy(sell))
        return lambda view, budget, sell: choose(view, budget)

    @overload(forsale_sim_search.bid_by_beliefs)
    def _bid_by_beliefs(view, weights, houses, budget, playouts, prior, thrift, rule):
        choose = believing_bid(*_policy(rule))
        return lambda view, weights, houses, budget, playouts, prior, thrift, rule: choose(
            view, weights, houses, budget, playouts, prior, thrift
        )

    @overload(forsale_sim_search.sale_by_mixing)
    def _sale_by_mixing(view, rounds, draws, weights, houses, prior, bid_rule, sale_rule):
        choose = restricted_response(*_policy(bid_rule, sale_rule))
        return lambda view, rounds, draws, weights, houses, prior, bid_rule, sale_rule: choose(
            view, rounds, draws, weights, houses, prior
        )

    @overload(forsale_sim_search.opinion_by_beliefs)
    def _opinion_by_beliefs(
        view, address, times, made, draws, weights, houses, prior, bid_rule, sale_rule
    ):
        tell = told_by_beliefs(*_policy(bid_rule, sale_rule))

        def tell_by_rules(
            view, address, times, made, draws, weights, houses, prior, bid_rule, sale_rule
        ):
            return tell(view, address, times, made, draws, weights, houses, prior)

        return tell_by_rules


def _policy(*functions: Any) -> Any:
    return (function.key[0] for function in functions)
