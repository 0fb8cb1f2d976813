"""What a player does who leaves a decision out: a legal and sensible answer to each of the nine."""

from __future__ import annotations

from monopoly_sim.reference.table import NO_TRADE, Trade
from monopoly_sim.reference.view import CARD, DONE, HOUSE, PAY, ROLL, View, mortgage, sell
from monopoly_sim.rules.board import members


def buy(view: View, square: int) -> bool:
    """Buy what cash pays for."""
    return view.price_of(square) <= view.cash


def bid(view: View, lot: int) -> int:
    """Pay up to the printed price of a deed, and nothing for a building."""
    return min(view.cash, view.price_of(lot)) if lot < HOUSE else 0


def manage(view: View) -> int:
    """Do nothing."""
    return DONE


def propose(view: View) -> Trade:
    """Propose nothing."""
    return NO_TRADE


def answer(view: View, offer: Trade) -> bool:
    """Refuse."""
    return False


def jail(view: View) -> int:
    """Leave as soon as possible."""
    if view.jail_cards_of(view.seat):
        return CARD
    return PAY if view.cash >= view.rules.jail_fee else ROLL


def raise_cash(view: View, need: int) -> int:
    """Mortgage the cheapest deed; sell buildings if there is none to mortgage."""
    cheapest = -1
    for square in members(view.mortgageable or view.sellable):
        if cheapest < 0 or view.price_of(square) < view.price_of(cheapest):
            cheapest = square
    return mortgage(cheapest) if view.mortgageable else sell(cheapest)


def bus(view: View, first: int, second: int) -> int:
    """Move by both dice."""
    return first + second


def jump(view: View) -> int:
    """Go to the dearest deed that is free and can be paid, or else to GO."""
    dearest = 0
    for square in members(view.deeds_of(0)):
        if view.price_of(dearest) <= view.price_of(square) <= view.cash:
            dearest = square
    return dearest
