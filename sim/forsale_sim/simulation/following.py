"""An engine that plays as the compiled one does and keeps what happens in every round."""

from __future__ import annotations

from typing import Any

from forsale_sim.plugins.compiling import CompiledField, compile_field
from forsale_sim.results.rounds.following import follow_chunk
from forsale_sim.results.rounds.rows import FollowedRows, empty_followed_rows
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import CompiledEngine


class FollowingEngine(CompiledEngine):
    """The kernel, whose rows also say what was offered and sold when: `FollowedRows`.

    Raises
    ------
    UsageError
        If a strategy cannot be compiled.
    """

    name = "following"

    def _kernel(self) -> tuple[Any, CompiledField]:
        return follow_chunk, compile_field(self._plan.field)

    def play(self, chunk: Chunk) -> FollowedRows:
        """Return the outcome of every game of a chunk, and its rounds."""
        cell = self._plan.cells[chunk.cell].cell
        rows = empty_followed_rows(chunk.deals * cell.seatings, cell.rules)
        self._fill(chunk, rows.data, rows.offers, rows.sales, rows.sold)
        return rows
