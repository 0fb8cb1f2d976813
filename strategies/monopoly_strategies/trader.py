"""The strategy ``trader``."""

from __future__ import annotations

from monopoly_sim import HOUSE, NO_TRADE, Parameter, Trade, View, strategy

from monopoly_strategies.chances import gain_of, trade_for
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


@strategy("trader")
class Trader:
    """Estimates each player's chance to win, and makes every trade that raises its own.

    It asks one player after the other for each of their deeds, and offers a deed of its own, cash,
    or both, such that the partner's chance rises by as little as it takes: the rest of the table
    pays. It accepts what raises its own chance. The estimate was learned from games
    (monopoly_strategies/chances.py); the rest is own play.
    """

    reserve = Parameter(50, low=0, high=600, meaning="cash that it keeps")
    margin = Parameter(0.02, low=0.0, high=1.0, meaning="by how much a trade raises its chance")
    caution = Parameter(
        0.1, low=0.0, high=1.0, meaning="by how much one has to that others propose"
    )
    generous = Parameter(0.02, low=0.0, high=1.0, meaning="most that it leaves to the partner")

    buy = buy_if_paid
    jail = stay_in_danger
    raise_cash = raise_gently

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.5 if wanted else 1.1, 0)

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve, 4 if view.houses > 0 else 5)

    def propose(view: View, margin: float, generous: float) -> Trade:
        first = view.random_below(view.players)
        for step in range(view.players):
            partner = 1 + (first + step) % view.players
            if partner != view.seat:
                trade = trade_for(view, partner, view.deeds_of(partner), margin, generous)
                if trade != NO_TRADE:
                    return trade
        return NO_TRADE

    def answer(view: View, offer: Trade, caution: float) -> bool:
        return gain_of(view, offer) > caution
