from forsale_sim import Parameter, strategy
from forsale_sim.cards import lowest, nth, count, highest

@strategy("linear")
class Linear:
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
        held = count(view.hand)
        spread = view.cheque_value(highest(offer)) - view.cheque_value(lowest(offer))
        top = view.cheque_value(highest(view.deck_cheques))
        return nth(view.hand, min(spread * held // (top+1), held - 1))
