"""Experiments in stages: each follows from the counts of those before, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.results.conclusions import Tables
from strategy_lab.simulation.checkpoints import Checkpoint, Execution
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, PlayedPiece, Staged, Steps
from strategy_lab.simulation.spec import Spec

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


class ThreeSpec(Spec):
    """The request for three runs."""

    command, program = "three", FOR_SALE

    def experiment(self) -> Three:
        """Settle what is played."""
        return Three()


@pytest.mark.thorough
def test_it_goes_on_from_every_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those at the end of a stage, too, when the next is not known yet."""
    folders: list[Path] = []

    def keep(outcome: Outcome, played: PlayedPiece) -> None:
        folders.append(tmp_path / f"{len(folders)}")
        folders[-1].mkdir()
        Checkpoint(ThreeSpec(), Execution(), outcome).save(folders[-1])

    whole = play(Three(), piece_games=300, watchers=[keep])
    monkeypatch.setattr("strategy_lab.simulation.checkpoints.spec_from", lambda *_: ThreeSpec())
    assert len(folders) > 6
    for folder in folders:
        held = Checkpoint.load(folder).outcome
        resumed = simulate(held, Threads(held.experiment, "compiled"))
        assert resumed.complete
        assert sums(resumed) == sums(whole)


def test_what_has_been_played_is_passed_on_as_far_as_it_is_the_same() -> None:
    outcome = play(Three())
    again = outcome.passed_on(Three(), [])
    assert sums(again) == sums(outcome) and len(again.played) == 3
    other = outcome.passed_on(OTHERS[False].experiment(), [])
    assert other.games == 0
