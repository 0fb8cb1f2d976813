"""An auction as a tree: its positions, its moves, and what its ends are worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import local_array

from forsale_sim.cards import count, has, lowest, nth, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.search.value_function import OPENS, strength

AUCTION = np.dtype(
    [
        ("players", np.int64),
        ("least_raise", np.int64),
        ("opening_bid", np.int64),
        ("houses", np.int64),
        ("empty_passes", np.int64),
        ("passes", np.int64),
        ("searched", np.int64),
        ("curtailed", np.bool_),
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
since the search began, how many positions have been searched, and whether bids were left out, as
they jump too far, where the last chances were found; and by seat, the bid, which of these passes
was theirs (from 1; 0 if none), the coins at the start and, once out, the exponential of the
strength."""
MOST_PRICES = 256
"""Bids from here on are not considered."""


class Powers(NamedTuple):
    """The exponentials of everyone's strength after each end of an auction."""

    passing: NDArray[np.float64]
    """By seat, number of the house in the offer (0 for none) and bid: after passing for it."""
    winning: NDArray[np.float64]
    """By seat and bid: after winning."""
    hoped: NDArray[np.float64]
    """By seat and bid: after passing for the second highest house, if that is refunded."""
    lowest_equal: NDArray[np.int64]
    """By bid: the lowest bid with which a pass costs as much, whatever house it takes."""


@inlined
def fill_powers(state, weights, powers):
    """Fill in the exponentials of everyone's strength after each end of an auction.

    `state`, record of `STATE`: in an auction. `weights`, (FEATURES,) float64. `powers`, Powers:
    filled in place for those still in the auction.
    """
    passing, winning, hoped, lowest_equal = powers
    offer, last = local_array(SEATS, np.int64), count(state.houses_on_offer)
    offer[0] = 0  # no house
    for i in range(last):
        offer[i + 1] = nth(state.houses_on_offer, i)
    for seat in range(1, state.players + 1):
        if has(state.seats_in, seat):
            coins, hand = state.coins[seat], state.hand[seat]
            for bid in range(min(coins + 1, winning.shape[1])):
                for i in range(last + 1):
                    left = coins
                    if i != 0:
                        left -= bid - game.refund_of(state, bid, last + 1 - i)
                    passing[seat, i, bid] = np.exp(strength(weights, left, hand | only(offer[i])))
                most = strength(weights, coins - bid, hand | only(offer[last]))
                winning[seat, bid] = np.exp(most + weights[OPENS])
                hoped[seat, bid] = passing[seat, last - 1, bid]
                if state.only_first_refunded != 0:
                    left = coins - (bid - game.refund_of(state, bid, 0))
                    hoped[seat, bid] = np.exp(strength(weights, left, hand | only(offer[last - 1])))
    fill_lowest_equal(state, last, lowest_equal)


@inlined
def fill_lowest_equal(state, offered, lowest_equal):
    """Write `Powers.lowest_equal` for so many houses on offer."""
    lowest_equal[0] = 0
    for bid in range(1, lowest_equal.shape[0]):
        lower = lowest_equal[bid] = lowest_equal[bid - 1]
        for left in range(1, offered + 1):
            saved = game.refund_of(state, bid, left) - game.refund_of(state, lower, left)
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
    """Let a player pass."""
    auction.power[seat] = passing[seat, house_of_pass(auction), auction.bid[seat]]
    auction.passes += 1
    auction.passed[seat] = auction.passes
    auction.seats_in = remove(auction.seats_in, seat)


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
