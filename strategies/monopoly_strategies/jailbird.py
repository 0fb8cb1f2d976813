"""The strategy ``jailbird``."""

from __future__ import annotations

from monopoly_sim import HOUSE, PAY, ROLL, View, members, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import buy_if_paid, houses_wanted, limit, manage_well, raise_gently


@strategy("jailbird")
class Jailbird:
    """Buys all it can, and stays in jail as long as it may once half of the deeds are sold.

    Who sits in jail collects rent and pays none.
    """

    buy = buy_if_paid
    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

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
