"""Facts about the table, and about a sale, that several strategies use."""

from __future__ import annotations

from forsale_sim import View
from forsale_sim.cards import count, highest, lowest, nth, only


def spread(houses: int) -> int:
    """Return how far the best and the worst of a set of houses lie apart."""
    return highest(houses) - lowest(houses)


def houses_to_come(view: View) -> int:
    """Return the houses on offer; those face down count as the middle one of those unseen."""
    if view.hidden_houses == 0:
        return view.houses_on_offer
    return view.houses_on_offer | only(nth(view.unseen_houses, count(view.unseen_houses) // 2))


def held_houses(view: View) -> int:
    """Return the set of houses that all players hold, the deciding one included."""
    houses = 0
    for seat in view.seats:
        houses |= view.hand_of(seat)
    return houses


Chances = tuple[float, float, float, float, float, float, float, float]
"""By number of rivals, 0 to 7: the chance that a house beats so many."""

NO_RIVAL: Chances = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def with_one_more(chances: Chances, wins: float) -> Chances:
    """Return the chances of a house once it also meets a rival whom it beats with that chance."""
    p0, p1, p2, p3, p4, p5, p6, p7 = chances
    loses = 1.0 - wins
    return (
        p0 * loses,
        p1 * loses + p0 * wins,
        p2 * loses + p1 * wins,
        p3 * loses + p2 * wins,
        p4 * loses + p3 * wins,
        p5 * loses + p4 * wins,
        p6 * loses + p5 * wins,
        p7 * loses + p6 * wins,
    )
