"""One-step lookahead to the end of an auction, where a value function says what it is worth.

There is no chance left in an auction: each bid is tried once, everyone answers as a policy does,
and the table that it leaves is valued.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from forsale_sim.cards import count
from forsale_sim.engine import game
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.random import U64, ZERO
from forsale_sim.engine.state import BID, STATE, TABLE
from forsale_sim.engine.view import seat_of, state_of
from forsale_sim.lookahead.moves import MOST_MOVES, bids_to_try
from forsale_sim.lookahead.playing import inside, kernel_asking
from forsale_sim.lookahead.positions import forget
from forsale_sim.lookahead.valuing import OPENS, strength


@inlined
def value(state, weights, seat):
    """Return the chance of `seat` to win, after an auction, by the weights of that round."""
    own, total = 0.0, 0.0
    for other in range(1, state.players + 1):
        power = strength(weights, state.coins[other], state.hand[other])
        if other == state.opener:
            power += weights[OPENS]
        power = np.exp(power)
        total += power
        if other == seat:
            own = power
    return own / total


@cache
def auctions(bid: Callable[..., int], sell: Callable[..., int]) -> Any:
    """Return a function that chooses a bid by the value of the auction's end under a policy.

    Parameters
    ----------
    bid, sell
        The policy: functions of a view that numba can compile.

    Returns
    -------
    compiled function
        ``choose(view, weights) -> int64``.
    """
    play = kernel_asking(bid, sell)
    ask, hold_auction = play.ask, play.hold_auction

    def choose(view, weights):
        starts, states, tables = np.empty(1, STATE), np.empty(1, STATE), np.empty(1, TABLE)
        starts[0] = state_of(view)
        start, state, table, seat = starts[0], states[0], tables[0], int(seat_of(view))
        forget(start, 0)
        moves = np.empty(MOST_MOVES, np.int64)
        number = bids_to_try(start, seat, ask(ZERO, BID, start, U64(seat), ZERO), moves)
        left = count(start.unseen_houses) - start.removed
        to_come = (left + start.houses_per_round - 1) // start.houses_per_round
        row = weights[max(min(to_come, weights.shape[0] - 1), 0)]
        following = U64(game.next_seat(start.seats_in, seat))
        best, most = 0, -1.0
        for i in range(number):
            states[0] = starts[0]
            if moves[i] == 0:
                game.pass_auction(state, seat)
            else:
                game.place_bid(state, seat, moves[i])
            if state.seats_in & (state.seats_in - 1) == 0:
                game.close_auction(state)
            else:
                hold_auction(state, table, following)
            worth = value(state, row, seat)
            if worth > most:
                best, most = moves[i], worth
        return best

    return inside(choose)
