"""Ratings of items from finishing orders."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.batches import REPLICATES, percentile_interval, resamples
from strategy_lab.stats.intervals import LEVEL, Interval, t_quantile

Booleans = NDArray[np.bool_]

SOON = 100  # so few games are looked at one by one


def reachable(ahead: Booleans) -> Booleans:
    """Return which items can be reached from which, directly or through others.

    `ahead`: (…, items, items): whether the item of the last but one index was ahead of that of the
    last. Returns what is as `ahead`; every item reaches itself.
    """
    items = ahead.shape[-1]
    reached = ahead | np.eye(items, dtype=bool)
    for _ in range(max(1, items - 1).bit_length()):  # each time, paths of twice the length
        reached = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
    return reached


def games_until_ahead(better: float, worse: float) -> float:
    """Return after how many games the better of two has won more of them, with 95 %.

    Exact where that is soon; else by the normal approximation to the difference of their wins, with
    a correction for continuity.

    `better`, `worse`: the shares of games that each wins, with each other at the table; the first
    is larger.
    """
    gain = better - worse
    spread = float(t_quantile(LEVEL, np.inf)) * (better + worse - gain**2) ** 0.5
    games = int(np.ceil(((spread + (spread**2 + 2 * gain) ** 0.5) / (2 * gain)) ** 2))
    if games < SOON:
        of_one = np.zeros(4 * SOON)  # by the difference, negative ones from the end
        of_one[[1, 0, -1]] = better, 1 - better - worse, worse
        steps = np.fft.rfft(of_one)
        games = 1
        while np.fft.irfft(steps**games)[1 : games + 1].sum() < LEVEL:
            games += 1
    return float(games)


def groups(ahead: Booleans) -> NDArray[np.int64]:
    """Return the group of each item, from 1: no item was ever ahead of one of an earlier group.

    Items of one group can be reached from each other (they are a strongly connected component).
    """
    reached = reachable(ahead)
    # An item that reaches a group but is not reached by it reaches more than the group's members.
    order = np.argsort(-reached.sum(axis=1), kind="stable")
    group, last = np.zeros(len(ahead), np.int64), 0
    for item in order:
        if group[item] == 0:
            last += 1
            group[reached[item] & reached[:, item]] = last
    return group


def cycles(beats: Booleans) -> list[tuple[int, ...]]:
    """Return cycles of items: each beats the next, and the last beats the first.

    For every pair in which one item beats the other as part of a cycle, one shortest such cycle is
    returned. So every item in a cycle is named, in no longer a cycle than necessary.

    `beats`: (items, items): whether one item beats another; not both each other. Returns each cycle
    once, beginning with its lowest item; the shortest first.
    """
    shortest: set[tuple[int, ...]] = set()
    for first, second in np.argwhere(beats).tolist():
        path = _shortest_path(beats, second, first)
        if path:
            start = path.index(min(path))
            shortest.add((*path[start:], *path[:start]))
    return sorted(shortest, key=lambda cycle: (len(cycle), cycle))


def _shortest_path(beats: Booleans, start: int, end: int) -> list[int]:
    """Return the items from `start` to `end`, each of which beats the next; empty if no path."""
    from scipy.sparse.csgraph import breadth_first_order

    reached, before = breadth_first_order(beats, start)
    path = [end] if end in reached else []
    while path and path[-1] != start:
        path.append(int(before[path[-1]]))
    return path[::-1]


# plackett_luce: The Plackett-Luce model of rankings: strengths from finishing orders
# (docs/statistics.md, Ratings). The log-likelihood
#
# .. math:: \ell(\theta) = \sum_i W_i \theta_i - \sum_S N_S \log \sum_{j \in S} e^{\theta_j}
#
# needs only how often each item was chosen, :math:`W_i`, and how often a choice was made from each
# set, :math:`N_S`. It is concave, and has a maximum unless items can be split into two groups of
# which one never comes behind the other (Hunter, *Annals of Statistics* 32, 2004).

Floats = NDArray[np.float64]

PRECISE = 1e-9  # the precision of the logarithms of strengths

MOST_STEPS = 40
LONGEST_STEP = 1.0  # fits that need more steps near others are left to `fit`


class Choices(NamedTuple):
    """Sufficient statistics of rankings; leading axes are separate fits."""

    sets: Floats  # (sets, items): how often each item is in each set
    times: Floats  # (…, sets): how often a choice was made from each set
    wins: Floats  # (…, items): how often each item was chosen


def with_an_imaginary_item(choices: Choices) -> Choices:
    """Return choices with a last item added that has tied once with each of the others.

    It ensures that there is a maximum. This is the weak prior of the R package *PlackettLuce*
    (Turner, van Etten, Firth and Kosmidis, *Computational Statistics* 35, 2020): half a win and
    half a loss against a hypothetical item. Its weight vanishes as the number of rankings grows.
    """
    items = choices.wins.shape[-1]
    meetings = np.hstack([np.eye(items), np.ones((items, 1))])
    added = [(0, 0)] * (choices.times.ndim - 1)
    return Choices(
        np.vstack([np.pad(choices.sets, ((0, 0), (0, 1))), meetings]),
        np.pad(choices.times, [*added, (0, items)], constant_values=1.0),
        np.pad(choices.wins + 0.5, [*added, (0, 1)], constant_values=items / 2),
    )


def fit(choices: Choices) -> Floats:
    """Return the maximum likelihood strengths, as natural logarithms with mean 0.

    `choices`: the data of one fit, for which there is a maximum. Returns (items,).

    Newton steps from equal strengths, none longer than `LONGEST_STEP`, until they are shorter than
    `PRECISE`.
    """
    strengths = np.zeros(choices.wins.shape[-1])
    for _ in range(MOST_STEPS):
        step = gradient(choices, strengths) @ _inverse(information(choices, strengths))
        strengths += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max(initial=0) < PRECISE:
            break
    return np.asarray(strengths - strengths.mean())


def fit_near(choices: Choices, near: Floats, curvature: Floats) -> Floats:
    """Return the strengths of many fits to similar data.

    `choices`: the data with one leading axis; there must be a maximum for each fit. `near`:
    (items,): the strengths for similar data, from `fit`. `curvature`: (items, items): the
    `information` of that data at those strengths. Returns (fits, items).

    Newton steps with one matrix of second derivatives for all, so that a step is two matrix
    products. The few fits that do not converge are left to `fit`.
    """
    sets, times, wins = choices
    inverse = _inverse(curvature)
    strengths = np.tile(near, (len(wins), 1))
    left = np.arange(len(wins))
    for _ in range(MOST_STEPS):
        step = gradient(Choices(sets, times[left], wins[left]), strengths[left]) @ inverse
        strengths[left] += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        left = left[np.abs(step).max(axis=1) >= PRECISE]
        if not len(left):
            break
    for i in left:
        strengths[i] = fit(Choices(sets, times[i], wins[i]))
    return strengths


def gradient(choices: Choices, strengths: Floats) -> Floats:
    """Return the gradients of log-likelihoods at strengths (…, items): wins minus expected wins."""
    worth = np.exp(strengths)
    expected = worth * ((choices.times / (worth @ choices.sets.T)) @ choices.sets)
    return np.asarray(choices.wins - expected)


def information(choices: Choices, strengths: Floats) -> Floats:
    """Return the negative second derivatives of one log-likelihood: (items, items)."""
    shares = choices.sets * np.exp(strengths)
    shares /= shares.sum(axis=1, keepdims=True)
    weighted = choices.times[:, None] * shares
    return np.asarray(np.diag(weighted.sum(axis=0)) - shares.T @ weighted)


def _inverse(information: Floats) -> Floats:
    """Return the inverse on strengths with mean 0; a constant added to all changes nothing."""
    from scipy.linalg import helmert

    basis = helmert(len(information))
    return np.asarray(basis.T @ np.linalg.solve(basis @ information @ basis.T, basis))


# ratings: Plackett-Luce strengths on the Elo scale, with intervals by a bootstrap over batches.

SCALE = 400 / np.log(10)  # points per unit of the natural logarithm of strength
DIGITS = 6  # decimals of ratings, so that they are the same on every machine
AT_ONCE = 2**22  # the size of the arrays of replicates that are computed at once, to limit memory
RATING = "Plackett-Luce rating, maximum likelihood"  # the estimator's name, printed with ratings


class BatchedOrders(NamedTuple):
    # (sets, items): how often each item is in each set that a choice was made from.
    sets: NDArray[np.int64]
    times: Floats  # (batches, sets): how often a choice was made from each set
    wins: Floats  # (batches, items): how often each item was chosen
    ahead: Floats  # (batches, items, items): finishes of one item ahead of or level with another


class Ratings(NamedTuple):
    """Ratings of the items, in points.

    `value`: NaN if some items were never compared with the others, even through third ones. `low`,
    `high`: Limits; NaN also if there is only one batch, or if distances are unbounded because items
    are in several groups, or are so in more than one of 40 replicates. `group`: No item was ever
    ahead of, or level with, an item of an earlier group. Distances between groups come from the
    prior alone.
    """

    value: Floats
    low: Floats
    high: Floats
    group: NDArray[np.int64]


def rate(orders: BatchedOrders, seed: int, replicates: int = REPLICATES) -> Ratings:
    """Rate items.

    `orders`: the finishing orders; every batch has at least one unit. `seed`: the seed of the
    bootstrap. `replicates`: the number of bootstrap replicates.
    """
    items = orders.wins.shape[1]
    ahead = orders.ahead.sum(axis=0) > 0
    group, unknown = groups(ahead), np.full(items, np.nan)
    if not reachable(ahead | ahead.T).all():
        return Ratings(unknown, unknown, unknown, group)
    batches = len(orders.wins)
    observed = _weighted(orders, np.ones(batches))
    strengths = fit(observed)
    low = high = unknown
    if batches > 1 and group.max() == 1:
        curvature = information(observed, strengths)
        weights = resamples(seed, batches, replicates).astype(np.float64)
        low, high = _interval(orders, weights, strengths, curvature)
    return Ratings(_points(strengths), low, high, group)


def expected_ahead(ratings: Floats) -> Floats:
    """Return the expected fraction of games in which each item finishes ahead of each other.

    In the Plackett-Luce model it does not depend on the other players.
    """
    return np.asarray(1 / (1 + np.exp((ratings[None, :] - ratings[:, None]) / SCALE)))


def _interval(
    orders: BatchedOrders, weights: Floats, strengths: Floats, curvature: Floats
) -> Interval:
    replicates, items = len(weights), orders.wins.shape[1]
    bounded = reachable(np.tensordot(weights, orders.ahead, axes=1) > 0).all(axis=(1, 2))
    if bounded.mean() < (1 + LEVEL) / 2:
        return Interval(np.full(items, np.nan), np.full(items, np.nan))
    size = max(1, AT_ONCE // (len(orders.sets) + items))
    blocks = [
        _points(fit_near(_weighted(orders, weights[first : first + size]), strengths, curvature))
        for first in range(0, replicates, size)
    ]
    return percentile_interval(np.concatenate(blocks))


def _weighted(orders: BatchedOrders, weights: Floats) -> Choices:
    """Return the choices of replicates: weights (…, batches) times the sums of the batches."""
    return with_an_imaginary_item(
        Choices(orders.sets.astype(np.float64), weights @ orders.times, weights @ orders.wins)
    )


def _points(strengths: Floats) -> Floats:
    real = strengths[..., :-1]
    return np.asarray(np.round(SCALE * (real - real.mean(axis=-1, keepdims=True)), DIGITS))
