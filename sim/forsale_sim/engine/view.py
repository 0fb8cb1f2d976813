"""What a compiled strategy may see: the names of `forsale_sim.View` and nothing else."""

from __future__ import annotations

from functools import partial

import numpy as np
from numba import from_dtype, types
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import U64, register_random_numbers
from strategy_lab.compiled.random import next_draw as next_word
from strategy_lab.compiled.views import Views

from forsale_sim.cards import MAX_CARDS, count, has, members, only
from forsale_sim.engine import game
from forsale_sim.engine.state import STATE

I64 = np.int64
"""The type of whole numbers for strategies. `int` would leave small and unsigned types as they are,
in which 3 - 5 overflows, and which become floats when mixed with others."""

state_type = from_dtype(STATE)


class ViewType(types.Type):
    """The numba type of a view."""


view_type = ViewType("View")


VIEWS = Views(view_type, state_type)
state_of, seat_of = VIEWS.state_of, VIEWS.seat_of
attribute, method = VIEWS.attribute, VIEWS.method


@inlined
def checked_seat(state, seat):
    """Return `seat`, which must be 1 to the number of players."""
    if unlikely(seat < 1 or seat > state.players):
        raise IndexError("a seat is a number from 1 to view.players")
    return U64(seat)


@inlined
def checked_auction(view, auction):
    """Return `auction`, which must be 1 to the number of auctions begun."""
    if unlikely(auction < 1 or auction > auctions_begun(state_of(view))):
        raise IndexError("an auction is a number from 1 to view.auctions")
    return U64(auction)


@inlined
def auctions_begun(state):
    """Return the number of auctions that have begun."""
    seen = count(state.deck_houses & ~state.unseen_houses)
    return game.auctions_for(state, seen)


@inlined
def past_of(view):
    """Return the state that a view shows, which must keep past auctions."""
    state = state_of(view)
    if unlikely(state.keeps_past == 0):
        raise RuntimeError("this game keeps no past auctions")
    return state


@inlined
def checked_card(card):
    """Return `card`, which must be 1 to `MAX_CARDS`."""
    if unlikely(card < 1 or card > MAX_CARDS):
        raise IndexError("a card is a number from 1 to 60")
    return U64(card)


@attribute
def players(view):
    return state_of(view).players


@attribute
def seat(view):
    return I64(seat_of(view))


@attribute
def seats(view):
    return range(1, state_of(view).players + 1)


@attribute
def round(view):
    return state_of(view).round


@attribute
def coins(view):
    return state_of(view).coins[seat_of(view)]


@method
def coins_of(view, seat):
    state = state_of(view)
    return state.coins[checked_seat(state, seat)]


@method
def starting_coins_of(view, seat):
    state = state_of(view)
    return state.starting_coins[checked_seat(state, seat)]


@attribute
def hand(view):
    return state_of(view).hand[seat_of(view)]


@method
def hand_of(view, seat):
    state = state_of(view)
    return state.hand[checked_seat(state, seat)]


@attribute
def own_bid(view):
    return state_of(view).bid[seat_of(view)]


@method
def bid_of(view, seat):
    state = state_of(view)
    return state.bid[checked_seat(state, seat)]


@attribute
def highest_bid(view):
    return state_of(view).highest_bid


@attribute
def least_bid(view):
    return state_of(view).least_bid


@attribute
def opener(view):
    return state_of(view).opener


@method
def in_auction(view, seat):
    state = state_of(view)
    return has(state.seats_in, int(checked_seat(state, seat)))


@attribute
def bidders(view):
    return count(state_of(view).seats_in)


@method
def refund(view, bid):
    state = state_of(view)
    return game.refund_of(state, bid, count(state.houses_on_offer))


@attribute
def pass_house(view):
    return game.pass_house(state_of(view))


@attribute
def pass_refund(view):
    return game.pass_refund(state_of(view), seat_of(view))


@attribute
def houses_on_offer(view):
    return state_of(view).houses_on_offer


@attribute
def auctions(view):
    return auctions_begun(state_of(view))


@method
def offer_in(view, auction):
    number = checked_auction(view, auction)
    state = past_of(view)
    houses = 0
    for house in members(state.deck_houses & ~state.unseen_houses):
        if state.auction[U64(house)] == number:
            houses |= only(house)
    return houses


@method
def bid_in(view, auction, seat):
    number = checked_auction(view, auction)
    state = past_of(view)
    return I64(state.past_bid[number, checked_seat(state, seat)])


@method
def least_bid_in(view, auction, seat):
    number = checked_auction(view, auction)
    state = past_of(view)
    return I64(state.past_least_bid[number, checked_seat(state, seat)])


@method
def declined_in(view, auction, seat):
    number = checked_auction(view, auction)
    state = past_of(view)
    return I64(state.past_declined[number, checked_seat(state, seat)])


@attribute
def cheques_on_offer(view):
    return state_of(view).cheques_on_offer


@method
def cheque_value(view, card):
    return I64(state_of(view).cheque_value[checked_card(card)])


@method
def cheque_sum(view, cards):
    state = state_of(view)
    total = 0
    cards &= state.deck_cheques
    while cards != 0:
        total += int(state.cheque_value[game.first(cards)])
        cards &= cards - 1
    return total


@attribute
def unseen_houses(view):
    return state_of(view).unseen_houses


@attribute
def unseen_cheques(view):
    return state_of(view).unseen_cheques


@attribute
def deck_houses(view):
    return state_of(view).deck_houses


@attribute
def deck_cheques(view):
    return state_of(view).deck_cheques


@attribute
def removed(view):
    return state_of(view).removed


@attribute
def houses_per_round(view):
    return state_of(view).houses_per_round


@attribute
def coin_value(view):
    return state_of(view).coin_value


@method
def cheques_of(view, seat):
    state = state_of(view)
    return state.cheques[checked_seat(state, seat)]


@method
def buyer_of(view, house):
    return I64(state_of(view).buyer[checked_card(house)])


@method
def price_of(view, house):
    return I64(state_of(view).price[checked_card(house)])


@method
def auction_of(view, house):
    card, state = checked_card(house), past_of(view)
    bought = state.deck_houses & ~state.unseen_houses & ~state.houses_on_offer
    return I64(state.auction[card]) if has(bought, int(card)) else 0


@method
def cheque_of(view, house):
    return I64(state_of(view).cheque[checked_card(house)])


@method
def sale_of(view, house):
    return I64(state_of(view).sale[checked_card(house)])


@partial(method, fractions=["probability"])
def chance(view, probability):
    # Whole numbers are compared, because a float would have to wait for the random number.
    limit = min(max(probability, 0.0), 1.0) * 2.0**32
    word, whole = I64(next_word(state_of(view), seat_of(view))), I64(limit)
    if unlikely(word == whole):
        return whole < limit
    return word < whole


register_random_numbers(VIEWS)
