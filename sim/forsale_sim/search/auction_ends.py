"""What the ends of an auction are worth to a player."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined

from forsale_sim.cards import highest, only, remove
from forsale_sim.engine import game
from forsale_sim.search.value_function import OPENS, strength


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
    price = state.bid[seat] - game.pass_refund(state, seat)
    passing = strength_with(state, seat, house, price, weights)
    best = highest(state.houses_on_offer)
    if strength_with(state, seat, best, least, weights) + weights[OPENS] > passing:
        return True
    second = highest(remove(state.houses_on_offer, best))
    price = least - game.refund_of(state, least, 0)
    return second != house and strength_with(state, seat, second, price, weights) > passing
