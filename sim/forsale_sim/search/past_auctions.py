"""Auctions played again, from what everyone remembers of them.

Of a past auction it is known what was on offer, who bought which house for how much, and so in
which order players passed, and what everyone bid last. Their earlier bids are not known: each is
taken to have been the least that was legal, unless nobody bid after it. The winner of an auction is
taken to have opened the next, whatever the rules say.
"""

from __future__ import annotations

from forsale_sim.cards import has, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.random import U64
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64

WAITS = -1
"""In place of a move: the player has made their last bid, and another passes first."""


@inlined
def begin_past(state):
    """Turn a copy of a state back to the start of the game, before the first auction."""
    for seat in range(SEATS):
        state.coins[seat] = state.starting_coins[seat]
        state.hand[seat] = state.cheques[seat] = 0
    state.unseen_houses, state.unseen_cheques = state.deck_houses, state.deck_cheques
    state.cheques_on_offer, state.round, state.opener = 0, 0, 1


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
def open_past(state, known, last_bids, passers):
    """Open the next auction again; return how many players have passed in it.

    Parameters
    ----------
    state : record of `STATE`
        After the auction before; changed in place.
    known : record of `STATE`
        The state that remembers what happened.
    last_bids : (`SEATS`,) int64
        Filled in by seat.
    passers : (`SEATS`,) int64
        Filled in with the seats that have passed, in their order. Those who went without a house
        passed first, and are taken to have done so in turn.
    """
    state.round += 1
    offer = offer_of(known, state.round)
    state.houses_on_offer = offer
    if state.only_first_refunded != 0:
        game.refund_only_first(state, offer)
    state.unseen_houses &= ~offer
    state.seats_in = (1 << state.players) - 1
    state.highest_bid = 0
    still_in = known.seats_in if known.round == state.round else 0
    for seat in range(SEATS):
        state.bid[seat] = 0
        past = I64(known.past_bid[state.round, seat])
        last_bids[seat] = past if still_in == 0 else known.bid[seat]
    buyers, houses = 0, offer
    while houses != 0:
        buyer = I64(known.buyer[U64(lowest(houses))])
        if buyer != 0:
            buyers |= only(buyer)
        houses &= houses - 1
    seat, number = state.opener, 0
    for _ in range(state.players):
        if not has(buyers | still_in, seat):
            passers[number] = seat
            number += 1
        seat = seat % state.players + 1
    while offer != 0:
        buyer = I64(known.buyer[U64(lowest(offer))])
        if buyer != 0:
            passers[number] = buyer
            number += 1
        offer &= offer - 1
    return number if still_in != 0 else number - 1


@inlined
def past_move(state, seat, last_bids, next_to_pass):
    """Return what a player did at a turn: the bid, 0 for a pass, or `WAITS`."""
    last = last_bids[seat]
    least = game.least_bid(state, state.highest_bid, state.bid[seat])
    if last >= least:
        for other in range(1, state.players + 1):
            if other != seat and has(state.seats_in, other) and last_bids[other] >= least:
                return least
        return last
    return 0 if seat == next_to_pass else WAITS


@inlined
def dearest_price(state, seat, last_bids):
    """Return the most that a player who passed may have been asked to bid."""
    highest = state.highest_bid
    for other in range(1, state.players + 1):
        if other != seat and has(state.seats_in, other):
            highest = max(highest, last_bids[other])
    return game.least_bid(state, highest, state.bid[seat])


@inlined
def leave_past(state, known, seat):
    """Let a player pass in a past auction, or take the last house, for what they paid."""
    if game.pass_takes_house(state):
        house = U64(lowest(state.houses_on_offer))
        state.hand[seat] |= only(I64(house))
        state.coins[seat] -= I64(known.price[house])
        state.houses_on_offer &= state.houses_on_offer - 1
    state.seats_in = remove(state.seats_in, seat)
