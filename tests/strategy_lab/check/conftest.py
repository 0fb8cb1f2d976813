from __future__ import annotations

import pytest
from forsale_sim.check import trials


@pytest.fixture
def one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries strategies under one ruleset only, which takes a tenth of the time."""
    monkeypatch.setattr(trials, "ruleset_names", lambda: [trials.SPEED_RULESET])
