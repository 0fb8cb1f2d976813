"""The strategy ``builder``."""

from __future__ import annotations

from monopoly_sim import HOUSE, Parameter, View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import (
    blocks,
    buy_if_paid,
    completes,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
    stay_in_danger,
)


@strategy("builder")
class Builder:
    """Buys all it can, keeps a reserve and builds to three houses first.

    The third house is where rents jump: its earnings for its price are the highest of all levels on
    every street of the standard board. It asks for what completes a group, and takes trades that
    raise its chance to win. Own play, from the table of rents.
    """

    reserve = Parameter(120, low=0, high=600, meaning="cash that it keeps")
    level = Parameter(4, low=1, high=5, meaning="level to build to while others are not built")

    buy = buy_if_paid
    propose = trade_for_a_group
    answer = accept_gains
    jail = stay_in_danger
    raise_cash = raise_gently

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.0 if wanted else 1.0, 0)

    def manage(view: View, reserve: int, level: int) -> int:
        return manage_well(view, reserve, level if view.houses > 0 else 5)
