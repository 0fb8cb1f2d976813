"""Mortgages and trades, as in `monopoly_sim.reference.deeds`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.moves import is_alive, jail_cards
from monopoly_sim.rules.square_sets import members

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
