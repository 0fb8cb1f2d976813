"""The strategy ``collector``."""

from __future__ import annotations

from monopoly_sim import HOUSE, View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import (
    blocks,
    houses_wanted,
    is_open,
    limit,
    manage_well,
    raise_gently,
)


@strategy("collector")
class Collector:
    """Refuses deeds that complete nobody: it buys only what it has begun, or what blocks another.

    The first deed of a group it takes too, as long as nobody else has one of it.
    """

    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash and (
            is_open(view, square) or blocks(view, square)
        )

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 300)
        return limit(view, lot, 1.2, 100) if is_open(view, lot) or blocks(view, lot) else 0

    def manage(view: View) -> int:
        return manage_well(view, 150)
