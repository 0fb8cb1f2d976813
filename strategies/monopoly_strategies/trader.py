"""The strategy ``trader``."""

from __future__ import annotations

from monopoly_sim import CARD, HOUSE, PAY, ROLL, Parameter, Trade, View, strategy

from monopoly_strategies.chances import any_partner, count, gain_of, proposal
from monopoly_strategies.playing import (
    blocks,
    completes,
    developed_against,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
)


@strategy("trader")
class Trader:
    """Estimates every player's chance to win, and makes the trades that raise its own.

    A trade is proposed if the partner's chance rises, too: others pay for it. It is accepted if
    it raises the own chance. Own play; the estimate was learned from games.
    """

    reserve = Parameter(120, low=0, high=600, meaning="cash that it keeps")
    margin = Parameter(0.05, low=0.0, high=1.0, meaning="by how much a trade has to raise chances")
    generous = Parameter(0.1, low=0.0, high=1.0, meaning="what it offers at most")
    stay = Parameter(0, low=0, high=28, meaning="stays in jail")

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.5 if wanted else 1.1, 0)

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve, 4 if view.houses > 0 else 5)

    def propose(view: View, margin: float, generous: float) -> Trade:
        partner = any_partner(view)
        return proposal(view, partner, view.deeds_of(partner), margin, generous * view.random())

    def answer(view: View, offer: Trade, margin: float) -> bool:
        return gain_of(view, offer) > margin

    def jail(view: View, stay: int) -> int:
        if developed_against(view) or count(view.deeds_of(0)) < stay:
            return ROLL
        if view.jail_cards_of(view.seat) > 0:
            return CARD
        return PAY if view.cash >= view.rules.jail_fee else ROLL

    def raise_cash(view: View, need: int) -> int:
        return raise_gently(view)
