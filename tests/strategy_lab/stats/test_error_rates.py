"""How often tests are wrong, over grids of simulated runs whose truth is known.

``pytest -m slow -s tests/strategy_lab/stats/test_error_rates.py`` prints the figures.
"""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.differences import all_equal, all_within, pairs

from tests.strategy_lab.stats.clustered import simulated_shares

pytestmark = pytest.mark.slow

RUNS = 2000


@pytest.mark.parametrize("parts", [3, 4, 5, 6])
@pytest.mark.parametrize("clusters", [50, 200, 1000])
def test_equal_shares_are_said_to_differ_in_one_run_of_twenty(parts: int, clusters: int) -> None:
    found = simulated_shares([1 / parts] * parts, clusters, RUNS, seed=parts)
    wrong = np.mean(all_equal(*found).p <= 0.05)
    print(f"\n{parts} equal shares, {clusters} clusters: {100 * wrong:.1f} % differ", end="")
    assert 0.035 <= wrong <= (0.065 if clusters >= 200 else 0.1)


@pytest.mark.parametrize("clusters", [500, 2000, 5000])
@pytest.mark.parametrize(
    ("expected", "exact"),
    [
        ([0.3, 0.33, 0.37], True),
        ([0.2, 0.25, 0.25, 0.3], True),
        ([0.2, 0.2, 0.3, 0.3], False),
        ([0.15, 0.16, 0.16, 0.16, 0.17, 0.2], False),
    ],
)
def test_a_difference_of_the_margin_is_seldom_called_small(
    expected: list[float], exact: bool, clusters: int
) -> None:
    found = pairs(*simulated_shares(expected, clusters, RUNS, seed=clusters))
    wrong = np.mean(all_within(found, max(expected) - min(expected)) <= 0.05)
    print(f"\nrange of {expected}, {clusters} clusters: {100 * wrong:.1f} % called small", end="")
    assert wrong <= 0.06
    if exact and clusters == 5000:
        assert wrong >= 0.03, "no more cautious than it has to be"
