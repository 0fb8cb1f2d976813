"""The strategy file that an author starts from."""

TEMPLATE = '''\
"""A strategy for Monopoly.

Play it:  monopoly-sim run --games 1e4 --strategy {file} --strategy collector
"""

from __future__ import annotations

from monopoly_sim import DONE, HOUSE, Parameter, View, build, members, strategy


def is_wanted(view: View, square: int) -> bool:
    """Return whether the player owns something of a deed's group, or nobody does."""
    # A helper is a plain function. A set of squares is a number: `members` goes through it, and
    # `1 << square` is the set of one square.
    others = 0
    for seat in view.seats:
        if seat != view.seat:
            others |= view.deeds_of(seat)
    group = view.group_of(square)
    return (group & view.deeds) != 0 or (group & others) == 0


@strategy("{name}")
class {class_name}:
    """Buys deeds of groups that it can still complete, and builds while cash lasts.

    Say here what the idea is: `monopoly-sim strategies show` prints it.
    """

    # A parameter is a number that the functions read by its name. To change it:
    #   monopoly-sim run --strategy {file}:reserve=300 --strategy {file}
    reserve = Parameter(150, low=0, high=1000, meaning="cash that it keeps")

    # buy says whether to buy a deed at its printed price, bid the most to pay in an auction, 0 to
    # pass. These two are all that a strategy needs. `help(monopoly_sim.View)` lists all that a view
    # shows; nothing else may decide, and chance comes from view.random().
    @staticmethod
    def buy(view: View, square: int, reserve: int) -> bool:
        return is_wanted(view, square) and view.cash - view.price_of(square) >= reserve

    @staticmethod
    def bid(view: View, lot: int, reserve: int) -> int:
        if lot >= HOUSE:  # a house or a hotel, of which there are too few
            return 0
        return max(min(view.price_of(lot), view.cash - reserve), 0)

    # manage is asked until it answers DONE: it builds, sells, mortgages or redeems a square. The
    # others are propose, answer (trades), jail, raise_cash, bus and jump; each has a default.
    @staticmethod
    def manage(view: View, reserve: int) -> int:
        for square in members(view.buildable):
            if view.cash - view.house_price_of(square) >= reserve:
                return build(square)
        return DONE
'''
