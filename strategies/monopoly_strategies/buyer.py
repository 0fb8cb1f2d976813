"""The strategy ``buyer``."""

from __future__ import annotations

from monopoly_sim import Trade, View, strategy

from monopoly_strategies.chances import gain_of, trade_for_a_group
from monopoly_strategies.playing import houses_wanted, limit, manage_well


@strategy("buyer")
class Buyer:
    """Buys whatever it lands on while cash lasts, and builds down to its last 50.

    How most people play at first. It bids up to the printed price, and makes trades that complete a
    group for it.
    """

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 500) if lot >= 64 else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50)

    def propose(view: View) -> Trade:
        return trade_for_a_group(view)

    def answer(view: View, offer: Trade) -> bool:
        return gain_of(view, offer) > 0
