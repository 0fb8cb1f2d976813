from __future__ import annotations

import math

import numpy as np
import pytest
from strategy_lab.stats.sequential_tests import Bounds, after_test

PAIRS = np.linspace(0, 1, 5)
BOUNDS = Bounds.of_errors(0.05, 0.05)


def logistic(score: float) -> float:
    return -400 * math.log10(1 / score - 1)


@pytest.mark.parametrize(
    ("counts", "elo1", "published"),
    [
        # From the tests of fishtest (server/tests/test_stats_sprt.py):
        ([1, 20, 300, 900, 779], 2, (245.4729, 223.6370, 289.7981)),
        ([1, 60, 500, 1200, 600], 2, (188.3595, 170.7252, 214.8484)),
        # From the page of statistics of a test on an instance of it, which had not ended:
        ([13, 37, 50, 25, 3], 4, (-43.6578, -75.5244, -15.4045)),
    ],
)
def test_published_estimates_are_reproduced(
    counts: list[int], elo1: float, published: tuple[float, ...]
) -> None:
    found = after_test(PAIRS, counts, 0, elo1, BOUNDS, games=2)
    assert list(map(logistic, found)) == pytest.approx(published, abs=1e-4)


@pytest.mark.parametrize("counts", [[20, 70, 150, 90, 30], [20, 70, 150, 190, 130]])
def test_all_mirrored_the_estimate_is_mirrored(counts: list[int]) -> None:
    found = after_test(PAIRS, counts, 0, 10, BOUNDS)
    mirrored = after_test(PAIRS, counts[::-1], -10, 0, Bounds(-BOUNDS.upper, -BOUNDS.lower))
    assert (1 - found.value, 1 - found.high, 1 - found.low) == pytest.approx(mirrored)


def test_what_is_found_after_a_fast_success_is_less_than_was_seen() -> None:
    counts = np.array([20, 70, 150, 190, 130])
    assert after_test(PAIRS, counts, 0, 10, BOUNDS).value < counts @ PAIRS / counts.sum()
