"""The strategy ``trader``."""

from __future__ import annotations

from math import ceil

from monopoly_sim import HOUSE, NO_TRADE, Parameter, Trade, View, strategy

from monopoly_strategies.chances import even_trade, gains_of, price_worth_paying
from monopoly_strategies.playing import (
    houses_wanted,
    manage_well,
    raise_gently,
    stay_in_danger,
)

EARLY = 25
"""The round until which it looks for a trade before each roll; later, before each fifth."""


@strategy("trader")
class Trader:
    """Estimates each player's chance to win, and proposes trades by which both gain alike.

    It proposes what completes a group for it or a random partner, else any swap, with as much cash
    as it takes for both chances to rise by the same share: the rest of the table pays. Some of its
    proposals ask for nearly all of the gain, for players who accept that. It accepts only what
    leaves it most of what the other gains, so that nobody wins by asking it for more. It bids up to
    the price at which a rival may as well have the deed, and buys what is cheaper. The estimate was
    learned from games (monopoly_strategies/chances.py); the rest is own play.
    """

    reserve = Parameter(50, low=0, high=600, meaning="cash that it keeps")
    margin = Parameter(0.02, low=0.0, high=1.0, meaning="by how much a trade raises its chance")
    greed = Parameter(1.0, low=0.0, high=10.0, meaning="what it asks for, times what others gain")
    fair = Parameter(0.7, low=0.0, high=10.0, meaning="what it accepts, times what others gain")
    bold = Parameter(0.2, low=0.0, high=1.0, meaning="share of proposals that ask 30 times as much")
    keen = Parameter(1.0, low=0.0, high=3.0, meaning="what it bids, times what a deed is worth")

    jail = stay_in_danger
    raise_cash = raise_gently

    def buy(view: View, square: int, keen: float) -> bool:
        price = view.price_of(square)
        if price > view.cash or keen == 0:
            return False
        worth = ceil(price / keen)
        return worth <= price_worth_paying(view, square, worth, worth)

    def bid(view: View, lot: int, keen: float) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        return int(keen * price_worth_paying(view, lot))

    def manage(view: View, reserve: int) -> int:
        return manage_well(view, reserve, 4 if view.houses > 0 else 5)

    def propose(view: View, margin: float, greed: float, bold: float) -> Trade:
        partner = 1 + view.random_below(view.players)
        if partner == view.seat or (view.round > EARLY and view.random_below(5) > 0):
            return NO_TRADE
        gives = view.missing_of(partner) & view.deeds
        gets = view.missing_of(view.seat) & view.deeds_of(partner)
        tries = 3 if gives == 0 and gets == 0 else 1
        if gives == 0:
            gives = view.deeds
        if gets == 0:
            gets = view.deeds_of(partner)
        asked = 30 * greed if view.random() < bold else greed
        return even_trade(view, partner, gives, gets, margin, asked, tries)

    def answer(view: View, offer: Trade, margin: float, fair: float) -> bool:
        own, other = gains_of(view, offer)
        return own > margin / 2 and own > fair * other
