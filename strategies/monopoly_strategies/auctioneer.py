"""The strategy ``auctioneer``."""

from __future__ import annotations

from monopoly_sim import HOUSE, Parameter, View, strategy

from monopoly_strategies.playing import completes, houses_wanted, limit, manage_well, raise_gently


@strategy("auctioneer")
class Auctioneer:
    """Refuses everything at its price, and bids up to a share of it at the auction that follows.

    It pays where others are short of cash or pass.
    """

    share = Parameter(0.7, low=0.0, high=1.5, meaning="share of the price that it bids")

    raise_cash = raise_gently

    def buy(view: View, square: int) -> bool:
        return completes(view, view.seat, square)

    def bid(view: View, lot: int, share: float) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 300)
        return limit(view, lot, 2.0 if completes(view, view.seat, lot) else share, 0)

    def manage(view: View) -> int:
        return manage_well(view, 100)
