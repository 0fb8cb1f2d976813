"""Tallies to tables: estimates with their intervals, as plain columns that need no pandas."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results import appearances
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.appearances import (
    estimates,
    fairness,
    head_to_head,
    seat_shares,
    told_of_all,
    told_of_players,
)
from strategy_lab.results.conclusions import Columns, Tables
from strategy_lab.results.measures import (
    GAMES,
    RUN,
    SEAT_GAP,
    SQUARES_OF,
    STRATEGY,
    TABLE,
    WIN,
    Quantity,
    Share,
    Tally,
    run_quantities,
)
from strategy_lab.results.run_columns import TABLES, columns_of_table, tables_with
from strategy_lab.stats.batches import Gap, smooth_difference
from strategy_lab.stats.differences import SIGNIFICANT, all_equal, all_within, holm, pairs, verdicts
from strategy_lab.stats.intervals import FIXED_SAMPLE, Estimator, ratio


def seat_effect(tally: Tally, matters: float = SEAT_GAP.matters) -> Columns:
    """Return a row on a cell's seats, less what depends on other rows; none without deals."""
    cell, found = tally.cell, seat_shares(tally)
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
    results: Mapping[Cell, Tally], estimators: Mapping[Cell, Estimator] | None = None
) -> Tables:
    by = estimators or dict.fromkeys(results, FIXED_SAMPLE)
    found = {
        name: _joined([block(tally, by[cell]) for cell, tally in results.items()])
        for name, block in _BLOCKS.items()
    }
    found["by_seat"]["p_fair_adjusted"] = holm(found["by_seat"]["p_fair"])
    effects = _joined([seat_effect(tally) for tally in results.values()])
    found["seat_effect"] = with_verdicts(effects)
    players = max(cell.players for cell in results)
    measured = next(iter(results.values())).measured
    return {
        name: {column: found[name][column] for column in columns_of_table(columns, players)}
        for name, columns in tables_with(measured).items()
        if name in found
    }


def where(table: Columns, **keys: str | int) -> Columns:
    chosen = np.ones(len(next(iter(table.values()))), bool)
    for name, value in keys.items():
        chosen &= table[name] == value
    return {name: column[chosen] for name, column in table.items()}


def values(column: NDArray[Any]) -> list[Any]:
    return list(dict.fromkeys(column.tolist()))


def records(table: Columns) -> list[dict[str, Any]]:
    """Return a table's rows as JSON has them: plain numbers and texts, and None for NaN."""
    columns = (map(_plain, column.tolist()) for column in table.values())
    return [dict(zip(table, row, strict=True)) for row in zip(*columns, strict=True)]


def _by_strategy(tally: Tally, by: Estimator) -> Columns:
    grouped = appearances.by_strategy(tally)
    alone = np.equal(grouped.appearances, tally.games * tally.cell.players)
    keys = _keys(tally.cell, {"strategy": np.array(tally.cell.field)})
    return keys | estimates(grouped, by, told_of_players(tally.measured), certain=alone)


def _by_seat(tally: Tally, by: Estimator) -> Columns:
    grouped, players = appearances.by_seat(tally), tally.cell.players
    found = estimates(grouped, by, told_of_players(tally.measured)) | fairness(grouped, players)
    return _keys(tally.cell, {"seat": np.arange(1, players + 1)}) | found


def _by_strategy_and_seat(tally: Tally, by: Estimator) -> Columns:
    field, players = tally.cell.field, tally.cell.players
    keys = {
        "strategy": np.repeat(np.array(field), players),
        "seat": np.tile(np.arange(1, players + 1), len(field)),
    }
    found = estimates(appearances.by_strategy_and_seat(tally), by, told_of_players(tally.measured))
    return _seen(_keys(tally.cell, keys) | found)


def _by_players(tally: Tally, by: Estimator) -> Columns:
    found = estimates(appearances.all_together(tally), by, told_of_all(tally.measured))
    return _keys(tally.cell, {}) | found | {"games": np.array([tally.games])}


def _head_to_head(tally: Tally, by: Estimator) -> Columns:
    cell, rate = tally.cell, ratio(head_to_head(tally), unit=0.5)
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


def _keys(cell: Cell, keys: Columns, rows: int = 1) -> Columns:
    rows = max(map(len, keys.values()), default=rows)
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


def measures_table(
    results: Mapping[Cell, Tally], estimators: Mapping[Cell, Estimator] | None = None
) -> Columns:
    by = estimators or dict.fromkeys(results, FIXED_SAMPLE)
    of_games = [_rows(tally, by[cell]) for cell, tally in results.items()]
    of_sources = [_sources(tally) for tally in results.values()]
    return _joined([*of_games, *(table for table in of_sources if len(table["games"]))])


def _sources(tally: Tally) -> Columns:
    cell, rows = tally.cell, []
    layout = tally.measured.layout(cell, detail=tally.detail)
    played = tally.groups
    if played.size:
        played = played[played[:, layout.start(TABLE, SQUARES_OF[WIN][0])] > 0]
    if len(cell.field) > 1 and played.size:
        games = int(layout.sums(played, STRATEGY, GAMES).sum()) // cell.players
        deals = games // cell.seatings
        for measure in tally.measured.used_in(RUN):
            if isinstance(measure.quantity, Share):
                quantity, error = partial(measure.quantity, layout), 1 / deals
                share = smooth_difference(quantity, None, played, error=0.05, least_error=error)
                name = cell.ruleset, cell.players, measure.name, measure.unit
                rows.append((*name, *share, games, deals))
    columns: Any = zip(*rows, strict=True) if rows else [()] * len(TABLES["measures"])
    return dict(zip(TABLES["measures"], map(np.array, columns), strict=True))


def group_tables(
    results: Mapping[Cell, Tally], estimators: Mapping[Cell, Estimator]
) -> dict[str, Columns]:
    """Return a table of each group of which a game has one: its measures of each member."""
    measured = next(iter(results.values())).measured
    return {
        table: _joined([_members(tally, of, estimators[cell]) for cell, tally in results.items()])
        for of, table in measured.named_groups.items()
    }


def _measured(tally: Tally, of: str | None) -> list[tuple[int, Quantity]]:
    return [
        (number, each)
        for number, each in enumerate(run_quantities(tally.cell, tally.measured, tally.detail))
        if each.of == (of or each.measure.whole)
    ]


def _members(tally: Tally, of: str, by: Estimator) -> Columns:
    chosen, measured = _measured(tally, of), tally.measured
    table = rows_of(tally, chosen, by)
    names = measured.member_names(tally.cell.rules, of) if measured.member_names else ()
    return {
        "ruleset": table["ruleset"],
        "players": table["players"],
        "measure": np.array([each.measure.name for _, each in chosen]),
        of: np.array([names[each.number] for _, each in chosen]),
        "unit": np.array([each.measure.unit for _, each in chosen]),
        **{name: table[name] for name in ("value", "value_low", "value_high", "games", "deals")},
    }


def rows_of(tally: Tally, chosen: Sequence[tuple[int, Quantity]], by: Estimator) -> Columns:
    found = []
    for number, quantity in chosen:
        mean = ratio(tally.of_quantity(number), unit=quantity.unit)
        low, high = by.rate(mean) if quantity.measure.is_rate else by.mean(mean)
        found.append((mean.value, low, high, mean.n, mean.clusters))
    columns = [np.concatenate(column) for column in zip(*found, strict=True)]
    return _keys(tally.cell, {}, len(chosen)) | dict(
        zip(("value", "value_low", "value_high", "games", "deals"), columns, strict=True)
    )


def _rows(tally: Tally, by: Estimator) -> Columns:
    whole = _measured(tally, None)
    table = rows_of(tally, whole, by)
    kept = np.repeat(tally.deals > 0, len(whole))
    named = {
        "ruleset": table["ruleset"],
        "players": table["players"],
        "measure": np.array([each.measure.name for _, each in whole]),
        "unit": np.array([each.measure.unit for _, each in whole]),
        **{name: table[name] for name in ("value", "value_low", "value_high")},
        "games": np.repeat(tally.games, len(whole)),
        "deals": table["deals"],
    }
    return {name: column[kept] for name, column in named.items()}
