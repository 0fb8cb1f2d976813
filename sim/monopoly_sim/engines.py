"""Monopoly's kernel as the engine of a plan."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from strategy_lab.kernel_engine import KernelEngine
from strategy_lab.simulation.plan import PlannedCell


class CompiledEngine(KernelEngine):
    """The kernel: strategies that numba can compile, thousands of games a second and core."""

    KERNEL = "monopoly_sim.engine.kernel"
    chunk_games = 1024

    def memory(self, planned: PlannedCell) -> tuple[NDArray[Any], ...]:
        """Return the record in which the kernel plays the games of a cell."""
        from monopoly_sim.engine.state import new_state

        rules, plan = planned.cell.rules, self._plan
        return (new_state(rules, plan.seed, plan.refilled_after),)
