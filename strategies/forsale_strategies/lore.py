"""Advice that players give each other, as changes of a move: what to do instead, and its opposite.

Each rule takes the view and the move that a player has chosen, and returns the move to make: the
same where the rule has nothing to say. The rules are those of players' forums and of the strong
human's rules behind `expert`; "never open", "never bid" and "sell at random" are restricted play,
which shows what a part of the game is worth (A. Jaffe and others, "Evaluating competitive game
balance with restricted play", AIIDE 2012).
"""

from __future__ import annotations

from forsale_sim import View
from forsale_sim.cards import count, highest, lowest, nth

from forsale_strategies.panel.worth import auctions_left

FLAT, WIDE = 4, 10
"""Thousands between the cheques on offer: up to the one they are flat, from the other on wide."""


def bid_even(view: View, bid: int) -> int:
    """Make an odd bid even, by a coin more."""
    return bid + 1 if bid % 2 == 1 and bid < view.coins else bid


def bid_odd(view: View, bid: int) -> int:
    """Make an even bid odd, by a coin more."""
    return bid + 1 if bid > 0 and bid % 2 == 0 and bid < view.coins else bid


def leave_the_last_two(view: View, bid: int) -> int:
    """Pass when two are left who have both bid: the second house for half of the bid."""
    return 0 if view.bidders == 2 and view.own_bid > 0 else bid


def fight_of_the_last_two(view: View, bid: int) -> int:
    """Bid on when two are left, up to twice an equal share of the coins for each auction left."""
    least = view.least_bid
    fights = bid == 0 and view.bidders == 2 and view.own_bid > 0
    return least if fights and least * auctions_left(view) <= 2 * view.coins else bid


def never_open(view: View, bid: int) -> int:
    """Pass where nobody has bid."""
    return 0 if view.highest_bid == 0 else bid


def always_open(view: View, bid: int) -> int:
    """Bid the least where nobody has bid."""
    least = view.least_bid
    opens = bid == 0 and view.highest_bid == 0
    return least if opens and least <= view.coins else bid


def never_bid(view: View, bid: int) -> int:
    """Pass at once, always."""
    return 0


def _gap(view: View) -> int:
    """Return how far the cheques on offer are apart."""
    offer = view.cheques_on_offer
    return view.cheque_value(highest(offer)) - view.cheque_value(lowest(offer))


def dump_into_flat(view: View, house: int) -> int:
    """Sell the lowest house where the cheques are flat."""
    return lowest(view.hand) if _gap(view) <= FLAT else house


def waste_on_flat(view: View, house: int) -> int:
    """Sell the highest house where the cheques are flat."""
    return highest(view.hand) if _gap(view) <= FLAT else house


def best_for_wide(view: View, house: int) -> int:
    """Sell the highest house where the cheques are far apart."""
    return highest(view.hand) if _gap(view) >= WIDE else house


def lowest_for_wide(view: View, house: int) -> int:
    """Sell the lowest house where the cheques are far apart."""
    return lowest(view.hand) if _gap(view) >= WIDE else house


def sell_at_random(view: View, house: int) -> int:
    """Sell any house."""
    return nth(view.hand, view.random_below(count(view.hand)))
