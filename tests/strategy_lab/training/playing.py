"""What searches come to, played in memory."""

from __future__ import annotations

from typing import Any

from strategy_lab.results.conclusions import Tables
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, Staged, Steps
from strategy_lab.training.search import Evaluation, Scores


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
