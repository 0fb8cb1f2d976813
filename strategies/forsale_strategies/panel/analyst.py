"""A program that bids by the standard deviation of the houses on offer, whatever the price."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import count, highest, lowest, members


def is_within_deviation(cards: int, card: int, closed: bool) -> bool:
    """Return whether a card is within a standard deviation of the mean of a set of cards.

    The deviation itself counts if the range is `closed`. Both sides are multiplied by the square of
    the number of cards, so that all numbers are whole.
    """
    number, total, squares = count(cards), 0, 0
    for each in members(cards):
        total += each
        squares += each * each
    distance = (number * card - total) ** 2
    variance = number * squares - total * total
    return distance <= variance if closed else distance < variance


@strategy("analyst")
class Analyst:
    """Raises by the least if the best house is no outlier, up to all its coins; passes if it is.

    Idea, buying: an outlier is a house more than a standard deviation above the mean of those on
    offer. So it fights where one poor house lies among good ones, and leaves every auction of the
    last two, whose better house lies exactly a deviation above their mean. It looks at no price.

    Idea, selling: the lowest house within a standard deviation of the mean of its hand.

    Origin: `AnalystBot` in the repository Devans90/forsalegame (game/Bots/AnalyistBot.py, on
    GitHub), with the faults it has there.
    """

    def bid(view: View) -> int:
        """Raise if the best house lies above the mean by less than the deviation."""
        offer = view.houses_on_offer
        return view.least_bid if is_within_deviation(offer, highest(offer), False) else 0

    def sell(view: View) -> int:
        """Sell the lowest house within a deviation of the mean."""
        for house in members(view.hand):
            if is_within_deviation(view.hand, house, True):
                return house
        return lowest(view.hand)
