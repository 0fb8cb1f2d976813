"""Experiments for tests: one call that plays on threads, and what can be compared of it."""

from __future__ import annotations

from collections.abc import Sequence

from strategy_lab.experiments.run.experiment import Run
from strategy_lab.simulation.execution import Threads, Watcher, simulate
from strategy_lab.simulation.experiment import Experiment, Outcome, Plan


def play(
    plan: Plan | Experiment,
    engine: str = "compiled",
    threads: int = 1,
    *,
    piece_games: int | None = None,
    keep_rows: bool = False,
    watchers: Sequence[Watcher] = (),
) -> Outcome:
    """Play an experiment, or a plan as a run, in pieces of `piece_games` games."""
    experiment = Run(plan, plan.games) if isinstance(plan, Plan) else plan
    executor = Threads(experiment, engine, threads, keep_rows=keep_rows)
    executor.piece_games = piece_games or executor.piece_games
    return simulate(Outcome(experiment), executor, watchers)


def sums(outcome: Outcome) -> dict[str, bytes]:
    """Return every sum of every block."""
    return {
        f"{block}/{name}": array.tobytes()
        for counted in (outcome.tallies, outcome.cores)
        for block, accumulator in counted.items()
        for name, array in accumulator.arrays().items()
    }
