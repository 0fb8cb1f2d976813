"""A strong human's rules of thumb: a table of highest bids, second place, narrow wins."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import above, below, count, highest, lowest, nth, remove
from forsale_strategies.table import held_houses, spread

TABLE_SPREAD = 29
"""The spread of the deck that the table is for: houses 1 to 30."""
TABLE_COINS, TABLE_HOUSES = 18, 7
"""The game that the table is for: what a player starts with, and the houses a player gets."""


def tabled_bid(distance: float) -> int:
    """Return the highest bid for houses whose best and worst lie `distance` apart."""
    if distance >= 28:
        return 7
    if distance >= 24:
        return 6
    if distance >= 20:
        return 5
    if distance >= 16:
        return 4
    if distance >= 12:
        return 3
    if distance >= 9:
        return 2
    return 1


def distance_revealed(view: View) -> float:
    """Return how far best and worst house lay apart when revealed, in a deck of 30.

    Those already taken are not shown; the houses are taken to have lain evenly apart.
    """
    gaps = max(count(view.houses_on_offer) - 1, 1)
    gaps_revealed = max(view.houses_per_round - 1, gaps)
    deck = max(spread(view.deck_houses), 1)
    return TABLE_SPREAD * spread(view.houses_on_offer) * gaps_revealed / (gaps * deck)


def highest_bid(view: View) -> int:
    """Return the table's bid, scaled by the coins of this game for each house; at least 1."""
    houses = count(view.deck_houses) - view.removed
    bid = tabled_bid(distance_revealed(view)) * view.starting_coins_of(view.seat) * view.players
    return max(int(bid * TABLE_HOUSES / (houses * TABLE_COINS) + 0.5), 1)


@strategy("expert")
class Expert:
    """Bids by a table of spreads, plays for second place, and wins sales narrowly or not at all.

    Idea, buying: the highest bid depends on how far the best and the worst house revealed lie apart:
    28 and more 7, 24-27 6, 20-23 5, 16-19 4, 12-15 3, 9-11 2, less 1. It raises by as little as it
    may up to that, and it plays for second place, the second best house at half the price: with two
    players left it passes, unless the two best houses differ by 8 or more.

    Idea, selling: win narrowly or lose by a lot. If the cheques on offer are flat, it dumps its
    smallest house. Otherwise it looks for the house that the others are likely to send for the best
    cheque: the one among theirs with that cheque's rank among all cheques to come. It sells its
    lowest house above that one, unless houses of theirs in between show that this wins by more
    than is needed, or it has none; then it dumps its smallest.

    Origin: the rules that a strong human player published, in the numbers above; what they leave
    open is filled in as said here. They name no edition. They are read as meant for four players of
    the English edition of 2009, 18 coins and 7 houses each; for others the table is scaled by the
    coins there are for each house, and distances by the deck's own. Once houses are
    taken, the distance revealed is inferred from those left, as if all lay evenly apart.
    """

    gap = Parameter(
        8, low=0, high=60, meaning="how far the two best houses differ for it to fight for the best"
    )
    flat = Parameter(
        5, low=0, high=255, meaning="cheques that differ by no more are flat, in thousands"
    )
    narrow = Parameter(
        2,
        low=0,
        high=60,
        meaning="how many of the others' houses a narrow win may leave in between",
    )

    def bid(view: View, gap: int) -> int:
        offer = view.houses_on_offer
        lead = highest(offer) - highest(remove(offer, highest(offer)))
        if view.bidders == 2 and lead * TABLE_SPREAD < gap * spread(view.deck_houses):
            return 0
        return view.least_bid if view.least_bid <= highest_bid(view) else 0

    def sell(view: View, flat: int, narrow: int) -> int:
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
