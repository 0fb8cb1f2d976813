"""The experiment ``run``: a field or a lineup plays, by one ruleset or several."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError, points
from strategy_lab.results.accumulators import Accumulator, Cell, CompoundTally, Orders
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, Column, Columns, Tables, stacked
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import COLUMNS as RUN_COLUMNS
from strategy_lab.results.tables import (
    by_seat,
    by_strategy,
    columns_with,
    group_tables,
    measures_table,
    tables,
    where,
)
from strategy_lab.simulation import experiment
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.intervals import (
    MEAN_INTERVAL,
    RATE_INTERVAL,
    needed,
    rate_interval,
    ratio,
)
from strategy_lab.stats.rankings import RATING, Ratings, cycles, expected_ahead, rate

# precision: Playing until it is known: a goal that is reached when every win rate has a short
# interval.
#
# A cell is looked at after fixed numbers of deals, each a fifth more than the one before. So what
# is played follows from what has been counted, not from threads, pieces or interruptions. Why
# intervals keep their coverage: docs/statistics.md, Precision.

FEWEST = 500  # deals before the first look: fewer have no Gaussian sums
STEP = 5  # between two looks the deals grow by one part in so many


@dataclass(frozen=True, slots=True)
class Precision:
    """The goal of knowing every win rate, by strategy and by seat, to within a half-width.

    The deals of a planned cell are the most that may be played of it.
    """

    half_width: float  # as a fraction: 0.001 for a tenth of a percentage point

    @property
    def points(self) -> str:
        return points(f"{100 * self.half_width:g}")

    def next_deals(
        self, planned: experiment.PlannedCell, deals: int, tally: Tally, played: experiment.Spans
    ) -> experiment.Spans:
        """Return which deals a cell plays until it is looked at next; none where it is done."""
        if self._is_done(planned, deals, tally):
            return experiment.Spans()
        return experiment.Spans.up_to(min(planned.deals, look_after(deals))) - played

    def shortcomings(self, planned: experiment.PlannedCell, deals: int, tally: Tally) -> list[str]:
        worst, arm = self._least_known(planned, tally)
        if arm <= self.half_width:
            return []
        known = f"±{100 * arm:.2g})" if arm < math.inf else "fewer than two deals)"
        return [
            f"{planned.cell.ruleset}, {planned.cell.players} players: win rates are not known to "
            f"±{self.points} after {tally.games:,} games ({worst}: {known}"
        ]

    def games_expected(self, planned: experiment.PlannedCell, deals: int, tally: Tally) -> int:
        if self._is_done(planned, deals, tally):
            return deals * planned.cell.seatings
        _, arm = self._least_known(planned, tally)
        expected = self._deals_needed(planned)
        if arm < math.inf:
            expected = math.ceil(deals * (arm / self.half_width) ** 2)
        return min(planned.deals, max(deals + 1, expected)) * planned.cell.seatings

    def _deals_needed(self, planned: experiment.PlannedCell) -> int:
        """Return how many deals it takes if all win equally often in independent games."""
        fair = 1 / planned.cell.players
        enough = needed(fair * (1 - fair) / planned.cell.seatings, self.half_width)
        return max(FEWEST, min(planned.deals, enough))

    def _is_done(self, planned: experiment.PlannedCell, deals: int, tally: Tally) -> bool:
        if deals == planned.deals:
            return True
        if deals != look_after(deals - 1):
            return False
        _, arm = self._least_known(planned, tally)
        return arm <= self.half_width

    def _least_known(self, planned: experiment.PlannedCell, tally: Tally) -> tuple[str, float]:
        """Return whose win rate is known least, and its interval's longer arm."""
        cell = planned.cell
        strategies, seats = by_strategy(tally), by_seat(tally)
        alone = np.equal(strategies.appearances, tally.games * cell.players)
        arms: dict[str, float] = {}
        for names, grouped, certain in (
            (cell.field, strategies, alone),
            ([f"seat {seat}" for seat in range(1, cell.players + 1)], seats, None),
        ):
            rate = ratio(grouped.win, unit=grouped.part_of_win)
            low, high = rate_interval(rate, certain)
            longer = np.maximum(rate.value - low, high - rate.value)
            arms |= zip(names, np.nan_to_num(longer, nan=math.inf).tolist(), strict=True)
        worst = max(arms, key=lambda name: arms[name])
        return worst, arms[worst]


def look_after(deals: int) -> int:
    """Return after how many deals a cell that has played `deals` is looked at next."""
    look = FEWEST
    while look <= deals:
        look += look // STEP
    return look


ALL = math.inf  # as many games as there are


class Run(experiment.Experiment):
    """A plan played to its end, or until its win rates are precise enough.

    `plan`: what is played; with a precision, at most. `games_requested`: how many games were asked
    for. `precision`: how well every win rate is to be known; None to play all.
    """

    detailed_games: float = 10_000
    """Of so many games of a cell, the first, that is counted, too, which takes their detail: it
    takes thrice the time."""

    def __init__(
        self, plan: experiment.Plan, games_requested: int, precision: Precision | None = None
    ) -> None:
        self.plan, self.plans = plan, (plan,)
        self.games_requested = games_requested
        self.precision = precision
        self.adaptive = self.precision is not None
        self.measures = plan.definition.measures()
        if plan.definition.detail is None:
            self.detailed_games = 0
        elif self.detailed_games and self.measures.named_groups:
            self.detailed_games = ALL
        self.columns = columns_with(self.measures) | {
            of: Column(LABEL, f"the {of} that the row is about")
            for of in self.measures.named_groups
        }
        self.blocks = [
            experiment.Block(
                f"{planned.cell.ruleset} for {planned.cell.players} players",
                planned.cell,
                planned.deals,
                planned.games,
                identity_of(planned, plan),
            )
            for planned in plan.cells
        ]

    def chunks(self, piece: experiment.Piece) -> list[experiment.Chunk]:
        most = max(0, min(piece.units, self.detailed_deals(piece.block) + 1 - piece.first))
        first, more = (
            experiment.Chunk(0, piece.block, piece.first, most, detail=True),
            experiment.Chunk(0, piece.block, piece.first + most, piece.units - most),
        )
        return [first] if most == piece.units else [first, more] if most else [more]

    def detailed_deals(self, block: int) -> int:
        """Return of how many deals, the first, the detail is counted."""
        planned = self.plan.cells[block]
        return int(min(planned.deals, -(-self.detailed_games // planned.cell.seatings)))

    def empty(self, block: int) -> Accumulator:
        cell, detailed = self.plan.cells[block].cell, self.detailed_deals(block)
        return Tally.empty(cell, self.measures, detailed=detailed)

    def next_units(self, outcome: experiment.Outcome) -> list[experiment.Spans]:
        if self.precision is None:
            return outcome.missing
        units = [experiment.Spans()] * len(self.blocks)
        for block in range(len(self.blocks)):
            state = self._state(outcome, block)
            units[block] = self.precision.next_deals(*state, outcome.played[block])
            if units[block] and not self.in_turn:
                break
        return units

    def games_expected(self, outcome: experiment.Outcome) -> int:
        if self.precision is None:
            return super().games_expected(outcome)
        states = [self._state(outcome, block) for block in range(len(self.blocks))]
        return sum(self.precision.games_expected(*state) for state in states)

    def tables(self, outcome: experiment.Outcome) -> Tables:
        tallies = self.tallies(outcome)
        measures = {"measures": measures_table(tallies)}
        return tables(tallies) | measures | group_tables(tallies)

    def tallies(self, outcome: experiment.Outcome) -> dict[Cell, Tally]:
        return {
            planned.cell: self._tally(outcome, block)
            for block, planned in enumerate(self.plan.cells)
        }

    def _tally(self, outcome: experiment.Outcome, block: int) -> Tally:
        tally: Tally = outcome.tally(block)
        return tally

    def first_game(self, outcome: experiment.Outcome) -> int:
        return next(
            planned.first_game + (played.pairs[0][0] - 1) * planned.cell.seatings
            for planned, played in zip(self.plan.cells, outcome.played, strict=True)
            if played
        )

    def shortcomings(self, outcome: experiment.Outcome) -> list[str]:
        if self.precision is None:
            return []
        states = [self._state(outcome, block) for block in range(len(self.blocks))]
        return [text for state in states for text in self.precision.shortcomings(*state)]

    def facts(self, outcome: experiment.Outcome) -> Mapping[str, Any]:
        goal = self.precision
        return {
            "games_requested": self.games_requested,
            "precision": goal and goal.half_width,
            "max_games": goal and self.games_requested,
            "precision_reached": None if goal is None else not self.shortcomings(outcome),
            "intervals": {"rates": RATE_INTERVAL, "means": MEAN_INTERVAL},
            "rotate": self.plan.rotate,
            "cells": [
                {
                    "ruleset": planned.cell.ruleset,
                    **identity_of(planned, self.plan),
                    "deals_planned": planned.deals,
                    "deals": len(played),
                    "stretches": [list(pair) for pair in played.pairs],
                }
                for planned, played in zip(self.plan.cells, outcome.played, strict=True)
            ],
        }

    @property
    def notes(self) -> list[str]:
        return [*self._lonely(), *self._size()]

    def _lonely(self) -> list[str]:
        if len(self.plan.field) > 1:
            return []
        (alone,) = self.plan.field
        program = alone.game.program()
        field = "all" if "all" in program.named_fields else ",".join(program.field)
        return [
            f"Every seat is played by {alone.name}, so it wins a fair share whatever it does. "
            f"To seat it among the usual field: --strategy {field} --strategy "
            f"{shlex.quote(alone.spec)}"
        ]

    def _size(self) -> list[str]:
        if self.precision is not None:
            return [
                f"Playing until every win rate is known to ±{self.precision.points}, at most "
                f"{self.games_requested:,} games."
            ]
        if self.plan.games == self.games_requested:
            return []
        tables = f" in {len(self.plan.cells)} tables" if len(self.plan.cells) > 1 else ""
        return [
            f"Playing {self.plan.games:,} games for the {self.games_requested:,} asked for: "
            f"whole deals{tables}."
        ]

    def _state(
        self, outcome: experiment.Outcome, block: int
    ) -> tuple[experiment.PlannedCell, int, Any]:
        return self.plan.cells[block], len(outcome.played[block]), self._tally(outcome, block)


def identity_of(planned: experiment.PlannedCell, plan: experiment.Plan) -> dict[str, Any]:
    """Return all that decides what is played in a cell, in values that JSON can hold."""
    cell, lineup = planned.cell, planned.lineup
    return {
        "players": cell.players,
        "rules": cell.rules.settings(),
        "field": list(cell.field),
        "lineup": None if lineup is None else [cell.field[index] for index in lineup],
        "seatings": cell.seatings,
        "seed": plan.seed,
        **plan.drawing,
    }


# The experiment ``rank``: a run whose strategies are rated by the finishing orders of games. Its
# tables have ratings, who finishes ahead of whom, and the cycles that ratings hide.

POINTS = "points"

COLUMNS = {
    **{name: RUN_COLUMNS[name] for name in ("ruleset", "players", "strategy", "opponent")},
    "cycle": Column(LABEL, "strategies, each of which finishes ahead of the next more often"),
    "games": Column(COUNT, "appearances; head_to_head: meetings; cycles: fewest of two in it"),
    "rating": Column(POINTS, f"400 log10 of the strength, mean 0 over the field: {RATING}"),
    "rating_low": Column(POINTS, f"lower limit of rating: {INTERVAL}"),
    "rating_high": Column(POINTS, f"upper limit of rating: {INTERVAL}"),
    "group": Column("number", "no strategy ever finished ahead of, or level with, one of a lower"),
    **{name: RUN_COLUMNS[name] for name in ("ahead_rate", "ahead_rate_low", "ahead_rate_high")},
    "ahead_expected": Column(SHARE, "ahead_rate as it should be by the ratings"),
    "weakest_leg": Column(SHARE, "smallest ahead_rate of a strategy over the next in the cycle"),
    "deals": RUN_COLUMNS["deals"],
}

RATINGS = (
    *("ruleset", "players", "strategy", "games"),
    *("rating", "rating_low", "rating_high", "group", "deals"),
)
HEAD_TO_HEAD = (
    *("ruleset", "players", "strategy", "opponent", "games"),
    *("ahead_rate", "ahead_rate_low", "ahead_rate_high", "ahead_expected", "deals"),
)
CYCLES = ("ruleset", "players", "cycle", "games", "weakest_leg")

TABLES = {"ratings": RATINGS, "head_to_head": HEAD_TO_HEAD, "cycles": CYCLES}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""


def rating_tables(run: Tables, orders: Mapping[Cell, Orders], seed: int) -> Tables:
    """Return the tables of `TABLES`, with a block of rows for each cell."""
    blocks: dict[str, list[Columns]] = {name: [] for name in TABLES}
    for cell, counted in orders.items():
        ratings = rate(counted.batched(), seed)
        keys: dict[str, Any] = {"ruleset": cell.ruleset, "players": cell.players}
        strategies, meetings = where(run["by_strategy"], **keys), where(run["head_to_head"], **keys)
        blocks["ratings"].append(
            strategies
            | {
                "rating": ratings.value,
                "rating_low": ratings.low,
                "rating_high": ratings.high,
                "group": ratings.group,
            }
        )
        expected = expected_ahead(ratings.value)[_pairs(cell, meetings)]
        blocks["head_to_head"].append({**meetings, "ahead_expected": expected})
        blocks["cycles"].append(_cycles(cell, meetings, ratings))
    return {name: stacked(blocks[name], columns) for name, columns in TABLES.items()}


def _cycles(cell: Cell, meetings: Columns, ratings: Ratings) -> Columns:
    """Return the cycles in which every leg's interval is above one half, the best rated first."""
    field = cell.field
    best_first = np.argsort(-np.nan_to_num(ratings.value), kind="stable")
    pairs = _pairs(cell, meetings)
    shape = (len(field), len(field))
    beats, rate, games = np.zeros(shape, bool), np.zeros(shape), np.zeros(shape, np.int64)
    beats[pairs], rate[pairs] = meetings["ahead_rate_low"] > 0.5, meetings["ahead_rate"]
    games[pairs] = meetings["games"]
    found = [
        tuple(int(best_first[i]) for i in cycle)
        for cycle in cycles(beats[np.ix_(best_first, best_first)])
    ]
    legs = [(np.array(cycle), np.roll(cycle, -1)) for cycle in found]
    return {
        "ruleset": np.array([cell.ruleset] * len(found), dtype=str),
        "players": np.full(len(found), cell.players),
        "cycle": np.array(
            [" beats ".join(field[i] for i in (*cycle, cycle[0])) for cycle in found], dtype=str
        ),
        "games": np.array([games[leg].min() for leg in legs], np.int64),
        "weakest_leg": np.array([rate[leg].min() for leg in legs], np.float64),
    }


def _pairs(cell: Cell, meetings: Columns) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    index = {name: i for i, name in enumerate(cell.field)}
    first, second = (
        np.array([index[name] for name in meetings[key].tolist()], np.int64)
        for key in ("strategy", "opponent")
    )
    return first, second


class Rank(Run):
    detailed_games = 0

    def __init__(self, plan: experiment.Plan, games_requested: int) -> None:
        super().__init__(plan, games_requested)
        self.columns = COLUMNS
        if len(plan.field) == 1:
            raise UsageError(
                f"{plan.field[0].name} has nobody to be ranked with: name another strategy "
                "(--strategy)"
            )
        for block in range(len(self.blocks)):
            self.empty(block)

    def empty(self, block: int) -> CompoundTally:
        planned = self.plan.cells[block]
        fixed = planned.lineup is not None
        orders = Orders.empty(planned.cell, fixed_lineup=fixed, deals=planned.deals)
        return CompoundTally({"run": super().empty(block), "orders": orders})

    def _tally(self, outcome: experiment.Outcome, block: int) -> Tally:
        tally: Tally = outcome.tally(block).parts["run"]
        return tally

    def tables(self, outcome: experiment.Outcome) -> Tables:
        orders = [outcome.tally(block).parts["orders"] for block in range(len(self.blocks))]
        cells = [planned.cell for planned in self.plan.cells]
        return rating_tables(
            super().tables(outcome), dict(zip(cells, orders, strict=True)), self.plan.seed
        )
