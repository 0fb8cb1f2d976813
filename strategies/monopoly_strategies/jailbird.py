"""The strategy ``jailbird``."""

from __future__ import annotations

from monopoly_sim import HOUSE, PAY, ROLL, Trade, View, members, strategy

from monopoly_strategies.chances import gain_of, trade_for_a_group
from monopoly_strategies.playing import houses_wanted, limit, manage_well, raise_gently


@strategy("jailbird")
class Jailbird:
    """Buys all it can, and stays in jail as long as it may once half of the deeds are sold.

    Who sits in jail collects rent and pays none.
    """

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 400) if lot >= HOUSE else limit(view, lot, 1.0, 50)

    def manage(view: View) -> int:
        return manage_well(view, 100)

    def jail(view: View) -> int:
        unsold = 0
        for _ in members(view.deeds_of(0)):
            unsold += 1
        if unsold < 14:
            return ROLL
        return PAY if view.cash >= view.rules.jail_fee else ROLL

    def raise_cash(view: View, need: int) -> int:
        return raise_gently(view)

    def propose(view: View) -> Trade:
        return trade_for_a_group(view)

    def answer(view: View, offer: Trade) -> bool:
        return gain_of(view, offer) > 0
