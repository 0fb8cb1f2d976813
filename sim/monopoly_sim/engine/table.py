"""The moves that all rules are made of, as the readable engine has them, at a table in memory.

A set of seats is an int64 whose bit s is seat s, a set of squares one whose bit s is square s.
Seats come from loops over those that there are, squares from such sets or from dice modulo the
board, so that no index is ever out of range.
"""

from __future__ import annotations

from numba.extending import overload, register_jitable
from strategy_lab.compiled.bits import members_from, population, trailing_zeros
from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.state import CARDS, CHOICES, DECISIONS
from monopoly_sim.reference.table import BANK, FREE, POT
from monopoly_sim.reference.turns import FIRST_GO, IN_USE
from monopoly_sim.rules import board
from monopoly_sim.rules.board import HOTEL, Kind, members

BUY, BID, MANAGE, PROPOSE, ANSWER, JAIL, RAISE_CASH, BUS, JUMP = range(DECISIONS)
"""The decisions, in the order of `monopoly_sim.game.DECISIONS`."""


@step
def net_worth(state, seat):
    rules, worth = state.rules, state.cash[seat]
    for square in members(state.deeds[seat]):
        worth += state.level[square] * rules.board.house_prices[square]
        if state.mortgaged >> square & 1:
            worth += rules.board.mortgages[square]
        else:
            worth += rules.board.prices[square]
    return worth


@step
def can_raise(state, seat):
    rules, total = state.rules, 0
    for square in members(state.deeds[seat] & ~state.mortgaged):
        total += (
            state.level[square] * (rules.board.house_prices[square] // 2)
            + rules.board.mortgages[square]
        )
    return total


@step
def can_pay(state, seat, amount):
    cash = state.cash[seat]
    return cash >= amount or cash + can_raise(state, seat) >= amount


# sets: `monopoly_sim.rules.board` for compiled code: machine instructions, and loops over squares.
#
# Importing this module registers them with numba, so that a strategy's source serves both engines.

count = population  # how many members a set (int64) has
members_of = members_from(0)


@overload(board.members)
def _members(squares):
    def members(squares):
        return members_of(squares)

    return members


register_jitable(board.has)


@inlined
def first(squares):
    return trailing_zeros(squares)


HOTEL_LEVEL = int(HOTEL)


@inlined
def is_alive(state, seat):
    return state.alive >> seat & 1 != 0


@inlined
def is_decided(state):
    return state.alive & (state.alive - 1) == 0


@inlined
def neighbour(state, seat, steps):
    found = seat + steps
    return found if found <= state.players else found - state.players


@inlined
def touch(state, seat):
    """Note that what a player has is changed; the bank has nothing to manage."""
    state.touched |= 1 << seat & -2


@inlined
def receive(state, who, amount):
    if who == POT:
        state.pot += amount
    else:
        state.cash[who] += amount
        touch(state, who)


@inlined
def pay(state, payer, payee, amount):
    if amount != 0:
        receive(state, payer, -amount)
        receive(state, payee, amount)


@step
def hand_over(state, square, owner):
    deed, before = 1 << square, state.owner[square]
    state.deeds[before] ^= deed
    state.deeds[owner] ^= deed
    touch(state, before)
    touch(state, owner)
    state.owner[square] = owner
    if owner == BANK:
        state.mortgaged &= ~deed
    number = state.rules.board.group_of[square]
    if number >= 0:
        note_group(state, before, state.rules.board.groups[number])
        note_group(state, owner, state.rules.board.groups[number])
        count_group(state, number, owner)


@inlined
def note_group(state, seat, group):
    state.whole[seat] &= ~group
    state.missing[seat] &= ~group
    lacks = group & ~state.deeds[seat]
    if lacks == 0:
        state.whole[seat] |= group
    elif lacks & (lacks - 1) == 0 and lacks != group:
        state.missing[seat] |= lacks


@inlined
def count_group(state, number, owner):
    if owner == BANK or state.rules.board.groups[number] & ~state.whole[owner] != 0:
        return
    if state.detail.group_seat[number] == 0:
        state.detail.group_seat[number] = owner
        state.detail.group_round[number] = state.round


@inlined
def set_mortgage(state, square):
    state.mortgaged ^= 1 << square
    touch(state, state.owner[square])


@inlined
def stock(state, level, change):
    if level == HOTEL_LEVEL:
        state.hotels += change
    else:
        state.houses += level * change


@inlined
def touch_waiting(state, houses, hotels):
    """Touch all if the bank had none of its houses or hotels, and has one to wait for now."""
    if (houses == 0 and state.houses > 0) or (hotels == 0 and state.hotels > 0):
        state.touched |= state.alive


@step
def set_level(state, square, level):
    houses, hotels = state.houses, state.hotels
    put_level(state, square, level)
    touch_waiting(state, houses, hotels)


@step
def put_level(state, square, level):
    stock(state, state.level[square], 1)
    stock(state, level, -1)
    state.level[square] = level
    state.built &= ~(1 << square)
    if level > 0:
        state.built |= 1 << square
    touch(state, state.owner[square])
    if state.houses == 0 and state.detail.shortage == 0:
        state.detail.shortage = state.round


@inlined
def put_under(state, deck, card):
    state.order[deck, (state.top[deck] + state.left[deck]) % CARDS] = card
    state.left[deck] += 1


@inlined
def take_top(state, deck):
    card = state.order[deck, state.top[deck]]
    state.top[deck] = (state.top[deck] + 1) % CARDS
    state.left[deck] -= 1
    return card


@inlined
def jail_cards(state, seat):
    return state.held[0, seat] + state.held[1, seat]


@inlined
def give_jail_card(state, deck, holder):
    if holder == BANK:
        put_under(state, deck, state.rules.jail_free[deck])
    else:
        state.held[deck, holder] += 1
        touch(state, holder)


@inlined
def pass_jail_card(state, seat, to):
    deck = 0 if state.held[0, seat] > 0 else 1
    state.held[deck, seat] -= 1
    give_jail_card(state, deck, to)


PARTNER, GIVEN, GOT, CASH, CARDS_GIVEN, CARDS_GOT = range(6)
"""The numbers of a trade, as in `monopoly_sim.reference.table.Trade`."""


@inlined
def unbuilt(state, deeds):
    for street in members(deeds & state.built):
        deeds &= ~state.rules.board.group[street]
    return deeds


@inlined
def has_buildings(state, deeds):
    for square in members(deeds):
        if state.rules.board.group[square] & state.built != 0:
            return True
    return False


@step
def mortgageable(state, seat):
    return unbuilt(state, state.deeds[seat]) & ~state.mortgaged


@inlined
def redemption(state, square):
    return state.rules.board.mortgages[square] + state.rules.interest[square]


@step
def redeemable(state, seat):
    deeds = state.deeds[seat] & state.mortgaged
    for square in members(deeds):
        if state.cash[seat] < redemption(state, square):
            deeds &= ~(1 << square)
    return deeds


@inlined
def interest_on(state, deeds):
    total = 0
    for square in members(deeds & state.mortgaged):
        total += state.rules.interest[square]
    return total


@inlined
def is_no_trade(trade):
    sides = trade[GIVEN] | trade[GOT] | trade[CARDS_GIVEN] | trade[CARDS_GOT]
    return trade[PARTNER] | trade[CASH] | sides == 0


@step
def can_trade(state, seat, trade):
    partner, cash = trade[PARTNER], trade[CASH]
    if partner < 1 or partner > state.players or partner == seat or not is_alive(state, partner):
        return False
    if trade[GIVEN] | trade[GOT] | trade[CARDS_GIVEN] | trade[CARDS_GOT] == 0:
        return False
    if cash < -state.cash[partner]:  # also where -cash would be no int64
        return False
    if not can_give(state, seat, trade[GIVEN], trade[GOT], cash, trade[CARDS_GIVEN]):
        return False
    return can_give(state, partner, trade[GOT], trade[GIVEN], -cash, trade[CARDS_GOT])


@step
def can_give(state, giver, deeds, gains, cash, cards):
    if deeds & ~state.deeds[giver] != 0 or has_buildings(state, deeds):
        return False
    if cards < 0 or cards > jail_cards(state, giver):
        return False
    return state.cash[giver] >= max(cash, cash + interest_on(state, gains))


NEXT_ROLL = CHOICES["speed_die_from"].index("next_roll")


@inlined
def advance(state, seat, steps):
    target, size = state.position[seat] + steps, state.rules.board.size
    arrive(state, seat, target % size, target >= size)


@inlined
def go_to(state, seat, square):
    arrive(state, seat, square, square < state.position[seat])


@step
def arrive(state, seat, square, passed_go):
    state.position[seat] = square
    if passed_go:
        rules = state.rules
        pay(state, BANK, seat, rules.salary if square != 0 else rules.landing_salary)
        if state.speed[seat] == 0:
            state.speed[seat] = FIRST_GO


@inlined
def go_back(state, seat, steps):
    state.position[seat] = (state.position[seat] - steps) % state.rules.board.size


@inlined
def imprison(state, seat):
    state.position[seat] = state.rules.board.jail
    state.jail[seat] = FREE + 1


@inlined
def uses_speed_die(state, seat):
    since = FIRST_GO if state.rules.speed_die_from == NEXT_ROLL else IN_USE
    return state.rules.speed_die != 0 and state.speed[seat] >= since


LAST_HOUSE = HOTEL_LEVEL - 1


@inlined
def lowest_level(state, group):
    if group & ~state.built != 0:
        return 0
    lowest = HOTEL_LEVEL
    for street in members(group):
        lowest = min(lowest, state.level[street])
    return lowest


@inlined
def highest_level(state, group):
    highest = 0
    for street in members(group & state.built):
        highest = max(highest, state.level[street])
    return highest


@inlined
def is_hotel_next(state, square):
    return state.level[square] == LAST_HOUSE


@step
def can_place(state, seat, square):
    group, level = state.rules.board.group[square], state.level[square]
    if state.whole[seat] >> square & 1 == 0 or group & state.mortgaged != 0:
        return False
    if level == HOTEL_LEVEL or level > lowest_level(state, group):
        return False
    return (state.hotels if level == LAST_HOUSE else state.houses) > 0


@step
def buildable(state, seat):
    rest, streets = state.whole[seat], 0
    while rest != 0:
        group = state.rules.board.group[first(rest)]
        rest &= ~group
        if group & state.mortgaged == 0:
            streets |= buildable_in(state, seat, group)
    return streets


@step
def buildable_in(state, seat, group):
    lowest, streets = lowest_level(state, group), 0
    left = state.hotels if lowest == LAST_HOUSE else state.houses
    if lowest == HOTEL_LEVEL or left <= 0:
        return 0
    for street in members(group):
        if (
            state.level[street] == lowest
            and state.cash[seat] >= state.rules.board.house_prices[street]
        ):
            streets |= 1 << street
    return streets


@step
def sellable(state, seat):
    built, streets = state.deeds[seat] & state.built, 0
    for street in members(built):
        if state.level[street] == highest_level(state, state.rules.board.group[street]):
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
    group, own, before = state.rules.board.group[square], 0, 0
    houses, hotels = state.houses, state.hotels
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
            put_level(state, street, level)
    touch_waiting(state, houses, hotels)
    return before - after


@inlined
def builders(state):
    found = 0
    for seat in members(state.alive):
        found |= int(state.whole[seat] != 0) << seat
    return found


@step
def could_place(state, seat, hotel):
    rest, number, cash = state.whole[seat], 0, state.cash[seat]
    while rest != 0:
        street = first(rest)
        group, price = state.rules.board.group[street], state.rules.board.house_prices[street]
        rest &= ~group
        if group & state.mortgaged == 0:
            wanted = min(room_for(state, group, hotel), cash // price)
            cash -= wanted * price
            number += wanted
    return number


@step
def room_for(state, group, hotel):
    room = 0
    if hotel and lowest_level(state, group) < LAST_HOUSE:
        return 0
    for street in members(group):
        level = state.level[street]
        room += int(level < HOTEL_LEVEL) if hotel else max(LAST_HOUSE - level, 0)
    return room


@step
def place_for(state, seat, hotel):
    best, most = -1, -1
    for square in members(state.whole[seat]):
        price = state.rules.board.prices[square]
        if price < most or is_hotel_next(state, square) != hotel:
            continue
        if can_place(state, seat, square):
            best, most = square, price
    return best


STREET, RAILWAY = int(Kind.STREET), int(Kind.RAILWAY)
MOST_DICE = 12


@inlined
def pays_rent(state, square, visitor):
    owner = state.owner[square]
    if owner in (BANK, visitor) or state.mortgaged >> square & 1 != 0:
        return False
    return state.rules.jail_rent != 0 or state.jail[owner] == FREE


@step
def rent_of(state, square, dice):
    rules, kind = state.rules, state.rules.board.kinds[square]
    if kind == STREET:
        return street_rent(state, square)
    if kind == RAILWAY:
        return rules.railway_rents[owned(state, square, rules.board.railways)]
    return dice * rules.utility_factors[owned(state, square, rules.board.utilities)]


@inlined
def street_rent(state, square):
    level, group = state.level[square], state.rules.board.group[square]
    rent = state.rules.board.rents[square, level]
    doubled = level == 0 and group & ~state.deeds[state.owner[square]] == 0
    if doubled and state.rules.double_rent_needs_clear_group != 0:
        doubled = group & state.mortgaged == 0
    return 2 * rent if doubled else rent


@inlined
def owned(state, square, alike):
    deeds = state.deeds[state.owner[square]] & alike
    if state.rules.mortgaged_railways_count == 0:
        deeds &= ~state.mortgaged
    return count(deeds)


@step
def largest_bill(state):
    most = 0
    for square in range(state.rules.board.size):
        most = max(most, state.rules.board.taxes[square])
    for square in members(state.rules.board.deeds & ~state.mortgaged & ~state.deeds[BANK]):
        most = max(most, rent_of(state, square, MOST_DICE))
    return most
