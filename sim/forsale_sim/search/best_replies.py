"""What a player sells who expects all others to sell by a rule: the reply to it.

Such players reason one level deeper than the rule [1]_.

References
----------
.. [1] Stahl and Wilson, "On players' models of other players: theory and experimental evidence",
   Games and Economic Behavior 10 (1995).
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import inlined

from forsale_sim.cards import MAX_CARDS, count, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS, STATE
from forsale_sim.search.mixed_sale import chance, matching_cheques, sharpness


@inlined
def fill_best_replies(starts, sales, replies):
    """Write the house whose sale serves each seat best if all others sell what is expected.

    Parameters
    ----------
    starts : (1,) records of `STATE`
        A state of a sale.
    sales : (`SEATS`,) int64
        By seat, the house that the others expect it to sell; 0 for none.
    replies : (`SEATS`,) int64
        Filled in by seat; 0 for who holds no house.
    """
    start, states = starts[0], np.empty(1, STATE)
    state, sold, left = states[0], 0, -count(start.cheques_on_offer)
    for seat in range(1, SEATS):
        if start.hand[seat] != 0:
            sold |= only(sales[seat])
            left += count(start.hand[seat])
    brings = np.empty(MAX_CARDS)
    matching_cheques(start, left, brings)
    sharp = sharpness(start, left / count(start.cheques_on_offer))
    replies[:] = 0
    for seat in range(1, SEATS):
        hand, most = starts[0].hand[seat], -1.0
        while hand != 0:
            house = lowest(hand)
            hand &= hand - 1
            states[0] = starts[0]
            game.settle_sale(state, remove(sold, sales[seat]) | only(house))
            wins = chance(state, seat, brings, sharp)
            if wins > most:
                replies[seat], most = house, wins
