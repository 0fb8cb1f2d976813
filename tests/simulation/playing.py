"""Runs for tests: one call that plays a plan on threads, and what can be compared of it."""

from __future__ import annotations

from typing import Any

from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import CompiledEngine, Engine
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.plan import Plan


def play(plan: Plan, engine: Engine | None = None, threads: int = 1, **options: Any) -> Outcome:
    """The outcome of a whole plan; `options` are those of `run`."""
    executor = Threads(plan, engine or CompiledEngine(plan), threads)
    return run(Outcome.nothing_yet(plan), executor, **options)


def sums(outcome: Outcome) -> list[tuple[str, bytes]]:
    """Every sum of every tally, in order."""
    return [
        (name, array.tobytes())
        for tally in outcome.tallies.values()
        for name, array in tally.arrays().items()
    ]
