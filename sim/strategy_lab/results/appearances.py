"""What the tables of a run say of groups of appearances: each quantity is a `Statistic`.

From it follow the columns of the tables, their units and descriptions in JSON and Parquet, and the
estimates with their intervals. Those that every game has are here; a game adds its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.results.accumulators import (
    FEWEST_PLACES,
    Accumulator,
    Cell,
    Sums,
    require_whole_deals,
)
from strategy_lab.results.conclusions import (
    COUNT,
    IN_UNIT,
    LABEL,
    ORDER,
    P_VALUE,
    SHARE,
    TRUTH,
    Column,
)
from strategy_lab.results.deal_loops import count_orders
from strategy_lab.rows import MAX_SEATS, Rows, whole_win
from strategy_lab.stats.batches import GAP_INTERVAL, moments, quantile, standard_deviation
from strategy_lab.stats.confidence_sequences import Estimator
from strategy_lab.stats.differences import (
    DIFFERS,
    EQUIVALENCE_TEST,
    HOLM,
    JOINT_TEST,
    NOT_SHOWN,
    SMALL,
)
from strategy_lab.stats.intervals import (
    MEAN_INTERVAL,
    RATE_INTERVAL,
    RATE_TEST,
    ClusterSums,
    rate_test,
    ratio,
)
from strategy_lab.stats.rankings import BatchedOrders

if TYPE_CHECKING:
    from strategy_lab.results.accumulators import Groups
    from strategy_lab.results.conclusions import Columns


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


COLUMNS = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy": Column(LABEL, "the strategy, with its parameters where they were given"),
    "opponent": Column(LABEL, "another strategy in the same games"),
    "seat": Column(ORDER, "seat; 1 begins"),
    **columns_of((GAMES, DEALS)),
    "measure": Column(LABEL, "what is measured, of a player or of the whole table"),
    "unit": Column(LABEL, "of the numbers of the row"),
    "value": Column(IN_UNIT, "mean over games"),
    "value_low": Column(
        IN_UNIT, f"lower limit of value: {RATE_INTERVAL}; of what is no rate {MEAN_INTERVAL}"
    ),
    "value_high": Column(
        IN_UNIT, f"upper limit of value: {RATE_INTERVAL}; of what is no rate {MEAN_INTERVAL}"
    ),
    "ahead_rate": Column(SHARE, "share of meetings in which strategy beats opponent; ties half"),
    "ahead_rate_low": Column(SHARE, f"lower limit of ahead_rate: {RATE_INTERVAL}"),
    "ahead_rate_high": Column(SHARE, f"upper limit of ahead_rate: {RATE_INTERVAL}"),
    "p_fair": Column(P_VALUE, f"p value of equal chances for this seat: {RATE_TEST}"),
    "p_fair_adjusted": Column(P_VALUE, f"p_fair, {HOLM} over all rows of the table"),
    "best_seat": Column(ORDER, "the seat that wins most"),
    "worst_seat": Column(ORDER, "the seat that wins least"),
    "seat_gap": Column(SHARE, "win rate of the best seat less that of the worst"),
    "seat_gap_low": Column(SHARE, f"lower limit of seat_gap: {GAP_INTERVAL}"),
    "seat_gap_high": Column(SHARE, f"upper limit of seat_gap: {GAP_INTERVAL}"),
    "f_statistic": Column(
        "F", f"of players - 1 and deals - players + 1 degrees of freedom: {JOINT_TEST}"
    ),
    "p_equal": Column(P_VALUE, f"p value of equal chances for all seats: {JOINT_TEST}"),
    "p_equal_adjusted": Column(P_VALUE, f"p_equal, {HOLM} over all rows of the table"),
    "differs": Column(TRUTH, "whether seats are shown to differ: p_equal_adjusted at most 0.05"),
    "matters": Column(SHARE, "from which size on a difference between two seats matters"),
    "p_small": Column(
        P_VALUE, f"p value of two seats that differ by matters or more: {EQUIVALENCE_TEST}"
    ),
    "p_small_adjusted": Column(P_VALUE, f"p_small, {HOLM} over all rows of the table"),
    "shown_small": Column(
        TRUTH, "whether all seats are shown to differ by less: p_small_adjusted at most 0.05"
    ),
    "verdict": Column(
        LABEL, f"{SMALL}: as shown_small says; else {DIFFERS}: as differs says; else {NOT_SHOWN}"
    ),
}


def columns_with(statistics: Statistics) -> dict[str, Column]:
    """Return what the columns hold of the tables of a game that has such statistics."""
    keys = ("ruleset", "players", "strategy", "opponent", "seat")
    known = {**columns_of(statistics.of_players), **columns_of(statistics.of_all)}
    return {name: COLUMNS[name] for name in keys} | known | COLUMNS


def tables_with(statistics: Statistics) -> dict[str, tuple[str, ...]]:
    """Return the columns of each table of a game that has such statistics."""
    players, everybody = (
        tuple(columns_of(each)) for each in (statistics.of_players, statistics.of_all)
    )
    by_seat = (*players, "p_fair", "p_fair_adjusted")
    return {
        "by_strategy": ("ruleset", "players", "strategy", *players),
        "by_seat": ("ruleset", "players", "seat", *by_seat),
        "by_strategy_and_seat": ("ruleset", "players", "strategy", "seat", *players),
        "head_to_head": TABLES["head_to_head"],
        "by_players": ("ruleset", "players", "games", *everybody),
        **{name: TABLES[name] for name in ("seat_effect", "measures")},
    }


def columns_by(estimator: Estimator, statistics: Statistics) -> dict[str, Column]:
    """Return what the columns of a game hold where their limits are those of an estimator."""
    return {
        name: column._replace(
            description=column.description.replace(RATE_INTERVAL, estimator.rates).replace(
                MEAN_INTERVAL, estimator.means
            )
        )
        for name, column in columns_with(statistics).items()
    }


TABLES = {
    "head_to_head": (
        *("ruleset", "players", "strategy", "opponent", "games"),
        *("ahead_rate", "ahead_rate_low", "ahead_rate_high", "deals"),
    ),
    "seat_effect": (
        *("ruleset", "players", "games", "deals"),
        *("best_seat", "worst_seat", "seat_gap", "seat_gap_low", "seat_gap_high"),
        *("f_statistic", "p_equal", "p_equal_adjusted", "differs"),
        *("matters", "p_small", "p_small_adjusted", "shown_small", "verdict"),
    ),
    "measures": (
        *("ruleset", "players", "measure", "unit", "value", "value_low", "value_high"),
        *("games", "deals"),
    ),
}
"""Columns of the tables that every game has alike. Names and order of columns are public: they may
be added to, never changed."""

NAMES = (
    *("by_strategy", "by_seat", "by_strategy_and_seat", "head_to_head", "by_players"),
    *("seat_effect", "measures"),
)
"""Of all tables of a run."""

_LATER_PLACES = {f"place_{place}": place for place in range(FEWEST_PLACES + 1, MAX_SEATS + 1)}


def columns_of_table(columns: Sequence[str], players: int) -> list[str]:
    """Return columns of a table where at most so many play: later places only if there are."""
    return [column for column in columns if _LATER_PLACES.get(column, 0) <= players]


# tally: Finishing orders, counted: all that ratings and their bootstrap need of the games of a
# cell.

BATCHES = 512
"""Deals are shared out among so many batches; fewer deals have one each."""

MOST_SUMS = 2**24
"""How many sums of eight bytes are kept for a cell at most."""

FEWEST_BATCHES = 50
"""With fewer batches, intervals would be rough."""


@dataclass(frozen=True, slots=True)
class Orders(Accumulator):
    """Counts of finishing orders in batches of deals.

    A finishing order is a series of choices: the best among all, the next among the rest. What is
    kept is how often a choice was made from each set of strategies, and who was chosen. Deal d
    belongs to batch (d - 1) mod `batches`: so the sums do not depend on the pieces in which deals
    are played, and their size not on how many deals there are.
    """

    cell: Cell
    repeats: bool
    """Whether a strategy can sit twice in a game."""
    deals: Sums
    """(): deals counted."""
    times: Sums
    """(batches, sets): how often a choice was made from a set, in parts."""
    wins: Sums
    """(batches, field): how often a strategy was chosen, in parts."""
    ahead: Sums
    """(batches, field, field): finishes ahead of or level with another."""

    @classmethod
    def empty(cls, cell: Cell, fixed_lineup: bool, deals: int) -> Self:
        """Return the sums of no game."""
        field, players = len(cell.field), cell.players
        # A drawn lineup has a strategy twice only where there are fewer strategies than seats.
        repeats = fixed_lineup or field < players
        sets = sum(_set_counts(field, players, repeats))
        fitting = MOST_SUMS // sets
        if fitting < min(FEWEST_BATCHES, deals):
            raise UsageError(
                f"{field} strategies can meet in {sets:,} ways among {players} players, more than "
                f"can be rated at once ({MOST_SUMS // FEWEST_BATCHES:,}): name fewer strategies, "
                "or fewer --players"
            )
        batches = min(BATCHES, deals, fitting)
        return cls(
            cell=cell,
            repeats=repeats,
            deals=np.zeros((), np.int64),
            times=np.zeros((batches, sets), np.int64),
            wins=np.zeros((batches, field), np.int64),
            ahead=np.zeros((batches, field, field), np.int64),
        )

    @property
    def batches(self) -> int:
        """How many batches deals are shared out among."""
        return len(self.wins)

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {
            "deals": self.deals,
            "times": self.times,
            "wins": self.wins,
            "ahead": self.ahead,
        }

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place."""
        (games,) = rows
        field, players, seatings = len(self.cell.field), self.cell.players, self.cell.seatings
        require_whole_deals(games, players, seatings)
        places = games.place
        if not ((games.strategy < field).all() and ((places >= 1) & (places <= players)).all()):
            raise ValueError("these games have a strategy or place that is not of this cell")
        sizes = _set_counts(field, players, self.repeats)
        count_orders(
            *(games.data, seatings, games.first_deal, whole_win(players), _ways(field)),
            np.array([0, 0, *np.cumsum([0, *sizes[:-1]])]),
            *(int(self.repeats), self.times, self.wins, self.ahead),
        )
        self.deals[...] += games.deals

    def batched(self) -> BatchedOrders:
        """Return the sums of the batches that have a deal, of the sets that were chosen from."""
        used = self.ahead.any(axis=(1, 2))
        seen, choice = self.times.any(axis=0), whole_win(self.cell.players)
        return BatchedOrders(
            _sets(len(self.cell.field), self.cell.players, self.repeats)[seen],
            self.times[used][:, seen] / choice,
            self.wins[used] / choice,
            self.ahead[used].astype(np.float64),
        )


def _set_counts(field: int, players: int, repeats: bool) -> list[int]:
    """Return how many sets there are of each size, from 2 up to the number of players."""
    return [comb(field + (size - 1 if repeats else 0), size) for size in range(2, players + 1)]


def _ways(field: int) -> NDArray[np.int64]:
    return np.array(
        [[comb(n, size) for size in range(MAX_SEATS + 1)] for n in range(field + MAX_SEATS)]
    )


def _sets(field: int, players: int, repeats: bool) -> NDArray[np.int64]:
    """Return how often each strategy is in each set, in the order that sets are counted in."""
    subsets = combinations_with_replacement if repeats else combinations
    ways = _ways(field)
    blocks = []
    for size in range(2, players + 1):
        members = np.array(list(subsets(range(field), size)), np.int64)
        sizes = np.arange(1, size + 1)
        shift = (sizes - 1) * repeats
        index = ways[members + shift, sizes].sum(axis=1)
        block = np.zeros((len(members), field), np.int64)
        for member in members.T:
            block[index, member] += 1
        blocks.append(block)
    return np.concatenate(blocks)
