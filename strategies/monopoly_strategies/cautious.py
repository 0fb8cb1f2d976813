"""The strategy ``cautious``."""

from __future__ import annotations

from monopoly_sim import HOUSE, Parameter, View, strategy

from monopoly_strategies.playing import limit, manage_well, raise_gently


@strategy("cautious")
class Cautious:
    """Buys only while 500 are left, keeps as much when it builds, and takes no trades.

    What careful beginners do.
    """

    reserve = Parameter(500, low=0, high=1500, meaning="cash that it keeps")

    raise_cash = raise_gently

    def buy(view: View, square: int, reserve: int) -> bool:
        return view.cash - view.price_of(square) >= reserve

    def bid(view: View, lot: int, reserve: int) -> int:
        return 0 if lot >= HOUSE else limit(view, lot, 1.0, reserve)

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve)
