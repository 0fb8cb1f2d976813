"""A player who samples what the others may pay, and bids what is best against the samples."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, members, nth

from forsale_strategies.panel.worth import auctions_left, coin_worth, fair_cheque


def sampled_limit(view: View, seat: int) -> int:
    """Draw how far a player goes: any sum from its bid to twice an equal share of its coins."""
    least, coins = view.bid_of(seat), view.coins_of(seat)
    most = min(max(2 * coins // auctions_left(view), least), coins)
    return least + view.random_below(most - least + 1)


@strategy("price-sampler")
class PriceSampler:
    """Samples the limits of the others, rolls the auction out, and bids what gains most on average.

    Idea, buying: for every sample, whoever has the lowest limit passes first. From the samples it
    knows for every limit of its own which house it would get and what it would pay: its own limit,
    less the refund, or, if it wins, one more than the next. It raises by the least if some limit is
    better, on average, than a pass now. Houses are worth the cheques of their rank, coins what they
    buy on average. It takes the others for random: what they did before tells it nothing.

    Idea, selling: the others sell any house, all equally likely. It sells the one that brings most
    beyond the cheque of its rank.

    Origin: bidding against sampled prices, as trading agents do: A. Greenwald and J. Boyan,
    "Bidding under Uncertainty: Theory and Experiments", UAI 2004. Not a player of this game.
    """

    budget = Parameter(40, low=1, high=100, meaning="how many samples it takes for a decision")

    def bid(view: View, budget: int) -> int:
        """Raise if some limit is better than a pass now, on average over the samples."""
        offer, coin, least = view.houses_on_offer, coin_worth(view), view.least_bid
        pass_gain = fair_cheque(view, view.pass_house) - coin * (view.own_bid - view.pass_refund)
        most = min(view.coins, max(2 * view.coins // auctions_left(view), least))
        number = count(offer)
        means = [0.0 for _ in range(most - least + 1)]
        for _ in range(budget):
            limits = [
                sampled_limit(view, seat)
                for seat in view.seats
                if seat != view.seat and view.in_auction(seat)
            ]
            dearest = max(limits)
            for step in range(most - least + 1):
                limit = least + step
                beaten = 0
                for other in limits:
                    if other < limit:
                        beaten += 1
                house = nth(offer, number - 1 - len(limits) + beaten)
                if beaten == len(limits):
                    paid = max(dearest + 1, least)
                elif house != 0:
                    paid = limit - view.refund(limit)
                else:
                    paid = 0
                means[step] += fair_cheque(view, house) - coin * paid
        return least if max(means) > budget * pass_gain else 0

    def sell(view: View, budget: int) -> int:
        """Sell the house that brings most beyond the cheque of its rank."""
        offer, hand = view.cheques_on_offer, view.hand
        number, held = count(offer), count(hand)
        gains = [0.0 for _ in range(held)]
        for _ in range(budget):
            sold = 0
            for seat in view.seats:
                theirs = view.hand_of(seat)
                if seat != view.seat and theirs != 0:
                    house = nth(theirs, view.random_below(count(theirs)))
                    sold |= (1 << house) >> 1
            rivals = count(sold)
            for place, house in enumerate(members(hand)):
                rank = number - 1 - rivals + count(below(sold, house))
                if rank >= 0:
                    gains[place] += view.cheque_value(nth(offer, rank))
        best = 0
        for place, house in enumerate(members(hand)):
            gains[place] -= 1.0 * budget * fair_cheque(view, house)
            if gains[place] > gains[best]:
                best = place
        return nth(hand, best)
