from forsale_sim import Parameter, strategy
from forsale_sim.cards import lowest, nth, count, highest
from forsale_strategies.worth import worth

@strategy("miser")
class Miser:
    """x"""
    share = Parameter(1.0, low=0.0, high=2.0, meaning="x")
    def bid(view, share):
        free = worth(view, view.pass_house)
        return view.least_bid if view.least_bid <= share * free else 0

    def sell(view):
        n = count(view.cheques_on_offer)
        total = view.cheque_sum(view.cheques_on_offer)
        best = lowest(view.hand)
        for i in range(count(view.hand)):
            house = nth(view.hand, i)
            if worth(view, house) * n <= total:
                best = house
        return best
