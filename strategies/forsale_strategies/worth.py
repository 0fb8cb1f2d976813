from forsale_sim import helper
from forsale_sim.cards import below, count
@helper
def worth(view, house):
    """The cheque of the same rank."""
    if house == 0:
        return 0
    return view.cheque_value(count(below(view.deck_houses, house)) + 1)
