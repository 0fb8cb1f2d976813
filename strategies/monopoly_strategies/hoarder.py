"""The strategy ``hoarder``."""

from __future__ import annotations

from monopoly_sim import HOUSE, View, strategy

from monopoly_strategies.chances import accept_gains, trade_for_a_group
from monopoly_strategies.playing import buy_if_paid, houses_wanted, limit, manage_well, raise_gently


@strategy("hoarder")
class Hoarder:
    """Builds four houses everywhere and no hotel, so that the bank runs out of houses.

    A known trick of tournament players: 32 houses are few, and a hotel would give four back.
    """

    buy = buy_if_paid
    raise_cash = raise_gently
    propose = trade_for_a_group
    answer = accept_gains

    def bid(view: View, lot: int) -> int:
        return houses_wanted(view, 800) if lot >= HOUSE else limit(view, lot, 1.0, 0)

    def manage(view: View) -> int:
        return manage_well(view, 50, 4)
