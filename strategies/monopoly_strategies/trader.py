"""The strategy ``trader``."""

from __future__ import annotations

from monopoly_sim import CARD, HOUSE, PAY, ROLL, Parameter, Trade, View, strategy

from monopoly_strategies.playing import (
    best_trade,
    blocks,
    completes,
    developed_against,
    fair_gain,
    gain_of,
    gain_of_partner,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
)


@strategy("trader")
class Trader:
    """Values what each deed is worth to each player, and proposes trades that help both.

    A whole group is worth what its rents with houses bring, a part of one only its price. It looks
    for a deed that completes a group of its own, and offers cash, or a deed that completes one for
    the partner, so that the partner gains a little and it gains more. It refuses what helps a
    partner as much as itself, and whatever loses it value. Own play; the values are by hand.
    """

    reserve = Parameter(120, low=0, high=600, meaning="cash that it keeps")
    share = Parameter(0.5, low=0.0, high=2.0, meaning="weight of what the partner gains")

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.5 if wanted else 1.1, 0)

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve, 4 if view.houses > 0 else 5)

    def propose(view: View, share: float) -> Trade:
        return best_trade(view, share)

    def answer(view: View, offer: Trade, share: float) -> bool:
        return fair_gain(view, offer) > 0 and gain_of(view, offer) > share * gain_of_partner(
            view, offer
        )

    def jail(view: View) -> int:
        if developed_against(view):
            return ROLL
        if view.jail_cards_of(view.seat) > 0:
            return CARD
        return PAY if view.cash >= view.rules.jail_fee else ROLL

    def raise_cash(view: View, need: int) -> int:
        return raise_gently(view)
