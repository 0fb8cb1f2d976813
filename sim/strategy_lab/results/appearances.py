"""What the tables of a run say of groups of appearances: each quantity is a `Statistic`.

From it follow the columns of the tables, their units and descriptions in JSON and Parquet, and the
estimates with their intervals. Those that every game has are here; a game adds its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import COUNT, SHARE, Column
from strategy_lab.rows import MAX_SEATS
from strategy_lab.stats.estimators import Estimator
from strategy_lab.stats.histograms import moments, quantile, standard_deviation
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL, rate_test
from strategy_lab.stats.ratio import ClusterSums, ratio

if TYPE_CHECKING:
    from strategy_lab.results.columns import Columns
    from strategy_lab.results.groups import Groups

RATE, MEAN = "rate", "mean"
INTERVALS = {RATE: RATE_INTERVAL, MEAN: MEAN_INTERVAL}


@dataclass(frozen=True, slots=True)
class Statistic:
    """A quantity of a group of appearances."""

    name: str
    unit: str
    description: str
    of: Callable[[Groups], Any]
    """Its sums over deals, where it has an interval; otherwise its value."""

    interval: str | None = None
    """`RATE` or `MEAN`: which interval, in the columns ``NAME_low`` and ``NAME_high``."""

    unit_of: Callable[[Groups], float] = lambda _: 1.0
    """What one of its sums stands for."""

    @property
    def columns(self) -> dict[str, Column]:
        """What its columns hold."""
        columns = {self.name: Column(self.unit, self.description)}
        for end, side in (("low", "lower"), ("high", "upper")) if self.interval else ():
            text = f"{side} limit of {self.name}: {INTERVALS[str(self.interval)]}"
            columns[f"{self.name}_{end}"] = Column(self.unit, text)
        return columns

    def estimate(
        self, grouped: Groups, by: Estimator, certain: NDArray[np.bool_] | None
    ) -> Columns:
        """Return its columns for some groups."""
        if self.interval is None:
            with np.errstate(invalid="ignore"):
                return {self.name: self.of(grouped)}
        sums: ClusterSums = self.of(grouped)
        mean = ratio(sums, unit=self.unit_of(grouped))
        low, high = by.rate(mean, certain) if self.interval == RATE else by.mean(mean)
        return {self.name: mean.value, f"{self.name}_low": low, f"{self.name}_high": high}


def _place(place: int) -> Statistic:
    def share(grouped: Groups) -> NDArray[np.float64]:
        reached = grouped.totals.places[:, place - 1] / grouped.appearances
        return reached if place <= grouped.players else np.full(reached.shape, np.nan)

    text = f"share of appearances in place {place}; ties share the best"
    return Statistic(f"place_{place}", SHARE, text, share)


def of_score(name: str, unit: str, text: str) -> tuple[Statistic, ...]:
    """Return mean and spread of the score, which a game calls by a name."""
    return (
        Statistic(f"{name}_mean", unit, text, lambda g: g.money, MEAN),
        Statistic(
            f"{name}_sd",
            unit,
            f"standard deviation of a player's {name} from game to game",
            lambda g: standard_deviation(moments(g.totals.money)),
        ),
    )


def quantiles(name: str, unit: str) -> tuple[Statistic, ...]:
    """Return the quantiles of the score, which a game calls by a name."""
    return tuple(
        Statistic(
            f"{name}_p{percent}",
            unit,
            f"{name} that {percent} % of appearances end with or below",
            partial(_quantile, percent),
        )
        for percent in (10, 50, 90)
    )


def _quantile(percent: int, grouped: Groups) -> NDArray[Any]:
    return quantile(grouped.totals.money, percent)


GAMES = Statistic(
    "games",
    COUNT,
    "appearances; by_players: games; head_to_head: meetings",
    lambda g: g.appearances,
)
WIN_RATE = Statistic(
    "win_rate",
    SHARE,
    "mean share of the win; k players who tie get 1/k each",
    lambda g: g.win,
    RATE,
    lambda g: g.part_of_win,
)
PLACE_STATISTICS = (
    Statistic(
        "first_place",
        SHARE,
        "share of appearances in first place, alone or tied",
        lambda g: g.totals.places[:, 0] / g.appearances,
    ),
    Statistic(
        "last_place",
        SHARE,
        "share of appearances in which nobody finished behind",
        lambda g: g.totals.last / g.appearances,
    ),
)
DEALS = Statistic(
    "deals",
    COUNT,
    "deals behind the row: the independent observations",
    lambda g: g.money.clusters,
)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the tables of a game say of groups of appearances.

    Attributes
    ----------
    own
        What the game adds to what every game has.
    quantiles
        Of its score.
    score
        How the columns of its score begin: ``money`` for ``money_mean``.
    note
        What people should know of the score.
    of_strategy, of_all_players
        By their heads, the columns that are printed of either table beside those of the score.
    """

    own: tuple[Statistic, ...]
    quantiles: tuple[Statistic, ...]
    score: str
    note: str
    of_strategy: Mapping[str, str]
    of_all_players: Mapping[str, str]

    @property
    def of_players(self) -> tuple[Statistic, ...]:
        """Those of the tables by strategy and by seat, in the order of their columns."""
        places = map(_place, range(1, MAX_SEATS + 1))
        return (*(GAMES, WIN_RATE, *self.own, *PLACE_STATISTICS, DEALS, *self.quantiles), *places)

    @property
    def of_all(self) -> tuple[Statistic, ...]:
        """Those of the table by player count, after its games."""
        return (*self.own, DEALS, *self.quantiles)


def estimates(
    grouped: Groups,
    by: Estimator,
    statistics: Iterable[Statistic],
    certain: NDArray[np.bool_] | None = None,
) -> Columns:
    """Return what is known of some groups."""
    columns: Columns = {}
    for statistic in statistics:
        columns |= statistic.estimate(grouped, by, certain)
    return columns


def columns_of(statistics: Iterable[Statistic]) -> dict[str, Column]:
    """Return what the columns of some statistics hold, in their order."""
    return {name: column for each in statistics for name, column in each.columns.items()}


def fairness(grouped: Groups, players: int) -> Columns:
    """Return whether groups may win as often as chance has it, as p values."""
    rate = ratio(grouped.win, unit=grouped.part_of_win)
    return {"p_fair": rate_test(rate, np.full(rate.value.shape, 1 / players))}
