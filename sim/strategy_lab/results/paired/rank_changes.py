"""How the order of the strategies by win rate differs between two rulesets.

Under a ruleset, a strategy's rank is at least 1 and how many are shown to win more, and at most the
number of strategies less how many are shown to win less. Tests of every two, Bonferroni-corrected,
make such intervals hold for all strategies at once (Mohamad, Goeman and van Zwet, "Simultaneous
confidence intervals for ranks with application to ranking institutions", *Biometrics* 78, 2022).
From those of two rulesets, each at half the level of error, follows one for the change.

That a rank changes is shown by another strategy that is behind under one ruleset and ahead under
the other: both have to be shown, so the larger of the two p values counts (an intersection-union
test), the smallest of all other strategies', times their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.paired.tally import sums_of_a, sums_of_b, sums_of_both
from strategy_lab.stats.corrections import SIGNIFICANT
from strategy_lab.stats.paired import difference
from strategy_lab.stats.student import t_tail

Floats = NDArray[np.float64]


class Ranks(NamedTuple):
    """Ranks under one ruleset, 1 for the strategy that wins most."""

    value: Floats
    low: Floats
    high: Floats
    p_ahead: Floats
    """(strategies, strategies): p values of the first not winning more than the second."""
    deals: NDArray[np.int64]


class RankChanges(NamedTuple):
    """Changes of ranks, an entry for each strategy; `p` is not corrected for their number."""

    value_a: Floats
    value_b: Floats
    difference: Floats
    difference_low: Floats
    difference_high: Floats
    p: Floats
    deals: NDArray[np.int64]


def rank_changes(
    a: NDArray[Any],
    b: NDArray[Any],
    duels: Sequence[tuple[int, int]],
    strategies: int,
    *,
    whole: int,
    certain: bool,
) -> RankChanges:
    """Return by how much ranks differ between two rulesets.

    `a` and `b` are (duels,) records of `PRODUCTS`, from `PairedTally.orders`.
    """
    one, two = (_ranks(products, duels, strategies, whole) for products in (a, b))
    least = two.low - one.high
    most = two.high - one.low
    reversed_ = np.minimum(
        np.maximum(one.p_ahead, two.p_ahead.T), np.maximum(one.p_ahead.T, two.p_ahead)
    )
    p = np.minimum(1.0, (strategies - 1) * np.min(reversed_, axis=1, initial=1.0))
    change = two.value - one.value
    return RankChanges(
        one.value,
        two.value,
        change,
        np.where(certain, change, least),
        np.where(certain, change, most),
        np.where(np.isfinite(change), p, np.nan),
        np.minimum(one.deals, two.deals),
    )


def _ranks(
    products: NDArray[Any], duels: Sequence[tuple[int, int]], strategies: int, whole: int
) -> Ranks:
    a, b = sums_of_a(products), sums_of_b(products)
    found = difference(a, b, sums_of_both(products))
    with np.errstate(divide="ignore", invalid="ignore"):
        doubt = np.where(found.clusters > 1, whole / found.clusters, np.nan)
        error = np.where(found.standard_error == 0, doubt, found.standard_error)
        tail = t_tail(-found.value / error, found.clusters - 1)
        rate_a, rate_b = (x.x / np.where(x.n > 0, x.n, np.nan) for x in (a, b))
    rates = np.full(strategies, np.nan)
    deals = np.zeros(strategies, np.int64)
    p_ahead = np.ones((strategies, strategies))
    for (i, j), p, of_i, of_j, i_deals, j_deals in zip(
        duels, tail, rate_a, rate_b, a.clusters, b.clusters, strict=True
    ):
        rates[i], rates[j], deals[i], deals[j] = of_i, of_j, i_deals, j_deals
        p_ahead[i, j], p_ahead[j, i] = p, 1 - p
    p_ahead = np.where(np.isfinite(p_ahead), p_ahead, 1.0)
    shown = _shown(p_ahead, duels)
    value = 1.0 + (rates[None, :] > rates[:, None]).sum(axis=1)
    return Ranks(
        np.where(np.isfinite(rates), value, np.nan),
        1.0 + shown.sum(axis=0),
        strategies - shown.sum(axis=1),
        p_ahead,
        deals,
    )


def _shown(p_ahead: Floats, duels: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """Return which strategies are shown to win more than which others, all at once."""
    shown = np.zeros(p_ahead.shape, bool)
    i, j = (np.array(index) for index in zip(*duels, strict=True))
    two_sided = np.minimum(1.0, 2 * np.minimum(p_ahead[i, j], p_ahead[j, i]))
    certain = two_sided * len(duels) <= SIGNIFICANT / 2
    shown[i, j] = certain & (p_ahead[i, j] < p_ahead[j, i])
    shown[j, i] = certain & (p_ahead[j, i] < p_ahead[i, j])
    return shown
