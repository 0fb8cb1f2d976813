from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategy_lab.stats.batches import (
    Sources,
    Squares,
    coefficients,
    effects,
    gap,
    gap_difference,
    jackknife,
    quantile,
    sources,
    standard_deviation,
    within_products,
)
from strategy_lab.stats.intervals import Estimate, t_quantile

# batches


def ratio(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(sums[..., 0] / sums[..., 1])


def shares(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    return sums[..., :3] / sums[..., 3:]


def drawn(rng: np.random.Generator, rate: float, batches: int = 30) -> NDArray[np.int64]:
    """Return sums of batches of 50 tries each."""
    return np.column_stack([rng.binomial(50, rate, batches), np.full(batches, 50)])


def test_of_a_mean_it_is_the_t_interval_of_batch_means() -> None:
    sums = drawn(np.random.default_rng(1), 0.3)
    means = sums[:, 0] / 50
    half = 2.045229642 * means.std(ddof=1) / np.sqrt(30)
    expected = (means.mean(), means.mean() - half, means.mean() + half)
    assert jackknife(ratio, sums) == pytest.approx(expected)


def test_intervals_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(4)
    limits = [jackknife(ratio, drawn(rng, 0.3))[1:] for _ in range(1000)]
    assert 930 <= sum(low <= 0.3 <= high for low, high in limits) <= 970


def test_gaps_are_not_taken_for_larger_than_they_are() -> None:
    rng = np.random.default_rng(5)
    missed = 0
    for _ in range(300):
        wins = rng.multinomial(60, [1 / 3] * 3, 20)
        sums = np.column_stack([wins, np.full(20, 60)])
        found = gap_difference(shares, None, sums)
        assert 0 <= found.value <= np.ptp(shares(sums.sum(axis=0)))
        missed += found.low > 0
    assert missed <= 15


# fixed_effects


def drawn_groups(clusters: int, slopes: list[float], noise: float, seed: int = 1) -> np.ndarray:
    """Return groups of which each has a level of its own, which goes with its x."""
    random = np.random.default_rng(seed)
    level = random.normal(0, 10, (clusters, 3, 1, 1))
    x = level + random.normal(size=(clusters, 3, 4, len(slopes)))
    y = 5 * level[..., 0] + x @ slopes + random.normal(0, noise, (clusters, 3, 4))
    return np.concatenate([x, y[..., np.newaxis]], axis=3)


def test_slopes_are_those_within_groups() -> None:
    products = within_products(drawn_groups(50, [2.0, -1.0], noise=0.0)).sum(axis=0)
    assert coefficients(products) == pytest.approx([2, -1])


def test_limits_cover_the_slopes() -> None:
    truth = np.array([2.0, -1.0])
    inside = []
    for seed in range(200):
        products = within_products(drawn_groups(60, list(truth), noise=3.0, seed=seed))
        batches = products.reshape(20, 3, 3, 3).sum(axis=1)
        _, low, high = effects(batches, lambda slopes: slopes)
        inside.append((low <= truth) & (truth <= high))
    assert 0.91 < np.mean(inside) < 0.98


# histograms


def test_the_deviation_is_exact_where_floats_would_cancel() -> None:
    histogram = np.zeros((1, 10_001), np.int64)
    histogram[0, 10_000] = 10**10
    histogram[0, 9_999] = 1
    np.testing.assert_allclose(standard_deviation(histogram), 1e-5, rtol=1e-9)


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


# latin_square

Floats = NDArray[np.float64]


def squares(results: Floats) -> Squares:
    """Return the sums of squares of (deals, players, seats) results."""
    players = results.shape[1]
    game = (np.arange(players) - np.arange(players)[:, np.newaxis]) % players
    of_games = [results[:, game == g].sum(axis=1) for g in range(players)]
    return Squares(
        np.sum(results**2),
        np.sum(results.sum(axis=2) ** 2),
        np.sum(results.sum(axis=1) ** 2),
        np.sum(np.square(of_games)),
        np.sum(results.sum(axis=(1, 2)) ** 2),
    )


def found(results: Floats) -> Sources:
    """Return the sources of results of the same players in every deal."""
    between = np.var(results.mean(axis=(0, 2)))
    return sources(squares(results), between, np.float64(len(results)), results.shape[1])


def drawn_square(kinds: Floats, deals: int, players: int, seed: int) -> Floats:
    """Return wins of deals that are won by the first player, one player, one seat, or by lot."""
    random = np.random.default_rng(seed)
    wins = np.zeros((deals, players, players))
    for deal, kind in enumerate(random.choice(4, deals, p=kinds)):
        lucky = random.integers(players)
        if kind == 0:
            wins[deal, 0] = 1
        elif kind == 1:
            wins[deal, lucky] = 1
        elif kind == 2:
            wins[deal, :, lucky] = 1
        else:
            for game in range(players):
                winner = random.integers(players)
                wins[deal, winner, (winner + game) % players] = 1
    return wins


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize(
    "kinds", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0.4, 0.2, 0.1, 0.3)]
)
def test_shares_are_those_of_a_game_that_is_known(players: int, kinds: Floats) -> None:
    best, lucky, seat, lot = kinds
    share = found(drawn_square(kinds, 20_000, players, seed=players))
    expected = (best**2, best + lucky - best**2, seat, lot)
    assert share == pytest.approx(expected, abs=0.02)


def test_two_players_leave_nothing_to_where_they_sit() -> None:
    share = found(drawn_square(np.array([0.25, 0.25, 0.5, 0]), 20_000, 2, seed=2))
    assert share == pytest.approx((0.0625, 0.4375, 0.5, 0), abs=0.02)


@given(
    players=st.integers(2, 6),
    seed=st.integers(0, 2**32),
    scale=st.floats(0.1, 1e3),
    shift=st.floats(-1e3, 1e3),
)
def test_shares_add_up_to_one_in_any_unit(
    players: int, seed: int, scale: float, shift: float
) -> None:
    results = np.random.default_rng(seed).normal(size=(5, players, players))
    share = found(results)
    assert sum(share) == pytest.approx(1)
    assert found(shift + scale * results) == pytest.approx(share, rel=1e-4, abs=1e-4)


# gaps


def gap_of(sample: Floats) -> Estimate:
    """Of (clusters, means) observations."""
    return gap(sample.mean(axis=0), np.cov(sample.T) / len(sample), len(sample))


def difference(sample: Floats) -> Estimate:
    """Of (clusters, 2 means) observations."""
    values, means = sample.mean(axis=0), sample.shape[1] // 2
    covariance = np.cov(sample.T) / len(sample)
    return gap(values[means:], covariance, len(sample), values[:means])


def shares_of_gaps(means: list[float], clusters: int, generator: np.random.Generator) -> Floats:
    """Observations that add up to the same in every cluster, as the wins of seats do."""
    own = generator.normal(size=(clusters, len(means)))
    return np.array(means) + own - own.mean(axis=1, keepdims=True)


def sampled(a: list[float], b: list[float], clusters: int, generator: np.random.Generator):
    own = generator.normal(size=(clusters, 2 * len(a)))
    common = np.tile(generator.normal(size=(clusters, len(a))), 2)
    return np.array([*a, *b]) + np.sqrt(0.5) * own + np.sqrt(0.5) * common


def covered(means: list[float], runs: int, clusters: int = 200) -> tuple[float, float]:
    """How often limits cover the gap, and by how many errors the estimate exceeds it."""
    generator = np.random.default_rng(1)
    hits, values = 0, []
    for _ in range(runs):
        found = gap_of(shares_of_gaps(means, clusters, generator))
        hits += bool(found.low <= np.ptp(means) <= found.high)
        values.append(found.value)
    error = np.sqrt(2 / clusters)
    return hits / runs, float(np.median(values) - np.ptp(means)) / error


def covered_difference(a: list[float], b: list[float], runs: int) -> float:
    generator = np.random.default_rng(2)
    hits = 0
    for _ in range(runs):
        _, low, high = difference(sampled(a, b, 200, generator))
        hits += bool(low <= np.ptp(b) - np.ptp(a) <= high)
    return hits / runs


@pytest.mark.parametrize("means", [[0, 0, 0, 0], [0, 0.1, 0.2, 0.3]])
def test_limits_cover_the_gap_and_the_estimate_is_not_too_large(means: list[float]) -> None:
    hits, excess = covered(means, 300)
    assert hits >= 0.93
    assert excess <= 0.1


def test_limits_cover_the_difference_of_two_gaps() -> None:
    assert covered_difference([0, 0, 0, 0], [0.3, 0, 0, 0], runs=300) >= 0.92


def test_where_best_and_worst_are_plain_they_are_taken_as_named_before() -> None:
    sample = sampled([0, 1, 2], [0, 1, 3], 400, np.random.default_rng(1))
    value, low, high = difference(sample)
    named = (sample[:, 5] - sample[:, 3]) - (sample[:, 2] - sample[:, 0])
    usual = 2 * t_quantile(0.975, 399) * named.std(ddof=1) / 20
    assert high - low == pytest.approx(usual, rel=0.01)
    assert value == pytest.approx(named.mean(), abs=1e-3)


def test_chance_alone_is_seldom_taken_for_a_difference() -> None:
    generator = np.random.default_rng(3)
    limits = [difference(sampled([0] * 4, [0] * 4, 100, generator))[1:] for _ in range(300)]
    assert np.mean([low > 0 or high < 0 for low, high in limits]) <= 0.075


def test_two_that_are_nearly_the_worst_do_not_hide_who_is_best() -> None:
    value, low, high = gap(np.array([0.39333, 0.3025, 0.30417]), 3e-4 * (np.eye(3) - 1 / 3), 400)
    assert 0.02 < low < 0.075 < value < 0.095 < high < 0.15
