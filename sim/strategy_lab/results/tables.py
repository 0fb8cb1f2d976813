"""Tallies to tables: estimates with their intervals, as plain columns that need no pandas."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results import conclusions
from strategy_lab.results.accumulators import FEWEST_PLACES, Cell
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
    Tables,
)
from strategy_lab.results.measures import (
    GAMES,
    RUN,
    SEAT_GAP,
    SQUARES_OF,
    STRATEGY,
    TABLE,
    WIN,
    Integers,
    Measures,
    Share,
    Tally,
)
from strategy_lab.rows import MOST_SEATS, whole_win
from strategy_lab.stats import batches, differences, intervals
from strategy_lab.stats.batches import GAP_INTERVAL
from strategy_lab.stats.differences import (
    DIFFERS,
    EQUIVALENCE_TEST,
    HOLM,
    JOINT_TEST,
    NOT_SHOWN,
    SIGNIFICANT,
    SMALL,
)
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL, RATE_TEST

# appearances: What the tables of a run tell of groups of appearances: of strategies, seats, and
# all players.
#
# From it follow the tables' columns with their units and descriptions, and the estimates.


class Groups(NamedTuple):
    rules: Any  # the rules that are played by
    amounts: Integers  # (groups, amounts): appearances by score at the end, from the least
    seats: Integers  # (groups, seats): appearances by seat
    # (groups, places): appearances by place, from 1; who tie share the best of their places.
    places: Integers
    last: Integers  # appearances in which nobody finished behind
    more: Mapping[str, Integers]  # sums of what else the game has by seat
    win: Any  # `ClusterSums` in parts of a win; None for all together, who always win the whole
    score: intervals.ClusterSums
    least: int  # the lowest score that there can be

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
    return _groups(tally, lambda pairs: pairs.sum(axis=1), *_sums(_keys(tally)[0]))


def by_strategy_and_seat(tally: Tally) -> Groups:
    """Return a group for each strategy in each seat: a strategy's seats together, in turn order."""
    flat = _sums(_keys(tally)[1])
    return _groups(tally, lambda pairs: pairs.reshape(-1, *pairs.shape[2:]), *flat)


def by_seat(tally: Tally) -> Groups:
    win, score = (
        _in_every_deal(tally, x, products.diagonal(), tally.cell.seatings)
        for x, products in zip(_by_seat(tally), tally.seats, strict=True)
    )
    return _groups(tally, lambda pairs: pairs.sum(axis=0), win, score)


def all_together(tally: Tally) -> Groups:
    products, x = tally.seats[1], _by_seat(tally)[1].sum(keepdims=True)
    square = np.array([2 * products.sum() - products.trace()])
    score = _in_every_deal(tally, x, square, tally.cell.seatings * tally.cell.players)
    return _groups(tally, lambda pairs: pairs.sum(axis=(0, 1))[None], None, score)


def seat_shares(tally: Tally) -> intervals.Shares:
    """Return seats' mean shares of the win, in turn order, and how they vary between deals."""
    cell, upper = tally.cell, tally.seats[0]
    return intervals.shares(
        clusters=tally.deals,
        x=_by_seat(tally)[0],
        xx=upper + upper.T - np.diag(upper.diagonal()),
        whole=whole_win(cell.players) * cell.seatings,
    )


def head_to_head(tally: Tally) -> intervals.ClusterSums:
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


def _sums(keys: Integers) -> list[intervals.ClusterSums]:
    """Return the sums of win shares and of scores of keys, (…, 9): see `count_appearances`."""
    deals, n, nn = (keys[..., i] for i in range(3))
    return [
        intervals.ClusterSums(deals, n, keys[..., i], nn, keys[..., i + 1], keys[..., i + 2])
        for i in (3, 6)
    ]


def _in_every_deal(tally: Tally, x: Integers, xx: Integers, games: int) -> intervals.ClusterSums:
    """Return the sums of what appears equally often, `games` times, in every deal."""
    deals = np.broadcast_to(tally.deals, x.shape)
    return intervals.ClusterSums(deals, games * deals, x, games**2 * deals, games * x, xx)


def _groups(
    tally: Tally,
    reduction: Callable[[Integers], Integers],
    win: intervals.ClusterSums | None,
    score: intervals.ClusterSums,
) -> Groups:
    amounts, totals, least = tally.amounts, reduction(tally.totals), tally.cell.least_score
    places = totals.shape[1] - 1 - len(tally.measured.by_seat)
    # By strategy, by seat, and by seat again: where each group appears.
    by_seat = amounts.sum(axis=-1)[..., None] * np.eye(tally.cell.players, dtype=np.int64)
    return Groups(
        rules=tally.cell.rules,
        amounts=reduction(amounts),
        seats=reduction(by_seat),
        places=totals[:, :places],
        last=totals[:, places],
        more=dict(zip(tally.measured.by_seat, totals[:, places + 1 :].T, strict=True)),
        win=win,
        score=_raised(score, least) if least else score,
        least=least,
    )


def _raised(sums: intervals.ClusterSums, by: int) -> intervals.ClusterSums:
    """Return the sums of what is so much more in each observation."""
    return sums._replace(
        x=sums.x + by * sums.n,
        xn=sums.xn + by * sums.nn,
        xx=sums.xx + 2 * by * sums.xn + by**2 * sums.nn,
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
        if self.interval:
            return conclusions.with_limits(self.name, self.unit, self.description, self.interval)
        return {self.name: Column(self.unit, self.description)}


def _place(place: int) -> Told:
    def share(grouped: Groups) -> NDArray[np.float64]:
        if place > grouped.players:
            return np.full(grouped.appearances.shape, np.nan)
        return np.asarray(grouped.places[:, place - 1] / grouped.appearances)

    text = f"share of appearances in place {place}; ties share the best"
    return Told(f"place_{place}", SHARE, text, share)


TOLD_GAMES = Told(
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
                Told(f"{name}_sd", unit, text, lambda g: batches.standard_deviation(g.amounts)),
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
    places = map(_place, range(1, measures.places + 1))
    return [TOLD_GAMES, WIN_RATE, *of_all[:deals], *PLACES, *of_all[deals:], *places]


def _quantile(percent: int, grouped: Groups) -> NDArray[Any]:
    return batches.quantile(grouped.amounts, percent) + grouped.least


def estimates(
    grouped: Groups, told: Iterable[Told], certain: NDArray[np.bool_] | None = None
) -> Columns:
    columns: Columns = {}
    for each in told:
        with np.errstate(invalid="ignore"):
            found = each.of(grouped)
        if each.interval:
            is_rate = each.interval == RATE_INTERVAL
            mean = intervals.ratio(found, unit=grouped.part_of_win if is_rate else 1.0)
            limits = (
                intervals.rate_interval(mean, certain) if is_rate else intervals.mean_interval(mean)
            )
            columns |= dict(zip(each.columns, (mean.value, *limits), strict=True))
        else:
            columns[each.name] = found
    return columns


# run_columns: The columns of a run's tables: their names, units and descriptions in JSON and
# Parquet.


def columns_of(told: Iterable[Told]) -> dict[str, Column]:
    return {name: column for each in told for name, column in each.columns.items()}


COLUMNS = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy": Column(LABEL, "the strategy, with its parameters where they were given"),
    "opponent": Column(LABEL, "another strategy in the same games"),
    "seat": Column(ORDER, "seat; 1 begins"),
    **columns_of((TOLD_GAMES, DEALS)),
    "measure": Column(LABEL, "what is measured, of a player or of the whole table"),
    "unit": Column(LABEL, "of the numbers of the row"),
    **conclusions.with_limits(
        "value",
        IN_UNIT,
        "mean over games",
        f"{RATE_INTERVAL}; of what is no rate {MEAN_INTERVAL}",
    ),
    **conclusions.with_limits(
        "ahead_rate",
        SHARE,
        "share of meetings in which strategy beats opponent; ties half",
        RATE_INTERVAL,
    ),
    "p_fair": Column(P_VALUE, f"p value of equal chances for this seat: {RATE_TEST}"),
    "p_fair_adjusted": Column(P_VALUE, f"p_fair, {HOLM} over all rows of the table"),
    "best_seat": Column(ORDER, "the seat that wins most"),
    "worst_seat": Column(ORDER, "the seat that wins least"),
    **conclusions.with_limits("seat_gap", SHARE, SEAT_GAP.description, GAP_INTERVAL),
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

_LATER_PLACES = {f"place_{place}": place for place in range(FEWEST_PLACES + 1, MOST_SEATS + 1)}


def seat_effect(tally: Tally, matters: float = SEAT_GAP.matters.size) -> Columns:
    """Return a row on a cell's seats, less what depends on other rows; none without deals."""
    cell, found = tally.cell, seat_shares(tally)
    test = differences.all_equal(*found)
    best, worst = batches.extremes(found.value)
    value, low, high = batches.gap(found.value, found.covariance, int(found.clusters))
    row = {
        "ruleset": cell.ruleset,
        "players": cell.players,
        "games": tally.games,
        "deals": int(tally.deals),
        "best_seat": best + 1,
        "worst_seat": worst + 1,
        "seat_gap": value,
        "seat_gap_low": low,
        "seat_gap_high": np.minimum(high, 1.0),
        "f_statistic": test.f,
        "p_equal": test.p,
        "matters": matters,
        "p_small": differences.all_within(*found, matters),
    }
    rows = 1 if tally.games > 0 else 0
    return {name: np.repeat(np.array([value]), rows) for name, value in row.items()}


def with_verdicts(table: Columns) -> Columns:
    equal, small = differences.holm(table["p_equal"]), differences.holm(table["p_small"])
    differs, shown_small = equal <= SIGNIFICANT, small <= SIGNIFICANT
    return {
        **table,
        "p_equal_adjusted": equal,
        "differs": differs,
        "p_small_adjusted": small,
        "shown_small": shown_small,
        # What is shown to be smaller than what matters is called that, though it may not be 0.
        "verdict": np.where(shown_small, SMALL, np.where(differs, DIFFERS, NOT_SHOWN)),
    }


def tables(results: Mapping[Cell, Tally]) -> Tables:
    found = {
        name: conclusions.stacked([block(tally) for tally in results.values()])
        for name, block in _BLOCKS.items()
    }
    found["by_seat"]["p_fair_adjusted"] = differences.holm(found["by_seat"]["p_fair"])
    effects = conclusions.stacked([seat_effect(tally) for tally in results.values()])
    found["seat_effect"] = with_verdicts(effects)
    players = max(cell.players for cell in results)
    measured = next(iter(results.values())).measured
    return {
        name: {
            column: found[name][column]
            for column in columns
            if _LATER_PLACES.get(column, 0) <= players
        }
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


def _by_strategy(tally: Tally) -> Columns:
    grouped = by_strategy(tally)
    alone = np.equal(grouped.appearances, tally.games * tally.cell.players)
    keys = _keyed(tally.cell, {"strategy": np.array(tally.cell.field)})
    return keys | estimates(grouped, told_of_players(tally.measured), certain=alone)


def _seats_table(tally: Tally) -> Columns:
    grouped, players = by_seat(tally), tally.cell.players
    found = estimates(grouped, told_of_players(tally.measured))
    rate = intervals.ratio(grouped.win, unit=grouped.part_of_win)
    found["p_fair"] = intervals.rate_test(rate, np.full(rate.value.shape, 1 / players))
    return _keyed(tally.cell, {"seat": np.arange(1, players + 1)}) | found


def _by_strategy_and_seat(tally: Tally) -> Columns:
    field, players = tally.cell.field, tally.cell.players
    keys = {
        "strategy": np.repeat(np.array(field), players),
        "seat": np.tile(np.arange(1, players + 1), len(field)),
    }
    found = estimates(by_strategy_and_seat(tally), told_of_players(tally.measured))
    return _seen(_keyed(tally.cell, keys) | found)


def _by_players(tally: Tally) -> Columns:
    found = estimates(all_together(tally), told_of_all(tally.measured))
    return _keyed(tally.cell, {}) | found | {"games": np.array([tally.games])}


def _head_to_head(tally: Tally) -> Columns:
    cell, rate = tally.cell, intervals.ratio(head_to_head(tally), unit=0.5)
    low, high = intervals.rate_interval(rate)
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
    keys = _keyed(cell, {"strategy": field[strategy], "opponent": field[opponent]})
    return _seen(keys | {name: column[others] for name, column in columns.items()})


_BLOCKS = {
    "by_strategy": _by_strategy,
    "by_seat": _seats_table,
    "by_strategy_and_seat": _by_strategy_and_seat,
    "head_to_head": _head_to_head,
    "by_players": _by_players,
}


def _keyed(cell: Cell, keys: Columns, rows: int = 1) -> Columns:
    rows = max(map(len, keys.values()), default=rows)
    return {
        "ruleset": np.repeat(np.array([cell.ruleset]), rows),
        "players": np.repeat(cell.players, rows),
        **keys,
    }


def _plain(value: float | str) -> float | str | None:
    return None if isinstance(value, float) and math.isnan(value) else value


def _seen(block: Columns) -> Columns:
    return {name: column[block["games"] > 0] for name, column in block.items()}


def measures_table(results: Mapping[Cell, Tally]) -> Columns:
    blocks = [_quantities(tally, "") for tally in results.values() if tally.deals > 0]
    of_sources = [_sources(tally) for tally in results.values()]
    blocks += [table for table in of_sources if len(table["games"])]
    return conclusions.stacked(blocks or of_sources)


def _sources(tally: Tally) -> Columns:
    cell, rows = tally.cell, []
    layout = tally.measured.layout(cell, detail=False)
    played = tally.groups
    if played.size:
        played = played[played[:, layout.start(TABLE, SQUARES_OF[WIN][0])] > 0]
    if len(cell.field) > 1 and played.size:
        games = int(layout.sums(played, STRATEGY, GAMES).sum()) // cell.players
        deals = games // cell.seatings
        for measure in tally.measured.used_in(RUN):
            if isinstance(measure.quantity, Share):
                quantity, error = partial(measure.quantity, layout), 1 / deals
                share = batches.jackknife(quantity, played, error)
                name = cell.ruleset, cell.players, measure.name, measure.unit
                rows.append((*name, *share, games, deals))
    columns: Any = zip(*rows, strict=True) if rows else [()] * len(TABLES["measures"])
    return dict(zip(TABLES["measures"], map(np.array, columns), strict=True))


def group_tables(results: Mapping[Cell, Tally]) -> dict[str, Columns]:
    """Return a table of each group of which a game has one: its measures of each member."""
    measured = next(iter(results.values())).measured
    return {
        table: conclusions.stacked([_quantities(tally, of) for tally in results.values()])
        for of, table in measured.named_groups.items()
    }


def _quantities(tally: Tally, of: str) -> Columns:
    """Return a row for each measure of each member of a group; of no group, of the whole game."""
    cell, measured, chosen, found = tally.cell, tally.measured, [], []
    for quantity, sums, games in tally.quantities():
        if quantity.of == (of or quantity.measure.whole):
            mean = intervals.ratio(sums, unit=quantity.unit)
            limits = (
                intervals.rate_interval(mean)
                if quantity.measure.is_rate
                else intervals.mean_interval(mean)
            )
            chosen.append(quantity)
            games_of = mean.n if of else np.array([games])
            found.append((mean.value, *limits, games_of, mean.clusters))
    names = measured.member_names(cell.rules, of) if of and measured.member_names else ()
    values = zip(*found, strict=True) if found else [[np.zeros(0)]] * 5
    return {
        **_keyed(cell, {}, len(chosen)),
        "measure": np.array([each.measure.name for each in chosen]),
        **({of: np.array([names[each.number] for each in chosen])} if of else {}),
        "unit": np.array([each.measure.unit for each in chosen]),
        **dict(zip(TABLES["measures"][4:], map(np.concatenate, values), strict=True)),
    }
