"""A small report that the tests of its parts share."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.balance.config import Config
from forsale_sim.balance.playing import play
from forsale_sim.balance.results import Results, results
from forsale_sim.balance.settling import settle
from forsale_sim.balance.writing import write_report

SMALL = Config(
    title="A <script>alert(1)</script> & $x$ report",
    rulesets=("iello-en",),
    players=(3, 4),
    fields=("counter,expert,spread", "mirrors:expert"),
    alternatives=("refund=up",),
    games=240,
    seed=3,
)


def played(config: Config, threads: int = 1) -> Results:
    return results(play(settle(config), engine="compiled", threads=threads, show=None))


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
