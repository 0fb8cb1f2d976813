"""The strategy ``railways``."""

from __future__ import annotations

from monopoly_sim import HOUSE, View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import blocks, houses_wanted, limit, manage_well, raise_gently


@strategy("railways")
class Railways:
    """Wants the railways and utilities, and streets only to keep others from a group.

    Four railways earn 200 a visit and never need a house.
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        wanted = view.house_price_of(square) == 0 or blocks(view, square)
        return wanted and view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 400)
        wanted = view.house_price_of(lot) == 0 or blocks(view, lot)
        return limit(view, lot, 1.5, 50) if wanted else limit(view, lot, 0.5, 300)

    def manage(view: View) -> int:
        return manage_well(view, 100)
