"""What players own, in money: as the properties of `monopoly_sim.reference.table.Table`."""

from __future__ import annotations

from strategy_lab.compiled.caching import step

from monopoly_sim.rules.square_sets import members


@step
def net_worth(state, seat):
    """Return cash, deeds (half the price if mortgaged) and buildings at what they cost."""
    rules, worth = state.rules, state.cash[seat]
    for square in members(state.deeds[seat]):
        worth += state.level[square] * rules.house_price[square]
        if state.mortgaged >> square & 1:
            worth += rules.mortgage[square]
        else:
            worth += rules.price[square]
    return worth


@step
def can_raise(state, seat):
    """Return what a player gets by selling all buildings and mortgaging all deeds."""
    rules, total = state.rules, 0
    for square in members(state.deeds[seat] & ~state.mortgaged):
        total += state.level[square] * (rules.house_price[square] // 2) + rules.mortgage[square]
    return total


@step
def can_pay(state, seat, amount):
    """Return whether a player has an amount, or could raise it."""
    cash = state.cash[seat]
    return cash >= amount or cash + can_raise(state, seat) >= amount
