"""A beginner among players of each level, and tables at which all are of one level.

Levels are strangers of the panel by how much they err (`forsale_strategies.panel.noisy`), and a
player by the rules of strong humans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import records, tables, where
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import make_plan
from strategy_lab.stats.intervals import LEVEL, t_quantile

from forsale_sim.for_sale import load_entrant
from forsale_sim.measures import STATISTICS
from forsale_sim.rules.ruleset import Ruleset


class Worth(NamedTuple):
    """What a player wins beside a fair share, as fractions of a win."""

    worth: float
    low: float
    high: float
    standard_error: float
    deals: int


class Challenge(Run):
    def __init__(
        self,
        challenger: Entrant,
        others: Entrant,
        ruleset: Ruleset,
        players: int,
        *,
        seed: int,
        games: int,
    ) -> None:
        plan = make_plan(
            [ruleset],
            field=[challenger, others],
            lineup=[0] + [1] * (players - 1),
            seed=seed,
            games=games,
        )
        super().__init__(plan, plan.games)

    def worth(self, outcome: Outcome) -> Worth:
        rates = tables(self.tallies(outcome), STATISTICS)["by_strategy"]
        (place,) = np.flatnonzero(rates["strategy"] == self.plan.field[0].name)
        fair, deals = 1 / self.plan.cells[0].cell.players, int(rates["deals"][place])
        low, high = (float(rates[f"win_rate_{end}"][place]) - fair for end in ("low", "high"))
        quantile = float(t_quantile((1 + LEVEL) / 2, np.array([deals - 1]))[0])
        error = (high - low) / 2 / quantile
        return Worth(float(rates["win_rate"][place]) - fair, low, high, error, deals)


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


class Beginner(Challenge):
    def __init__(
        self, level: str, ruleset: Ruleset, players: int, *, seed: int, games: int
    ) -> None:
        self.level = level
        challenger, others = load_entrant(BEGINNER), load_entrant(LEVELS[level])
        super().__init__(challenger, others, ruleset, players, seed=seed, games=games)

    def rows(self, outcome: Outcome) -> Iterator[dict[str, object]]:
        fair, worth = 1 / self.plan.cells[0].cell.players, self.worth(outcome)
        ends = {"value": worth.worth, "value_low": worth.low, "value_high": worth.high}
        yield {
            "level": self.level,
            "measure": BEGINNER_WINS,
            **{name: fair + end for name, end in ends.items()},
        }


class Equals(Run):
    """A table at which all are of one level."""

    needs_detail = True

    def __init__(
        self, level: str, ruleset: Ruleset, players: int, *, seed: int, games: int
    ) -> None:
        self.level = level
        entrant = load_entrant(LEVELS[level])
        lineup = [0] * players
        plan = make_plan([ruleset], field=[entrant], lineup=lineup, seed=seed, games=games)
        super().__init__(plan, plan.games)

    def rows(self, outcome: Outcome) -> Iterator[dict[str, object]]:
        tables = self.tables(outcome)
        (opener,) = records(where(tables["by_seat"], seat=1))
        ends = {f"value{end}": opener[f"win_rate{end}"] for end in ("", "_low", "_high")}
        yield {"level": self.level, "measure": OPENER_WINS, **ends}
        for row in records(tables["measures"]):
            if row["measure"] in MEASURED:
                named = ("measure", "value", "value_low", "value_high")
                yield {"level": self.level, **{name: row[name] for name in named}}


def make_level_tables(
    ruleset: Ruleset, players: int, *, seed: int, games: int
) -> tuple[Beginner | Equals, ...]:
    among = [level for level in LEVELS if LEVELS[level] != BEGINNER]
    return (
        *(Beginner(level, ruleset, players, seed=seed, games=games) for level in among),
        *(Equals(level, ruleset, players, seed=seed, games=games) for level in LEVELS),
    )


def level_table(tables: Sequence[Beginner | Equals], outcomes: Sequence[Outcome]) -> Columns:
    """Return what came of each table: a row for each level and measure."""
    rows = [
        row for table, outcome in zip(tables, outcomes, strict=True) for row in table.rows(outcome)
    ]
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


class Rung(Challenge):
    """One `lookahead` amid others that have a part of its budget."""

    def __init__(
        self, budget: int, ruleset: Ruleset, players: int, *, seed: int, games: int
    ) -> None:
        self.budget = budget
        challenger, others = (
            load_entrant(f"lookahead:budget={each}") for each in (FACTOR * budget, budget)
        )
        super().__init__(challenger, others, ruleset, players, seed=seed, games=games)

    def row(self, outcome: Outcome) -> dict[str, object]:
        cell, worth = self.plan.cells[0].cell, self.worth(outcome)
        fair = 1 / cell.players
        return {
            **{"ruleset": cell.ruleset, "players": cell.players},
            **{"budget": FACTOR * self.budget, "others": self.budget},
            **{"win_rate": fair + worth.worth, "low": fair + worth.low, "high": fair + worth.high},
            **{"deals": worth.deals, "games": self.plan.games},
        }


def make_rungs(ruleset: Ruleset, players: int, *, seed: int, games: int) -> tuple[Rung, ...]:
    size = min(games, MOST_GAMES)
    return tuple(Rung(budget, ruleset, players, seed=seed, games=size) for budget in BUDGETS)


def ladder_table(rungs: Sequence[Rung], outcomes: Sequence[Outcome]) -> Columns:
    rows = [rung.row(outcome) for rung, outcome in zip(rungs, outcomes, strict=True)]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}
