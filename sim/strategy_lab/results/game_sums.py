"""What the games of a cell come to as a whole: the sums of its measures, and their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.accumulator import Accumulator, Sums, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.columns import Columns
from strategy_lab.results.deal_loops import add_squares
from strategy_lab.results.layout import Quantity
from strategy_lab.results.measure import RUN, SEAT, STANDING, STRATEGY
from strategy_lab.results.measures import Measures
from strategy_lab.rows import Rows
from strategy_lab.stats.estimators import FIXED_SAMPLE, Estimator
from strategy_lab.stats.ratio import ClusterSums, ratio


@dataclass(frozen=True, slots=True)
class GameSums(Accumulator):
    """Integer sums over deals."""

    cell: Cell
    measured: Measures
    detail: bool
    """What is played, the measures of the game, and whether those are summed that take the detail
    of games."""

    deals: Sums
    """(): deals counted."""

    sums: Sums
    """(quantities, 6): the fields of `ClusterSums`, as `add_squares` adds them."""

    @classmethod
    def empty(cls, cell: Cell, measured: Measures, *, detail: bool = False) -> Self:
        """Return the sums of no game of a cell."""
        shape = len(_places(cell, measured, detail)[0]), len(ClusterSums._fields)
        return cls(cell, measured, detail, np.zeros((), np.int64), np.zeros(shape, np.int64))

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"deals": self.deals, "sums": self.sums}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place."""
        (games,) = rows
        require_whole_deals(games, self.cell.players, self.cell.seatings)
        of_deals = self.measured.deal_sums(self.cell, games, detail=self.detail, seats=False)
        add_squares(of_deals, *_places(self.cell, self.measured, self.detail), self.sums)
        self.deals[...] += games.deals

    def of(self, number: int) -> ClusterSums:
        """Return the sums of one quantity, as arrays with one entry."""
        return ClusterSums(*self.sums[[number]].T)


def quantities(cell: Cell, measured: Measures, *, detail: bool) -> list[Quantity]:
    """Return what is measured of a cell, but for what tables by strategy and by seat have."""
    layout = measured.layout(cell, detail=detail)
    return [
        quantity
        for measure in measured.used_in(RUN)
        for of in measure.of
        if measure.name not in measured.unknown(cell.rules)
        and of not in (SEAT, STRATEGY)
        and layout.knows(measure, of)
        for quantity in layout.quantities(measure, of)
    ]


@lru_cache
def _places(cell: Cell, measured: Measures, detail: bool) -> list[NDArray[np.int64]]:
    """Return where among the sums of a deal each quantity and its observations are."""
    found = quantities(cell, measured, detail=detail)
    return [np.array([getattr(each, part) for each in found]) for part in ("x", "n")]


def measures_table(
    results: Mapping[Cell, GameSums], estimators: Mapping[Cell, Estimator] | None = None
) -> Columns:
    """Return a row for each measure of whole games, with its interval."""
    by = estimators or dict.fromkeys(results, FIXED_SAMPLE)
    return _joined([_rows(cell, sums, by[cell]) for cell, sums in results.items()])


def standings_table(results: Mapping[Cell, GameSums]) -> Columns:
    """Return how often those win who were first, second and so on: a row for each place."""
    blocks = []
    for cell, sums in results.items():
        every = enumerate(quantities(cell, sums.measured, detail=sums.detail))
        chosen = [(number, each) for number, each in every if each.of == STANDING]
        table = rows_of(cell, sums, chosen, FIXED_SAMPLE)
        standing = {"standing": np.array([1 + each.number for _, each in chosen])}
        blocks.append(standing | {name.replace("value", "win_rate"): table[name] for name in table})
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def group_tables(
    results: Mapping[Cell, GameSums], measured: Measures, estimators: Mapping[Cell, Estimator]
) -> dict[str, Columns]:
    """Return a table of each group of which a game has one: its measures of each member."""
    return {
        table: _joined(
            [_members(cell, sums, of, estimators[cell]) for cell, sums in results.items()]
        )
        for of, table in measured.named_groups.items()
    }


def _members(cell: Cell, sums: GameSums, of: str, by: Estimator) -> Columns:
    every = enumerate(quantities(cell, sums.measured, detail=sums.detail))
    chosen = [(number, each) for number, each in every if each.of == of]
    table = rows_of(cell, sums, chosen, by)
    names = sums.measured.member_names(cell.rules, of) if sums.measured.member_names else ()
    return {
        "ruleset": table["ruleset"],
        "players": table["players"],
        "measure": np.array([each.measure.name for _, each in chosen]),
        of: np.array([names[each.number] for _, each in chosen]),
        "unit": np.array([each.measure.unit for _, each in chosen]),
        **{name: table[name] for name in ("value", "value_low", "value_high", "games", "deals")},
    }


def _joined(blocks: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def rows_of(
    cell: Cell, sums: GameSums, chosen: Sequence[tuple[int, Quantity]], by: Estimator
) -> Columns:
    """Return some quantities with their intervals, a row each, and what they are observed in."""
    found = []
    for number, quantity in chosen:
        mean = ratio(sums.of(number), unit=quantity.unit)
        low, high = by.rate(mean) if quantity.measure.is_rate else by.mean(mean)
        found.append((mean.value, low, high, mean.n, mean.clusters))
    columns = [np.concatenate(column) for column in zip(*found, strict=True)]
    return {
        "ruleset": np.repeat(np.array([cell.ruleset]), len(chosen)),
        "players": np.repeat(cell.players, len(chosen)),
        **dict(zip(("value", "value_low", "value_high", "games", "deals"), columns, strict=True)),
    }


def _rows(cell: Cell, sums: GameSums, by: Estimator) -> Columns:
    every = enumerate(quantities(cell, sums.measured, detail=sums.detail))
    whole = [(number, each) for number, each in every if each.of == each.measure.whole]
    table = rows_of(cell, sums, whole, by)
    measures = [each.measure for _, each in whole]
    kept = np.repeat(sums.deals > 0, len(whole))
    named = {
        "ruleset": table["ruleset"],
        "players": table["players"],
        "measure": np.array([measure.name for measure in measures]),
        "unit": np.array([measure.unit for measure in measures]),
        **{name: table[name] for name in ("value", "value_low", "value_high")},
        "games": np.repeat(sums.deals * cell.seatings, len(whole)),
        "deals": table["deals"],
    }
    return {name: column[kept] for name, column in named.items()}
