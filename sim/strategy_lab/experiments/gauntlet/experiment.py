"""The experiment ``gauntlet``: strategies at tables of players that nobody made them for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.game import Ruleset, draw_lineup
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.accumulators import HALVES, Cell, TableWins
from strategy_lab.results.conclusions import COUNT, LABEL, Column, Tables, with_limits
from strategy_lab.results.tables import COLUMNS as RUN_COLUMNS
from strategy_lab.rows import whole_win
from strategy_lab.simulation import experiment
from strategy_lab.stats.differences import Observed, combined
from strategy_lab.stats.intervals import ClusterSums, Estimate, rate_interval, ratio

MIXED = "mixed"  # the kind of a table of different players


@dataclass(frozen=True, slots=True)
class Scenario:
    kind: str
    opponents: tuple[int, ...]  # indices into the field, on the strategy's left first


@dataclass(frozen=True, slots=True)
class Setting:
    cell: Cell
    scenarios: tuple[Scenario, ...]
    # The index of the first cell of the plan: the first strategy at the first scenario. Then come
    # its other scenarios, and then the other strategies.
    first_table: int


def _settings(
    plan: experiment.Plan, strategies: int, kinds: Sequence[str], mixed: int, deals: int
) -> tuple[experiment.Plan, tuple[Setting, ...]]:
    """Settle what is played: a cell for each strategy at each table, all on the same deals.

    `plan` has a cell for each ruleset and number of players; `kinds` are those of the opponents.
    """
    settings: list[Setting] = []
    cells: list[experiment.PlannedCell] = []
    for planned in plan.cells:
        cell = Cell(planned.cell.rules, planned.cell.field, planned.cell.players)
        scenarios = _scenarios(cell, strategies, kinds, mixed, plan.seed)
        settings.append(Setting(cell, scenarios, len(cells)))
        lineups = [
            (strategy, *scenario.opponents)
            for strategy in range(strategies)
            for scenario in scenarios
        ]
        first_game = cells[-1].first_game + cells[-1].games if cells else 1
        cells += [
            experiment.PlannedCell(cell, lineup, deals, first_game + table * deals * cell.seatings)
            for table, lineup in enumerate(lineups)
        ]
    return experiment.Plan(plan.field, plan.seed, True, tuple(cells)), tuple(settings)


def _scenarios(
    cell: Cell, strategies: int, kinds: Sequence[str], mixed: int, seed: int
) -> tuple[Scenario, ...]:
    others, number = cell.players - 1, len(kinds)
    copies = [
        Scenario(kind, (index,) * others) for index, kind in enumerate(kinds, start=strategies)
    ]
    drawn = [draw_lineup(seed, others, deal, number, number) for deal in range(1, mixed + 1)]
    return (
        *copies,
        *(Scenario(MIXED, tuple(strategies + index for index in each)) for each in drawn),
    )


# gauntlet_tables: The tables of a gauntlet: strength in one number or two, by kind, and table by
# table.

Floats = NDArray[np.float64]

WORST = 0.1  # the part of all tables that are called the worst

TIMES = "fair shares"
ABOVE, BELOW, NOT_SHOWN = "above", "below", "not shown"

CROSSED = "chosen by half of the deals and measured by the others, both ways"
MEAN_OF_TABLES = "95 % t interval, clustered by deal"


COLUMNS = {
    **{name: RUN_COLUMNS[name] for name in ("ruleset", "players", "strategy")},
    "kind": Column(LABEL, "kind of the opponents: what they get wrong, or how they were drawn"),
    "opponents": Column(LABEL, "who else sits there, each named once"),
    "tables": Column(COUNT, "how many tables the row is about"),
    **with_limits("times", TIMES, "mean share of the win in times a fair share", MEAN_OF_TABLES),
    **with_limits(
        "worst_tenth", TIMES, f"mean over the worst tenth of all tables: {CROSSED}", MEAN_OF_TABLES
    ),
    **with_limits("more", TIMES, "times, less that of the first strategy", MEAN_OF_TABLES),
    **with_limits(
        "more_worst", TIMES, "worst_tenth, less that of the first strategy", MEAN_OF_TABLES
    ),
    "worst": Column(TIMES, "the lowest estimate of a table"),
    "below": Column(COUNT, "tables whose verdict is below"),
    "verdict": Column(
        LABEL, f"{ABOVE} or {BELOW} a fair share, by the interval of times; else {NOT_SHOWN}"
    ),
    "deals": RUN_COLUMNS["deals"],
}

_STRENGTH = (
    *("times", "times_low", "times_high", "worst_tenth", "worst_tenth_low", "worst_tenth_high"),
    *("more", "more_low", "more_high", "more_worst", "more_worst_low", "more_worst_high"),
)
_TIMES = ("times", "times_low", "times_high")
_OF_TABLES = ("worst", "below", "deals")

TABLES = {
    "strength": ("ruleset", "strategy", "tables", *_STRENGTH, *_OF_TABLES),
    "by_players": ("ruleset", "players", "strategy", "tables", *_STRENGTH, *_OF_TABLES),
    "kinds": ("ruleset", "strategy", "kind", "tables", *_TIMES, "verdict", *_OF_TABLES),
    "tables": ("ruleset", "players", "strategy", "kind", "opponents", *_TIMES, "verdict", "deals"),
}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""

Weights: TypeAlias = list[Floats]
"""Of every table of every strategy, by setting: (strategies, tables) each."""


class Played(NamedTuple):
    setting: Setting
    wins: TableWins

    @property
    def whole(self) -> int:
        return whole_win(self.setting.cell.players)

    @property
    def tables(self) -> int:
        return len(self.setting.scenarios)

    @property
    def deals(self) -> int:
        return int(self.wins.deals.sum())

    def times(self, strategy: int, half: int) -> Floats:
        """Return the estimates for a strategy's tables by half of the deals, in fair shares."""
        mine = slice(strategy * self.tables, (strategy + 1) * self.tables)
        return np.asarray(self.wins.sums[half, mine] / max(1, self.wins.deals[half]) / self.whole)

    def observed(self, weights: Floats, halves: Sequence[int]) -> Observed:
        chosen = list(halves)
        return Observed(
            int(self.wins.deals[chosen].sum()),
            self.wins.sums[chosen].sum(axis=0),
            self.wins.products[chosen].sum(axis=0),
            weights.ravel() / self.whole,
        )


def gauntlet_tables(
    settings: Sequence[Setting], names: Sequence[str], tallies: Sequence[TableWins]
) -> Tables:
    """Return the tables of `TABLES`; settings of which nothing was played have no rows."""
    by_ruleset: dict[str, list[Played]] = {}
    for setting, wins in zip(settings, tallies, strict=True):
        if wins.deals.sum():
            by_ruleset.setdefault(setting.cell.ruleset, []).append(Played(setting, wins))
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    for ruleset, group in by_ruleset.items():
        single = [row for played in group for row in _table_rows(played, names)]
        rows["tables"] += [{"ruleset": ruleset, **row} for row in single]
        for strategy, name in enumerate(names):
            own = [row for row in single if row["strategy"] == name]
            keys = {"ruleset": ruleset, "strategy": name}
            rows["strength"].append({**keys, **_strength(group, names, strategy, own)})
            for played in group:
                players = played.setting.cell.players
                here = [row for row in own if row["players"] == players]
                row = _strength([played], names, strategy, here)
                rows["by_players"].append({**keys, "players": players, **row})
            for kind in dict.fromkeys(row["kind"] for row in own):
                alike = [row for row in own if row["kind"] == kind]
                judged = _judged(_kind(group, names, strategy, kind))
                rows["kinds"].append({**keys, "kind": kind, **judged, **_summary(group, alike)})
    return {
        name: {column: np.array([row[column] for row in rows[name]]) for column in columns}
        for name, columns in TABLES.items()
    }


def _table_rows(played: Played, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    players, field = played.setting.cell.players, played.setting.cell.field
    sums = played.wins.sums.sum(axis=0)
    deals = np.full(sums.shape, played.deals)
    squares = np.diagonal(played.wins.products.sum(axis=0))
    rate = ratio(
        ClusterSums(deals, deals * players, sums, deals * players**2, sums * players, squares),
        unit=1 / played.whole,
    )
    limits = players * np.stack([rate.value, *rate_interval(rate)])
    for number, estimate in enumerate(limits.T.tolist()):
        strategy, table = divmod(number, played.tables)
        scenario = played.setting.scenarios[table]
        yield {
            "players": players,
            "strategy": names[strategy],
            "kind": scenario.kind,
            "opponents": ", ".join(dict.fromkeys(field[index] for index in scenario.opponents)),
            **_judged(Estimate(*estimate)),
            "deals": played.deals,
        }


def _strength(
    group: Sequence[Played], names: Sequence[str], strategy: int, own: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    everywhere = [np.full(played.tables, 1 / len(own)) for played in group]
    all_of = [_of(names, strategy, everywhere), _of(names, 0, everywhere)]
    worst = [_crossed(group, names, each) for each in (strategy, 0)]
    return {
        **_whole(group, all_of[0]).named("times"),
        **_halves(group, worst[0]).named("worst_tenth"),
        **_whole(group, _less(*all_of)).named("more"),
        **_halves(group, list(map(_less, *worst))).named("more_worst"),
        **_summary(group, own),
    }


def _kind(group: Sequence[Played], names: Sequence[str], strategy: int, kind: str) -> Estimate:
    chosen = [
        np.array([1.0 * (each.kind == kind) for each in played.setting.scenarios])
        for played in group
    ]
    tables = sum(map(np.sum, chosen))
    return _whole(group, _of(names, strategy, [each / tables for each in chosen]))


def _crossed(group: Sequence[Played], names: Sequence[str], strategy: int) -> list[Weights]:
    """Return the mean of the worst tenth of a strategy's tables, as each half of the deals has it.

    Tables that are as bad share the last places.
    """
    weights = []
    for half in range(HALVES):
        times = [played.times(strategy, half) for played in group]
        together = np.sort(np.concatenate(times))
        number = math.ceil(WORST * len(together))
        last = together[number - 1]
        surely = int(np.sum(together < last))
        share = (number - surely) / int(np.sum(together == last))
        parts = [(each < last) + share * (each == last) for each in times]
        weights.append(_of(names, strategy, [part / number for part in parts]))
    return weights


def _of(names: Sequence[str], strategy: int, tables: Sequence[Floats]) -> Weights:
    return [np.outer(np.arange(len(names)) == strategy, each) for each in tables]


def _less(one: Weights, other: Weights) -> Weights:
    return [a - b for a, b in zip(one, other, strict=True)]


def _whole(group: Sequence[Played], weights: Weights) -> Estimate:
    every = range(HALVES)
    return combined(
        [played.observed(each, every) for played, each in zip(group, weights, strict=True)]
    )


def _halves(group: Sequence[Played], weights: Sequence[Weights]) -> Estimate:
    """Return a weighted sum whose weights each half of the deals has set for the other."""
    return combined(
        [
            played.observed(each / HALVES, [HALVES - 1 - half])
            for half in range(HALVES)
            for played, each in zip(group, weights[half], strict=True)
        ]
    )


def _summary(group: Sequence[Played], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "tables": len(rows),
        "worst": min(row["times"] for row in rows),
        "below": sum(row["verdict"] == BELOW for row in rows),
        "deals": sum(played.deals for played in group),
    }


def _judged(estimate: Estimate) -> dict[str, Any]:
    verdict = ABOVE if estimate.low > 1 else BELOW if estimate.high < 1 else NOT_SHOWN
    return {**estimate.named("times"), "verdict": verdict}


class Gauntlet(experiment.Experiment):
    """Every strategy plays the same deals at the same tables.

    A block is a setting; its units are deals, each played at all tables. `kinds` are those of the
    opponents, `facts_of_opponents` what the manifest says of them. The last `beside` strategies
    are there to compare the others with.
    """

    columns = COLUMNS

    def __init__(
        self,
        strategies: Sequence[Entrant],
        opponents: Sequence[Entrant],
        kinds: Sequence[str],
        *,
        beside: int,
        facts_of_opponents: Mapping[str, Any],
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        mixed: int,
        seed: int,
        deals: int,
    ) -> None:
        field = (*strategies, *opponents)
        plan = experiment.make_plan(rulesets, field=field, players=players, seed=seed, games=1)
        self.plan, self.settings = _settings(plan, len(strategies), kinds, mixed, deals)
        self.plans = (self.plan,)
        self.names = [entrant.name for entrant in strategies]
        self.beside = self.names[len(strategies) - beside :]
        self.opponents = [entrant.name for entrant in opponents]
        self._facts_of_opponents = facts_of_opponents
        self.blocks = [
            experiment.Block(
                f"{setting.cell.ruleset} for {setting.cell.players} players",
                setting.cell,
                deals,
                deals * setting.cell.players * self._tables(number),
                {
                    "players": setting.cell.players,
                    "rules": setting.cell.rules.settings(),
                    "strategies": self.names,
                    "opponents": self.opponents,
                    "lineups": [list(each.opponents) for each in setting.scenarios],
                    "seed": seed,
                },
            )
            for number, setting in enumerate(self.settings)
        ]

    def chunks(self, piece: experiment.Piece) -> list[experiment.Chunk]:
        first = self.settings[piece.block].first_table
        return [
            experiment.Chunk(0, first + table, piece.first, piece.units)
            for table in range(self._tables(piece.block))
        ]

    def empty(self, block: int) -> TableWins:
        return TableWins.empty(len(self.names), len(self.settings[block].scenarios))

    def tables(self, outcome: experiment.Outcome) -> Tables:
        tallies = [outcome.tally(block) for block in range(len(self.blocks))]
        return gauntlet_tables(self.settings, self.names, tallies)

    def facts(self, outcome: experiment.Outcome) -> Mapping[str, Any]:
        return {
            "games_requested": self.games,
            "strategies": self.names,
            "beside": self.beside,
            "opponents": self.opponents,
            **self._facts_of_opponents,
            "seating": "each strategy at every table, all rotations",
        }

    def _tables(self, setting: int) -> int:
        return len(self.names) * len(self.settings[setting].scenarios)
