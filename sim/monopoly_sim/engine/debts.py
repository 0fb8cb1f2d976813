"""Debts and bankruptcy, as in `monopoly_sim.reference.debts`.

A debt to a player may end in one to the bank, for the interest on what the player inherits, but
not the other way round. So nothing here calls itself.
"""

from __future__ import annotations

from strategy_lab.compiled.caching import step

from monopoly_sim.engine.asking import ask_about, require
from monopoly_sim.engine.auctions import auction_deed
from monopoly_sim.engine.deeds import interest_on
from monopoly_sim.engine.management import MORTGAGE, SELL, act_on, manage
from monopoly_sim.engine.moves import (
    hand_over,
    is_decided,
    jail_cards,
    pass_jail_card,
    pay,
    set_level,
    set_mortgage,
)
from monopoly_sim.engine.state import RAISE_CASH
from monopoly_sim.engine.worth import can_pay
from monopoly_sim.reference.actions import SQUARES
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.square_sets import members


@step
def raise_cash(state, seat, amount):
    """Let a player sell and mortgage until an amount is there; return False if it cannot be."""
    if not can_pay(state, seat, amount):
        return False
    while state.cash[seat] < amount:
        action = ask_about(state, seat, RAISE_CASH, amount - state.cash[seat], 0)
        kind = action // SQUARES
        require(kind in (SELL, MORTGAGE))
        act_on(state, seat, action)
    return True


@step
def owe_bank(state, debtor, amount, creditor):
    """Let a player pay a debt to the bank, or the pot, or go bankrupt to it."""
    if raise_cash(state, debtor, amount):
        pay(state, debtor, creditor, amount)
        return
    deeds = leave(state, debtor, creditor)
    if not is_decided(state):
        for square in members(deeds):
            auction_deed(state, square, debtor)


@step
def fine(state, seat, amount):
    """Let a player pay what goes to the bank, or to the jackpot if there is one."""
    owe_bank(state, seat, amount, POT if state.rules.free_parking_jackpot != 0 else BANK)


@step
def owe_player(state, debtor, amount, creditor):
    """Let a player pay a debt to another, or go bankrupt; return whether it was paid."""
    if raise_cash(state, debtor, amount):
        pay(state, debtor, creditor, amount)
        return True
    deeds = leave(state, debtor, creditor)
    if not is_decided(state):
        settle(state, creditor, deeds)
    return False


@step
def leave(state, debtor, creditor):
    """Let a player sell and mortgage everything, give all to the creditor, and be out.

    Returns the deeds.
    """
    liquidate(state, debtor)
    pay(state, debtor, creditor, state.cash[debtor])
    heir = max(creditor, BANK)
    while jail_cards(state, debtor) > 0:
        pass_jail_card(state, debtor, heir)
    deeds = state.deeds[debtor]
    for square in members(deeds):
        hand_over(state, square, heir)
    state.alive &= ~(1 << debtor)
    state.touched &= ~(1 << debtor)
    state.bankrupt += 1
    state.out[debtor] = state.bankrupt
    return deeds


@step
def liquidate(state, seat):
    """Sell all of a player's buildings, and mortgage all deeds."""
    rules = state.rules
    for square in members(state.deeds[seat] & state.built):
        value = state.level[square] * (rules.house_price[square] // 2)
        set_level(state, square, 0)
        state.detail.buildings[square] -= value
        pay(state, BANK, seat, value)
    for square in members(state.deeds[seat] & ~state.mortgaged):
        set_mortgage(state, square)
        pay(state, BANK, seat, rules.mortgage[square])


@step
def settle(state, seat, deeds):
    """Let a player redeem what was just got with a mortgage, or pay interest on it."""
    state.received = deeds & state.mortgaged
    if state.received == 0:
        return
    manage(state, seat)
    due = interest_on(state, state.received & state.deeds[seat])
    state.received = 0
    owe_bank(state, seat, due, BANK)
