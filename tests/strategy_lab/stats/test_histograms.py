from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.stats.batches import moments, quantile, standard_deviation


def test_the_deviation_is_exact_where_floats_would_cancel() -> None:
    histogram = np.zeros((1, 10_001), np.int64)
    histogram[0, 10_000] = 10**10
    histogram[0, 9_999] = 1
    np.testing.assert_allclose(standard_deviation(moments(histogram)), 1e-5, rtol=1e-9)


@pytest.mark.parametrize("percent", [1, 10, 50, 90, 99, 100])
@pytest.mark.parametrize("n", [1, 2, 9, 10, 11, 200])
def test_quantiles_are_those_of_what_was_counted(percent: int, n: int) -> None:
    amounts = np.random.default_rng(n).integers(0, 30, (3, n))
    found = quantile(np.array([np.bincount(row, minlength=40) for row in amounts]), percent)
    expected = np.quantile(amounts, percent / 100, axis=1, method="inverted_cdf")
    np.testing.assert_array_equal(found, expected)


def test_a_quantile_is_exact_for_any_number() -> None:
    histogram = np.array([5 * 10**17 - 1, 1, 5 * 10**17])
    assert quantile(histogram, 50) == 1
    assert quantile(histogram + np.array([1, -1, 0]), 50) == 0
