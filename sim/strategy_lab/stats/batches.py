r"""Estimates from sums over batches: any quantity that follows from means, and how two differ.

Independent observations are summed in batches of equal size. A quantity
:math:`\theta = f(\text{sums})` is estimated by the jackknife: with
:math:`\theta_{-b}` from all batches but one,

.. math:: \theta_b = B \theta - (B - 1) \theta_{-b}

are nearly independent and have :math:`\theta` as their mean, to which Student's t with
:math:`B - 1` degrees of freedom applies (Tukey 1958; Miller, "The jackknife: a review",
*Biometrika* 61, 1974). For a mean this is the t interval of batch means (Law and Kelton,
*Simulation Modeling and Analysis*, 3rd ed., 9.5). Two quantities over the same batches are compared
by the differences of these values, batch by batch, so that what the batches have in common cancels.

The gap between the largest and the smallest of several means is no smooth function of them, which
the jackknife needs: see `gaps`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.intervals import LEVEL, Estimate, Interval, t_quantile

# gaps: The gap between the largest and the smallest of several means, alone or under two
# conditions: by splitting, and by the bootstrap (docs/statistics.md, Seats).

Floats = NDArray[np.float64]

GAP_INTERVAL = "95 % t interval, corrected for the choice of best and worst, clustered by deal"
"""The estimator's name, printed with its interval."""

SPLIT = 0.7  # how large the share of chance is that chooses, to that which is seen
DRAWS, SEED = 1000, 20_241  # normal numbers that stand for all, each with its opposite


class Corrected(NamedTuple):
    split: float  # not too large on average
    bootstrap: float  # not too small on average


def gap(b: Floats, covariance: Floats, clusters: int, a: Floats | None = None) -> Estimate:
    """Estimate a gap between several means or, under two conditions, how much larger b's is.

    `b`: (means,): the estimates. `covariance`: (means, means): of the estimates; of those under a,
    then b, (2 means, 2 means). `clusters`: how many independent observations they come from; of one
    there are no limits. `a`: (means,): the estimates under the condition that b is compared with.
    """
    means, of_a = len(b), Corrected(0.0, 0.0)
    of_b, weights = _corrected(b, covariance[-means:, -means:], clusters), _contrast(b)
    if a is not None:
        of_a = _corrected(a, covariance[:means, :means], clusters)
        weights = np.concatenate([-_contrast(a), weights])
    value = max(of_b.split, 0.0) - max(of_a.split, 0.0)
    if clusters < 2:
        return Estimate(value, np.nan, np.nan)
    error = max(float(weights @ covariance @ weights), 0.0) ** 0.5
    half = float(t_quantile((1 + LEVEL) / 2, clusters - 1)) * error
    low, high = sorted((of_b.split - of_a.split, of_b.bootstrap - of_a.bootstrap))
    low, high = low - half, high + half
    if a is None:
        low, high = max(low, 0.0), max(high, 0.0)
    return Estimate(value, min(low, value), max(high, value))


def extremes(means: Floats) -> tuple[int, int]:
    """Return which of several means is the largest and which the smallest: of equals the last."""
    return int(means.argmax()), len(means) - 1 - int(means[::-1].argmin())


def _contrast(means: Floats) -> Floats:
    weights = np.zeros(len(means))
    largest, smallest = extremes(means)
    weights[largest] += 1
    weights[smallest] -= 1
    return weights


def _corrected(means: Floats, covariance: Floats, clusters: int) -> Corrected:
    if clusters < 2:
        return Corrected(float(np.ptp(means)), float(np.ptp(means)))
    values, vectors = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(SEED).standard_normal((DRAWS, len(means)))
    chance = np.concatenate([drawn, -drawn]) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
    bootstrap = 2 * np.ptp(means) - np.ptp(means + chance, axis=1).mean()
    chosen, seen = means + SPLIT * chance, means - chance / SPLIT
    rows = np.arange(len(seen))
    split = np.mean(seen[rows, chosen.argmax(axis=1)] - seen[rows, chosen.argmin(axis=1)])
    return Corrected(float(split), float(bootstrap))


Integers = NDArray[np.int64]

JACKKNIFE_INTERVAL = "95 % t interval, jackknife over batches of deals"
"""The estimator's name, printed with its interval."""

Quantity: TypeAlias = Callable[[Floats], Floats]
"""Returns a quantity of sums, (…, sums) to (…), or several, (…, quantities)."""


def jackknife(
    quantity: Quantity, sums: NDArray[Any], least_error: float = 0.0
) -> tuple[Floats, Floats, Floats]:
    """Estimate smooth quantities, with their 95 % limits; NaN from a single batch.

    `quantity`: what is estimated. `sums`: (batches, …). `least_error`: what a standard error that
    is estimated as 0 is taken to be. Returns the estimates and both limits, (…).
    """
    values = pseudovalues(quantity, sums)
    mean, batches = values.mean(axis=0), len(values)
    if batches < 2:
        return mean, np.full_like(mean, np.nan), np.full_like(mean, np.nan)
    error = values.std(axis=0, ddof=1) / np.sqrt(batches)
    error = np.where(error > 0, error, least_error)
    half = float(t_quantile((1 + LEVEL) / 2, batches - 1)) * error
    return mean, mean - half, mean + half


def gap_difference(means: Quantity, a: Integers | None, b: Integers) -> Estimate:
    """Estimate by how much a gap between means exceeds what it is elsewhere.

    `means`: what the gap is between. `a`, `b`: (batches, sums): of the same batches under two
    conditions; None for a to estimate the gap itself.
    """
    by_batch = [means(sums.astype(np.float64)) for sums in (a, b) if sums is not None]
    both, batches = np.hstack(by_batch), len(b)
    centres = [each.mean(axis=0) for each in by_batch]
    width = both.shape[1]
    covariance = np.cov(both, rowvar=False) / batches if batches > 1 else np.zeros((width, width))
    return gap(centres[-1], covariance, batches, None if a is None else centres[0])


def pseudovalues(quantity: Quantity, sums: NDArray[Any]) -> Floats:
    """Return what each batch adds to a quantity, (batches, …): their mean is its estimate."""
    total, batches = sums.sum(axis=0), len(sums)
    whole = quantity(total.astype(np.float64))
    if batches < 2:
        return np.array([whole])
    return batches * whole - (batches - 1) * quantity((total - sums).astype(np.float64))


# fixed_effects: Linear regression within groups: what all of a group have in common plays no part
# (docs/statistics.md, What a house is worth).


def within_products(groups: Floats) -> Floats:
    """Return the sums of products within groups, after their means are taken off.

    `groups`: (clusters, groups, members, variables); the last variable is y. Returns (clusters,
    variables, variables).
    """
    away = groups - groups.mean(axis=2, keepdims=True)
    flat = away.reshape(len(away), -1, away.shape[-1])
    return np.asarray(flat.transpose(0, 2, 1) @ flat)


def coefficients(products: Floats) -> Floats:
    of_x, of_y = products[..., :-1, :-1], products[..., :-1, -1:]
    return np.asarray((np.linalg.pinv(of_x, hermitian=True) @ of_y)[..., 0])


def effects(products: Floats, of: Callable[[Floats], Floats]) -> tuple[Floats, Floats, Floats]:
    """Estimate what follows from the slopes, with its 95 % limits.

    `products`: (batches, variables, variables), of at least two batches. `of`: returns it from the
    slopes, (…, variables - 1) to (…, effects).
    """
    return jackknife(lambda sums: of(coefficients(sums)), products)


# latin_square: Where the variance of results comes from: the Latin square that the rotations of a
# deal are (docs/statistics.md, Where results come from).


class Squares(NamedTuple):
    """Sums of squares over deals, each an array of any one shape.

    `cells`: of each player in each game. `players`, `seats`, `games`: of the sums of each player,
    seat and game of a deal. `deals`: of the sums of whole deals.
    """

    cells: Floats
    players: Floats
    seats: Floats
    games: Floats
    deals: Floats


class Sources(NamedTuple):
    """Parts of the variance of results, which add up to 1; one below 0 is there by chance."""

    strategy: Floats  # who plays
    cards: Floats  # strategies with the cards of a deal, and with whom they meet there
    seat: Floats  # seats with the cards of a deal
    rest: Floats  # who sits where, with these cards


def sources(squares: Squares, between_strategies: Floats, deals: Floats, players: int) -> Sources:
    """Return where the variance of results comes from.

    `squares`: over all deals. `between_strategies`: variance of the mean results of strategies,
    weighted by how often each plays. `deals`: how many deals. `players`: how many play, 2 or more.
    """
    common = squares.deals / players**2
    whole = squares.cells - common
    of_players, of_seats, of_games = (
        part / players - common for part in (squares.players, squares.seats, squares.games)
    )
    residual = whole - of_players - of_seats - of_games
    chance = residual / max(players - 2, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        strategy = between_strategies * deals * players**2 / whole
        player, seat = ((part - chance) / whole for part in (of_players, of_seats))
    return Sources(strategy, player - strategy, seat, 1 - player - seat)


def standard_deviation(histogram: NDArray[np.int64]) -> NDArray[np.float64]:
    r"""Return the sample standard deviation, :math:`\sqrt{(\sum x^2 - (\sum x)^2 / n) / (n - 1)}`.

    NaN if fewer than two were counted. The difference is computed in exact integers.

    `histogram`: (…, values): how often each value from 0 up was counted.
    """
    values, counted = np.arange(histogram.shape[-1]), histogram.sum(axis=-1)
    sums = counted, histogram @ values, histogram @ values**2
    n, total, squares = (array.astype(object) for array in sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        count = np.where(counted > 1, counted, np.nan)
        variance = (n * squares - total * total).astype(np.float64) / count / (count - 1)
    return np.asarray(np.sqrt(variance), np.float64)


def quantile(histogram: NDArray[np.int64], percent: int) -> NDArray[np.float64]:
    """Return the smallest value that at least so many per cent do not exceed.

    This is the inverse of the empirical distribution (the first definition of Hyndman and Fan,
    "Sample quantiles in statistical packages", *American Statistician* 50, 1996), always a value
    that was counted, computed in integers. NaN if nothing was counted.

    `histogram`: (…, values): how often each value from 0 up was counted. `percent`: from 1 to 100;
    50 for the median.
    """
    up_to = histogram.cumsum(axis=-1)
    n = up_to[..., -1:]
    # 100 * up_to >= percent * n would overflow int64 a hundred times sooner.
    needed = n // 100 * percent + -(-(n % 100) * percent // 100)
    values = (up_to >= needed).argmax(axis=-1)
    return np.where(n[..., 0] > 0, values, np.nan)


# bootstrap: How estimates would vary if other units had been observed, which are resampled with
# replacement (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993).

REPLICATES = 1000  # how many resamples are drawn
STREAM = 1  # the second word of the generator's key; for the streams of games it is 0

INTERVAL = f"95 % percentile interval, bootstrap over deals, {REPLICATES:,} replicates"
"""The estimator's name, printed with its intervals."""


def resamples(seed: int, units: int, replicates: int = REPLICATES) -> NDArray[np.int64]:
    """Return how often each unit is drawn in each replicate.

    `seed`: 0 to 2**64 - 1; the same seed always gives the same draws. `units`: how many units there
    are, at least 1. `replicates`: how many resamples are drawn. Returns (replicates, units); each
    row adds up to `units`.

    The raw words of NumPy's Philox never change between versions, as derived numbers may. The upper
    half of a word times `units` selects a unit, with a relative bias of at most `units` / 2**32.
    """
    words = np.random.Philox(key=np.array([seed, STREAM], np.uint64)).random_raw(replicates * units)
    drawn = ((words >> np.uint64(32)) * np.uint64(units)) >> np.uint64(32)
    row = np.repeat(np.arange(replicates), units)
    flat = np.bincount(row * units + drawn.astype(np.int64), minlength=replicates * units)
    return flat.reshape(replicates, units)


def percentile_interval(replicated: NDArray[np.float64]) -> Interval:
    """Return the interval that holds the middle 95 % of replicated estimates.

    `replicated`: (replicates, …).
    """
    low, high = np.quantile(replicated, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    return Interval(low, high)
