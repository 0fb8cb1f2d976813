"""What a player sells who expects all others to sell by a rule: the reply to it.

Such players reason one level deeper than the rule [1]_.

References
----------
.. [1] Stahl and Wilson, "On players' models of other players: theory and experimental evidence",
   Games and Economic Behavior 10 (1995).
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import allocation_free
from strategy_lab.compiled.local_arrays import local_array

from forsale_sim.cards import MAX_CARDS, count, lowest, only, remove
from forsale_sim.engine.state import SEATS
from forsale_sim.search.mixed_sale import chance_after, matching_cheques, sharpness


@allocation_free
def fill_best_replies(state, sales, replies):
    """Write the house whose sale serves each seat best if all others sell what is expected.

    Parameters
    ----------
    state : record of `STATE`
        Of a sale.
    sales : (`SEATS`,) int64
        By seat, the house that the others expect it to sell; 0 for none.
    replies : (`SEATS`,) int64
        Filled in by seat; 0 for who holds no house.
    """
    sold, left = 0, -count(state.cheques_on_offer)
    for seat in range(1, SEATS):
        if state.hand[seat] != 0:
            sold |= only(sales[seat])
            left += count(state.hand[seat])
    brings = local_array(MAX_CARDS, np.float64)
    matching_cheques(state, left, brings)
    sharp = sharpness(state, left / count(state.cheques_on_offer))
    replies[:] = 0
    for seat in range(1, SEATS):
        hand, most = state.hand[seat], -1.0
        while hand != 0:
            house = lowest(hand)
            hand &= hand - 1
            sale = remove(sold, sales[seat]) | only(house)
            wins = chance_after(state, sale, seat, brings, sharp)
            if wins > most:
                replies[seat], most = house, wins
