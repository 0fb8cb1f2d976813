"""A player who does anything that is allowed, in every decision and with every kind of trade."""

from __future__ import annotations

from monopoly_sim.reference.table import NO_TRADE, Trade
from monopoly_sim.reference.view import (
    CARD,
    DONE,
    HOUSE,
    PAY,
    ROLL,
    View,
    build,
    mortgage,
    redeem,
    sell,
)

RARE = 8
"""One in so many: how often a player tries to sell, mortgage or trade."""


class RandomPlayer:
    name = "random"

    @staticmethod
    def buy(view: View, square: int) -> bool:
        return view.random_below(4) > 0

    @staticmethod
    def bid(view: View, lot: int) -> int:
        most = 2 * view.price_of(lot) if lot < HOUSE else view.cash // 4
        return view.random_below(most + 1)

    @staticmethod
    def manage(view: View) -> int:
        choice = view.random_below(RARE)
        if choice < RARE // 2:
            streets = view.buildable
            return build(view.random_member(streets)) if streets else DONE
        if choice == RARE - 3 and view.redeemable:
            return redeem(view.random_member(view.redeemable))
        if choice == RARE - 2 and view.mortgageable and not view.random_below(RARE):
            return mortgage(view.random_member(view.mortgageable))
        if choice == RARE - 1 and view.sellable and not view.random_below(RARE):
            return sell(view.random_member(view.sellable))
        return DONE

    @staticmethod
    def propose(view: View) -> Trade:
        partner = 1 + view.random_below(view.players)
        if view.random_below(2) or partner == view.seat or not view.deeds:
            return NO_TRADE
        theirs = view.deeds_of(partner)
        got = 1 << view.random_member(theirs) if theirs else 0
        trade = Trade(
            partner,
            given=1 << view.random_member(view.deeds),
            got=got,
            cash=view.random_below(201) - 100,
            cards_given=view.random_below(1 + view.jail_cards_of(view.seat)),
            cards_got=view.random_below(1 + view.jail_cards_of(partner)),
        )
        return trade if view.can_trade(trade) else NO_TRADE

    @staticmethod
    def answer(view: View, offer: Trade) -> bool:
        return view.random_below(2) > 0

    @staticmethod
    def jail(view: View) -> int:
        choice = view.random_below(3)
        if choice == CARD and view.jail_cards_of(view.seat):
            return CARD
        return PAY if choice == PAY and view.cash >= view.rules.jail_fee else ROLL

    @staticmethod
    def raise_cash(view: View, need: int) -> int:
        first = view.random_below(2) and view.sellable
        if first or not view.mortgageable:
            return sell(view.random_member(view.sellable))
        return mortgage(view.random_member(view.mortgageable))

    @staticmethod
    def bus(view: View, first: int, second: int) -> int:
        choice = view.random_below(3)
        return first if choice == 0 else second if choice == 1 else first + second

    @staticmethod
    def jump(view: View) -> int:
        return view.random_below(view.rules.board.size)
