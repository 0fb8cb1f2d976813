"""The table of differences between rulesets: estimates, intervals and a verdict for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.columns import MONEY, SHARE, Columns
from forsale_sim.results.paired.families import holm_by_family
from forsale_sim.results.paired.measures import AMOUNTS, RANKS, RATES, Measure, on_common_deals
from forsale_sim.results.paired.rank_changes import rank_changes
from forsale_sim.results.paired.schema import EITHER, RANK, TABLES
from forsale_sim.results.paired.seat_gap import seat_gap_difference
from forsale_sim.results.paired.tally import (
    Compared,
    PairedTally,
    sums_of_a,
    sums_of_b,
    sums_of_both,
)
from forsale_sim.results.paired.thresholds import THRESHOLDS
from forsale_sim.rows import whole_win
from forsale_sim.stats.corrections import SIGNIFICANT
from forsale_sim.stats.equivalence import verdicts, within
from forsale_sim.stats.evidence import CREDIBLE
from forsale_sim.stats.intervals import mean_interval
from forsale_sim.stats.paired import difference as paired_difference
from forsale_sim.stats.ratio import Ratio
from forsale_sim.stats.student import t_tail
from forsale_sim.stats.unpaired import difference as unpaired_difference

UNITS = {RATES: SHARE, AMOUNTS: MONEY, RANKS: RANK}
"""The unit of each kind of measure."""


class Margins(NamedTuple):
    """What differences matter, where that is not as `thresholds` has it."""

    rates: float | None = None
    """As a fraction."""
    amounts: float | None = None
    """In thousands."""

    def of(self, measure: Measure) -> float:
        """Return the margin for a measure."""
        chosen = {RATES: self.rates, AMOUNTS: self.amounts, RANKS: None}[measure.kind]
        return THRESHOLDS[measure.name].size if chosen is None else chosen


class Played(NamedTuple):
    """What was played in one field by one number of players."""

    field: str
    compared: Compared
    tally: PairedTally
    role: str = CREDIBLE
    play: str = EITHER
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


def differences(played: Sequence[Played], margins: Margins | None = None) -> Columns:
    """Return the table of differences."""
    margins = margins or Margins()
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
    for name in ("p", "p_small"):
        found[f"{name}_adjusted"] = holm_by_family(found, name)
    is_rank = found["unit"] == RANK
    unmoved = (found["difference_low"] == 0) & (found["difference_high"] == 0)
    small = np.where(is_rank, unmoved, found["p_small_adjusted"] <= SIGNIFICANT)
    found["verdict"] = verdicts(found["p_adjusted"] <= SIGNIFICANT, small)
    return {name: found[name] for name in TABLES["differences"]}


def _without_strategies(table: Columns) -> Columns:
    kept = np.array([strategy is None for strategy in table["strategy"]])
    return {name: column[kept] for name, column in table.items()}


def _measures(played: Played, other: int, margins: Margins) -> Columns:
    """Return the rows of all measures but ranks, with p values that are not corrected."""
    compared, products = played.compared, played.tally.pairs[other - 1]
    measures = compared.measures(other)
    rules = [compared.cells[i].rules for i in (0, other)]
    paired = on_common_deals(*rules)
    a, b = sums_of_a(products), sums_of_b(products)
    raw = paired_difference(a, b, sums_of_both(products)) if paired else unpaired_difference(a, b)
    unit = np.array([measure.unit for measure in measures])
    found = raw._replace(value=unit * raw.value, standard_error=unit * raw.standard_error)
    if rules[0].settings() != rules[1].settings():
        found = _doubted(found, np.array([measure.largest for measure in measures]))
    low, high = mean_interval(found)
    with np.errstate(divide="ignore", invalid="ignore"):
        values = [unit * sums.x / np.where(sums.n > 0, sums.n, np.nan) for sums in (a, b)]
        tail = t_tail(np.abs(found.value) / found.standard_error, found.clusters - 1)
    certain = (found.standard_error == 0) & (found.clusters > 1)
    margin = np.array([margins.of(measure) for measure in measures])
    return _keys(played, other, measures) | {
        "value_a": values[0],
        "value_b": values[1],
        "difference": found.value,
        "difference_low": low,
        "difference_high": high,
        "standard_error": found.standard_error,
        "p": np.where(certain, 1.0, 2 * tail),
        "p_small": within(found.value, found.standard_error, found.clusters, margin),
        "margin": margin,
        "paired": np.full(len(measures), paired),
        "deals": found.clusters,
    }


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


def _ranks(played: Played, other: int, margins: Margins) -> Columns:
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
    measures = [
        Measure("rank", RANKS, 0, 0, 1.0, 0.0, strategy=i) for i in range(compared.strategies)
    ]
    ranked = found._asdict()
    rules = [compared.cells[i].rules for i in (0, other)]
    return _keys(played, other, measures) | {
        **{name: ranked[name] for name in ("value_a", "value_b", "difference")},
        **{name: ranked[name] for name in ("difference_low", "difference_high", "p", "deals")},
        "standard_error": np.full(len(measures), np.nan),
        "p_small": np.full(len(measures), np.nan),
        "margin": np.array([margins.of(measure) for measure in measures]),
        "paired": np.full(len(measures), on_common_deals(*rules)),
    }


def _seat_gap(played: Played, other: int, margins: Margins) -> Columns:
    """Return the row on the gap between the win rates of the best and the worst seat."""
    compared = played.compared
    first, second = compared.cells[0], compared.cells[other]
    paired = on_common_deals(first.rules, second.rules)
    measure = Measure("seat_gap", RATES, 0, 0, 1.0, 1.0)
    margin = margins.of(measure)
    gap = seat_gap_difference(played.tally.seats[other - 1], first.seatings, paired=paired)
    low = high = p = p_small = np.nan
    if first.rules.settings() == second.rules.settings():
        low, high, p, p_small = gap.value, gap.value, 1.0, 0.0
    elif played.tally.deals > 1:
        (low, high), p, p_small = gap.limits(), gap.p_equal(), gap.p_large(margin)
    row = {
        "value_a": gap.value_a,
        "value_b": gap.value_b,
        "difference": gap.value,
        "difference_low": low,
        "difference_high": high,
        "standard_error": np.nan,
        "p": p,
        "p_small": p_small,
        "margin": margin,
        "paired": paired,
        "deals": int(played.tally.deals),
    }
    return _keys(played, other, [measure]) | {name: np.array([row[name]]) for name in row}


def _keys(played: Played, other: int, measures: Sequence[Measure]) -> Columns:
    """Return the columns that say what rows are about."""
    compared, rows = played.compared, len(measures)
    first, second = compared.cells[0], compared.cells[other]
    strategies = played.strategies or first.field

    def labels(values: list[Any]) -> NDArray[Any]:
        column = np.empty(rows, object)
        column[:] = values
        return column

    return {
        "players": np.full(rows, first.players),
        "field": labels([played.field] * rows),
        "role": labels([played.role] * rows),
        "play": labels([played.play] * rows),
        "a": labels([first.ruleset] * rows),
        "b": labels([second.ruleset] * rows),
        "measure": labels([measure.name for measure in measures]),
        "seat": labels([measure.seat for measure in measures]),
        "strategy": labels(
            [
                None if measure.strategy is None else strategies[measure.strategy]
                for measure in measures
            ]
        ),
        "house": labels([measure.house for measure in measures]),
        "unit": labels([UNITS[measure.kind] for measure in measures]),
        "games": np.full(rows, int(played.tally.deals) * first.seatings),
    }
