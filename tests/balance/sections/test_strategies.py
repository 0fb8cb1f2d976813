from __future__ import annotations

from forsale_sim.balance.results import Results
from forsale_sim.balance.sections.strategies import dominated


def test_the_weakest_is_dominated_and_the_strongest_is_not(small_results: Results) -> None:
    found = dict(dominated(small_results))
    assert "counter" in found["spread"]
    assert "counter" not in found
