from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategy_lab.stats.rankings import (
    BatchedOrders,
    Choices,
    Ratings,
    cycles,
    expected_ahead,
    fit,
    fit_near,
    games_until_ahead,
    groups,
    information,
    rate,
    reachable,
)

# made

Ranking = Sequence[Sequence[int]]
"""Groups of items that tie, the best first."""


def strict_orders(ranking: Ranking) -> list[list[int]]:
    """Every order of the items in which who ties stands either way."""
    ways = product(*(permutations(tied) for tied in ranking))
    return [[item for tied in way for item in tied] for way in ways]


def choices_of(rankings: Sequence[Ranking], items: int) -> Choices:
    """Count the choices that rankings consist of, those of who ties in equal parts."""
    times: Counter[tuple[int, ...]] = Counter()
    wins = np.zeros(items)
    for ranking in rankings:
        orders = strict_orders(ranking)
        for order in orders:
            for place in range(len(order) - 1):
                times[tuple(sorted(order[place:]))] += 1 / len(orders)  # type: ignore[assignment]
                wins[order[place]] += 1 / len(orders)
    sets = np.array([[members.count(item) for item in range(items)] for members in times], float)
    return Choices(sets, np.array(list(times.values()), float), wins)


def drawn_rankings(
    random: np.random.Generator, strengths: NDArray[np.float64], rankings: int, size: int
) -> list[list[list[int]]]:
    """Strict rankings of `size` items drawn from the model: by exponential times of arrival."""
    found = []
    for _ in range(rankings):
        items = random.permutation(len(strengths))[:size]
        order = items[np.argsort(random.exponential(1, size) / np.exp(strengths[items]))]
        found.append([[int(item)] for item in order])
    return found


def batched(batches: Sequence[Sequence[Ranking]], items: int) -> BatchedOrders:
    """Count rankings batch by batch."""
    counted = [choices_of(rankings, items) for rankings in batches]
    sets = np.unique(np.concatenate([choices.sets for choices in counted]), axis=0)
    times = np.zeros((len(batches), len(sets)))
    ahead = np.zeros((len(batches), items, items))
    for row, (choices, rankings) in enumerate(zip(counted, batches, strict=True)):
        for members, number in zip(choices.sets, choices.times, strict=True):
            times[row, np.flatnonzero((sets == members).all(axis=1))] += number
        for ranking in rankings:
            for order in strict_orders(ranking):
                for place, item in enumerate(order):
                    ahead[row, item, order[place + 1 :]] = 1
    wins = np.array([choices.wins for choices in counted])
    return BatchedOrders(sets.astype(np.int64), times, wins, ahead)


# cycles


def graph(items: int, *edges: tuple[int, int]) -> NDArray[np.bool_]:
    beats = np.zeros((items, items), bool)
    for edge in edges:
        beats[edge] = True
    return beats


@pytest.mark.parametrize(
    ("better", "worse"), [(0.9, 0.05), (0.62, 0.19), (0.4, 0.2), (0.3, 0.24), (0.3, 0.28)]
)
def test_the_better_of_two_is_ahead_after_so_many_games(better: float, worse: float) -> None:
    games = int(games_until_ahead(better, worse))

    def ahead(games: int) -> float:
        of_all = np.ones(1)
        for _ in range(games):
            of_all = np.convolve(of_all, [worse, 1 - better - worse, better])
        return float(of_all[games + 1 :].sum())

    assert ahead(games) >= 0.9495
    assert ahead(games - max(1, games // 50)) < 0.95


def test_groups_stand_in_the_order_in_which_they_are_ahead() -> None:
    ahead = graph(5, (4, 0), (0, 4), (4, 2), (2, 1), (1, 2), (1, 3))
    assert groups(ahead).tolist() == [1, 2, 2, 3, 1]


@given(st.integers(1, 7).flatmap(lambda n: st.lists(st.booleans(), min_size=n * n, max_size=n * n)))
def test_nobody_was_ahead_of_one_of_an_earlier_group(drawn: list[bool]) -> None:
    items = int(len(drawn) ** 0.5)
    ahead = np.array(drawn).reshape(items, items)
    group = groups(ahead)
    assert set(group) == set(range(1, group.max() + 1))
    for first, second in np.argwhere(ahead):
        assert group[first] <= group[second]
    reached = reachable(ahead)
    np.testing.assert_array_equal(reached & reached.T, group[:, None] == group[None, :])


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ([(0, 1), (1, 2), (0, 2)], []),
        ([(0, 1), (1, 2), (2, 0)], [(0, 1, 2)]),
        ([(0, 2), (2, 1), (1, 0)], [(0, 2, 1)]),
        ([(0, 1), (1, 2), (2, 3), (3, 0)], [(0, 1, 2, 3)]),
        # A long one and a short one through the same items: the short one, and what it leaves out.
        ([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], [(0, 2, 3), (0, 1, 2, 3)]),
        ([(0, 1), (1, 2), (2, 0), (3, 0), (3, 4)], [(0, 1, 2)]),
        ([], []),
    ],
)
def test_cycles_are_named_once_and_the_shortest_first(
    edges: list[tuple[int, int]], expected: list[tuple[int, ...]]
) -> None:
    assert cycles(graph(5, *edges)) == expected


@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=15, max_size=15))
def test_every_leg_of_a_cycle_is_named_and_every_cycle_is_one(drawn: list[int]) -> None:
    beats = np.zeros((6, 6), bool)
    for sign, (first, second) in zip(drawn, zip(*np.triu_indices(6, 1), strict=True), strict=True):
        beats[first, second], beats[second, first] = sign > 0, sign < 0
    found = cycles(beats)
    legs = {(a, b) for cycle in found for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
    assert all(beats[leg] for leg in legs)
    reached = reachable(beats)
    on_a_cycle = {(a, b) for a, b in np.argwhere(beats).tolist() if reached[b, a]}
    assert legs == on_a_cycle


# plackett_luce

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


# ratings

POINTS = np.array([150.0, 40.0, -60.0, -130.0])
RATINGS_STRENGTHS = POINTS * np.log(10) / 400


def clustered(seed: int, deals: int, alike: float = 1.5) -> list[list[list[list[int]]]]:
    """Deals of 4 rankings of 3 of 4 items; in each deal, some items get on better than usual.

    `alike` is the spread of what strengths differ by from deal to deal.
    """
    random = np.random.default_rng(seed)
    deviations = alike * random.normal(0, 1, (deals, 4))
    return [drawn_rankings(random, RATINGS_STRENGTHS + own, 4, 3) for own in deviations]


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
