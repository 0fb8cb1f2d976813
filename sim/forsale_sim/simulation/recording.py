"""Every game of a run to a file, as it is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from forsale_sim.simulation.driver import Outcome, Watcher
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.plan import Plan

if TYPE_CHECKING:
    from forsale_sim.results.files.games import GameWriter
    from forsale_sim.results.files.parts import GameParts


@contextmanager
def recording(plan: Plan, path: Path) -> Iterator[Watcher]:
    """Give what writes every chunk of a run to a Parquet file, which appears, whole, at the end.

    Raises
    ------
    UsageError
        If the file exists, or cannot be written in its folder.
    ForSaleError
        If writing fails later.
    """
    from forsale_sim.results.files.games import GameWriter
    from forsale_sim.results.files.parts import check_free

    check_free(path)
    with GameWriter(path, [planned.cell for planned in plan.cells]) as writer:

        def write(outcome: Outcome, played: PlayedChunk) -> None:
            record(plan, played, writer)

        yield write


def record(plan: Plan, played: PlayedChunk, writer: GameWriter | GameParts) -> None:
    """Write the games of a chunk."""
    chunk, planned = played.chunk, plan.cells[played.chunk.cell]
    first_game = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
    if played.rows is None:
        raise ValueError("games can be recorded only where an executor sends their rows")
    writer.write(planned.cell, played.rows, first_game=first_game, first_deal=chunk.first_deal)
