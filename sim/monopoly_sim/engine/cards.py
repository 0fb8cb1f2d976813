"""Cards, as in `monopoly_sim.reference.cards`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.debts import fine, owe_player
from monopoly_sim.engine.movement import go_back, go_to, imprison
from monopoly_sim.engine.moves import (
    HOTEL_LEVEL,
    give_jail_card,
    is_alive,
    neighbour,
    pay,
    put_under,
    take_top,
)
from monopoly_sim.reference.table import BANK
from monopoly_sim.rules.effects import Code
from monopoly_sim.rules.square_sets import members

ADVANCE, NEAREST_RAILWAY, NEAREST_UTILITY, BACK = (
    int(code) for code in (Code.ADVANCE, Code.NEAREST_RAILWAY, Code.NEAREST_UTILITY, Code.BACK)
)
TO_JAIL, JAIL_FREE, COLLECT, PAY, COLLECT_FROM_EACH, PAY_EACH, REPAIRS = (
    int(code)
    for code in (
        Code.JAIL,
        Code.JAIL_FREE,
        Code.COLLECT,
        Code.PAY,
        Code.COLLECT_FROM_EACH,
        Code.PAY_EACH,
        Code.REPAIRS,
    )
)
MOVING = BACK
"""The last of the codes that lead to another square."""


@step
def draw(state, seat, deck):
    """Draw a card and do what it says.

    Returns whether it led to another square; then, how many times the rent of a railway is due
    there, and how many times a throw of the dice on a utility (0 for the usual rent).
    """
    card = take_top(state, deck)
    code, amount = state.rules.code[deck, card], state.rules.amount[deck, card]
    if code == JAIL_FREE:
        give_jail_card(state, deck, seat)
        return False, 1, 0
    put_under(state, deck, card)
    if code <= MOVING:
        move_by(state, seat, code, amount)
        railway = amount if code == NEAREST_RAILWAY else 1
        return True, railway, amount if code == NEAREST_UTILITY else 0
    if code == REPAIRS:
        repair(state, seat, amount, state.rules.hotel[deck, card])
    else:
        pay_by(state, seat, code, amount)
    return False, 1, 0


@inlined
def move_by(state, seat, code, amount):
    """Move a token as a card says."""
    if code == ADVANCE:
        go_to(state, seat, amount)
    elif code == NEAREST_RAILWAY:
        go_to(state, seat, nearest(state, seat, state.rules.railways))
    elif code == NEAREST_UTILITY:
        go_to(state, seat, nearest(state, seat, state.rules.utilities))
    else:
        go_back(state, seat, amount)


@step
def nearest(state, seat, squares):
    """Return the next of some squares ahead of a token."""
    square = state.position[seat]
    for _ in range(state.rules.size):
        square += 1
        if square == state.rules.size:
            square = 0
        if squares >> square & 1 != 0:
            break
    return square


@step
def pay_by(state, seat, code, amount):
    """Pay or collect, or go to jail, as a card says."""
    if code == TO_JAIL:
        imprison(state, seat)
    elif code == COLLECT:
        pay(state, BANK, seat, amount)
    elif code == PAY:
        fine(state, seat, amount)
    else:
        pay_around(state, seat, amount, code == COLLECT_FROM_EACH)


@step
def pay_around(state, seat, amount, collects):
    """Collect an amount from each other player in turn order, or pay it to each."""
    for steps in range(1, state.players):
        other = neighbour(state, seat, steps)
        if is_alive(state, seat) and is_alive(state, other):
            if collects:
                owe_player(state, other, amount, seat)
            else:
                owe_player(state, seat, amount, other)


@step
def repair(state, seat, house, hotel):
    """Pay for each house and each hotel of a player."""
    due = 0
    for square in members(state.deeds[seat] & state.built):
        level = state.level[square]
        due += hotel if level == HOTEL_LEVEL else house * level
    fine(state, seat, due)
