"""An auction searched to its end.

Nothing in an auction is hidden or left to chance, and a value function says what each end is worth.
So the auction is a game of perfect information for any number of players, and the search is max^n
[1]_: at every turn the player chooses the move that gives them the best chance to win.

How far bids may jump is deepened step by step: first all others pass or make the least bid, then
they may also bid one more, three more, and so on, as long as the budget lasts. The last depth that
was searched completely decides. Positions that can be reached in several ways are searched once
[2]_.

References
----------
.. [1] Luckhardt and Irani, "An algorithmic solution of n-person games", AAAI 1986.
.. [2] Slate and Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977), for both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.cards import count, has, lowest, nth, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.random import U64
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.engine.view import I64, seat_of, state_of
from forsale_sim.search.value_function import OPENS, strength, weights_for

AUCTION = np.dtype(
    [
        ("players", np.int64),
        ("least_raise", np.int64),
        ("opening_bid", np.int64),
        ("houses", np.int64),
        ("empty_passes", np.int64),
        ("passes", np.int64),
        ("known", np.int64),
        ("seats_in", np.int64),
        ("highest_bid", np.int64),
        ("bid", np.int64, SEATS),
        ("passed", np.int64, SEATS),
        ("coins", np.int64, SEATS),
        ("power", np.float64, SEATS),
    ],
    align=True,
)
"""An auction under search.

How many houses are on offer, how many of the next passers get none, how many players have passed
since the search began, how many positions are known; and by seat, the bid, which of these passes
was theirs (from 1; 0 if none), the coins at the start and, once out, the exponential of the
strength."""

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
        ("passes_by_rule", np.float64),
        ("raises_by_rule", np.float64),
        ("chances", np.float64, SEATS),
        ("expected", np.float64, SEATS),
    ],
    align=True,
)
"""A node of the search: the bids still to be tried, the best so far with everyone's chances after
it, the state before the turn; how likely the player passes, or makes a bid, because a rule says so,
and everyone's chances after that, times its probability."""


class Powers(NamedTuple):
    """The exponentials of everyone's strength after each end of an auction."""

    passing: NDArray[np.float64]
    """By seat, number of the house in the offer (0 for none) and bid: after passing for it."""
    winning: NDArray[np.float64]
    """By seat and bid: after winning."""
    hoped: NDArray[np.float64]
    """By seat and bid: after passing for the second highest house, if that is refunded."""


class Forecast(NamedTuple):
    """How the others may bid by rules, rather than for the end that is best for them."""

    by_rule: NDArray[np.float64]
    """By seat: the probability that the player bids by a rule."""
    staying: NDArray[np.float64]
    """By seat, number of the house that a pass takes (0 for none) and price: how likely a player
    who bids by a rule makes such a bid."""
    house: int
    """The number of the house that a pass takes when the search begins."""


class Known(NamedTuple):
    """The positions that have been searched: a hash table."""

    keys: NDArray[np.uint64]
    """By slot; 0 where it is free."""
    places: NDArray[np.int64]
    """By slot: where the position's chances are."""
    chances: NDArray[np.float64]
    """By place and seat."""


MOST_TURNS = 512
"""The deepest that an auction is searched: beyond it, players pass."""
MOST_PRICES = 256
"""Bids from here on are not considered."""
RARELY = 0.005
"""A bid that a player makes by a rule more rarely than this is left out."""
JUMPS = np.array([0, 1, 3, 7, 15, MOST_PRICES])
"""By how much others may bid more than the least, at each step of the deepening."""
HASH = U64(0x9E3779B97F4A7C15)
"""Knuth's multiplier: 2**64 divided by the golden ratio."""


@inlined
def fill_powers(state, weights, offer, powers):
    """Fill in the exponentials of everyone's strength after each end of an auction.

    Parameters
    ----------
    state : record of `STATE`
        In an auction.
    weights : (FEATURES,) float64
    offer : int64[::1]
        The houses on offer, ascending, after a 0 for no house.
    powers : Powers
        Filled in place for those still in the auction.
    """
    passing, winning, hoped = powers
    last = offer.shape[0] - 1
    for seat in range(1, state.players + 1):
        if has(state.seats_in, seat):
            coins, hand = state.coins[seat], state.hand[seat]
            for bid in range(min(coins + 1, winning.shape[1])):
                for i in range(offer.shape[0]):
                    left = coins
                    if i != 0:
                        left -= bid - game.refund_of(state, bid, offer.shape[0] - i)
                    passing[seat, i, bid] = np.exp(strength(weights, left, hand | only(offer[i])))
                most = strength(weights, coins - bid, hand | only(offer[last]))
                winning[seat, bid] = np.exp(most + weights[OPENS])
                hoped[seat, bid] = passing[seat, last - 1, bid]
                if state.only_first_refunded != 0:
                    left = coins - (bid - game.refund_of(state, bid, 0))
                    hoped[seat, bid] = np.exp(strength(weights, left, hand | only(offer[last - 1])))


@inlined
def room_for(positions):
    """Return an empty table for so many known positions."""
    slots = 256
    while slots < 2 * positions:
        slots *= 2
    keys, places = np.zeros(slots, np.uint64), np.empty(slots, np.int64)
    return Known(keys, places, np.empty((positions, SEATS)))


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
    passing, winning, hoped = powers
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
def key_of(auction, seat, jump):
    """Return a hash (uint64) of the position at a turn, never 0."""
    key = U64(jump * SEATS + seat) * HASH
    for other in range(1, auction.players + 1):
        key = (key + U64(auction.bid[other] * SEATS + auction.passed[other])) * HASH
        key ^= key >> U64(29)
    return key | U64(1)


@inlined
def slot_of(keys, key):
    """Return where a key is in a hash table, or where it would go."""
    mask = U64(keys.shape[0] - 1)
    slot = (key >> U64(20)) & mask
    while keys[slot] != U64(0) and keys[slot] != key:
        slot = (slot + U64(1)) & mask
    return slot


@inlined
def pass_turn(auction, seat, passing):
    """Let a player pass."""
    auction.power[seat] = passing[seat, house_of_pass(auction), auction.bid[seat]]
    auction.passes += 1
    auction.passed[seat] = auction.passes
    auction.seats_in = remove(auction.seats_in, seat)


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
def value_end(auction, winning, chances):
    """Write everyone's chance to win when one player is left, who takes the last house."""
    last = lowest(auction.seats_in)
    auction.power[last] = winning[last, auction.bid[last]]
    total = 0.0
    for seat in range(1, auction.players + 1):
        total += auction.power[seat]
    for seat in range(1, auction.players + 1):
        chances[seat] = auction.power[seat] / total


@inlined
def recall(auction, key, known, chances):
    """Write everyone's chances in a position that is known; return whether it is."""
    slot = slot_of(known.keys, key)
    if known.keys[slot] != key:
        return False
    place = known.places[slot]
    for seat in range(SEATS):
        chances[seat] = known.chances[place, seat]
    return True


@inlined
def remember(auction, turn, known):
    """Make a position known after all its moves have been tried, if there is room."""
    place = auction.known
    if place < known.chances.shape[0]:
        slot = slot_of(known.keys, turn.key)
        known.keys[slot], known.places[slot] = turn.key, place
        for seat in range(SEATS):
            known.chances[place, seat] = turn.chances[seat]
        auction.known += 1


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


@inlined
def go_back(auction, turns, depth, known, chances):
    """Return to the last turn with a bid to try, and make it; return the depth after it, or 0."""
    while depth > 0:
        turn = turns[depth - 1]
        take_back(auction, turn)
        keep_better(turn, chances)
        if turn.next_bid <= turn.last_bid:
            turn.now_tried = turn.next_bid
            turn.next_bid += 1
            auction.bid[turn.seat] = auction.highest_bid = turn.now_tried
            return depth
        by_rule = turn.passes_by_rule + turn.raises_by_rule
        if by_rule > 0.0:
            for seat in range(SEATS):
                turn.chances[seat] = (1.0 - by_rule) * turn.chances[seat] + turn.expected[seat]
        remember(auction, turn, known)
        for seat in range(SEATS):
            chances[seat] = turn.chances[seat]
        depth -= 1
    return 0


@inlined
def search(auctions, turns, first, jump, powers, forecast, known):
    """Search an auction from the turn of `first` on; return whether it was searched completely.

    If the known positions become too many, the search ends; but if nobody jumps, all who are still
    in pass from there on.

    Parameters
    ----------
    auctions : (1,) record of `AUCTION`
        Unchanged at the end, if it was searched completely.
    turns : array of `TURN`
        Scratch. The first is the turn of `first` in the end.
    first : int64
    jump : int64
        By how much all but the first bid may be higher than the least.
    powers : Powers
    forecast : Forecast
    known : Known
    """
    auction, chances = auctions[0], np.zeros(SEATS)
    depth, seat, complete = 0, first, True
    while True:
        if auction.seats_in & (auction.seats_in - 1) == 0:
            value_end(auction, powers.winning, chances)
            new = False
        else:
            key = key_of(auction, seat, jump)
            new = not recall(auction, key, known, chances)
        if new:
            last = -1
            if auction.known < known.chances.shape[0] and depth + 1 < turns.shape[0]:
                last = last_bid(auction, seat, jump if depth > 0 else MOST_PRICES, powers)
            else:
                complete = False
                if jump > 0:
                    return complete
            begin_turn(auction, turns[depth], seat, key, last, forecast)
            pass_turn(auction, seat, powers.passing)
            seat = I64(game.next_seat(auction.seats_in, U64(seat)))
            depth += 1
        else:
            depth = go_back(auction, turns, depth, known, chances)
            if depth == 0:
                return complete
            seat = I64(game.next_seat(auction.seats_in, U64(turns[depth - 1].seat)))


@inlined
def prepared(states, weights, houses):
    """Return an auction to search, room for its turns, and what its ends are worth.

    Parameters
    ----------
    states : (1,) records of `STATE`
        What the player to act sees.
    weights : (rounds, FEATURES) float64
        By number of auctions to come and, for houses, by rank: `forsale_sim.search.value_function`.
    houses : int64
        How many houses were in the deck that the weights were learned with.
    """
    state = states[0]
    left = count(state.unseen_houses) - state.removed
    to_come = (left + state.houses_per_round - 1) // state.houses_per_round
    row = weights_for(state.deck_houses, weights[min(to_come, weights.shape[0] - 1)], houses)
    offered = count(state.houses_on_offer)
    offer = np.zeros(offered + 1, np.int64)
    for i in range(offered):
        offer[i + 1] = nth(state.houses_on_offer, i)
    auctions, deepest = np.zeros(1, AUCTION), 1
    auction = auctions[0]
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
        np.empty((SEATS, offered + 1, prices)), np.empty((SEATS, prices)), np.empty((SEATS, prices))
    )
    fill_powers(state, row, offer, powers)
    turns = np.zeros(min(deepest, MOST_TURNS), TURN)
    return auctions, turns, powers


@inlined
def no_forecast():
    """Return the forecast that nobody bids by a rule."""
    return Forecast(np.zeros(SEATS), np.empty((SEATS, 1, 1)), 0)


@inlined
def deepen(auctions, turns, seat, powers, forecast, budget):
    """Search an auction from the turn of `seat` on, deeper and deeper; return its best bid.

    Parameters
    ----------
    auctions, turns, powers
        From `prepared`.
    seat : int64
    forecast : Forecast
    budget : int64
        How many positions are searched.

    Returns
    -------
    int64
        The best bid, 0 to pass.
    float64[::1]
        By seat, the chance to win after it.
    """
    known, best, chances = room_for(budget), 0, np.zeros(SEATS)
    for step in range(JUMPS.shape[0]):
        complete = search(auctions, turns, seat, JUMPS[step], powers, forecast, known)
        if complete or step == 0:
            best = turns[0].best_bid
            chances[:] = turns[0].chances
        if not complete:
            break
    return best, chances


@inlined
def best_bid(states, seat, weights, houses, forecast, budget):
    """Return the bid of `seat` with the best chance to win.

    Parameters
    ----------
    states, weights, houses
        As for `prepared`.
    seat : int64
    forecast : Forecast
    budget : int64
        How many positions are searched.
    """
    auctions, turns, powers = prepared(states, weights, houses)
    auction = auctions[0]
    least = game.least_bid(auction, auction.highest_bid, auction.bid[seat])
    if last_bid(auction, seat, 0, powers) < least:
        return 0
    return deepen(auctions, turns, seat, powers, forecast, budget)[0]


@inlined
def choose_bid(view, weights, houses, budget):
    """Return the bid that `best_bid` finds for the player whose view it is."""
    # A record does not keep its array alive, so functions are given the array.
    states = np.empty(1, STATE)
    states[0] = state_of(view)
    return best_bid(states, I64(seat_of(view)), weights, houses, no_forecast(), budget)
