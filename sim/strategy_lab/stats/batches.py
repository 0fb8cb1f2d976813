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

SPLIT = 0.7
"""How large the share of chance is that chooses, to that which is seen."""

DRAWS, SEED = 1000, 20_241
"""Normal numbers that stand for all, each with its opposite."""


class Corrected(NamedTuple):
    split: float  # not too large on average
    bootstrap: float  # not too small on average


class Gap:
    """A gap between several means or, under two conditions, by how much it is larger under b.

    `b`: (means,): the estimates. `covariance`: (means, means): of the estimates; of those under a,
    then b, (2 means, 2 means). `clusters`: how many independent observations they come from. `a`:
    (means,): the estimates under the condition that b is compared with. `least_error`: what a
    standard error that is estimated as 0 is taken to be.
    """

    def __init__(
        self,
        b: Floats,
        covariance: Floats,
        clusters: int,
        *,
        a: Floats | None = None,
        least_error: float = 0.0,
    ) -> None:
        means = len(b)
        self.largest, self.smallest = int(b.argmax()), means - 1 - int(b[::-1].argmin())
        self._clusters = clusters
        self._b, weights = _corrected(b, covariance[-means:, -means:], clusters), _contrast(b)
        self._a, self._is_alone = Corrected(0.0, 0.0), a is None
        if a is not None:
            self._a = _corrected(a, covariance[:means, :means], clusters)
            weights = np.concatenate([-_contrast(a), weights])
        variance = float(weights @ covariance @ weights)
        self._error = float(np.sqrt(variance)) if variance > 0 else least_error

    @property
    def value(self) -> float:
        """The estimate: under two conditions, the difference of the two."""
        return max(self._b.split, 0.0) - max(self._a.split, 0.0)

    def limits(self, error: float = 1 - LEVEL) -> tuple[float, float]:
        """Return the limits, which miss the truth in this share of cases; NaN with one cluster."""
        if self._clusters < 2:
            return np.nan, np.nan
        half = -float(t_quantile(error / 2, self._clusters - 1)) * self._error
        a, b = self._a, self._b
        low, high = sorted((b.split - a.split, b.bootstrap - a.bootstrap))
        low, high = low - half, high + half
        if self._is_alone:
            low, high = max(low, 0.0), max(high, 0.0)
        return min(low, self.value), max(high, self.value)


def _contrast(means: Floats) -> Floats:
    weights = np.zeros(len(means))
    weights[means.argmax()] += 1
    weights[len(means) - 1 - means[::-1].argmin()] -= 1
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
"""Returns a quantity of sums, (…, sums) to (…)."""

Means: TypeAlias = Callable[[Floats], Floats]
"""Returns means of sums, (…, sums) to (…, means)."""


def smooth_difference(
    quantity: Quantity, a: Integers | None, b: Integers, *, error: float, least_error: float
) -> Estimate:
    """Estimate by how much a smooth quantity exceeds what it is elsewhere.

    `quantity`: what is estimated. `a`, `b`: (batches, sums): of the same batches under two
    conditions; None for a to estimate the quantity itself. `error`: how often the limits miss it.
    `least_error`: what a standard error that is estimated as 0 is taken to be.
    """
    values = pseudovalues(quantity, b)
    if a is not None:
        values = values - pseudovalues(quantity, a)
    batches = len(values)
    mean = float(values.mean())
    if batches < 2:
        return Estimate(mean, np.nan, np.nan)
    deviation = float(values.std(ddof=1)) / np.sqrt(batches)
    half = -float(t_quantile(error / 2, batches - 1)) * (deviation or least_error)
    return Estimate(mean, mean - half, mean + half)


def gap_difference(
    means: Means, a: Integers | None, b: Integers, *, error: float, least_error: float
) -> Estimate:
    """Estimate by how much a gap between means exceeds what it is elsewhere.

    Parameters are those of `smooth_difference`.
    """
    by_batch = [means(sums.astype(np.float64)) for sums in (a, b) if sums is not None]
    both, batches = np.hstack(by_batch), len(b)
    centres = [each.mean(axis=0) for each in by_batch]
    width = both.shape[1]
    covariance = np.cov(both, rowvar=False) / batches if batches > 1 else np.zeros((width, width))
    of_a = None if a is None else centres[0]
    gap = Gap(centres[-1], covariance, batches, a=of_a, least_error=least_error)
    return Estimate(gap.value, *gap.limits(error))


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
    values = pseudovalues(lambda sums: of(coefficients(sums)), products)
    mean = values.mean(axis=0)
    deviation = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    half = float(t_quantile((1 + LEVEL) / 2, len(values) - 1)) * deviation
    return mean, mean - half, mean + half


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


# bootstrap: The bootstrap: how estimates would vary if other units had been observed.
#
# The observed units are resampled with replacement, as many as there are, and the estimate is
# computed from each resample (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993).

REPLICATES = 1000
"""How many resamples are drawn."""

STREAM = 1
"""The second word of the generator's key; for the streams of games it is 0."""

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
