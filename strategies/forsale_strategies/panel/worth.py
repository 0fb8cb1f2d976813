"""What houses and coins are worth to players who think no further than averages."""

from __future__ import annotations

from forsale_sim import View
from forsale_sim.cards import below, count


def fair_cheque(view: View, house: int) -> int:
    """Return the cheque that has the rank in its deck that a house has in its own; 0 for none."""
    return view.cheque_value(count(below(view.deck_houses, house)) + 1) if house != 0 else 0


def auctions_left(view: View) -> int:
    """Return how many auctions are still to be held, this one included."""
    to_come = count(view.unseen_houses) - view.removed
    return 1 + (to_come + view.houses_per_round - 1) // view.houses_per_round


def coin_worth(view: View) -> float:
    """Return what a coin buys on average: a mean cheque an auction, shared over all coins owned.

    It is never less than the 1 that a coin brings if it is kept.
    """
    mean = view.cheque_sum(view.deck_cheques) / count(view.deck_cheques)
    return max(mean * auctions_left(view) / max(view.coins, 1), 1.0)
