"""The numbers of decisions as a stream of bytes: ``python -m benchmarks.random_stream ORDER``.

For batteries of statistical tests, which read 32-bit numbers from a pipe without end. `ORDER` says
which numbers follow each other:

``games``   as games use them: of each deal all seatings, decisions by turns of the seats, one draw
``deals``   the first draw of the same decision of the same seat, deal after deal
``draws``   a thousand draws of each decision
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from forsale_sim.engine.state import new_state
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.compiled.caching import compiled
from strategy_lab.compiled.random import U64, begin_decision, key_deal, key_game
from strategy_lab.compiled.random import next_draw as next_word

ORDERS = {"games": (4, 20, 1), "deals": (1, 1, 1), "draws": (1, 1, 1000)}
"""How many seatings of a deal, decisions of a seat, and draws of a decision are read."""
SEED = 1
DEALS = 4096


@compiled
def fill(states: Any, first: Any, seatings: Any, decisions: Any, seats: Any, numbers: Any) -> None:
    """Fill (deals, …, draws) uint32 in place with the numbers of deals from `first` on."""
    state = states[0]
    for i in range(numbers.shape[0]):
        state.deal = U64(first + i)
        key_deal(state)
        n = 0
        for seating in range(seatings):
            state.seating = U64(seating + 1)
            key_game(state)
            for _ in range(decisions):
                for seat in range(1, seats + 1):
                    begin_decision(state, U64(seat))
                    for draw in range(numbers.shape[2]):
                        numbers[i, n, draw] = next_word(state, U64(seat))
                    n += 1


def main(arguments: Sequence[str]) -> int:
    """Write numbers until nobody reads them."""
    if len(arguments) != 1 or arguments[0] not in ORDERS:
        print(f"say in which order: {', '.join(ORDERS)}", file=sys.stderr)
        return 2
    seatings, decisions, draws = ORDERS[arguments[0]]
    seats = 1 if decisions == 1 else 4
    states = new_state(load_ruleset("iello-en").rules(4), SEED)
    numbers = np.empty((DEALS, seatings * decisions * seats, draws), np.uint32)
    first = 1
    try:
        while True:
            fill(states, first, seatings, decisions, seats, numbers)
            sys.stdout.buffer.write(numbers.tobytes())
            first += DEALS
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.close()  # the interpreter would complain of the closed pipe
    sys.exit(status)
