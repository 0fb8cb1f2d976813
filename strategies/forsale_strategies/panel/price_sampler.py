"""A player who samples what the others may pay, and bids what is best against the samples."""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, members, nth

from forsale_strategies.panel.worth import auctions_left, coin_worth, fair_cheque
from forsale_strategies.table import houses_to_come


def most_paid(view: View, seat: int) -> int:
    """Return how far a player goes at most: twice an equal share of its coins, or its bid."""
    coins = view.coins_of(seat)
    return min(max(2 * coins // auctions_left(view), view.bid_of(seat)), coins)


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
        offer, coin, least = houses_to_come(view), coin_worth(view), view.least_bid
        pass_gain = fair_cheque(view, view.pass_house) - coin * (
            view.own_bid - view.pass_refund - view.pass_gift
        )
        most = min(view.coins, max(2 * view.coins // auctions_left(view), least))
        rivals = [seat for seat in view.seats if seat != view.seat and view.in_auction(seat)]
        bids = [view.bid_of(seat) for seat in rivals]
        choices = [most_paid(view, seat) - view.bid_of(seat) + 1 for seat in rivals]
        last = count(offer) - 1 - len(rivals)
        houses = [nth(offer, last + beaten) for beaten in range(len(rivals) + 1)]
        worth = [fair_cheque(view, house) for house in houses]
        lost = [coin * (limit - view.refund(limit)) for limit in range(least, most + 1)]
        limits, means = [0 for _ in rivals], [0.0 for _ in lost]
        for _ in range(budget):
            for i in range(len(rivals)):
                limits[i] = bids[i] + view.random_below(choices[i])
            dearest = max(limits)
            for step in range(len(means)):
                beaten = 0
                for other in limits:
                    if other < least + step:
                        beaten += 1
                if beaten == len(limits):
                    paid = coin * max(dearest + 1, least)
                else:
                    paid = lost[step] if houses[beaten] != 0 else 0.0
                means[step] += worth[beaten] - paid
        return least if max(means) > budget * pass_gain else 0

    def sell(view: View, budget: int) -> int:
        """Sell the house that brings most beyond the cheque of its rank."""
        offer, hand = view.cheques_on_offer, view.hand
        number = count(offer)
        cheques = [view.cheque_value(nth(offer, rank)) for rank in range(number)]
        houses = list(members(hand))
        gains = [0.0 for _ in houses]
        for _ in range(budget):
            sold = 0
            for seat in view.seats:
                theirs = view.hand_of(seat)
                if seat != view.seat and theirs != 0:
                    house = nth(theirs, view.random_below(count(theirs)))
                    sold |= (1 << house) >> 1
            rivals = count(sold)
            for place, house in enumerate(houses):
                rank = number - 1 - rivals + count(below(sold, house))
                if rank >= 0:
                    gains[place] += cheques[rank]
        best = 0
        for place, house in enumerate(houses):
            gains[place] -= 1.0 * budget * fair_cheque(view, house)
            if gains[place] > gains[best]:
                best = place
        return houses[best]
