"""Houses and hotels, as in `monopoly_sim.reference.table`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.moves import HOTEL_LEVEL, set_level
from monopoly_sim.engine.state import count, first
from monopoly_sim.reference.table import BANK, FREE
from monopoly_sim.rules.board import Kind, members

LAST_HOUSE = HOTEL_LEVEL - 1


@inlined
def lowest_level(state, group):
    """Return the lowest level of the streets of a group."""
    if group & ~state.built != 0:
        return 0
    lowest = HOTEL_LEVEL
    for street in members(group):
        lowest = min(lowest, state.level[street])
    return lowest


@inlined
def highest_level(state, group):
    """Return the highest level of the streets of a group."""
    highest = 0
    for street in members(group & state.built):
        highest = max(highest, state.level[street])
    return highest


@inlined
def is_hotel_next(state, square):
    """Return whether the next building on a street is a hotel."""
    return state.level[square] == LAST_HOUSE


@step
def can_place(state, seat, square):
    """Return whether a player may place a building on a square, money aside."""
    group, level = state.rules.group[square], state.level[square]
    if state.whole[seat] >> square & 1 == 0 or group & state.mortgaged != 0:
        return False
    if level == HOTEL_LEVEL or level > lowest_level(state, group):
        return False
    return (state.hotels if level == LAST_HOUSE else state.houses) > 0


@step
def buildable(state, seat):
    """Return the set of streets that a player may build on, and can pay for."""
    rest, streets = state.whole[seat], 0
    while rest != 0:
        group = state.rules.group[first(rest)]
        rest &= ~group
        if group & state.mortgaged == 0:
            streets |= buildable_in(state, seat, group)
    return streets


@step
def buildable_in(state, seat, group):
    """Return the set of streets of a complete group that its owner may build on."""
    lowest, streets = lowest_level(state, group), 0
    left = state.hotels if lowest == LAST_HOUSE else state.houses
    if lowest == HOTEL_LEVEL or left <= 0:
        return 0
    for street in members(group):
        if state.level[street] == lowest and state.cash[seat] >= state.rules.house_price[street]:
            streets |= 1 << street
    return streets


@step
def sellable(state, seat):
    """Return the set of streets of which a player may sell a building."""
    built, streets = state.deeds[seat] & state.built, 0
    for street in members(built):
        if state.level[street] == highest_level(state, state.rules.group[street]):
            streets |= 1 << street
    return streets


@step
def sell_building(state, square):
    """Take a building off a street, and return how many levels fewer its group has.

    Four houses replace a hotel. If the bank lacks them, the group is sold down to as many houses as
    the bank can serve, even, the first streets with one more where they do not divide.
    """
    if state.level[square] < HOTEL_LEVEL or state.houses >= LAST_HOUSE:
        set_level(state, square, state.level[square] - 1)
        return 1
    group, own, before = state.rules.group[square], 0, 0
    for street in members(group):
        before += state.level[street]
        if state.level[street] < HOTEL_LEVEL:
            own += state.level[street]
    after = state.houses + own
    share, odd = after // count(group), after % count(group)
    for street in members(group):
        level = share + 1 if odd > 0 else share
        odd -= 1
        if level != state.level[street]:
            set_level(state, street, level)
    return before - after


@inlined
def builders(state):
    """Return the set of players who own a whole group."""
    found = 0
    for seat in members(state.alive):
        found |= int(state.whole[seat] != 0) << seat
    return found


@step
def could_place(state, seat, hotel):
    """Return how many houses, or hotels, a player could place and pay for, if the bank had them."""
    rest, number, cash = state.whole[seat], 0, state.cash[seat]
    while rest != 0:
        street = first(rest)
        group, price = state.rules.group[street], state.rules.house_price[street]
        rest &= ~group
        if group & state.mortgaged == 0:
            wanted = min(room_for(state, group, hotel), cash // price)
            cash -= wanted * price
            number += wanted
    return number


@step
def room_for(state, group, hotel):
    """Return how many houses, or hotels next, a group has room for."""
    room = 0
    if hotel and lowest_level(state, group) < LAST_HOUSE:
        return 0
    for street in members(group):
        level = state.level[street]
        room += int(level < HOTEL_LEVEL) if hotel else max(LAST_HOUSE - level, 0)
    return room


@step
def place_for(state, seat, hotel):
    """Return the dearest street on which a player may place a house, or a hotel; -1 for none."""
    best, most = -1, -1
    for square in members(state.whole[seat]):
        price = state.rules.price[square]
        if price < most or is_hotel_next(state, square) != hotel:
            continue
        if can_place(state, seat, square):
            best, most = square, price
    return best


STREET, RAILWAY, UTILITY = int(Kind.STREET), int(Kind.RAILWAY), int(Kind.UTILITY)
MOST_DICE = 12


@inlined
def pays_rent(state, square, visitor):
    """Return whether a visitor of a deed owes its owner rent."""
    owner = state.owner[square]
    if owner in (BANK, visitor) or state.mortgaged >> square & 1 != 0:
        return False
    return state.rules.jail_rent != 0 or state.jail[owner] == FREE


@step
def rent_of(state, square, dice):
    """Return the rent of an owned deed without a mortgage; `dice` is what a utility multiplies."""
    rules, kind = state.rules, state.rules.kind[square]
    if kind == STREET:
        return street_rent(state, square)
    if kind == RAILWAY:
        return rules.railway_rents[owned(state, square, rules.railways)]
    return dice * rules.utility_factors[owned(state, square, rules.utilities)]


@inlined
def street_rent(state, square):
    """Return the rent of a street."""
    level, group = state.level[square], state.rules.group[square]
    rent = state.rules.rents[square, level]
    doubled = level == 0 and group & ~state.deeds[state.owner[square]] == 0
    if doubled and state.rules.double_rent_needs_clear_group != 0:
        doubled = group & state.mortgaged == 0
    return 2 * rent if doubled else rent


@inlined
def owned(state, square, alike):
    """Return how many deeds like this one count for its owner."""
    deeds = state.deeds[state.owner[square]] & alike
    if state.rules.mortgaged_railways_count == 0:
        deeds &= ~state.mortgaged
    return count(deeds)


@step
def largest_bill(state):
    """Return the most that a visit to a square can cost now."""
    most = 0
    for square in range(state.rules.size):
        most = max(most, state.rules.tax[square])
    for square in members(state.rules.deeds & ~state.mortgaged & ~state.deeds[BANK]):
        most = max(most, rent_of(state, square, MOST_DICE))
    return most
