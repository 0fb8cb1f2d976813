"""A beginner among players of each level, and tables at which all are of one level.

Levels are strangers of the panel by how much they err (`forsale_strategies.panel.noisy`), and a
player by the rules of strong humans.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import records, tables, where
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import Plan, make_plan
from strategy_lab.stats.intervals import LEVEL, t_quantile

from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.ruleset import Ruleset


class Worth(NamedTuple):
    worth: float
    low: float
    high: float
    standard_error: float
    deals: int


class Challenge(Run):
    """A challenger amid copies of another player; `about` is what its rows say of it."""

    def __init__(
        self,
        challenger: Entrant,
        others: Entrant,
        ruleset: Ruleset,
        players: int,
        *,
        seed: int,
        games: int,
        about: Mapping[str, Any],
    ) -> None:
        plan = make_plan(
            [ruleset],
            field=[challenger, others],
            lineup=[0] + [1] * (players - 1),
            seed=seed,
            games=games,
        )
        super().__init__(plan, plan.games)
        self.about = about

    def worth(self, outcome: Outcome) -> Worth:
        rates = tables(self.tallies(outcome))["by_strategy"]
        (place,) = np.flatnonzero(rates["strategy"] == self.plan.field[0].name)
        fair, deals = 1 / self.plan.cells[0].cell.players, int(rates["deals"][place])
        low, high = (float(rates[f"win_rate_{end}"][place]) - fair for end in ("low", "high"))
        quantile = float(t_quantile((1 + LEVEL) / 2, np.array([deals - 1]))[0])
        error = (high - low) / 2 / quantile
        return Worth(float(rates["win_rate"][place]) - fair, low, high, error, deals)


class Level(Run):
    needs_detail = True

    def __init__(self, about: Any, plan: Plan) -> None:
        super().__init__(plan, plan.games)
        self.about = about  # a field, or the name of a level


LEVELS = {
    "beginners": "noisy:noise=10",
    "casual players": "noisy:noise=3",
    "careful players": "noisy:noise=1",
    "experts": "expert",
}
"""From the weakest to the strongest."""

BEGINNER = LEVELS["beginners"]

BEGINNER_WINS, OPENER_WINS = "beginner wins", "opener wins"
"""What is told beside measures."""

MEASURED = ("margin", "drama", "ties", "lead_changes", "coins_left")


def make_level_tables(
    ruleset: Ruleset, players: int, *, seed: int, games: int
) -> tuple[Challenge | Level, ...]:
    loaded = {level: load_entrant(spec) for level, spec in LEVELS.items()}
    beginner = load_entrant(BEGINNER)
    challenges = [
        Challenge(
            *(beginner, others, ruleset, players),
            seed=seed,
            games=games,
            about={"level": level},
        )
        for level, others in loaded.items()
        if LEVELS[level] != BEGINNER
    ]
    lineup = [0] * players
    equals = [
        Level(level, make_plan([ruleset], field=[one], lineup=lineup, seed=seed, games=games))
        for level, one in loaded.items()
    ]
    return (*challenges, *equals)


def level_table(tables: Sequence[Challenge | Level], outcomes: Sequence[Outcome]) -> Columns:
    """Return what came of each table: a row for each level and measure."""
    rows = []
    for table, outcome in zip(tables, outcomes, strict=True):
        if isinstance(table, Challenge):
            fair, worth = 1 / table.plan.cells[0].cell.players, table.worth(outcome)
            ends = (fair + end for end in worth[:3])
            rows.append((table.about["level"], BEGINNER_WINS, *ends))
            continue
        found = table.tables(outcome)
        (opener,) = records(where(found["by_seat"], seat=1))
        ends = (opener[f"win_rate{end}"] for end in ("", "_low", "_high"))
        rows.append((table.about, OPENER_WINS, *ends))
        rows += [
            (table.about, *(row[name] for name in LEVEL_COLUMNS[1:]))
            for row in records(found["measures"])
            if row["measure"] in MEASURED
        ]
    return columns_of(dict(zip(LEVEL_COLUMNS, row, strict=True)) for row in rows)


LEVEL_COLUMNS = ("level", "measure", "value", "value_low", "value_high")


def columns_of(rows: Iterable[Mapping[str, object]]) -> Columns:
    """Return rows as columns; there is at least one."""
    rows = list(rows)
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


# skill_ladder: The skill ladder: how much a player gains who thinks four times as long as all
# others.
#
# A game in which each rung is worth a lot rewards thinking; where the steps vanish, luck is all
# that is left among those who think that long. That more computation should go on paying is what
# F. Lantz and others ask of a deep game ("Depth in strategic games", AAAI-17 workshop *What's next
# for AI in games?*, 2017).

FACTOR = 4
"""How many times as long the challenger thinks."""

BUDGETS = (5, 20, 80)
"""How many games `lookahead` plays to their end for each decision: those of the others."""

MOST_GAMES = 800
"""Of each rung: the highest takes a fifth of a second a game."""


def make_rungs(ruleset: Ruleset, players: int, *, seed: int, games: int) -> tuple[Challenge, ...]:
    """Return the rungs, the lowest first: one `lookahead` amid others with a part of its budget."""
    size = min(games, MOST_GAMES)
    rungs = []
    for budget in BUDGETS:
        longer, others = (
            load_entrant(f"lookahead:budget={each}") for each in (FACTOR * budget, budget)
        )
        about = {"budget": FACTOR * budget, "others": budget}
        rungs.append(
            Challenge(longer, others, ruleset, players, seed=seed, games=size, about=about)
        )
    return tuple(rungs)


def ladder_table(rungs: Sequence[Challenge], outcomes: Sequence[Outcome]) -> Columns:
    rows = []
    for rung, outcome in zip(rungs, outcomes, strict=True):
        cell, worth = rung.plan.cells[0].cell, rung.worth(outcome)
        rates = (1 / cell.players + end for end in worth[:3])
        rows.append(
            {"ruleset": cell.ruleset, "players": cell.players}
            | dict(rung.about)
            | dict(zip(("win_rate", "low", "high"), rates, strict=True))
            | {"deals": worth.deals, "games": rung.plan.games}
        )
    return columns_of(rows)
