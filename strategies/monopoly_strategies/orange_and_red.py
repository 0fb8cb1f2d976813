"""The strategy ``orange-and-red``."""

from __future__ import annotations

from monopoly_sim import HOUSE, View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import (
    after_jail,
    blocks,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
)


@strategy("orange-and-red")
class OrangeAndRed:
    """Wants the two groups after the jail, which visitors from there reach with one throw.

    Folklore, and the exact chain of squares agrees: these are visited most (docs/monopoly.md).
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash and (
            after_jail(view, square) or blocks(view, square)
        )

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 400)
        return (
            limit(view, lot, 1.5, 50)
            if after_jail(view, lot) or blocks(view, lot)
            else limit(view, lot, 0.5, 300)
        )

    def manage(view: View) -> int:
        return manage_well(view, 100)
