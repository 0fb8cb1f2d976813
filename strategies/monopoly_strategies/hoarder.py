"""The strategy ``hoarder``."""

from __future__ import annotations

from monopoly_sim import HOUSE, Trade, View, strategy

from monopoly_strategies.chances import gain_of, trade_for_a_group
from monopoly_strategies.playing import houses_wanted, limit, manage_well, raise_gently


@strategy("hoarder")
class Hoarder:
    """Builds four houses everywhere and no hotel, so that the bank runs out of houses.

    A known trick of tournament players: 32 houses are few, and a hotel would give four back.
    """

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 800) if lot >= HOUSE else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50, 4)

    def raise_cash(view: View, need: int) -> int:
        return raise_gently(view)

    def propose(view: View) -> Trade:
        return trade_for_a_group(view)

    def answer(view: View, offer: Trade) -> bool:
        return gain_of(view, offer) > 0
