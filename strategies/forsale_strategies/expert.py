from forsale_sim import Parameter, helper, strategy
from forsale_sim.cards import lowest, nth, count, highest, below, above, remove

@helper
def table(spread):
    if spread >= 28: return 7
    if spread >= 24: return 6
    if spread >= 20: return 5
    if spread >= 16: return 4
    if spread >= 12: return 3
    if spread >= 9: return 2
    return 1

@strategy("expert")
class Expert:
    """x"""
    coins = Parameter(18, low=1, high=255, meaning="x")
    flat = Parameter(3, low=0, high=15, meaning="x")
    narrow = Parameter(2, low=0, high=30, meaning="x")
    stretch = Parameter(1, low=0, high=1, meaning="x")
    second = Parameter(1, low=0, high=1, meaning="x")
    def bid(view, coins, stretch, second):
        offer, deck = view.houses_on_offer, view.deck_houses
        left = count(offer)
        best = highest(offer)
        runner_up = highest(remove(offer, best))
        scale = 29 / (highest(deck) - lowest(deck))
        spread = (best - lowest(offer)) * scale
        if stretch and left > 1:
            spread = spread * (view.houses_per_round - 1) / (left - 1)
        limit = int(table(spread) * view.starting_coins_of(view.seat) / coins + 0.5)
        if view.bidders == 2 and second and (best - runner_up) * scale < 8:
            return 0
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view, flat, narrow):
        offer = view.cheques_on_offer
        hand = view.hand
        top, bottom = highest(offer), lowest(offer)
        if view.cheque_value(top) - view.cheque_value(bottom) <= flat:
            return lowest(hand)
        rivals = 0
        for seat in view.seats:
            if seat != view.seat:
                rivals |= view.hand_of(seat)
        pool = offer | view.unseen_cheques
        expected = nth(rivals, count(below(pool, top)) * count(rivals) // count(pool))
        winner = lowest(above(hand, expected))
        if winner != 0 and count(below(above(rivals, expected), winner)) <= narrow:
            return winner
        return lowest(hand)
