"""What a compiled strategy may see: the names of `monopoly_sim.reference.view.View`, no others."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random_methods import register_random_numbers
from strategy_lab.compiled.views import Views

from monopoly_sim.engine import building, moves, rents, worth
from monopoly_sim.engine import deeds as rules_of_deeds
from monopoly_sim.engine.sets import count, members_of, nth
from monopoly_sim.engine.state import STATE
from monopoly_sim.reference.table import BANK

I64 = np.int64
HOTEL_LEVEL = moves.HOTEL_LEVEL
UTILITY_DICE = 7
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
    return seat


@inlined
def checked_square(state, square):
    """Return `square`, which must be on the board."""
    if unlikely(square < 0 or square >= state.rules.size):
        raise IndexError("a square is a number from 0 on the board")
    return square


@inlined
def checked_level(level):
    """Return `level`, which must be one of a street."""
    if unlikely(level < 0 or level > HOTEL_LEVEL):
        raise IndexError("a level is a number from 0 to 5")
    return level


@attribute
def players(view):
    return state_of(view).players


@attribute
def seat(view):
    return I64(seat_of(view))


@attribute
def seats(view):
    return members_of(state_of(view).alive)


@attribute
def cash(view):
    return state_of(view).cash[seat_of(view)]


@method
def cash_of(view, seat):
    state = state_of(view)
    return state.cash[checked_seat(state, seat)]


@attribute
def deeds(view):
    return state_of(view).deeds[seat_of(view)]


@method
def deeds_of(view, seat):
    state = state_of(view)
    return state.deeds[seat if seat == BANK else checked_seat(state, seat)]


@method
def worth_of(view, seat):
    state = state_of(view)
    return worth.net_worth(state, checked_seat(state, seat))


@method
def position_of(view, seat):
    state = state_of(view)
    return state.position[checked_seat(state, seat)]


@method
def in_jail(view, seat):
    state = state_of(view)
    return state.jail[checked_seat(state, seat)]


@method
def jail_cards_of(view, seat):
    state = state_of(view)
    return moves.jail_cards(state, checked_seat(state, seat))


@attribute
def can_raise(view):
    return worth.can_raise(state_of(view), I64(seat_of(view)))


@attribute
def round(view):
    return state_of(view).round


@method
def owner_of(view, square):
    state = state_of(view)
    return state.owner[checked_square(state, square)]


@method
def owns(view, square):
    state = state_of(view)
    return state.deeds[seat_of(view)] >> checked_square(state, square) & 1 != 0


@method
def level_of(view, square):
    state = state_of(view)
    return state.level[checked_square(state, square)]


@attribute
def mortgaged(view):
    return state_of(view).mortgaged


@method
def group_of(view, square):
    state = state_of(view)
    return state.rules.group[checked_square(state, square)]


@method
def price_of(view, square):
    state = state_of(view)
    return state.rules.price[checked_square(state, square)]


@method
def house_price_of(view, square):
    state = state_of(view)
    return state.rules.house_price[checked_square(state, square)]


@method
def rent_with(view, square, level):
    state = state_of(view)
    return state.rules.rents[checked_square(state, square), checked_level(level)]


@method
def group_rent(view, square, level):
    state = state_of(view)
    return state.rules.group_rents[checked_square(state, square), checked_level(level)]


@method
def rent_of(view, square):
    state = state_of(view)
    place = checked_square(state, square)
    if not rents.pays_rent(state, place, BANK):
        return 0
    return rents.rent_of(state, place, UTILITY_DICE)


@method
def redemption_of(view, square):
    state = state_of(view)
    return rules_of_deeds.redemption(state, checked_square(state, square))


@attribute
def houses(view):
    return state_of(view).houses


@attribute
def hotels(view):
    return state_of(view).hotels


@attribute
def pot(view):
    return state_of(view).pot


@method
def missing_of(view, seat):
    state = state_of(view)
    return state.missing[checked_seat(state, seat)]


@attribute
def buildable(view):
    return building.buildable(state_of(view), I64(seat_of(view)))


@attribute
def sellable(view):
    return building.sellable(state_of(view), I64(seat_of(view)))


@attribute
def mortgageable(view):
    return rules_of_deeds.mortgageable(state_of(view), I64(seat_of(view)))


@attribute
def redeemable(view):
    return rules_of_deeds.redeemable(state_of(view), I64(seat_of(view)))


@attribute
def received(view):
    state = state_of(view)
    return state.received & state.mortgaged & state.deeds[seat_of(view)]


@attribute
def least_bid(view):
    return state_of(view).least_bid


register_random_numbers(VIEWS)


@method
def random_member(view, squares):
    if unlikely(squares <= 0):
        raise ValueError("random_member takes a set that is not empty")
    return nth(squares, view.random_below(count(squares)))
