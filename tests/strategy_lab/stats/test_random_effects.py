from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2, t
from strategy_lab.stats.evidence import leave_one_out, new_table, weighted_chi_square


def test_a_sum_of_equal_weights_is_chi_square() -> None:
    for squares in (1, 2, 5):
        for value in (0.3, 2.0, 9.0):
            (found,) = weighted_chi_square(3 * value, np.full((1, squares), 3.0))
            assert found == pytest.approx(chi2.cdf(value, squares), abs=1e-9)


def test_a_sum_of_two_weights_is_that_of_simulated_squares() -> None:
    random = np.random.default_rng(1)
    weights = np.array([0.2, 1.0, 7.0])
    drawn = random.normal(size=(400_000, 3)) ** 2 @ weights
    for value in (0.5, 3.0, 20.0):
        below = (drawn < value).mean()
        assert weighted_chi_square(value, weights[None])[0] == pytest.approx(below, abs=3e-3)


def test_a_table_that_makes_the_result_is_seen_when_it_is_left_out() -> None:
    limits = leave_one_out(np.array([0.1, -0.1, 0.0, 0.1, 9.0]), np.full(5, 0.05))
    assert limits.shape == (5, 2)
    assert limits[4, 1] < 1 < limits[0, 1]


def test_effects_that_are_known_exactly_leave_two_sources_of_spread() -> None:
    # Between K tables without sampling error, mean and spread are those of K normal values: the
    # effect at another is the mean, plus a t-distributed spread, plus one for the mean's own error.
    effect = np.array([1.0, 2.0, 4.0, 4.5, 6.0])
    found = new_table(effect, np.full(5, 1e-6))
    random = np.random.default_rng(2)
    sd, tables = effect.std(ddof=1), len(effect)
    spread = sd * np.sqrt((tables - 1) / random.chisquare(tables - 1, 1_000_000))
    error = sd / np.sqrt(tables) * t.rvs(tables - 1, size=1_000_000, random_state=random)
    low, high = np.quantile(
        effect.mean() + spread * random.normal(size=1_000_000) + error, [0.025, 0.975]
    )
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.04 * (high - low))
    assert found.mean == pytest.approx(effect.mean())


def test_tables_that_agree_are_predicted_as_closely_as_they_are_known() -> None:
    effect = np.array([1.0, 1.1, 0.9, 1.05, 0.95, 1.0])
    noisy = new_table(effect, np.full(6, 1.0))
    assert noisy.between_sd == 0
    assert 0 < noisy.low < 1 < noisy.high < 2


@pytest.mark.parametrize(("tables", "between"), [(3, 0.0), (3, 2.0), (5, 1.0), (8, 3.0)])
def test_a_new_table_lies_within_as_often_as_it_should(tables: int, between: float) -> None:
    random = np.random.default_rng(tables)
    runs, misses = 400, 0
    for _ in range(runs):
        error = random.uniform(0.5, 1.5, tables)
        effect = random.normal(1.0, between, tables) + random.normal(size=tables) * error
        found = new_table(effect, error)
        misses += not found.low <= random.normal(1.0, between) <= found.high
    # The paper's simulations: coverage of 95 %, with more where tables hardly differ.
    assert misses / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)
