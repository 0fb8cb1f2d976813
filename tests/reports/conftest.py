"""Small reports that the tests of their parts share."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports.config import Config
from forsale_sim.reports.experiment import new_report_spec
from forsale_sim.reports.matches import plan
from forsale_sim.reports.results import Results, results
from forsale_sim.reports.sections import strength
from forsale_sim.reports.writing import write_report
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome

SMALL = Config(
    title="A <script>alert(1)</script> & $x$ report",
    rulesets=("iello-en",),
    players=(3, 4),
    fields=("counter,expert,spread", "mirrors:expert"),
    alternatives=("refund=up",),
    games=240,
    seed=3,
)

HOW_TO_PLAY = Config(
    rulesets=("iello-en", "iello-fr"),
    players=(3, 5),
    fields=("mirrors:expert", "counter,spread"),
    alternatives=(),
    sections=("buying", "selling", "strength", "tuning"),
    games=600,
    strength_games=120,
    seed=8,
)

QUICK_TO_PLAY = ("quick", "counter")
"""In place of strategies that search, which take long to compile."""


def played(config: Config, threads: int = 1, engine: str = "compiled") -> Results:
    report = new_report_spec(config).experiment()
    return results(report, simulate(Outcome(report), Threads(report, engine, threads)))


@pytest.fixture(scope="session")
def small_results() -> Results:
    """What the small report is about."""
    return played(SMALL)


@pytest.fixture(scope="session")
def report(small_results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    folder = tmp_path_factory.mktemp("report")
    write_report(small_results, folder)
    return folder


@pytest.fixture(scope="session")
def how_to_play() -> Results:
    """What a report on how to play is about."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "STRONGER", QUICK_TO_PLAY)
        return played(HOW_TO_PLAY)


@pytest.fixture
def quick_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strength is measured of `QUICK_TO_PLAY`."""
    for module in (plan, strength):
        monkeypatch.setattr(module, "STRONGER", QUICK_TO_PLAY)
    monkeypatch.setattr(strength, "BEST", QUICK_TO_PLAY[-1])
