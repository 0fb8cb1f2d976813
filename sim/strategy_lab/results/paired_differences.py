"""The table of differences between rulesets: estimates, intervals and a verdict for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulators import Accumulator, Cell, Sums
from strategy_lab.results.conclusions import BEFORE, TABLES, Columns, holm_by_family, tables_of
from strategy_lab.results.deal_loops import OF_A, OF_B, OF_BOTH, PRODUCTS, add_products
from strategy_lab.results.measures import (
    PLAYER,
    SEAT,
    STRATEGY,
    TABLE,
    Layout,
    Measure,
    Measures,
    Quantity,
)
from strategy_lab.results.tables import RANK, RANKS, SEAT_GAP, WIN_RATE
from strategy_lab.rows import Rows, whole_win
from strategy_lab.stats.batches import Gap
from strategy_lab.stats.differences import SIGNIFICANT, verdicts, within
from strategy_lab.stats.intervals import (
    LEVEL,
    ClusterSums,
    CrossSums,
    Ratio,
    mean_interval,
    paired_difference,
    t_quantile,
    t_tail,
    unpaired_difference,
)
from strategy_lab.stats.intervals import paired_difference as difference


@dataclass(frozen=True, slots=True)
class Compared:
    cells: tuple[Cell, ...]  # a cell for each ruleset; the others are compared with the first
    measured: Measures  # the measures of the game

    @property
    def strategies(self) -> int:
        return len(self.cells[0].field)

    @property
    def layout(self) -> Layout:
        return self.measured.layout(self.cells[0], detail=True)

    def quantities(self, other: int) -> list[Quantity]:
        layout = self.layout
        return [
            quantity
            for measure, of in self.measured.compared_by(
                self.cells[0].rules, self.cells[other].rules
            )
            if of != STRATEGY or self.strategies > 1
            for quantity in layout.quantities(measure, of)
        ]

    def wins(self, of: str) -> list[Quantity]:
        return self.layout.quantities(WIN_RATE, of)

    @property
    def duels(self) -> list[tuple[int, int]]:
        return list(combinations(range(self.strategies), 2))


@dataclass(frozen=True, slots=True)
class PairedTally(Accumulator):
    compared: Compared
    deals: Sums  # (): deals counted under each ruleset
    # For each ruleset but the first, (measures,) records of `PRODUCTS`: a is the first ruleset.
    pairs: tuple[NDArray[Any], ...]
    # For each ruleset, (duels,) records of `PRODUCTS`: a is the first strategy's win rate, b the
    # second's.
    orders: tuple[NDArray[Any], ...]
    # For each ruleset but the first, (1 + 2 players, 1 + 2 players): sums over deals of products of
    # 1, what each seat wins by the first ruleset, and what each wins by this one.
    seats: tuple[Sums, ...]

    @classmethod
    def empty(cls, compared: Compared) -> Self:
        rulesets, players = range(len(compared.cells)), compared.cells[0].players
        return cls(
            compared=compared,
            deals=np.zeros((), np.int64),
            pairs=tuple(np.zeros(len(compared.quantities(i)), PRODUCTS) for i in rulesets[1:]),
            orders=tuple(np.zeros(len(compared.duels), PRODUCTS) for _ in rulesets),
            seats=tuple(np.zeros((1 + 2 * players,) * 2, np.int64) for _ in rulesets[1:]),
        )

    def count(self, rows: Sequence[Rows]) -> None:
        """Add deals, with their houses, in place: the rows of each ruleset, in their order."""
        cells = self.compared.cells
        self.count_sums(
            [
                self.compared.measured.deal_sums(cell, games, detail=True)
                for cell, games in zip(cells, rows, strict=True)
            ]
        )

    def count_sums(self, sums: Sequence[Sums]) -> None:
        """Add deals, in place, from what they come to under each ruleset (`Measures.deal_sums`)."""
        compared = self.compared
        for other, products in enumerate(self.pairs, start=1):
            quantities = compared.quantities(other)
            _add(products, (sums[0], quantities), (sums[other], quantities))
        wins = compared.wins(STRATEGY)
        for of_ruleset, products in zip(sums, self.orders, strict=True):
            firsts, seconds = ([wins[duel[i]] for duel in compared.duels] for i in (0, 1))
            _add(products, (of_ruleset, firsts), (of_ruleset, seconds))
        seats = [quantity.x for quantity in compared.wins(SEAT)]
        for of_other, products in zip(sums[1:], self.seats, strict=True):
            ones = np.ones((len(of_other), 1), np.int64)
            together = np.hstack([ones, sums[0][:, seats], of_other[:, seats]])
            products[...] += together.T @ together
        self.deals[...] += len(sums[0])

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        several = {"pairs": self.pairs, "orders": self.orders, "seats": self.seats}
        return {"deals": self.deals} | {
            f"{name}.{i}": array.view(np.int64)
            for name, arrays in several.items()
            for i, array in enumerate(arrays)
        }


def _add(
    products: NDArray[Any],
    a: tuple[Sums, Sequence[Quantity]],
    b: tuple[Sums, Sequence[Quantity]],
) -> None:
    indices = [
        np.array([getattr(quantity, part) for quantity in quantities], np.int64)
        for _, quantities in (a, b)
        for part in ("x", "n")
    ]
    add_products(a[0], b[0], *indices, products)


def sums_of_a(products: NDArray[Any]) -> ClusterSums:
    return ClusterSums(*(products[name] for name in OF_A))


def sums_of_b(products: NDArray[Any]) -> ClusterSums:
    return ClusterSums(*(products[name] for name in OF_B))


def sums_of_both(products: NDArray[Any]) -> CrossSums:
    return CrossSums(*(products[name] for name in OF_BOTH))


# rank_changes: How the order of the strategies by win rate differs between two rulesets.
#
# Under a ruleset, a strategy's rank is at least 1 and how many are shown to win more, and at most
# the number of strategies less how many are shown to win less. Tests of every two,
# Bonferroni-corrected, make such intervals hold for all strategies at once (Mohamad, Goeman and
# van Zwet, "Simultaneous confidence intervals for ranks with application to ranking institutions",
# *Biometrics* 78, 2022). From those of two rulesets, each at half the level of error, follows one
# for the change.
#
# That a rank changes is shown by another strategy that is behind under one ruleset and ahead under
# the other: both have to be shown, so the larger of the two p values counts (an intersection-union
# test), the smallest of all other strategies', times their number.

Floats = NDArray[np.float64]


class Ranks(NamedTuple):
    value: Floats
    low: Floats
    high: Floats
    # (strategies, strategies): p values of the first not winning more than the second.
    p_ahead: Floats
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
    shown = np.zeros(p_ahead.shape, bool)
    i, j = (np.array(index) for index in zip(*duels, strict=True))
    two_sided = np.minimum(1.0, 2 * np.minimum(p_ahead[i, j], p_ahead[j, i]))
    certain = two_sided * len(duels) <= SIGNIFICANT / 2
    shown[i, j] = certain & (p_ahead[i, j] < p_ahead[j, i])
    shown[j, i] = certain & (p_ahead[j, i] < p_ahead[i, j])
    return shown


def seat_gap_difference(products: NDArray[np.int64], seatings: int, *, paired: bool) -> Gap:
    exact = products.astype(object)  # which grows with what is multiplied
    deals, sums = exact[0, 0], exact[0, 1:]
    players = len(sums) // 2
    unit = seatings * whole_win(players)
    deviations = (deals * exact[1:, 1:] - np.outer(sums, sums)).astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        covariance = deviations / (np.float64(deals) ** 2 * (deals - 1) * unit**2)
        means = sums.astype(np.float64) / (deals * unit)
    if not paired:
        covariance[:players, players:] = covariance[players:, :players] = 0.0
    return Gap(means[players:], covariance, deals, a=means[:players], least_error=1 / max(deals, 1))


class Played(NamedTuple):
    field: str
    compared: Compared
    tally: PairedTally
    estimand: str = BEFORE  # of whom the field tells

    # Who plays, by any ruleset; players made from each other have one name.
    voters: frozenset[str] = frozenset()

    # What tables call the strategies; empty for their names in the first cell.
    strategies: tuple[str, ...] = ()
    # Rulesets that nobody in a field of re-tuned play was trained for: it says nothing of them.
    foreign: tuple[str, ...] = ()
    by_strategy: bool = True  # whether there are rows by strategy

    @property
    def others(self) -> list[int]:
        names = [cell.ruleset for cell in self.compared.cells]
        if names[0] in self.foreign:
            return []
        return [i for i in range(1, len(names)) if names[i] not in self.foreign]


def differences(
    played: Sequence[Played], margins: Mapping[str, float] = MappingProxyType({})
) -> Columns:
    """Return the table of differences.

    `margins` has what differences matter by measure, where that is not as usual.
    """
    blocks = [
        rows if one.by_strategy else _without_strategies(rows)
        for one in played
        for other in one.others
        for block in (_measures, _differences_ranks, _seat_gap)
        if block is not _differences_ranks or one.compared.strategies > 1
        for rows in [block(one, other, margins)]
    ]
    found = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    known = np.isfinite(found["difference"].astype(np.float64))
    found = {name: column[known] for name, column in found.items()}
    found["table"] = tables_of(found, {one.field: one.voters for one in played})
    for name in ("p", "p_small"):
        found[f"{name}_adjusted"] = holm_by_family(found, name)
    is_rank = found["unit"] == RANKS
    unmoved = (found["difference_low"] == 0) & (found["difference_high"] == 0)
    small = np.where(is_rank, unmoved, found["p_small_adjusted"] <= SIGNIFICANT)
    found["verdict"] = verdicts(found["p_adjusted"] <= SIGNIFICANT, small)
    return {name: found[name] for name in TABLES["differences"]}


def _without_strategies(table: Columns) -> Columns:
    kept = np.array([strategy is None for strategy in table["strategy"]])
    return {name: column[kept] for name, column in table.items()}


def _measures(played: Played, other: int, margins: Mapping[str, float]) -> Columns:
    compared, products = played.compared, played.tally.pairs[other - 1]
    quantities = compared.quantities(other)
    rules = [compared.cells[i].rules for i in (0, other)]
    paired = _is_paired(compared, other)
    a, b = sums_of_a(products), sums_of_b(products)
    raw = paired_difference(a, b, sums_of_both(products)) if paired else unpaired_difference(a, b)
    unit = np.array([quantity.unit for quantity in quantities])
    found = raw._replace(value=unit * raw.value, standard_error=unit * raw.standard_error)
    if rules[0].settings() != rules[1].settings():
        found = _doubted(found, np.array([_largest(each, rules) for each in quantities]))
    low, high = mean_interval(found)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = [unit * sums.x / np.where(sums.n > 0, sums.n, np.nan) for sums in (a, b)]
        tail = t_tail(np.abs(found.value) / found.standard_error, found.clusters - 1)
    certain = (found.standard_error == 0) & (found.clusters > 1)
    margin = np.array([_margin(each.measure, margins) for each in quantities])
    return _keys(played, other, quantities) | {
        "value_a": values[0],
        "value_b": values[1],
        "difference": found.value,
        "difference_low": low,
        "difference_high": high,
        "standard_error": found.standard_error,
        "p": np.where(certain, 1.0, 2 * tail),
        "p_small": within(found.value, found.standard_error, found.clusters, margin),
        "matters": margin,
        "paired": np.full(len(quantities), paired),
        "deals": found.clusters,
    }


def _is_paired(compared: Compared, other: int) -> bool:
    one, two = (compared.cells[i].rules for i in (0, other))
    return compared.measured.on_common_deals(one, two)


def _margin(measure: Measure, margins: Mapping[str, float]) -> float:
    return margins.get(measure.name, measure.matters)


def _largest(quantity: Quantity, rules: Sequence[Any]) -> float:
    most = max(map(quantity.measure.largest, rules))
    return most / rules[0].players if quantity.of == PLAYER else most


def _doubted(found: Ratio, largest: NDArray[np.float64]) -> Ratio:
    """Return estimates with standard errors that are nowhere 0.

    Where all deals show the same difference, few deals would make it look certain. There it is
    taken that, beside those seen, one deal has shown the largest difference that there can be. That
    is as Wilson's interval lets a rate of 0 vary.
    """
    with np.errstate(divide="ignore"):
        doubt = np.where(found.clusters > 1, largest / found.clusters, np.nan)
    error = found.standard_error
    return found._replace(standard_error=np.where(error == 0, doubt, error))


def _differences_ranks(played: Played, other: int, margins: Mapping[str, float]) -> Columns:
    compared, orders = played.compared, played.tally.orders
    same = compared.cells[0].rules.settings() == compared.cells[other].rules.settings()
    found = rank_changes(
        orders[0],
        orders[other],
        compared.duels,
        compared.strategies,
        whole=whole_win(compared.cells[0].players),
        certain=same,
    )
    ranks = [Quantity(RANK, STRATEGY, i, 0, 0, 1.0) for i in range(compared.strategies)]
    ranked = found._asdict()
    return _keys(played, other, ranks) | {
        **{name: ranked[name] for name in ("value_a", "value_b", "difference")},
        **{name: ranked[name] for name in ("difference_low", "difference_high", "p", "deals")},
        "standard_error": np.full(len(ranks), np.nan),
        "p_small": np.full(len(ranks), np.nan),
        "matters": np.full(len(ranks), _margin(RANK, margins)),
        "paired": np.full(len(ranks), _is_paired(compared, other)),
    }


def _seat_gap(played: Played, other: int, margins: Mapping[str, float]) -> Columns:
    compared = played.compared
    first, second = compared.cells[0], compared.cells[other]
    paired = _is_paired(compared, other)
    margin = _margin(SEAT_GAP, margins)
    gap = seat_gap_difference(played.tally.seats[other - 1], first.seatings, paired=paired)
    deals = int(played.tally.deals)
    low = high = p = p_small = np.nan
    if first.rules.settings() == second.rules.settings():
        low, high, p, p_small = gap.value, gap.value, 1.0, 0.0
    elif deals > 1:
        (low, high), p, p_small = gap.limits(), gap.p_equal(), gap.p_large(margin)
    row = {
        "value_a": gap.value_a,
        "value_b": gap.value_b,
        "difference": gap.value,
        "difference_low": low,
        "difference_high": high,
        "standard_error": (high - low) / 2 / float(t_quantile((1 + LEVEL) / 2, deals - 1)),
        "p": p,
        "p_small": p_small,
        "matters": margin,
        "paired": paired,
        "deals": deals,
    }
    return _keys(played, other, [Quantity(SEAT_GAP, TABLE, 0, 0, 0, 1.0)]) | {
        name: np.array([row[name]]) for name in row
    }


def _keys(played: Played, other: int, quantities: Sequence[Quantity]) -> Columns:
    compared, rows = played.compared, len(quantities)
    first, second = compared.cells[0], compared.cells[other]
    strategies = played.strategies or first.field

    def labels(values: list[Any]) -> NDArray[Any]:
        column = np.empty(rows, object)
        column[:] = values
        return column

    def number(of: str) -> list[int | None]:
        return [1 + each.number if each.of == of else None for each in quantities]

    names = [None if n is None else strategies[n - 1] for n in number(STRATEGY)]
    return {
        "players": np.full(rows, first.players),
        "field": labels([played.field] * rows),
        "estimand": labels([played.estimand] * rows),
        "a": labels([first.ruleset] * rows),
        "b": labels([second.ruleset] * rows),
        "measure": labels([each.measure.name for each in quantities]),
        "seat": labels(number(SEAT)),
        "strategy": labels(names),
        "house": labels(number("house")),
        "unit": labels([each.measure.unit for each in quantities]),
        "games": np.full(rows, int(played.tally.deals) * first.seatings),
    }
