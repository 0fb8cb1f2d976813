"""The strategy ``buyer``."""

from __future__ import annotations

from monopoly_sim import Trade, View, strategy

from monopoly_strategies.chances import any_partner, completing, gain_of, proposal
from monopoly_strategies.playing import houses_wanted, limit, manage_well


@strategy("buyer")
class Buyer:
    """Buys whatever it lands on while cash lasts, and builds down to its last 50.

    How most people play at first. It bids up to the printed price, and makes and takes no trades.
    """

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 500) if lot >= 64 else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50)

    def propose(view: View) -> Trade:
        partner = any_partner(view)
        return proposal(view, partner, completing(view, partner), 0.0, 0.1 * view.random())

    def answer(view: View, offer: Trade) -> bool:
        return gain_of(view, offer) > 0
