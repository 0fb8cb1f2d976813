"""What the tables of a run tell of groups of appearances: of strategies, seats, and all players.

From it follow the columns of the tables, their units and descriptions in JSON and Parquet, and the
estimates with their intervals. What a game adds, it says in its measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.conclusions import (
    COUNT,
    SHARE,
    Column,
    Columns,
)
from strategy_lab.results.measures import Integers, Measures, Tally
from strategy_lab.rows import MAX_SEATS, whole_win
from strategy_lab.stats.batches import moments, quantile, standard_deviation
from strategy_lab.stats.intervals import (
    MEAN_INTERVAL,
    RATE_INTERVAL,
    ClusterSums,
    Estimator,
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


def fairness(grouped: Groups, players: int) -> Columns:
    rate = ratio(grouped.win, unit=grouped.part_of_win)
    return {"p_fair": rate_test(rate, np.full(rate.value.shape, 1 / players))}
