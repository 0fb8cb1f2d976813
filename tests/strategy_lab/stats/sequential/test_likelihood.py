from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize
from strategy_lab.stats.sequential_tests import likeliest_with_mean, likeliest_with_t

PAIRS = np.linspace(0, 1, 5)


def t_of(scores: NDArray[np.float64], shares: NDArray[np.float64]) -> float:
    mean = shares @ scores
    return float((mean - 0.5) / np.sqrt(shares @ (scores - mean) ** 2))


def by_general_optimiser(
    scores: NDArray[np.float64], shares: NDArray[np.float64], t: float
) -> float:
    """The largest mean log-likelihood that a method which knows nothing of the problem finds."""

    def constraint(p: NDArray[np.float64]) -> float:
        mean = p @ scores
        return float(mean - 0.5 - t * np.sqrt(max(p @ (scores - mean) ** 2, 1e-12)))

    best = -np.inf
    for start in np.random.default_rng(1).dirichlet(np.ones(len(scores)), 20):
        found = minimize(
            lambda p: -float(shares @ np.log(p)),
            start,
            bounds=[(1e-9, 1)] * len(scores),
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": constraint},
            ],
            options={"ftol": 1e-12, "maxiter": 500},
        )
        if found.success:
            best = max(best, -found.fun)
    return best


@pytest.mark.parametrize("mean", [0.1, 0.45, 0.5, 0.9])
def test_the_mean_is_as_demanded(mean: float) -> None:
    found = likeliest_with_mean(PAIRS, np.array([0.1, 0.3, 0.3, 0.2, 0.1]), mean)
    assert found.sum() == pytest.approx(1)
    assert found @ PAIRS == pytest.approx(mean)
    assert (found > 0).all()


@pytest.mark.parametrize("mean", [-0.1, 0.0, 1.0, 1.1])
def test_a_mean_that_no_distribution_has_is_refused(mean: float) -> None:
    with pytest.raises(ValueError, match="no distribution"):
        likeliest_with_mean(PAIRS, np.full(5, 0.2), mean)


@pytest.mark.parametrize("t", [-0.5, 0.0, 0.01, 0.3])
@pytest.mark.parametrize(
    "seen",
    [
        [10, 30, 40, 30, 20],
        [1, 2, 3, 4, 90],
        [0.001, 0.001, 0.001, 3, 77],
        [50, 0.001, 0.001, 5, 5],
    ],
)
def test_nothing_with_that_t_value_is_likelier(t: float, seen: list[float]) -> None:
    shares = np.array(seen) / sum(seen)
    found = likeliest_with_t(PAIRS, shares, t)
    assert found.sum() == pytest.approx(1)
    assert t_of(PAIRS, found) == pytest.approx(t, abs=1e-8)
    assert shares @ np.log(found) >= by_general_optimiser(PAIRS, shares, t) - 1e-6
