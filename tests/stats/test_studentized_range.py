from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.stats.student import t_quantile
from forsale_sim.stats.studentized_range import studentized_range_quantile
from scipy.stats import studentized_range
from statsmodels.stats.libqsturng import qsturng

# Quantiles at 95 % for 2 to 6 means, as textbooks print them after Harter, "Tables of range and
# studentized range", Annals of Mathematical Statistics 31, 1960.
PRINTED = {
    5: [3.64, 4.60, 5.22, 5.67, 6.03],
    10: [3.15, 3.88, 4.33, 4.65, 4.91],
    20: [2.95, 3.58, 3.96, 4.23, 4.45],
    60: [2.83, 3.40, 3.74, 3.98, 4.16],
    10**9: [2.77, 3.31, 3.63, 3.86, 4.03],
}


@pytest.mark.parametrize("degrees", PRINTED)
def test_quantiles_are_those_of_printed_tables(degrees: int) -> None:
    found = [float(studentized_range_quantile(0.95, means, degrees)) for means in range(2, 7)]
    np.testing.assert_allclose(found, PRINTED[degrees], atol=0.0051)


@pytest.mark.parametrize("means", [2, 3, 4, 5, 6])
def test_it_agrees_with_scipy(means: int) -> None:
    degrees = np.array([1, 2, 3, 5, 10, 30, 100, 10**4])
    found = studentized_range_quantile(0.95, means, degrees)
    np.testing.assert_allclose(studentized_range.cdf(found, means, degrees), 0.95, rtol=1e-10)


@pytest.mark.parametrize("means", [3, 6])
def test_very_many_degrees_are_nearly_infinitely_many(means: int) -> None:
    degrees = np.array([10**6, 10**9, 10**15])
    infinite = studentized_range.ppf(0.95, means, np.inf)
    ratio = studentized_range_quantile(0.95, means, degrees) / infinite
    assert np.all(np.abs(ratio - 1) < 2 / degrees + 1e-10)


@pytest.mark.parametrize("probability", [0.5, 0.9, 0.99, 0.9999])
@pytest.mark.parametrize("means", [3, 10, 20])
def test_it_holds_for_other_probabilities_and_more_means(probability: float, means: int) -> None:
    degrees = np.array([2, 20, 1000])
    found = studentized_range_quantile(probability, means, degrees)
    np.testing.assert_allclose(studentized_range.cdf(found, means, degrees), probability, rtol=1e-8)


def test_the_range_of_two_is_a_t_statistic() -> None:
    degrees = np.array([1, 2, 7, 999, 10**5, 10**12])
    for probability in (0.5, 0.95, 0.999):
        expected = np.sqrt(2) * t_quantile((1 + probability) / 2, degrees)
        found = studentized_range_quantile(probability, 2, degrees)
        np.testing.assert_allclose(found, expected, rtol=1e-8)


def test_gleasons_approximation_is_as_near_as_it_is_said_to_be() -> None:
    for degrees in (2, 8, 50, 2000):
        found = float(studentized_range_quantile(0.95, 5, degrees))
        assert qsturng(0.95, 5, degrees) == pytest.approx(found, rel=1 / 800)


def test_any_shape_is_answered_and_no_degrees_say_nothing() -> None:
    found = studentized_range_quantile(0.95, 3, [[10, 0], [-1, 10]])
    np.testing.assert_allclose(found, [[3.8768, np.nan], [np.nan, 3.8768]], rtol=1e-4)
    assert studentized_range_quantile(0.95, 3, 10).shape == ()
    assert studentized_range_quantile(0.95, 3, np.array([], np.int64)).shape == (0,)
