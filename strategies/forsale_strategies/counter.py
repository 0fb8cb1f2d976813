"""A player who counts cards: what a house or a place in a sale will bring, by what is yet unseen.

Both halves of it rest on one fact. Of ``n`` cards drawn from ``N``, the ``j``-th lowest is on average
the card at place ``j (N + 1) / (n + 1)`` of the ``N``, exactly, and whatever else was set
aside unseen changes nothing. Between two places the value is read off in proportion.
"""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import above, below, count, highest, lowest, nth, remove


def value_between(view: View, card: int, next_card: int, part: float) -> float:
    """Return the value `part` of the way from one cheque card to another."""
    low = view.cheque_value(card)
    return low + part * (view.cheque_value(next_card) - low)


def expected_cheque(view: View, house: int) -> float:
    """Return what `house` will bring, sold some time against one house of each other player.

    The others' houses are any of those in play: seen, or unseen and not set aside.
    """
    lower = below(view.deck_houses, house)
    unseen = view.unseen_houses
    lower_in_play = 1.0 * count(lower)
    if unseen != 0:
        lower_in_play -= view.removed * count(lower & unseen) / count(unseen)
    cheques = count(view.deck_cheques)
    others_in_play = max(cheques - view.removed - 1, 1)
    beaten = (view.players - 1) * lower_in_play / others_in_play
    place = (1.0 + beaten) * (cheques + 1) / (view.players + 1)
    card = max(min(int(place), cheques - 1), 1)
    return value_between(view, card, min(card + 1, cheques), min(max(place - card, 0.0), 1.0))


def coin_worth(view: View, thrift: float) -> float:
    """Return what a coin kept now is worth: 1 at the end, or what it can win in auctions to come."""
    unseen, revealed = view.unseen_houses, view.houses_per_round
    auctions = (count(unseen) - view.removed) / revealed
    if auctions <= 0:
        return 1.0
    worst, best = expected_cheque(view, lowest(unseen)), expected_cheque(view, highest(unseen))
    step = (best - worst) / (revealed + 1)
    stake = step * (revealed - 1) if revealed == view.players else worst + step * revealed
    purse = view.coins - view.own_bid + view.pass_refund
    return max(1.0, thrift * auctions * stake / purse)


def surprise(view: View, place: int) -> float:
    """Return by how much a cheque on offer exceeds what its place brings in an average sale.

    Place 0 is the lowest cheque on offer; where there is no such place, the surprise is 0.
    """
    offer, unseen = view.cheques_on_offer, view.unseen_cheques
    places, cheques = count(offer), count(unseen)
    if place >= places or cheques == 0:
        return 0.0
    average = (place + 1) * (cheques + 1) / (places + 1)
    rank = max(min(int(average), cheques), 1)
    card = nth(unseen, rank - 1)
    higher = above(unseen, card)
    next_card = lowest(higher) if higher != 0 else card
    expected = value_between(view, card, next_card, min(max(average - rank, 0.0), 1.0))
    return view.cheque_value(nth(offer, place)) - expected


def mean_surprise(view: View, house: int, surprises: tuple[float, ...]) -> float:
    """Return the mean of `surprises` over the places that `house` may take in this sale.

    Every other player is as likely to sell any one house in hand as another. ``p0`` to ``p5`` are
    the exact chances that `house` beats none to five of the others.
    """
    p0, p1, p2, p3, p4, p5 = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in view.seats:
        hand = view.hand_of(seat)
        if seat != view.seat and hand != 0:
            wins = count(below(hand, house)) / count(hand)
            loses = 1.0 - wins
            p5 = p5 * loses + p4 * wins
            p4 = p4 * loses + p3 * wins
            p3 = p3 * loses + p2 * wins
            p2 = p2 * loses + p1 * wins
            p1 = p1 * loses + p0 * wins
            p0 = p0 * loses
    low = p0 * surprises[0] + p1 * surprises[1] + p2 * surprises[2]
    high = p3 * surprises[3] + p4 * surprises[4] + p5 * surprises[5]
    return low + high


@strategy("counter")
class Counter:
    """Counts cards: bids up to what staying in gains, and sells where a sale beats the average.

    Idea, buying: a house is worth the cheque it will bring on average, given which houses and
    cheques are in play. Staying in is worth the best house on offer less the house that a pass takes
    now; it costs the bid less what a pass would lose now. It raises by as little as it may as long as
    the gain exceeds the cost, a coin being worth 1, or more where its coins do not cover
    their part of what is at stake in the auctions to come.

    Idea, selling: each cheque on offer is compared with what its place, lowest to highest, brings in an
    average sale of the cheques still unseen. It sells the house whose chances of each
    place, the others' hands being known, make the most of the differences: the best house where
    the top cheques are unusually good, the worst where it makes little difference.

    Origin: written for this field; order statistics of draws without replacement, as in
    David and Nagaraja, Order Statistics (2003), for the one fact that the module describes.
    """

    thrift = Parameter(
        0.5, low=0.0, high=5.0, meaning="the part of the stakes to come that its coins should cover"
    )

    def bid(view: View, thrift: float) -> int:
        gain = expected_cheque(view, highest(view.houses_on_offer))
        if view.pass_house != 0:
            gain -= expected_cheque(view, view.pass_house)
        cost = view.least_bid - (view.own_bid - view.pass_refund)
        if gain <= cost:
            return 0  # a coin is worth at least 1, which saves reckoning
        return view.least_bid if gain > cost * coin_worth(view, thrift) else 0

    def sell(view: View) -> int:
        surprises = (
            surprise(view, 0),
            surprise(view, 1),
            surprise(view, 2),
            surprise(view, 3),
            surprise(view, 4),
            surprise(view, 5),
        )
        hand = view.hand
        sold = lowest(hand)
        most = mean_surprise(view, sold, surprises)
        hand = remove(hand, sold)
        while hand != 0:
            house = lowest(hand)
            mean = mean_surprise(view, house, surprises)
            if mean > most:
                sold, most = house, mean
            hand = remove(hand, house)
        return sold
