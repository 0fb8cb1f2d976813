"""A player who appraises every bid and every sale by a formula with tunable weights."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, highest, lowest, nth, remove

from forsale_strategies.counter import surplus
from forsale_strategies.table import NO_RIVAL, Chances, held_houses, houses_to_come, with_one_more


def house_value(view: View, house: int, bend: float) -> float:
    """Return what a house is expected to bring, by its rank in the deck; 0 for no house.

    A straight line from the worst cheque to the best, bent upwards in the middle by `bend`.
    """
    if house == 0:
        return 0.0
    deck = view.deck_houses
    rank = (count(below(deck, house)) + 0.5) / count(deck)
    return view.cheque_value(highest(view.deck_cheques)) * (rank + bend * rank * (1.0 - rank))


def coin_worth(view: View, least: float, thrift: float, rivalry: float) -> float:
    """Return what a coin is worth: more, the more auctions are to come and the fewer it has left.

    Before the last auction it is `least`, and more by `thrift` for every coin's worth of cheques
    that is still to be shared out, and by `rivalry` as far as the others have more coins.
    """
    auctions = (count(view.unseen_houses) - view.removed) / view.houses_per_round
    if auctions <= 0.0:
        return 1.0
    purse = view.coins + 1.0
    others = 0.0
    for seat in view.seats:
        others += view.coins_of(seat)
    richer = (others - view.coins) / ((view.players - 1.0) * purse) - 1.0
    stakes = auctions * view.cheque_value(highest(view.deck_cheques))
    return max(least + thrift * stakes / purse + rivalry * richer, 0.1)


def deepest_purse(view: View) -> int:
    """Return the most coins that any other player still in the auction owns."""
    most = 0
    for seat in view.seats:
        if seat != view.seat and view.in_auction(seat):
            most = max(most, view.coins_of(seat))
    return most


def mean_value(view: View, house: int, worth: Chances, lean: float) -> float:
    """Return the mean of the `worth` of the places that a house may take in this sale.

    Every other player is taken to sell any house in hand, all equally likely, but higher ones by
    `lean`.
    """
    chances = NO_RIVAL
    for seat in view.seats:
        hand = view.hand_of(seat)
        if seat != view.seat and hand != 0:
            part = count(below(hand, house)) / count(hand)
            wins = min(max(part - lean * part * (1.0 - part), 0.0), 1.0)
            chances = with_one_more(chances, wins)
    p0, p1, p2, p3, p4, p5, p6, p7 = chances
    low = p0 * worth[0] + p1 * worth[1] + p2 * worth[2]
    return low + p3 * worth[3] + p4 * worth[4] + p5 * worth[5] + p6 * worth[6] + p7 * worth[7]


@strategy("appraiser")
class Appraiser:
    """Appraises what a bid may win and may cost, and what a house may bring now or later.

    Idea, buying: every house is worth the cheque that its rank promises. Staying in gains part of
    the way from the house that a pass takes now to the next one, and part of the way to the best;
    it costs part of the bid in full, because it may win, and otherwise what a pass would lose. The
    weights depend on whether two, three or more players are still in. Coins are worth more while
    there are auctions to come, and while the others have more of them. It makes a bid that nobody
    left can afford to beat if that is worth it; otherwise it may jump part of the way to its limit,
    and by one coin if the refund makes that free.

    Idea, selling: like `counter`, it compares a cheque with the one in its place of an average
    sale, by the exact chances of each place against the hands of the others; but the comparison has
    a weight, keeping the house is worth something, and the others are assumed to send better houses
    to better sales.

    Origin: written for this field, to be tuned: the numbers are weights with no other meaning.
    """

    bend = Parameter(
        0.0, low=-1.0, high=1.0, meaning="how far the middle houses are worth more than their rank"
    )
    least = Parameter(
        0.9, low=0.0, high=3.0, meaning="what a coin is worth before the last auction, at least"
    )
    thrift = Parameter(
        0.05, low=0.0, high=1.0, meaning="how much more for the cheques to be had, by coin owned"
    )
    rivalry = Parameter(
        0.1, low=-1.0, high=2.0, meaning="how much more if the others own twice as much"
    )
    near = Parameter(
        0.6, low=-1.0, high=3.0, meaning="of four or more: weight of the next house over the lowest"
    )
    top = Parameter(
        0.25,
        low=-1.0,
        high=2.0,
        meaning="of four or more: weight of the best house over the lowest",
    )
    full = Parameter(
        0.2,
        low=-0.5,
        high=1.5,
        meaning="of four or more: part of the bid that counts as lost in full",
    )
    near_three = Parameter(0.5, low=-1.0, high=3.0, meaning="of three: weight of the next house")
    top_three = Parameter(0.4, low=-1.0, high=2.0, meaning="of three: weight of the best house")
    full_three = Parameter(
        0.4, low=-0.5, high=1.5, meaning="of three: part of the bid that counts as lost in full"
    )
    top_two = Parameter(
        0.8, low=-1.0, high=3.0, meaning="of two: weight of the better house over the other"
    )
    full_two = Parameter(
        0.7, low=-0.5, high=1.5, meaning="of two: part of the bid that counts as lost in full"
    )
    jump = Parameter(
        0.0,
        low=0.0,
        high=1.0,
        meaning="how far of the way from the least bid to its limit it jumps",
    )
    even = Parameter(
        0.5, low=0.0, high=1.0, meaning="from 0.5 on it adds a coin that a pass would get back"
    )
    compare = Parameter(
        1.0, low=-0.5, high=2.0, meaning="weight of the cheque in its place of an average sale"
    )
    keep = Parameter(
        0.0, low=-1.0, high=2.0, meaning="what a house's rank is worth in later sales, by cheques"
    )
    lean = Parameter(
        0.0, low=-1.0, high=1.0, meaning="how far the others sell their higher houses, always"
    )
    eager = Parameter(0.0, low=-3.0, high=3.0, meaning="and how far more in a sale of high cheques")

    def bid(
        view: View,
        bend: float,
        least: float,
        thrift: float,
        rivalry: float,
        near: float,
        top: float,
        full: float,
        near_three: float,
        top_three: float,
        full_three: float,
        top_two: float,
        full_two: float,
        jump: float,
        even: float,
    ) -> int:
        """Stay in while what may be won outweighs what may be lost."""
        offer, lowest_bid = houses_to_come(view), view.least_bid
        now = house_value(view, view.pass_house, bend)
        step = house_value(view, lowest(remove(offer, view.pass_house)), bend) - now
        prize = house_value(view, highest(offer), bend) - now
        worth = coin_worth(view, least, thrift, rivalry)
        lost = view.own_bid - view.pass_refund - view.pass_gift
        rivals = deepest_purse(view)
        # A bid that nobody can beat wins for certain: no weights are needed.
        unbeatable = max(lowest_bid, rivals + 1)
        if unbeatable <= view.coins and unbeatable == lowest_bid:
            return lowest_bid if prize > worth * (lowest_bid - lost) else 0
        bidders = view.bidders
        if bidders == 2:
            gain, part = top_two * prize, full_two
        elif bidders == 3:
            gain, part = near_three * step + top_three * prize, full_three
        else:
            gain, part = near * step + top * prize, full
        refunded = view.refund(lowest_bid)
        cost = part * lowest_bid + (1.0 - part) * (lowest_bid - refunded) - lost
        margin = gain - worth * cost
        if margin <= 0.0:
            return 0
        if jump > 0.0:
            rate = worth * max(part + (1.0 - part) * 0.5, 0.25)
            lowest_bid = min(lowest_bid + int(jump * margin / rate), unbeatable, view.coins)
            refunded = view.refund(lowest_bid)
        free = view.refund(lowest_bid + 1) > refunded
        if even >= 0.5 and free and lowest_bid < view.coins:
            return lowest_bid + 1
        return lowest_bid

    def sell(view: View, compare: float, keep: float, lean: float, eager: float) -> int:
        """Sell the house with the greatest mean worth beyond what it is worth kept."""
        offer, unseen, hand = view.cheques_on_offer, view.unseen_cheques, view.hand
        places = count(offer)
        best = view.cheque_value(highest(view.deck_cheques))
        worth = (
            place_worth(view, 0, places, compare),
            place_worth(view, 1, places, compare),
            place_worth(view, 2, places, compare),
            place_worth(view, 3, places, compare),
            place_worth(view, 4, places, compare),
            place_worth(view, 5, places, compare),
            place_worth(view, 6, places, compare),
            place_worth(view, 7, places, compare),
        )
        later, leaning = 0.0, lean
        if unseen != 0:
            lowest_left = view.cheque_value(lowest(unseen))
            highest_left = view.cheque_value(highest(unseen))
            later = keep * (highest_left - lowest_left)
            here = view.cheque_value(highest(offer)) + view.cheque_value(lowest(offer))
            leaning += eager * (here - highest_left - lowest_left) / (2.0 * max(best, 1))
        others = held_houses(view)
        all_held = count(others)
        sold, most = 0, 0.0
        while hand != 0:
            house = lowest(hand)
            kept = later * count(below(others, house)) / all_held
            mean = mean_value(view, house, worth, leaning) - kept
            if sold == 0 or mean > most:
                sold, most = house, mean
            hand = remove(hand, house)
        return sold


def place_worth(view: View, place: int, places: int, compare: float) -> float:
    """Return a cheque less `compare` times the one in its place of an average sale; 0 for none."""
    if place >= places:
        return 0.0
    value = 1.0 * view.cheque_value(nth(view.cheques_on_offer, place))
    if view.unseen_cheques == 0:
        return value
    return value - compare * (value - surplus(view, place))
