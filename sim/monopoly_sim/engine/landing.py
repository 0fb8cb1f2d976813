"""What a square says to the player who has come to it, as in `monopoly_sim.reference.landing`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.asking import ask_about
from monopoly_sim.engine.auctions import auction_deed, buy
from monopoly_sim.engine.cards import draw
from monopoly_sim.engine.chance import throw
from monopoly_sim.engine.debts import fine, owe_player, raise_cash
from monopoly_sim.engine.movement import imprison, uses_speed_die
from monopoly_sim.engine.moves import pay
from monopoly_sim.engine.rents import RAILWAY, UTILITY, pays_rent, rent_of
from monopoly_sim.engine.state import BUY
from monopoly_sim.engine.worth import can_pay, net_worth
from monopoly_sim.reference.table import BANK, POT
from monopoly_sim.rules.squares import Kind

DECK_A, DECK_B, TAX, PARKING, GO_TO_JAIL = (
    int(kind) for kind in (Kind.DECK_A, Kind.DECK_B, Kind.TAX, Kind.PARKING, Kind.GO_TO_JAIL)
)


@step
def act(state, seat):
    """Do what the square of a player's token says, and what those say that cards lead to."""
    railway, utility = 1, 0
    while True:
        square = state.position[seat]
        if state.rules.deeds >> square & 1 != 0:
            visit(state, seat, square, railway, utility)
            return
        kind = state.rules.kind[square]
        if kind not in (DECK_A, DECK_B):
            act_on_plain(state, seat, square, kind)
            return
        moved, railway, utility = draw(state, seat, kind - DECK_A)
        if not moved:
            return


@step
def act_on_plain(state, seat, square, kind):
    """Do what a square says that is neither a deed nor a deck's."""
    if kind == TAX:
        fine(state, seat, tax(state, seat, square))
    elif kind == PARKING:
        pay(state, POT, seat, state.pot)
    elif kind == GO_TO_JAIL:
        imprison(state, seat)


@inlined
def tax(state, seat, square):
    """Return what a tax square takes from a player."""
    whole = state.rules.tax[square]
    if square != state.rules.income_tax:
        return whole
    return min(whole, net_worth(state, seat) * state.rules.income_tax_percent // 100)


@step
def visit(state, seat, square, railway, utility):
    """Let a player on a deed buy it, or pay rent."""
    owner = state.owner[square]
    if owner == BANK:
        offer(state, seat, square)
    elif pays_rent(state, square, seat):
        rent = rent_due(state, seat, square, railway, utility)
        if owe_player(state, seat, rent, owner) and rent != 0:
            state.detail.visits[square] += 1
            state.detail.rent[square] += rent


@step
def rent_due(state, seat, square, railway, utility):
    """Return the rent of a deed: see `draw` for what cards demand."""
    kind, dice = state.rules.kind[square], state.thrown
    if kind == UTILITY and (utility != 0 or state.rules.utility_rolls_again != 0):
        dice = throw(state, seat, uses_speed_die(state, seat))
    if kind == UTILITY and utility != 0:
        return dice * utility
    return rent_of(state, square, dice) * (railway if kind == RAILWAY else 1)


@step
def offer(state, seat, square):
    """Let a player buy an unowned deed at its price, or have it auctioned."""
    price = state.rules.price[square]
    if can_pay(state, seat, price) and ask_about(state, seat, BUY, square, 0) != 0:
        raise_cash(state, seat, price)
        buy(state, seat, square, price, False)
    else:
        auction_deed(state, square, seat)
