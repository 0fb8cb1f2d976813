"""Plays a match, and counts what its player wins in each deal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from forsale_sim.reports.matches.plan import Match
from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import ENGINES
from forsale_sim.simulation.executors import PlayedChunk, Threads

Wins = list[NDArray[np.int16]]
"""By cell: the player's win shares by deal, in 60ths."""


def play_match(
    match: Match, *, engine: str, threads: int, advance: Callable[[int, int], None]
) -> tuple[Outcome, Wins]:
    """Play a match, whole or until Ctrl-C; return it and what the player won."""
    plan = match.plan
    wins = [np.zeros(cell.deals, np.int16) for cell in plan.cells]

    def count(outcome: Outcome, played: PlayedChunk) -> None:
        chunk, rows = played.chunk, played.rows
        if rows is None:
            raise ValueError("wins are counted from the games themselves")
        won = np.where(rows.strategy == 0, rows.win, 0).sum(axis=1, dtype=np.int16)
        first = chunk.first_deal - 1
        wins[chunk.cell][first : first + chunk.deals] = won.reshape(chunk.deals, -1).sum(axis=1)
        advance(outcome.games, plan.games)

    executor = Threads(plan, ENGINES[engine](plan), threads)
    return run(Outcome.nothing_yet(plan), executor, watchers=[count]), wins
