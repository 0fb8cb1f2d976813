"""The moves that all rules are made of, as in `monopoly_sim.reference.game`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.state import CARDS
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.squares import HOTEL

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
