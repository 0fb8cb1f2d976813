"""The strategy ``buyer``."""

from __future__ import annotations

from monopoly_sim import View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import buy_if_paid, houses_wanted, limit, manage_well


@strategy("buyer")
class Buyer:
    """Buys whatever it lands on while cash lasts, and builds down to its last 50.

    How most people play at first. It bids up to the printed price, and makes trades that complete a
    group for it.
    """

    buy = buy_if_paid
    propose = trade_for_a_group
    answer = accept_gains

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 500) if lot >= 64 else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50)
