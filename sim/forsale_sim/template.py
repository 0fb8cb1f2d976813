"""The strategy file for For Sale that an author starts from; it passes ``forsale-sim check``."""

TEMPLATE = '''\
"""A strategy for For Sale.

Try it:   forsale-sim check {file}
Play it:  forsale-sim run --games 1e5 --strategy {file} --strategy spread
"""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest, lowest


def gap(view: View) -> int:
    """Return how far the best house on offer lies above the worst."""
    # A helper is a plain function. A set of cards is a number: forsale_sim.cards takes it apart,
    # and `for house in members(view.hand)` goes through it.
    return highest(view.houses_on_offer) - lowest(view.houses_on_offer)


@strategy("{name}")
class {class_name}:
    """Stays in an auction for a while where the houses on offer lie far apart.

    Say here what the idea is: `forsale-sim strategies show` prints it.
    """

    # A parameter is a number that bid and sell read by its name. To change it:
    #   forsale-sim run --strategy {file}:share=0.2 --strategy {file}
    share = Parameter(0.3, low=0.0, high=1.0, meaning="share of its coins it bids at most")

    # bid returns what the bid comes to in all, or 0 to pass. It is asked only while it can raise:
    # a bid is at least view.least_bid and at most view.coins. `help(forsale_sim.View)` lists all
    # that a view shows; nothing else may decide a move, and chance comes from view.random().
    @staticmethod
    def bid(view: View, share: float) -> int:
        most = share * view.coins * gap(view) / highest(view.deck_houses)
        return view.least_bid if view.least_bid <= most else 0

    # sell returns a house in view.hand. It is asked only while there is more than one.
    @staticmethod
    def sell(view: View) -> int:
        best = view.cheque_value(highest(view.cheques_on_offer))
        worst = view.cheque_value(lowest(view.cheques_on_offer))
        return highest(view.hand) if best - worst > 5 else lowest(view.hand)
'''
