"""Small reports that the tests of their parts share."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.reports.experiment import Config, new_report_spec
from forsale_sim.reports.results import Results, results
from forsale_sim.reports.sections import write_report
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome

from tests.strategy_lab.experiments.compare.contrasting import SIX_TABLES

FIELDS = (*SIX_TABLES, "all")

SMALL = Config(
    title="A <script>alert(1)</script> & $x$ report",
    rulesets=("iello-en", "iello-fr"),
    players=(3, 4),
    fields=FIELDS,
    what_ifs=("refund=none",),
    labels={"iello-en": "the English rules", "iello-fr": "the French rules"},
    games=2400,
    seed=3,
)

ONE = SMALL.model_copy(update={"rulesets": ("iello-en",), "what_ifs": ()})
"""One edition, by itself."""


def played(config: Config, threads: int = 1, engine: str = "compiled") -> Results:
    report = new_report_spec(config).experiment()
    return results(report, simulate(Outcome(report), Threads(report, engine, threads)))


@pytest.fixture(scope="session")
def small_results() -> Results:
    """What the small report is about."""
    return played(SMALL)


@pytest.fixture(scope="session")
def one_results() -> Results:
    """What a report on one edition is about."""
    return played(ONE)


@pytest.fixture(scope="session")
def report(small_results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    folder = tmp_path_factory.mktemp("report")
    write_report(small_results, folder)
    return folder
