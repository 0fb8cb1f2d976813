"""Where wins and scores come from: the measures, and the sums of a run that they follow from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Self

import numpy as np

from strategy_lab.results.accumulator import Accumulator, Sums, require_whole_deals
from strategy_lab.results.cell import Cell
from strategy_lab.results.columns import SHARE, Columns
from strategy_lab.results.layout import GAMES, SQUARES_OF, Layout
from strategy_lab.results.measure import RUN, SEVERAL, STRATEGY, TABLE, WIN, Floats, Measure
from strategy_lab.results.measures import Measures, add_seats
from strategy_lab.results.schema import TABLES
from strategy_lab.rows import Rows, whole_win
from strategy_lab.stats.batches import smooth_difference
from strategy_lab.stats.latin_square import Squares, sources

GROUPS = 64
"""Deals are summed in so many groups, by their numbers, which the jackknife leaves out in turn."""

FROM = {
    "strategy": "who plays",
    "cards": "whom the cards and the others suit",
    "seat": "which seat the cards favour",
    "rest": "who sits where",
}
"""What each of `Sources` is."""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of a source, as it follows from sums over deals: (…, sums) to (…).

    Attributes
    ----------
    source
        One of the fields of `Sources`.
    of, noun
        `WIN` or `SCORE`, and what sentences call it.
    """

    source: str
    of: str
    noun: str

    def __call__(self, layout: Layout, sums: Floats) -> Floats:
        """Return the share: (…, sums) to (…)."""
        squares, of_wins = (
            Squares(*(sums[..., layout.start(TABLE, each)] for each in SQUARES_OF[of]))
            for of in (self.of, WIN)
        )
        deals = of_wins.deals / (layout.players * whole_win(layout.players)) ** 2
        totals, games = (layout.sums(sums, STRATEGY, each) for each in (self.of, GAMES))
        with np.errstate(divide="ignore", invalid="ignore"):
            weights = games / games.sum(axis=-1, keepdims=True)
            means = np.where(games > 0, totals / games, 0.0)
            away = means - np.sum(weights * means, axis=-1, keepdims=True)
        between = np.sum(weights * away**2, axis=-1)
        found = sources(squares, between, deals, layout.players)
        return np.asarray(getattr(found, self.source))


def source_measures(of: str, name: str, noun: str, used_in: tuple[str, ...]) -> tuple[Measure, ...]:
    """Return the measures of where wins come from, or scores.

    `of`: `WIN` or `SCORE`. `name`, `noun`: what names of the measures begin with, and what
    sentences call what is won. `used_in`: the commands that tell them.
    """
    return tuple(
        Measure(
            f"{name}_by_{source}",
            SHARE,
            f"share of the variance of {noun} that comes from {what}",
            matters=0.05,
            reason="a twentieth of all that tells one result from another",
            noun=f"the part of {noun} that comes from {what}",
            label=what,
            quantity=Share(source, of, noun),
            needs=SEVERAL,
            used_in=used_in,
        )
        for source, what in FROM.items()
    )


@dataclass(frozen=True, slots=True)
class SourceSums(Accumulator):
    """Sums over groups of deals that say where wins and scores come from.

    Attributes
    ----------
    cell
        What is played.
    sums
        (`GROUPS`, sums): as a layout has them that has nothing but what every game has.
    """

    cell: Cell
    sums: Sums

    @classmethod
    def empty(cls, cell: Cell) -> Self:
        """Return the sums of no deal of a cell."""
        return cls(cell, np.zeros((GROUPS, _layout(cell).length), np.int64))

    def arrays(self) -> dict[str, Sums]:
        """Return every sum by name."""
        return {"sums": self.sums}

    def count(self, rows: Sequence[Rows]) -> None:
        """Add games of the cell, in place; nothing follows from deals that were played once."""
        if self.cell.seatings == 1:
            return
        (games,) = rows
        require_whole_deals(games, self.cell.players, self.cell.seatings)
        group = (games.first_deal + np.arange(games.deals)) % GROUPS
        add_seats(_layout(self.cell), self.cell, games, group, self.sums)


def sources_table(results: Mapping[Cell, SourceSums], measured: Measures) -> Columns:
    """Return a row for each source, of cells of several strategies whose lineups were rotated."""
    rows: list[tuple[Any, ...]] = []
    for cell, found in results.items():
        layout = _layout(cell)
        played = found.sums[found.sums[:, layout.start(TABLE, SQUARES_OF[WIN][0])] > 0]
        if len(cell.field) == 1 or not len(played):
            continue
        games = int(layout.sums(played, STRATEGY, GAMES).sum()) // cell.players
        deals = games // cell.seatings
        for measure in measured.used_in(RUN):
            if not isinstance(measure.quantity, Share):
                continue
            share = smooth_difference(
                partial(measure.quantity, layout), None, played, error=0.05, least_error=1 / deals
            )
            rows.append(
                (cell.ruleset, cell.players, measure.name, measure.unit, *share, games, deals)
            )
    columns = zip(*rows, strict=True) if rows else [()] * len(TABLES["measures"])
    return {
        name: np.array(column) for name, column in zip(TABLES["measures"], columns, strict=True)
    }


@lru_cache
def _layout(cell: Cell) -> Layout:
    return Layout(cell.players, len(cell.field), ())
