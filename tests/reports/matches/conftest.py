from __future__ import annotations

import pytest
from forsale_sim.reports.config import Config
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset

CONFIG = Config(
    rulesets=("iello-en", "iello-fr"), players=(4,), games=400, strength_games=80, seed=4
)


@pytest.fixture(scope="session")
def rulesets() -> tuple[Ruleset, ...]:
    """Those of `CONFIG`."""
    return tuple(map(load_ruleset, CONFIG.rulesets))
