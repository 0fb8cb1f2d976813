from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.stats.rankings import BatchedOrders, Ratings, expected_ahead, rate

from tests.strategy_lab.stats.rankings.made import Ranking, batched, drawn_rankings

POINTS = np.array([150.0, 40.0, -60.0, -130.0])
STRENGTHS = POINTS * np.log(10) / 400


def clustered(seed: int, deals: int, alike: float = 1.5) -> list[list[list[list[int]]]]:
    """Deals of 4 rankings of 3 of 4 items; in each deal, some items get on better than usual.

    `alike` is the spread of what strengths differ by from deal to deal.
    """
    random = np.random.default_rng(seed)
    deviations = alike * random.normal(0, 1, (deals, 4))
    return [drawn_rankings(random, STRENGTHS + own, 4, 3) for own in deviations]


def clustered_orders(seed: int, deals: int, alike: float = 1.5) -> BatchedOrders:
    return batched(clustered(seed, deals, alike), items=4)


def independent_orders(seed: int, deals: int) -> BatchedOrders:
    return clustered_orders(seed, deals, alike=0.0)


def test_ratings_are_on_elos_scale_with_mean_0() -> None:
    found = rate(independent_orders(1, 3000), seed=0, replicates=100)
    assert found.value.sum() == pytest.approx(0, abs=1e-5)
    np.testing.assert_allclose(found.value, POINTS, atol=12)
    assert (found.low < found.value).all()
    assert (found.value < found.high).all()
    assert expected_ahead(np.array([400.0, 0.0]))[0, 1] == pytest.approx(10 / 11)


def test_the_seed_decides_the_intervals() -> None:
    orders = independent_orders(2, 100)
    again, other = rate(orders, 5, 50), rate(orders, 6, 50)
    for before, after in zip(rate(orders, 5, 50), again, strict=True):
        np.testing.assert_array_equal(before, after)
    assert (again.value == other.value).all()
    assert (again.low != other.low).any()


def test_one_batch_gives_no_interval() -> None:
    found = rate(batched([[[[0], [1]], [[1], [0]]]], items=2), seed=1)
    assert found.value.tolist() == [0, 0]
    assert np.isnan([found.low, found.high]).all()


def unbounded(found: Ratings) -> bool:
    return bool(np.isfinite(found.value).all() and np.isnan([found.low, found.high]).all())


def test_one_who_is_always_ahead_is_in_a_group_of_its_own_and_has_no_interval() -> None:
    deals: list[list[Ranking]] = [[[[2], [0], [1]], [[2], [1], [0]]]] * 50
    found = rate(batched(deals, items=3), seed=1)
    assert found.group.tolist() == [2, 2, 1]
    assert unbounded(found)
    assert found.value[2] > 400
    assert found.value[0] == pytest.approx(found.value[1])


def test_one_upset_in_many_deals_bounds_nothing() -> None:
    deals: list[list[Ranking]] = [[[[0], [1]]]] * 99 + [[[[1], [0]]]]
    found = rate(batched(deals, items=2), seed=1)
    assert found.group.tolist() == [1, 1]
    assert unbounded(found)


def test_strategies_that_never_met_cannot_be_rated() -> None:
    deals: list[list[Ranking]] = [[[[0], [1]], [[1], [0]], [[2], [3]], [[3], [2]]]] * 50
    found = rate(batched(deals, items=4), seed=1)
    assert np.isnan(found.value).all()
    assert np.isnan([found.low, found.high]).all()


def merged(orders: BatchedOrders, batches: int) -> BatchedOrders:
    """The same in fewer batches, of every so-many-th deal."""
    parts = [
        [array[first::batches].sum(axis=0) for first in range(batches)] for array in orders[1:]
    ]
    return BatchedOrders(orders.sets, *map(np.array, parts))


def test_fewer_batches_give_the_same_ratings_and_about_the_same_intervals() -> None:
    orders = clustered_orders(4, 1500)
    single, fewer = rate(orders, 1, 300), rate(merged(orders, 300), 1, 300)
    np.testing.assert_allclose(fewer.value, single.value, atol=1e-5)
    ratio = (fewer.high - fewer.low) / (single.high - single.low)
    assert ratio.mean() == pytest.approx(1, abs=0.12)


def coverage(found: list[Ratings], truth: NDArray[np.float64]) -> float:
    return float(np.mean([(r.low <= truth) & (truth <= r.high) for r in found]))


def truth(alike: float) -> NDArray[np.float64]:
    """What the ratings of very many deals are: their strengths differ, the model's do not."""
    return rate(clustered_orders(0, 20_000, alike), 0, 1).value if alike else POINTS


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 1.5])
@pytest.mark.parametrize(("deals", "batches"), [(60, 60), (300, 300), (300, 100)])
def test_intervals_cover_the_truth_as_often_as_they_say(
    deals: int, batches: int, alike: float
) -> None:
    found = [
        rate(merged(clustered_orders(seed, deals, alike), batches), seed, 400)
        for seed in range(1, 501)
    ]
    assert 0.93 <= coverage(found, truth(alike)) <= 0.97


@pytest.mark.slow
def test_ignoring_the_deals_would_cover_too_little() -> None:
    found = []
    for seed in range(1, 201):
        games = [[game] for deal in clustered(seed, 200) for game in deal]
        found.append(rate(batched(games, items=4), seed, 200))
    assert coverage(found, truth(1.5)) < 0.9
