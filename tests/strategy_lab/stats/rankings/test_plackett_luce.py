from __future__ import annotations

from collections.abc import Sequence

import choix
import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.rankings import (
    Choices,
    fit,
    fit_near,
    gradient,
    information,
    log_likelihood,
)

from tests.strategy_lab.stats.rankings.made import (
    Ranking,
    choices_of,
    drawn_rankings,
    strict_orders,
)

STRENGTHS = np.array([1.0, 0.6, 0.1, -0.4, -1.3])


def some_rankings(size: int = 4, rankings: int = 300, seed: int = 1) -> list[list[list[int]]]:
    return drawn_rankings(np.random.default_rng(seed), STRENGTHS, rankings, size)


def with_ties(rankings: list[list[list[int]]], seed: int = 2) -> list[list[list[int]]]:
    """The same rankings with some neighbours level: two twice, or three."""
    random = np.random.default_rng(seed)
    tied = []
    for ranking in rankings:
        order = [item for (item,) in ranking]
        sizes = [[1, 1, 1, 1, 1], [2, 1, 2], [1, 3, 1], [1, 1, 3], [1, 2, 2]][random.integers(5)]
        ends = np.cumsum(sizes).tolist()
        groups = [order[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        tied.append([group for group in groups if group])
    return tied


def by_choix(rankings: Sequence[Ranking], items: int = 5) -> NDArray[np.float64]:
    """What choix finds, which knows neither ties nor weights: an order is there 1 to 12 times."""
    data = []
    for ranking in rankings:
        orders = strict_orders(ranking)
        data += [tuple(order) for order in orders] * (12 // len(orders))
    found = choix.ilsr_rankings(items, data, tol=1e-10)
    return np.asarray(found - found.mean())


@pytest.mark.parametrize("size", [2, 3, 5])
def test_strengths_are_those_that_choix_finds(size: int) -> None:
    rankings = some_rankings(size)
    found = fit(choices_of(rankings, 5))
    np.testing.assert_allclose(found, by_choix(rankings), atol=1e-6)


def test_who_ties_counts_as_every_order_in_equal_parts() -> None:
    rankings = with_ties(some_rankings(5, rankings=60))
    assert {len(tied) for ranking in rankings for tied in ranking} == {1, 2, 3}
    np.testing.assert_allclose(fit(choices_of(rankings, 5)), by_choix(rankings), atol=1e-6)


def test_derivatives_are_those_of_the_log_likelihood() -> None:
    choices = choices_of(with_ties(some_rankings(4, 50)), 5)
    at, step = np.array([0.3, -0.2, 0.5, 0.0, -0.6]), 1e-5
    shifts = step * np.eye(5)
    slopes = [
        (log_likelihood(choices, at + shift) - log_likelihood(choices, at - shift)) / (2 * step)
        for shift in shifts
    ]
    np.testing.assert_allclose(gradient(choices, at), slopes, rtol=1e-6, atol=1e-6)
    bends = [
        (gradient(choices, at - shift) - gradient(choices, at + shift)) / (2 * step)
        for shift in shifts
    ]
    np.testing.assert_allclose(information(choices, at), bends, rtol=1e-6, atol=1e-6)


def test_many_fits_near_one_are_the_fits_one_by_one() -> None:
    batches = [choices_of(some_rankings(3, 200, seed), 5) for seed in range(6)]
    sets = np.unique(np.concatenate([batch.sets for batch in batches]), axis=0)
    times = np.zeros((6, len(sets)))
    for row, batch in enumerate(batches):
        for members, number in zip(batch.sets, batch.times, strict=True):
            times[row, np.flatnonzero((sets == members).all(axis=1))] = number
    together = Choices(sets, times, np.array([batch.wins for batch in batches]))
    expected = [fit(batch) for batch in batches]
    near = fit_near(together, expected[0], information(batches[0], expected[0]))
    np.testing.assert_allclose(near, expected, atol=1e-8)


def test_a_fit_that_is_far_from_the_others_is_found_all_the_same() -> None:
    sets = np.array([[1.0, 1.0]])
    wins = np.array([[50.0, 50.0], [99.99999, 0.00001]])
    choices, near = Choices(sets, np.array([[100.0], [100.0]]), wins), np.zeros(2)
    typical = information(Choices(sets, choices.times[0], wins[0]), near)
    found = fit_near(choices, near, typical)
    np.testing.assert_allclose(found[:, 0] - found[:, 1], [0, np.log(9999999)], rtol=1e-6)
