"""Every game of a run to a file, as it is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from forsale_sim.errors import UsageError
from forsale_sim.rows import Rows
from forsale_sim.tournament.plan import Chunk, Plan
from forsale_sim.tournament.running import OnRows


@contextmanager
def recording(plan: Plan, path: Path) -> Iterator[OnRows]:
    """Give what writes every chunk of a run to a Parquet file, which appears, whole, at the end.

    Raises
    ------
    UsageError
        If the file exists, or its folder does not.
    ForSaleError
        If it cannot be written.
    """
    from forsale_sim.results.games import GameWriter

    if path.exists():
        raise UsageError(f"{path} exists and is not overwritten: name another file")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}: make it first")
    with GameWriter(path, [planned.cell for planned in plan.cells]) as writer:

        def write(chunk: Chunk, rows: Rows) -> None:
            planned = plan.cells[chunk.cell]
            first_game = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
            writer.write(planned.cell, rows, first_game=first_game, first_deal=chunk.first_deal)

        yield write
