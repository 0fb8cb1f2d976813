"""Tallies to tables: estimates with their intervals, as plain columns that need no pandas."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from strategy_lab.errors import nearest
from strategy_lab.results import accumulators
from strategy_lab.results.accumulators import (
    Accumulator,
    Cell,
    Sums,
    Tally,
    require_whole_deals,
    seat_shares,
)
from strategy_lab.results.appearances import (
    Statistics,
    columns_of_table,
    estimates,
    fairness,
    tables_with,
)
from strategy_lab.results.conclusions import SHARE, Column, Columns, Tables
from strategy_lab.results.deal_loops import add_squares
from strategy_lab.results.measures import (
    COMPARE,
    RUN,
    SEAT,
    STANDING,
    STRATEGY,
    WIN,
    Measure,
    Measures,
    Quantity,
    Ratio,
)
from strategy_lab.rows import Rows
from strategy_lab.stats.batches import Gap
from strategy_lab.stats.confidence_sequences import FIXED_SAMPLE, Estimator
from strategy_lab.stats.differences import SIGNIFICANT, all_equal, all_within, holm, pairs, verdicts
from strategy_lab.stats.intervals import ClusterSums, ratio

# every_game: The measures that every game has: who wins how often, and how much depends on the
# seat.

RANKS = "rank"
"""The unit of ranks."""

ONE_GAME = "one game in a hundred: fewer than that no group of players can notice"


def rate_of_games(name: str, description: str, of: Mapping[str, Ratio], **more: Any) -> Measure:
    """Return the measure of a share of games, of which one in a hundred matters.

    `more` is what else a `Measure` takes.
    """
    return Measure(
        name, SHARE, description, of, matters=0.01, reason=ONE_GAME, is_rate=True, **more
    )


WIN_RATE = rate_of_games(
    "win_rate",
    "share of the win; k players who tie get 1/k each",
    {of: Ratio(WIN) for of in (SEAT, STRATEGY, STANDING)},
    noun="the win rate",
    question="how often {who} wins",
    label="{who} wins, points",
    more="{who} wins {size} {unit} more often",
    less="{who} wins {size} {unit} less often",
)

SEAT_GAP = Measure(
    "seat_gap",
    SHARE,
    "win rate of the best seat less that of the worst",
    matters=0.01,
    reason=ONE_GAME,
    noun="the gap between seats",
    question="how far the best seat is ahead of the worst",
    label="best less worst seat, points",
    more="the best seat gains {size} {unit} on the worst",
    less="the worst seat gains {size} {unit} on the best",
    gap_of="win_rate",
)

RANK = Measure(
    "rank",
    RANKS,
    "place in the order of strategies by win rate",
    matters=0.5,
    reason="a rank has changed if it is another one",
    label="place of {who}",
    size_unit="place",
    used_in=(COMPARE,),
)

EVERY_GAME = (WIN_RATE, SEAT_GAP, RANK)
"""In the order of tables."""


def seat_effect(cell: Cell, tally: Tally, matters: float = SEAT_GAP.matters) -> Columns:
    """Return a row on a cell's seats, less what depends on other rows; none without deals."""
    found = seat_shares(cell, tally)
    test = all_equal(*found)
    differences = pairs(*found)
    gap = Gap(found.value, found.covariance, int(found.clusters))
    low, high = gap.limits()
    row = {
        "ruleset": cell.ruleset,
        "players": cell.players,
        "games": tally.games,
        "deals": int(tally.deals),
        "best_seat": gap.largest + 1,
        "worst_seat": gap.smallest + 1,
        "seat_gap": gap.value,
        "seat_gap_low": low,
        "seat_gap_high": np.minimum(high, 1.0),
        "f_statistic": test.f,
        "p_equal": test.p,
        "matters": matters,
        "p_small": all_within(differences, matters),
    }
    rows = 1 if tally.games > 0 else 0
    return {name: np.repeat(np.array([value]), rows) for name, value in row.items()}


def with_verdicts(table: Columns) -> Columns:
    """Return a table of seat effects with what its rows show, given how many they are."""
    equal, small = holm(table["p_equal"]), holm(table["p_small"])
    differs, shown_small = equal <= SIGNIFICANT, small <= SIGNIFICANT
    return {
        **table,
        "p_equal_adjusted": equal,
        "differs": differs,
        "p_small_adjusted": small,
        "shown_small": shown_small,
        "verdict": verdicts(differs, shown_small),
    }


def tables(
    results: Mapping[Cell, Tally],
    statistics: Statistics,
    estimators: Mapping[Cell, Estimator] | None = None,
) -> Tables:
    """Return the tables of a run, with a block of rows for each cell in turn."""
    by = estimators or dict.fromkeys(results, FIXED_SAMPLE)
    found = {
        name: _joined([block(cell, tally, statistics, by[cell]) for cell, tally in results.items()])
        for name, block in _BLOCKS.items()
    }
    found["by_seat"]["p_fair_adjusted"] = holm(found["by_seat"]["p_fair"])
    effects = _joined([seat_effect(cell, tally) for cell, tally in results.items()])
    found["seat_effect"] = with_verdicts(effects)
    players = max(cell.players for cell in results)
    return {
        name: {column: found[name][column] for column in columns_of_table(columns, players)}
        for name, columns in tables_with(statistics).items()
        if name in found
    }


def where(table: Columns, **keys: str | int) -> Columns:
    """Return the rows of a table that have the given values in the given columns."""
    chosen = np.ones(len(next(iter(table.values()))), bool)
    for name, value in keys.items():
        chosen &= table[name] == value
    return {name: column[chosen] for name, column in table.items()}


def values(column: NDArray[Any]) -> list[Any]:
    """Return the different values of a column, each where it first appears."""
    return list(dict.fromkeys(column.tolist()))


def records(table: Columns) -> list[dict[str, Any]]:
    """Return a table's rows as JSON has them: plain numbers and texts, and None for NaN."""
    columns = (map(_plain, column.tolist()) for column in table.values())
    return [dict(zip(table, row, strict=True)) for row in zip(*columns, strict=True)]


def _by_strategy(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = accumulators.by_strategy(cell, tally)
    alone = grouped.win.n == tally.games * cell.players
    keys = {"strategy": np.array(cell.field)}
    return _keys(cell, keys) | estimates(grouped, by, statistics.of_players, certain=alone)


def _by_seat(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = accumulators.by_seat(cell, tally)
    keys = {"seat": np.arange(1, cell.players + 1)}
    fair = fairness(grouped, cell.players)
    return _keys(cell, keys) | estimates(grouped, by, statistics.of_players) | fair


def _by_strategy_and_seat(
    cell: Cell, tally: Tally, statistics: Statistics, by: Estimator
) -> Columns:
    grouped = accumulators.by_strategy_and_seat(cell, tally)
    keys = {
        "strategy": np.repeat(np.array(cell.field), cell.players),
        "seat": np.tile(np.arange(1, cell.players + 1), len(cell.field)),
    }
    return _seen(_keys(cell, keys) | estimates(grouped, by, statistics.of_players))


def _by_players(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    grouped = accumulators.all_together(cell, tally)
    return (
        _keys(cell, {})
        | estimates(grouped, by, statistics.of_all)
        | {"games": np.array([tally.games])}
    )


def _head_to_head(cell: Cell, tally: Tally, statistics: Statistics, by: Estimator) -> Columns:
    sums = accumulators.head_to_head(tally)
    rate = ratio(sums, unit=0.5)
    low, high = by.rate(rate)
    upper = np.triu(np.ones_like(low, bool), k=1)

    def both_ways(forth: NDArray[Any], back: NDArray[Any]) -> NDArray[Any]:
        return np.where(upper, forth, back.T)

    columns = {
        "games": both_ways(rate.n, rate.n),
        "ahead_rate": both_ways(rate.value, 1 - rate.value),
        "ahead_rate_low": both_ways(low, 1 - high),
        "ahead_rate_high": both_ways(high, 1 - low),
        "deals": both_ways(rate.clusters, rate.clusters),
    }
    others = ~np.eye(len(cell.field), dtype=bool)
    strategy, opponent = np.nonzero(others)
    field = np.array(cell.field)
    keys = _keys(cell, {"strategy": field[strategy], "opponent": field[opponent]})
    return _seen(keys | {name: column[others] for name, column in columns.items()})


_BLOCKS = {
    "by_strategy": _by_strategy,
    "by_seat": _by_seat,
    "by_strategy_and_seat": _by_strategy_and_seat,
    "head_to_head": _head_to_head,
    "by_players": _by_players,
}


def _keys(cell: Cell, keys: Columns) -> Columns:
    rows = max(map(len, keys.values()), default=1)
    return {
        "ruleset": np.repeat(np.array([cell.ruleset]), rows),
        "players": np.repeat(cell.players, rows),
        **keys,
    }


def _joined(blocks: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _plain(value: float | str) -> float | str | None:
    return None if isinstance(value, float) and math.isnan(value) else value


def _seen(block: Columns) -> Columns:
    return {name: column[block["games"] > 0] for name, column in block.items()}


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


@dataclass(frozen=True, slots=True)
class CandidateSums(Accumulator):
    """Sums over the deals of each candidate: the first strategies of a field."""

    first: int
    """The index in the field of the first candidate."""

    win: Sums
    win_squares: Sums
    """(candidates,): the sums of a deal's wins at all tables, and of their squares, in parts of a
    win."""

    ahead: Sums
    """(candidates,): the score times the number of the others, less the scores of the others."""

    level: Sums
    """(candidates,): in how many deals all others played as the candidate does."""

    @classmethod
    def empty(cls, candidates: int) -> Self:
        """Return the sums of no deal."""
        return cls(0, *(np.zeros(candidates, np.int64) for _ in range(4)))

    def of(self, candidate: int) -> CandidateSums:
        """Return those of one candidate, which share memory with these."""
        own = slice(candidate, candidate + 1)
        parts = (self.win, self.win_squares, self.ahead, self.level)
        return CandidateSums(self.first + candidate, *(part[own] for part in parts))

    def count(self, rows: Sequence[Rows]) -> None:
        """Add the games of some deals, at each of their tables, to the first candidate."""
        wins: Sums | int = 0
        for games in rows:
            own = games.strategy == self.first
            score = games.score.astype(np.int64)
            self.ahead[0] += np.where(own, (games.players - 1) * score, -score).sum()
            win = np.where(own, games.win, 0).sum(axis=1, dtype=np.int64)
            wins = wins + win.reshape(-1, games.seatings).sum(axis=1)
        self.win[0] += np.sum(wins)
        self.win_squares[0] += np.sum(np.square(wins))

    def arrays(self) -> dict[str, Sums]:
        """Return the sums by name."""
        return {
            "win": self.win,
            "win_squares": self.win_squares,
            "ahead": self.ahead,
            "level": self.level,
        }


# digest: The digest: equal for equal work, however it was done.
#
# A SHA-256 over a fixed core and nothing else: what was played, and the sums of every game's
# winners, places and money (`results.core`). Counters that are added later change no digest, nor
# does any time, path, machine, number of threads, or order in which pieces were finished.

VERSION = 3
"""Of what is hashed and how, and of how seeds become games; part of the digest."""


def digest(blocks: Iterable[tuple[Mapping[str, object], Mapping[str, NDArray[np.int64]]]]) -> str:
    """Return the digest of what was played."""
    hashed = sorted((canonical(identity), array_hash(sums)) for identity, sums in blocks)
    return hashlib.sha256(canonical([VERSION, hashed]).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return a value as JSON in the one form it has here: keys sorted, ASCII, no space."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def array_hash(arrays: Mapping[str, NDArray[np.int64]]) -> str:
    """Return a SHA-256 over names, shapes and little-endian 64-bit values of arrays of integers."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        if array.dtype.kind != "i":
            raise TypeError(f"the sums {name!r} are not integers but {array.dtype}")
        hashed.update(canonical([name, array.shape]).encode())
        hashed.update(array.astype("<i8").tobytes())
    return hashed.hexdigest()


UNITS = "units"
"""The key of a frame's ``attrs`` that has the unit of each of its columns."""


class Table(pd.DataFrame):
    """A table that tells names like that of a column that it does not have."""

    @property
    def _constructor(self) -> type[Table]:
        return Table

    def __getitem__(self, key: Any) -> Any:
        """Return a column, or whatever else a DataFrame returns for a key."""
        try:
            return super().__getitem__(key)
        except KeyError:
            names = [key] if isinstance(key, str) else key if isinstance(key, list) else []
            for name in names:
                if name not in self.columns:
                    raise NoColumnError(
                        f"no column {name!r}{nearest(str(name), self.columns)}"
                    ) from None
            raise


class NoColumnError(KeyError):
    """A column that a table does not have."""

    __str__ = Exception.__str__  # without the quotes of a key


def frames(tables: Tables, columns: Mapping[str, Column]) -> dict[str, pd.DataFrame]:
    """Return tables as DataFrames, by name, with the units of their columns in ``attrs``."""
    made: dict[str, pd.DataFrame] = {}
    for name, table in tables.items():
        made[name] = Table(table)
        made[name].attrs[UNITS] = {each: columns[each].unit for each in table if each in columns}
    return made
