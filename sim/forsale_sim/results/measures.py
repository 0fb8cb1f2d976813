"""What tables say of groups of appearances: rates, money and places, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.groups import Groups
from forsale_sim.results.schema import PERCENTS, PLACES
from forsale_sim.rows import WIN
from forsale_sim.stats.estimators import Estimator
from forsale_sim.stats.histograms import moments, quantile, standard_deviation
from forsale_sim.stats.intervals import rate_test
from forsale_sim.stats.ratio import ratio

if TYPE_CHECKING:
    from forsale_sim.results.tables import Columns


def rates(grouped: Groups, by: Estimator, certain: NDArray[np.bool_] | None = None) -> Columns:
    """Return how often groups win, with intervals.

    Parameters
    ----------
    grouped
        The groups.
    by
        Whose intervals.
    certain
        Where a win rate cannot be any other.
    """
    rate = ratio(grouped.win, unit=1 / WIN)
    low, high = by.rate(rate, certain)
    with np.errstate(invalid="ignore"):
        return {
            "games": rate.n,
            "win_rate": rate.value,
            "win_rate_low": low,
            "win_rate_high": high,
            "first_place": grouped.totals.places[:, 0] / rate.n,
            "last_place": grouped.totals.last / rate.n,
        }


def amounts(grouped: Groups, by: Estimator) -> Columns:
    """Return what groups end with and where it comes from; the mean has an interval."""
    mean, totals = ratio(grouped.money), grouped.totals
    money = moments(totals.money)
    low, high = by.mean(mean)
    with np.errstate(invalid="ignore"):
        return {
            "money_mean": mean.value,
            "money_mean_low": low,
            "money_mean_high": high,
            "money_sd": standard_deviation(money),
            "coins_left_mean": totals.coins / mean.n,
            "paid_mean": totals.paid / mean.n,
            "cheques_mean": (money.sum - totals.coins) / mean.n,
            "deals": mean.clusters,
            **{name: quantile(totals.money, percent) for name, percent in PERCENTS.items()},
        }


def places(grouped: Groups, players: int) -> Columns:
    """Return how often groups finish in each place; NaN for places that there are not."""
    with np.errstate(invalid="ignore"):
        share = grouped.totals.places / moments(grouped.totals.money).n[:, None]
    share[:, players:] = np.nan
    return dict(zip(PLACES, share.T, strict=True))


def fairness(grouped: Groups, players: int) -> Columns:
    """Return whether groups may win as often as chance has it, as p values."""
    rate = ratio(grouped.win, unit=1 / WIN)
    return {"p_fair": rate_test(rate, np.full(rate.value.shape, 1 / players))}
