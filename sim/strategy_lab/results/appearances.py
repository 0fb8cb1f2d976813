"""What the tables of a run tell of groups of appearances: of strategies, seats, and all players.

From it follow the columns of the tables, their units and descriptions in JSON and Parquet, and the
estimates with their intervals. What a game adds, it says in its measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulators import FEWEST_PLACES
from strategy_lab.results.conclusions import (
    COUNT,
    IN_UNIT,
    LABEL,
    ORDER,
    P_VALUE,
    SHARE,
    TRUTH,
    Column,
    Columns,
)
from strategy_lab.results.measures import Integers, Measures, Tally
from strategy_lab.rows import MAX_SEATS, whole_win
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
    Shares,
    rate_test,
    ratio,
    shares,
)


class Groups(NamedTuple):
    rules: Any  # the rules that are played by
    amounts: Integers  # (groups, amounts): appearances by score at the end
    seats: Integers  # (groups, seats): appearances by seat
    # (groups, places): appearances by place, from 1; who tie share the best of their places.
    places: Integers
    last: Integers  # appearances in which nobody finished behind
    more: Mapping[str, Integers]  # sums of what else the game has by seat
    win: Any  # `ClusterSums` in parts of a win; None for all together, who always win the whole
    score: ClusterSums

    @property
    def players(self) -> int:
        return int(self.rules.players)

    @property
    def appearances(self) -> Integers:
        return self.score.n

    @property
    def part_of_win(self) -> float:
        return 1 / whole_win(self.players)


def by_strategy(tally: Tally) -> Groups:
    """Return a group for each strategy of the field."""
    return _groups(tally, lambda pairs: pairs.sum(axis=1), *_sums(_keys(tally)[0]))


def by_strategy_and_seat(tally: Tally) -> Groups:
    """Return a group for each strategy in each seat: a strategy's seats together, in turn order."""
    flat = _sums(_keys(tally)[1])
    return _groups(tally, lambda pairs: pairs.reshape(-1, *pairs.shape[2:]), *flat)


def by_seat(tally: Tally) -> Groups:
    """Return a group for each seat, in turn order."""
    win, score = (
        _in_every_deal(tally, x, products.diagonal(), tally.cell.seatings)
        for x, products in zip(_by_seat(tally), tally.seats, strict=True)
    )
    return _groups(tally, lambda pairs: pairs.sum(axis=0), win, score)


def all_together(tally: Tally) -> Groups:
    """Return one group, of every appearance."""
    products, x = tally.seats[1], _by_seat(tally)[1].sum(keepdims=True)
    square = np.array([2 * products.sum() - products.trace()])
    score = _in_every_deal(tally, x, square, tally.cell.seatings * tally.cell.players)
    return _groups(tally, lambda pairs: pairs.sum(axis=(0, 1))[None], None, score)


def seat_shares(tally: Tally) -> Shares:
    """Return seats' mean shares of the win, in turn order, and how they vary between deals."""
    cell, upper = tally.cell, tally.seats[0]
    return shares(
        clusters=tally.deals,
        x=_by_seat(tally)[0],
        xx=upper + upper.T - np.diag(upper.diagonal()),
        whole=whole_win(cell.players) * cell.seatings,
    )


def head_to_head(tally: Tally) -> ClusterSums:
    """Return how often strategies finish ahead of each other, in half wins.

    They are (field, field): of the strategy of the first index against that of the second, filled
    above the diagonal.
    """
    field = len(tally.cell.field)
    high, low = np.tril_indices(field, -1)
    square = np.zeros((field, field, tally.keys.shape[1]), np.int64)
    square[low, high] = _keys(tally)[2]
    return _sums(square)[0]


def _keys(tally: Tally) -> list[Integers]:
    """Return the sums of strategies, of each in each seat, and of every two of them."""
    field = len(tally.cell.field)
    return np.split(tally.keys, [field, field * (1 + tally.cell.players)])


def _by_seat(tally: Tally) -> tuple[Integers, Integers]:
    """Return the sums of win shares and of scores of each seat."""
    pairs = _keys(tally)[1]
    by_seat = pairs.reshape(-1, tally.cell.players, pairs.shape[1]).sum(axis=0)
    return by_seat[:, 3], by_seat[:, 6]


def _sums(keys: Integers) -> list[ClusterSums]:
    """Return the sums of win shares and of scores of keys, (…, 9): see `count_appearances`."""
    deals, n, nn = (keys[..., i] for i in range(3))
    return [
        ClusterSums(deals, n, keys[..., i], nn, keys[..., i + 1], keys[..., i + 2]) for i in (3, 6)
    ]


def _in_every_deal(tally: Tally, x: Integers, xx: Integers, games: int) -> ClusterSums:
    """Return the sums of what appears equally often, `games` times, in every deal."""
    deals = np.broadcast_to(tally.deals, x.shape)
    return ClusterSums(deals, games * deals, x, games**2 * deals, games * x, xx)


def _groups(
    tally: Tally,
    reduction: Callable[[Integers], Integers],
    win: ClusterSums | None,
    score: ClusterSums,
) -> Groups:
    amounts, totals = tally.amounts, reduction(tally.totals)
    # By strategy, by seat, and by seat again: where each group appears.
    by_seat = amounts.sum(axis=-1)[..., None] * np.eye(tally.cell.players, dtype=np.int64)
    return Groups(
        rules=tally.cell.rules,
        amounts=reduction(amounts),
        seats=reduction(by_seat),
        places=totals[:, :MAX_SEATS],
        last=totals[:, MAX_SEATS],
        more=dict(zip(tally.measured.by_seat, totals[:, MAX_SEATS + 1 :].T, strict=True)),
        win=win,
        score=score,
    )


class Told(NamedTuple):
    """What tables tell of groups: values, or sums from which means and limits follow."""

    name: str
    unit: str
    description: str
    of: Callable[[Groups], Any]
    interval: str = ""  # that of the columns ``NAME_low`` and ``NAME_high``, if it has these

    @property
    def columns(self) -> dict[str, Column]:
        columns = {self.name: Column(self.unit, self.description)}
        for end, side in (("low", "lower"), ("high", "upper")) if self.interval else ():
            text = f"{side} limit of {self.name}: {self.interval}"
            columns[f"{self.name}_{end}"] = Column(self.unit, text)
        return columns


def _place(place: int) -> Told:
    def share(grouped: Groups) -> NDArray[np.float64]:
        reached = grouped.places[:, place - 1] / grouped.appearances
        return reached if place <= grouped.players else np.full(reached.shape, np.nan)

    text = f"share of appearances in place {place}; ties share the best"
    return Told(f"place_{place}", SHARE, text, share)


GAMES = Told(
    "games",
    COUNT,
    "appearances; by_players: games; head_to_head: meetings",
    lambda g: g.appearances,
)
WIN_RATE = Told(
    "win_rate",
    SHARE,
    "mean share of the win; k players who tie get 1/k each",
    lambda g: g.win,
    RATE_INTERVAL,
)
DEALS = Told(
    "deals",
    COUNT,
    "deals behind the row: the independent observations",
    lambda g: g.score.clusters,
)
PLACES = (
    Told(
        "first_place",
        SHARE,
        "share of appearances in first place, alone or tied",
        lambda g: g.places[:, 0] / g.appearances,
    ),
    Told(
        "last_place",
        SHARE,
        "share of appearances in which nobody finished behind",
        lambda g: g.last / g.appearances,
    ),
)


def told_of_all(measures: Measures) -> list[Told]:
    """Return what is told of all appearances together: the measures of players and their score."""
    own, quantiles = list[Told](), list[Told]()
    for measure in measures.entries:
        name, unit = measure.name, measure.unit
        if name == measures.score:
            unit = measures.score_unit or unit
            text = f"standard deviation of a player's {name} from game to game"
            own += [
                Told(f"{name}_mean", unit, measure.description, lambda g: g.score, MEAN_INTERVAL),
                Told(f"{name}_sd", unit, text, lambda g: standard_deviation(moments(g.amounts))),
            ]
            for percent in (10, 50, 90):
                text = f"{name} that {percent} % of appearances end with or below"
                of = partial(_quantile, percent)
                quantiles.append(Told(f"{name}_p{percent}", unit, text, of))
        elif measure.of_groups is not None:
            own.append(Told(f"{name}_mean", unit, measure.description, measure.of_groups))
    return [*own, DEALS, *quantiles]


def told_of_players(measures: Measures) -> list[Told]:
    """Return what is told of groups of appearances of players."""
    of_all = told_of_all(measures)
    deals = of_all.index(DEALS)
    places = map(_place, range(1, MAX_SEATS + 1))
    return [GAMES, WIN_RATE, *of_all[:deals], *PLACES, *of_all[deals:], *places]


def _quantile(percent: int, grouped: Groups) -> NDArray[Any]:
    return quantile(grouped.amounts, percent)


def estimates(
    grouped: Groups,
    by: Estimator,
    told: Iterable[Told],
    certain: NDArray[np.bool_] | None = None,
) -> Columns:
    columns: Columns = {}
    for each in told:
        with np.errstate(invalid="ignore"):
            found = each.of(grouped)
        if each.interval:
            is_rate = each.interval == RATE_INTERVAL
            mean = ratio(found, unit=grouped.part_of_win if is_rate else 1.0)
            limits = by.rate(mean, certain) if is_rate else by.mean(mean)
            columns |= dict(zip(each.columns, (mean.value, *limits), strict=True))
        else:
            columns[each.name] = found
    return columns


def columns_of(told: Iterable[Told]) -> dict[str, Column]:
    return {name: column for each in told for name, column in each.columns.items()}


def fairness(grouped: Groups, players: int) -> Columns:
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


def columns_with(measures: Measures) -> dict[str, Column]:
    keys = ("ruleset", "players", "strategy", "opponent", "seat")
    known = columns_of(told_of_players(measures))
    return {name: COLUMNS[name] for name in keys} | known | COLUMNS


def tables_with(measures: Measures) -> dict[str, tuple[str, ...]]:
    players, everybody = (
        tuple(columns_of(told(measures))) for told in (told_of_players, told_of_all)
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


def columns_by(estimator: Estimator, measures: Measures) -> dict[str, Column]:
    return {
        name: column._replace(
            description=column.description.replace(RATE_INTERVAL, estimator.rates).replace(
                MEAN_INTERVAL, estimator.means
            )
        )
        for name, column in columns_with(measures).items()
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
