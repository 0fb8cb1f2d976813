"""The strategy ``random``."""

from __future__ import annotations

from monopoly_sim import (
    CARD,
    DONE,
    HOUSE,
    NO_TRADE,
    PAY,
    ROLL,
    Trade,
    View,
    build,
    mortgage,
    redeem,
    sell,
    strategy,
)


@strategy("random")
class Random:
    """Does anything that is allowed, the useful more often.

    The zero of any ladder: what beats it has understood something.
    """

    def buy(view: View, square: int) -> bool:
        return view.random_below(4) > 0

    def bid(view: View, lot: int) -> int:
        most = 2 * view.price_of(lot) if lot < HOUSE else view.cash // 4
        return view.random_below(most + 1)

    def manage(view: View) -> int:
        choice = view.random_below(8)
        if choice < 4 and view.buildable != 0:
            return build(view.random_member(view.buildable))
        if choice == 5 and view.redeemable != 0:
            return redeem(view.random_member(view.redeemable))
        if choice == 6 and view.mortgageable != 0 and view.random_below(8) == 0:
            return mortgage(view.random_member(view.mortgageable))
        if choice == 7 and view.sellable != 0 and view.random_below(8) == 0:
            return sell(view.random_member(view.sellable))
        return DONE

    def propose(view: View) -> Trade:
        partner = 1 + view.random_below(view.players)
        if view.random_below(2) > 0 or partner == view.seat or view.deeds == 0:
            return NO_TRADE
        theirs = view.deeds_of(partner)
        got = 1 << view.random_member(theirs) if theirs != 0 else 0
        given = 1 << view.random_member(view.deeds)
        trade = Trade(partner, given, got, view.random_below(201) - 100, 0, 0)
        return trade if view.can_trade(trade) else NO_TRADE

    def answer(view: View, offer: Trade) -> bool:
        return view.random_below(2) > 0

    def jail(view: View) -> int:
        choice = view.random_below(3)
        if choice == CARD and view.jail_cards_of(view.seat) > 0:
            return CARD
        return PAY if choice == PAY and view.cash >= view.rules.jail_fee else ROLL

    def raise_cash(view: View, need: int) -> int:
        first = view.random_below(2) > 0 and view.sellable != 0
        if first or view.mortgageable == 0:
            return sell(view.random_member(view.sellable))
        return mortgage(view.random_member(view.mortgageable))

    def bus(view: View, first: int, second: int) -> int:
        choice = view.random_below(3)
        return first if choice == 0 else second if choice == 1 else first + second

    def jump(view: View) -> int:
        return view.random_below(view.rules.board.size)
