"""A strong human's rules of thumb: a table of highest bids, second place, narrow wins."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import above, below, count, highest, lowest, nth, remove

from forsale_strategies.table import held_houses, houses_to_come, spread

RAISED_AT = (9, 12, 16, 20, 24, 28)
"""The spreads from which on the table allows one coin more than the 1 it starts with."""
TABLE_SPREAD = 29
"""The spread of the deck that the table is for: houses 1 to 30."""
TABLE_COINS, TABLE_HOUSES = 18, 7
"""The game that the table is for: the coins a player starts with, the houses a player gets."""
GAP = 8
"""How far the two best houses must differ for the last two to fight for the best."""
FLAT, NARROW = 5, 2
"""What the rules leave open: which cheques are flat, in thousands, and which wins are narrow."""


def tabled_limit(view: View) -> int:
    """Return the table's highest bid for the spread of the houses as they were revealed.

    Those already taken are not shown; all are assumed to have lain evenly apart.
    """
    gaps = max(count(houses_to_come(view)) - 1, 1)
    gaps_revealed = max(view.houses_per_round - 1, gaps)
    revealed = spread(houses_to_come(view)) * gaps_revealed * TABLE_SPREAD
    deck = max(spread(view.deck_houses), 1) * gaps
    tabled = 1
    for distance in RAISED_AT:
        if revealed >= distance * deck:
            tabled += 1
    return tabled


def is_within_limit(view: View, bid: int) -> bool:
    """Return whether the table allows `bid`, scaled by the coins there are for each house.

    The limit is rounded to the nearest coin, and at least 1.
    """
    coins = view.starting_coins_of(view.seat) * view.players * TABLE_HOUSES
    houses = (count(view.deck_houses) - view.removed) * TABLE_COINS
    return bid <= 1 or (2 * bid - 1) * houses <= 2 * tabled_limit(view) * coins


@strategy("expert")
class Expert:
    """Bids by a table of spreads, plays for second place, and wins sales narrowly or not at all.

    Idea, buying: the highest bid depends on how far apart the best and the worst house lie: 7 for
    28 and more, 6 for 24 to 27, 5 for 20 to 23, 4 for 16 to 19, 3 for 12 to 15, 2 for 9 to 11,
    otherwise 1. Up to that it makes the least legal bid. It plays for second place, the second best
    house at half the price: with two players left it passes, unless the two best houses differ by 8
    or more.

    Idea, selling: win narrowly or lose by a lot, and dump the smallest house when the cheques are
    flat. To win narrowly it looks for the house that the others are likely to send for the best
    cheque, the one among theirs with that cheque's rank among all cheques to come, and sells its
    own next above. If it has none, or several of theirs lie in between, it loses by a lot: it sells
    its smallest.

    Origin: the rules that a strong human player published, with the numbers above; they do not say
    what narrow and flat mean. They name no edition, and are taken to be meant for four players of
    the English edition of 2009: 30 houses, 18 coins and 7 houses each. In other games the table is
    scaled by the coins per house, and a spread counts as a part of the deck's. Once houses have
    been taken, the spread of all is inferred from those left.
    """

    gap = Parameter(
        GAP,
        low=0,
        high=60,
        meaning="how far the two best houses must differ for it to want the best",
    )
    flat = Parameter(
        FLAT, low=0, high=255, meaning="cheques that differ by no more are flat, in thousands"
    )
    narrow = Parameter(
        NARROW, low=0, high=60, meaning="how many of the others' houses a narrow win may skip"
    )

    def bid(view: View, gap: int) -> int:
        """Raise up to the table's limit, but leave the best house to the other of the last two."""
        offer = houses_to_come(view)
        lead = highest(offer) - highest(remove(offer, highest(offer)))
        if view.bidders == 2 and lead * TABLE_SPREAD < gap * spread(view.deck_houses):
            return 0
        return view.least_bid if is_within_limit(view, view.least_bid) else 0

    def sell(view: View, flat: int, narrow: int) -> int:
        """Sell the house that wins narrowly, or the smallest."""
        offer, hand = view.cheques_on_offer, view.hand
        best = highest(offer)
        if view.cheque_value(best) - view.cheque_value(lowest(offer)) <= flat:
            return lowest(hand)
        cheques = offer | view.unseen_cheques
        rivals = held_houses(view) & ~hand
        to_beat = nth(rivals, count(rivals) * count(below(cheques, best)) // count(cheques))
        winner = lowest(above(hand, to_beat))
        if winner == 0 or count(below(above(rivals, to_beat), winner)) > narrow:
            return lowest(hand)
        return winner
