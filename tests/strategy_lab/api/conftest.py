from __future__ import annotations

import forsale_sim
import pytest

from tests.strategy_lab.api.playing import run


@pytest.fixture(scope="package")
def result() -> forsale_sim.Result:
    """Of a small run."""
    return run()
