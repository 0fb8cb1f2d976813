"""What searches come to, played in memory."""

from __future__ import annotations

from typing import Any

from forsale_sim.results.columns import Tables
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.staged import Staged, Steps
from forsale_sim.training.evaluation import Evaluation, Scores


class Steppers(Staged):
    """Steps that make no tables."""

    def tables(self, outcome: Outcome) -> Tables:
        """Return none."""
        return {}


def found(steps: Steps[Any], threads: int = 1) -> Any:
    """Return what steps find."""
    staged = Steppers(steps)
    simulate(Outcome(staged), Threads(staged, "compiled", threads))
    assert staged.finished
    return staged.found


def scores(evaluation: Evaluation, threads: int = 1) -> Scores:
    """Return what candidates do."""
    outcome = simulate(Outcome(evaluation), Threads(evaluation, "compiled", threads))
    return evaluation.scores(outcome)
