"""Facts about the table that several strategies use."""

from __future__ import annotations

from forsale_sim import View
from forsale_sim.cards import highest, lowest


def spread(houses: int) -> int:
    """Return how far the best and the worst of a set of houses lie apart."""
    return highest(houses) - lowest(houses)


def held_houses(view: View) -> int:
    """Return the set of houses that all players hold, the deciding one included."""
    houses = 0
    for seat in view.seats:
        houses |= view.hand_of(seat)
    return houses
