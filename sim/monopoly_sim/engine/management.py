"""Building, selling, mortgaging and redeeming, as in `monopoly_sim.reference.management`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.asking import ask, require
from monopoly_sim.engine.auctions import auction_by_limits
from monopoly_sim.engine.building import (
    builders,
    can_place,
    could_place,
    highest_level,
    is_hotel_next,
    place_for,
    sell_building,
)
from monopoly_sim.engine.deeds import mortgageable, redeemable, redemption
from monopoly_sim.engine.moves import neighbour, pay, set_level, set_mortgage
from monopoly_sim.engine.state import CHOICES, MANAGE
from monopoly_sim.reference.actions import DONE, HOTEL_LOT, HOUSE, SQUARES, Manage
from monopoly_sim.reference.management import MOST_ACTIONS
from monopoly_sim.reference.table import BANK
from monopoly_sim.rules.square_sets import members

BUILD, SELL, MORTGAGE, REDEEM = (
    int(kind) for kind in (Manage.BUILD, Manage.SELL, Manage.MORTGAGE, Manage.REDEEM)
)
AUCTION = CHOICES["scarce"].index("auction")


@step
def manage(state, seat):
    """Ask a player for actions, until there are no more."""
    for _ in range(MOST_ACTIONS):
        action = ask(state, seat, MANAGE)
        if action == DONE:
            return
        act_on(state, seat, action)


@step
def act_on(state, seat, action):
    """Do what a player asks for, if it is allowed."""
    require(SQUARES <= action < (REDEEM + 1) * SQUARES)
    kind, square = action // SQUARES, action % SQUARES
    require(square < state.rules.size)
    if kind == BUILD:
        build(state, seat, square)
    elif kind == SELL:
        sell(state, seat, square)
    elif kind == MORTGAGE:
        require(mortgageable(state, seat) >> square & 1 != 0)
        set_mortgage(state, square)
        pay(state, BANK, seat, state.rules.mortgage[square])
    else:
        require(redeemable(state, seat) >> square & 1 != 0)
        pay(state, seat, BANK, redemption(state, square))
        set_mortgage(state, square)


@step
def sell(state, seat, square):
    """Sell a building on a street to the bank."""
    require(state.deeds[seat] & state.built & 1 << square != 0)
    require(state.level[square] == highest_level(state, state.rules.group[square]))
    value = sell_building(state, square) * (state.rules.house_price[square] // 2)
    state.detail.buildings[square] -= value
    pay(state, BANK, seat, value)


@step
def build(state, seat, square):
    """Build on a street, or auction the building if it is scarce."""
    price = state.rules.house_price[square]
    require(can_place(state, seat, square) and state.cash[seat] >= price)
    if state.rules.scarce != AUCTION or not auction_building(state, seat, square):
        place_building(state, seat, square, price)


@step
def place_building(state, seat, square, price):
    """Sell a player the next building on a street."""
    state.quiet_since = state.round
    pay(state, seat, BANK, price)
    state.detail.buildings[square] += price
    set_level(state, square, state.level[square] + 1)


@step
def auction_building(state, seat, square):
    """Auction the building that a player wants, if it is scarce and another wants it, too.

    Returns whether it was auctioned, whoever got it.
    """
    hotel = is_hotel_next(state, square)
    bidders = bidders_for(state, hotel)
    if bidders & (bidders - 1) == 0:
        return False
    lot, last = HOTEL_LOT if hotel else HOUSE, neighbour(state, seat, state.players - 1)
    winner, price = auction_by_limits(state, lot, last, bidders, state.rules.scarce_min, 2)
    if winner == 0:
        return False
    state.detail.contests += 1
    street = square if winner == seat else place_for(state, winner, hotel)
    place_building(state, winner, street, price)
    return True


@inlined
def bidders_for(state, hotel):
    """Return the set of players who compete for a kind of building that is too scarce for all."""
    wanted, bidders = 0, builders(state)
    if bidders & (bidders - 1) == 0:
        return 0
    for each in members(bidders):
        number = could_place(state, each, hotel)
        wanted += number
        if number == 0:
            bidders &= ~(1 << each)
    if wanted <= (state.hotels if hotel else state.houses):
        return 0
    for each in members(bidders):
        if place_for(state, each, hotel) < 0:
            bidders &= ~(1 << each)
    return bidders
