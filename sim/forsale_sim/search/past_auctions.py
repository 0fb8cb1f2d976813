"""What each player decided last in past auctions, and what they saw when they did.

Everyone remembers of an auction what was on offer, who bought which house for how much, what each
player bid last, and what they would have had to bid when they made that bid and when they passed.
Prices only rise: so it is also known who was still in at that time, and for which houses; where
bids may be matched, nearly so. Earlier bids are not known.
"""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import U64

from forsale_sim.cards import count, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64


@inlined
def begin_past(state):
    """Turn a copy of a state back to the start of the game, before the first auction."""
    for seat in range(SEATS):
        state.coins[seat] = state.starting_coins[seat]
        state.hand[seat] = state.cheques[seat] = 0
    state.unseen_houses, state.unseen_cheques = state.deck_houses, state.deck_cheques
    state.cheques_on_offer, state.round = 0, 0


@inlined
def offer_of(known, auction):
    """Return the set of houses that were on offer in an auction."""
    offer, houses = 0, known.deck_houses & ~known.unseen_houses
    while houses != 0:
        house = lowest(houses)
        if known.auction[U64(house)] == auction:
            offer |= only(house)
        houses &= houses - 1
    return offer


@inlined
def open_past(state, known, bought):
    """Open the next auction again, and return the set of houses that it offered.

    `state`, record of `STATE`: after the auction before; changed in place. `known`, record of
    `STATE`: the state that remembers what happened. `bought`, (`SEATS`,) int64: filled in by seat
    with the house that it bought, 0 for none so far.
    """
    state.round += 1
    offer = offer_of(known, state.round)
    if state.only_first_refunded != 0:
        game.refund_only_first(state, offer)
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
def close_past(state, known, offer):
    """Give the houses of an auction to those who bought them, for what they paid."""
    while offer != 0:
        house = lowest(offer)
        buyer = I64(known.buyer[U64(house)])
        if buyer != 0:
            state.hand[buyer] |= only(house)
            state.coins[buyer] -= I64(known.price[U64(house)])
        offer &= offer - 1
