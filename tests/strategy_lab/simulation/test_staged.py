"""Experiments in stages: each follows from the counts of those before, and nothing else."""

from __future__ import annotations

from strategy_lab.results.conclusions import Tables
from strategy_lab.simulation.experiment import Outcome, Staged, Steps

from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums

FIRST = small_spec(players=[3])
OTHERS = {
    True: small_spec(players=[4], strategies=["spread", "miser"]),
    False: small_spec(players=[5]),
}


class Three(Staged):
    """A run, another that hangs on how often the first strategy won there, and the first again."""

    def __init__(self) -> None:
        super().__init__(self._steps())

    def _steps(self) -> Steps[int]:
        first = yield FIRST.experiment()
        wins = int(first.cores[0].sums["win"].sum(axis=1)[0])
        yield OTHERS[wins > 0].experiment()
        yield FIRST.experiment()
        return wins

    def tables(self, outcome: Outcome) -> Tables:
        """Return none."""
        return {}


def test_what_has_been_played_is_passed_on_as_far_as_it_is_the_same() -> None:
    outcome = play(Three())
    again = outcome.passed_on(Three(), [])
    assert sums(again) == sums(outcome) and len(again.played) == 3
    other = outcome.passed_on(OTHERS[False].experiment(), [])
    assert other.games == 0
