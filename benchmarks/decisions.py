"""What a decision costs: ``python -m benchmarks.decisions STRATEGY…``.

A strategy plays games with itself, on one thread, all compiled before; its CPU time is shared out
among its decisions. What the game itself costs, about a microsecond, is in it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from forsale_sim.engine.kernel import play_chunk
from forsale_sim.engine.state import asks_for_past, new_state, new_table
from forsale_sim.for_sale import load_entrant
from forsale_sim.records import HOUSES, ROW, GameRows
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.compiled.random import GAMMA
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.random_words import WORD

LADDER = ("expert", "counter", "appraiser", "blueprint", "solver", "quick", "lookahead", "champion")
SECONDS = 1.0
COUNTED = 100
"""In how many games decisions are counted, at most."""


def decisions_made(game: Any) -> int:
    """Return how many decisions were made in a game (a record of `STATE`)."""
    steps = [
        (int(seed) - int(game["game_key"])) * pow(int(GAMMA), -1, WORD) % WORD
        for seed in game["decision_seed"][1:]
    ]
    return sum((step - seat) // 8 for seat, step in enumerate(steps, start=1))


def cost(spec: str, players: int, seconds: float = SECONDS) -> float:
    """Return the microseconds that a decision of a strategy takes.

    Parameters
    ----------
    spec
        The strategy.
    players
        How many of it play with each other, by the rules of iello-en.
    seconds
        How long to measure, at least.
    """
    rules = load_ruleset("iello-en").rules(players)
    field = compile_field([load_entrant(spec)])
    state = new_state(rules, 1, keeps_past=asks_for_past(field.asks_for))
    table, lineup = new_table(rules.houses), np.zeros(players, np.uint8)

    def play(first: int, deals: int) -> None:
        rows = GameRows.of_records(ROW, HOUSES, deals, players, seatings=1, detailed=False)
        addresses = field.functions, field.arguments
        play_chunk(state, table, *addresses, lineup, first, deals, 1, rows.data, rows.detail)

    def made(deal: int) -> int:
        play(deal, 1)
        return decisions_made(state[0])

    play(1, 1)  # compiles it
    deals, spent = 1, 0.0
    while spent < seconds:
        deals *= 2
        start = time.process_time()
        play(1, deals)
        spent = time.process_time() - start
    counted = [made(deal) for deal in range(1, min(deals, COUNTED) + 1)]
    return 1e6 * spent / (deals * float(np.mean(counted)))


def main(specs: Sequence[str]) -> None:
    """Print the cost of each strategy's decisions by number of players."""
    print("microseconds a decision" + "".join(f"{n:>6} players" for n in (3, 4, 5, 6)))
    for spec in specs:
        costs = "".join(f"{cost(spec, players):14,.2f}" for players in (3, 4, 5, 6))
        print(f"{spec:<23}{costs}")


if __name__ == "__main__":
    main(sys.argv[1:] or LADDER)
