from forsale_sim import Parameter, strategy
from forsale_sim.cards import count, nth, highest, lowest

@strategy("spread")
class Spread:
    """Bids."""
    share = Parameter(0.5, low=0.0, high=1.0, meaning="the share")
    def bid(view, share):
        offer, deck = view.houses_on_offer, view.deck_houses
        spread = highest(offer) - lowest(offer)
        widest = highest(deck) - lowest(deck) + 1
        limit = int(share * (spread * view.coins) / widest) + 1
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view):
        top = view.cheque_value(highest(view.deck_cheques))
        held = count(view.hand)
        rank = view.cheque_sum(view.cheques_on_offer) * held // ((top + 1) * count(view.cheques_on_offer))
        return nth(view.hand, min(rank, held - 1))
