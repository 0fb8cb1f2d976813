from __future__ import annotations

import pytest
from forsale_sim.program import DEFAULT_RULESET
from strategy_lab.check.rehearsal import Scope


@pytest.fixture
def one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries strategies under one ruleset only, which takes a tenth of the time."""
    monkeypatch.setattr(Scope, "names", lambda scope, _: scope.rulesets or [DEFAULT_RULESET])
