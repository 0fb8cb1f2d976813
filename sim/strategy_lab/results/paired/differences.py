"""The table of differences between rulesets: estimates, intervals and a verdict for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.every_game import RANK, RANKS, SEAT_GAP
from strategy_lab.results.layout import Quantity
from strategy_lab.results.measure import PLAYER, SEAT, STRATEGY, TABLE, Measure
from strategy_lab.results.paired.families import holm_by_family
from strategy_lab.results.paired.independence import tables_of
from strategy_lab.results.paired.rank_changes import rank_changes
from strategy_lab.results.paired.schema import BEFORE, TABLES
from strategy_lab.results.paired.seat_gap import seat_gap_difference
from strategy_lab.results.paired.tally import (
    Compared,
    PairedTally,
    sums_of_a,
    sums_of_b,
    sums_of_both,
)
from strategy_lab.rows import whole_win
from strategy_lab.stats.corrections import SIGNIFICANT
from strategy_lab.stats.equivalence import verdicts, within
from strategy_lab.stats.intervals import LEVEL, mean_interval
from strategy_lab.stats.paired import difference as paired_difference
from strategy_lab.stats.ratio import Ratio
from strategy_lab.stats.student import t_quantile, t_tail
from strategy_lab.stats.unpaired import difference as unpaired_difference


class Played(NamedTuple):
    """What was played in one field by one number of players."""

    field: str
    compared: Compared
    tally: PairedTally
    estimand: str = BEFORE
    """Of whom the field tells."""

    voters: frozenset[str] = frozenset()
    """Who plays, by any ruleset; players made from each other have one name."""

    strategies: tuple[str, ...] = ()
    """What tables call the strategies; empty for their names in the first cell."""
    foreign: tuple[str, ...] = ()
    """Rulesets that nobody in a field of re-tuned play was trained for: it says nothing of them."""

    by_strategy: bool = True
    """Whether there are rows by strategy."""

    @property
    def others(self) -> list[int]:
        """The indices of the rulesets whose difference from the first is what the field is for."""
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
        for block in (_measures, _ranks, _seat_gap)
        if block is not _ranks or one.compared.strategies > 1
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
    """Return the rows of all measures but ranks, with p values that are not corrected."""
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
    """Return the largest difference that a deal can show."""
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


def _ranks(played: Played, other: int, margins: Mapping[str, float]) -> Columns:
    """Return the rows on the strategies' ranks by win rate."""
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
    """Return the row on the gap between the win rates of the best and the worst seat."""
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
    """Return the columns that say what rows are about."""
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
