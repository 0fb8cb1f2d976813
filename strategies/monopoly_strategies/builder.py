"""The strategy ``builder``."""

from __future__ import annotations

from monopoly_sim import CARD, HOUSE, PAY, ROLL, Parameter, Trade, View, strategy

from monopoly_strategies.chances import gain_of, trade_for_a_group
from monopoly_strategies.playing import (
    blocks,
    completes,
    developed_against,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
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

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.0 if wanted else 1.0, 0)

    def manage(view: View, reserve: int, level: int) -> int:
        return manage_well(view, reserve, level if view.houses > 0 else 5)

    def propose(view: View) -> Trade:
        return trade_for_a_group(view)

    def answer(view: View, offer: Trade) -> bool:
        return gain_of(view, offer) > 0

    def jail(view: View) -> int:
        if developed_against(view):
            return ROLL
        if view.jail_cards_of(view.seat) > 0:
            return CARD
        return PAY if view.cash >= view.rules.jail_fee else ROLL

    def raise_cash(view: View, need: int) -> int:
        return raise_gently(view)
