"""The moves that all rules are made of, as in `monopoly_sim.reference.events`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.state import CARDS, CHOICES
from monopoly_sim.reference.table import BANK, FREE, POT
from monopoly_sim.reference.turns import FIRST_GO, IN_USE
from monopoly_sim.rules.board import HOTEL, members

HOTEL_LEVEL = int(HOTEL)


@inlined
def is_alive(state, seat):
    """Return whether a player is not bankrupt."""
    return state.alive >> seat & 1 != 0


@inlined
def is_decided(state):
    """Return whether one player is left."""
    return state.alive & (state.alive - 1) == 0


@inlined
def neighbour(state, seat, steps):
    """Return the seat, living or not, so many steps (at most once round) to the left of another."""
    found = seat + steps
    return found if found <= state.players else found - state.players


@inlined
def touch(state, seat):
    """Note that what a player has is changed; the bank has nothing to manage."""
    state.touched |= 1 << seat & -2


@inlined
def receive(state, who, amount):
    """Add to somebody's cash, or take from it."""
    if who == POT:
        state.pot += amount
    else:
        state.cash[who] += amount
        touch(state, who)


@inlined
def pay(state, payer, payee, amount):
    """Move money from one to another, who may be the bank or the pot."""
    if amount != 0:
        receive(state, payer, -amount)
        receive(state, payee, amount)


@step
def hand_over(state, square, owner):
    """Give a deed to another owner; what the bank gets loses its mortgage."""
    deed, before = 1 << square, state.owner[square]
    state.deeds[before] ^= deed
    state.deeds[owner] ^= deed
    touch(state, before)
    touch(state, owner)
    state.owner[square] = owner
    if owner == BANK:
        state.mortgaged &= ~deed
    number = state.rules.group_number[square]
    if number >= 0:
        note_group(state, before, state.rules.groups[number])
        note_group(state, owner, state.rules.groups[number])
        count_group(state, number, owner)


@inlined
def note_group(state, seat, group):
    """Note whether somebody has a whole group, or lacks one street of it."""
    state.whole[seat] &= ~group
    state.missing[seat] &= ~group
    lacks = group & ~state.deeds[seat]
    if lacks == 0:
        state.whole[seat] |= group
    elif lacks & (lacks - 1) == 0 and lacks != group:
        state.missing[seat] |= lacks


@inlined
def count_group(state, number, owner):
    """Note who is the first to own a whole group."""
    if owner == BANK or state.rules.groups[number] & ~state.whole[owner] != 0:
        return
    if state.detail.group_seat[number] == 0:
        state.detail.group_seat[number] = owner
        state.detail.group_round[number] = state.round


@inlined
def set_mortgage(state, square):
    """Mortgage a deed, or redeem it, without paying for it."""
    state.mortgaged ^= 1 << square
    touch(state, state.owner[square])


@inlined
def stock(state, level, change):
    """Add the buildings of a street at some level to the bank's, or take them from there."""
    if level == HOTEL_LEVEL:
        state.hotels += change
    else:
        state.houses += level * change


@step
def set_level(state, square, level):
    """Set the buildings on a street, without paying for them."""
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
    """Put a card under its deck."""
    state.order[deck, (state.top[deck] + state.left[deck]) % CARDS] = card
    state.left[deck] += 1


@inlined
def take_top(state, deck):
    """Take the top card of a deck."""
    card = state.order[deck, state.top[deck]]
    state.top[deck] = (state.top[deck] + 1) % CARDS
    state.left[deck] -= 1
    return card


@inlined
def jail_cards(state, seat):
    """Return how many cards that open the jail a player holds."""
    return state.held[0, seat] + state.held[1, seat]


@inlined
def give_jail_card(state, deck, holder):
    """Give a card that opens the jail to a player; the bank puts it under its deck."""
    if holder == BANK:
        put_under(state, deck, state.rules.jail_free[deck])
    else:
        state.held[deck, holder] += 1
        touch(state, holder)


@inlined
def pass_jail_card(state, seat, to):
    """Pass one of a player's cards that open the jail on, deck A's first."""
    deck = 0 if state.held[0, seat] > 0 else 1
    state.held[deck, seat] -= 1
    give_jail_card(state, deck, to)


PARTNER, GIVEN, GOT, CASH, CARDS_GIVEN, CARDS_GOT = range(6)
"""The numbers of a trade, as in `monopoly_sim.reference.table.Trade`."""


@inlined
def unbuilt(state, deeds):
    """Return those of some deeds whose group has no building."""
    for street in members(deeds & state.built):
        deeds &= ~state.rules.group[street]
    return deeds


@inlined
def has_buildings(state, deeds):
    """Return whether the group of one of some deeds has a building."""
    for square in members(deeds):
        if state.rules.group[square] & state.built != 0:
            return True
    return False


@step
def mortgageable(state, seat):
    """Return the set of deeds that a player may mortgage."""
    return unbuilt(state, state.deeds[seat]) & ~state.mortgaged


@inlined
def redemption(state, square):
    """Return what it costs to redeem a deed: its mortgage and interest."""
    return state.rules.mortgage[square] + state.rules.interest[square]


@step
def redeemable(state, seat):
    """Return the set of deeds that a player may redeem, and can pay for."""
    deeds = state.deeds[seat] & state.mortgaged
    for square in members(deeds):
        if state.cash[seat] < redemption(state, square):
            deeds &= ~(1 << square)
    return deeds


@inlined
def interest_on(state, deeds):
    """Return the interest on those of some deeds that are mortgaged."""
    total = 0
    for square in members(deeds & state.mortgaged):
        total += state.rules.interest[square]
    return total


@inlined
def is_no_trade(trade):
    """Return whether a trade is none: all its numbers are 0."""
    sides = trade[GIVEN] | trade[GOT] | trade[CARDS_GIVEN] | trade[CARDS_GOT]
    return trade[PARTNER] | trade[CASH] | sides == 0


@step
def can_trade(state, seat, trade):
    """Return whether a player may propose a trade that is not none."""
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
    """Return whether one side of a trade has what it gives, and the interest on what it gets."""
    if deeds & ~state.deeds[giver] != 0 or has_buildings(state, deeds):
        return False
    if cards < 0 or cards > jail_cards(state, giver):
        return False
    return state.cash[giver] >= max(cash, cash + interest_on(state, gains))


NEXT_ROLL = CHOICES["speed_die_from"].index("next_roll")


@inlined
def advance(state, seat, steps):
    """Move a token forward."""
    target, size = state.position[seat] + steps, state.rules.size
    arrive(state, seat, target % size, target >= size)


@inlined
def go_to(state, seat, square):
    """Move a token forward to a square; beyond GO if its number is lower."""
    arrive(state, seat, square, square < state.position[seat])


@step
def arrive(state, seat, square, passed_go):
    """Put a token on a square that it has come to forward, and pay the salary."""
    state.position[seat] = square
    if passed_go:
        rules = state.rules
        pay(state, BANK, seat, rules.salary if square != 0 else rules.landing_salary)
        if state.speed[seat] == 0:
            state.speed[seat] = FIRST_GO


@inlined
def go_back(state, seat, steps):
    """Move a token back, without a salary."""
    state.position[seat] = (state.position[seat] - steps) % state.rules.size


@inlined
def imprison(state, seat):
    """Put a player in jail."""
    state.position[seat] = state.rules.jail
    state.jail[seat] = FREE + 1


@inlined
def uses_speed_die(state, seat):
    """Return whether a player rolls the speed die now."""
    since = FIRST_GO if state.rules.speed_die_from == NEXT_ROLL else IN_USE
    return state.rules.speed_die != 0 and state.speed[seat] >= since
