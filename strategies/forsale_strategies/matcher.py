from forsale_sim import Parameter, strategy
from forsale_sim.cards import lowest, nth, count, highest, below

@strategy("matcher")
class Matcher:
    """x"""
    share = Parameter(0.5, low=0.0, high=1.0, meaning="x")
    jump = Parameter(1, low=0, high=1, meaning="x")
    def bid(view, share, jump):
        offer, deck = view.houses_on_offer, view.deck_houses
        spread = highest(offer) - lowest(offer)
        widest = highest(deck) - lowest(deck)
        target = int(share * (spread * view.coins) / widest)
        if target < view.least_bid:
            return 0
        return target if jump else view.least_bid

    def sell(view):
        offer = view.cheques_on_offer
        cheques = offer | view.unseen_cheques
        houses = view.unseen_houses
        for seat in view.seats:
            houses |= view.hand_of(seat)
        n = count(offer)
        ranks = 0
        rest = offer
        while rest != 0:
            ranks += count(below(cheques, lowest(rest)))
            rest &= rest - 1
        # rank fraction ranks/(n*(C-1)) ; house rank fraction r/(H-1)
        C1, H1 = count(cheques) - 1, count(houses) - 1
        best, distance = 0, 1 << 40
        hand = view.hand
        while hand != 0:
            house = lowest(hand)
            hand &= hand - 1
            d = abs(count(below(houses, house)) * n * C1 - ranks * H1)
            if d < distance:
                best, distance = house, d
        return best
