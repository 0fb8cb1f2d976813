"""A beginner among players of each level, and tables at which all are of one level.

Levels are strangers of the panel by how much they err (`forsale_strategies.panel.noisy`), and a
player by the rules of strong humans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import records, where
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.plan import make_plan

from forsale_sim.for_sale import load_entrant
from forsale_sim.reports.challenges import Challenge
from forsale_sim.rules.ruleset import Ruleset

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
    """A beginner among players of one level."""

    def __init__(
        self, level: str, ruleset: Ruleset, players: int, *, seed: int, games: int
    ) -> None:
        self.level = level
        challenger, others = load_entrant(BEGINNER), load_entrant(LEVELS[level])
        super().__init__(challenger, others, ruleset, players, seed=seed, games=games)

    def rows(self, outcome: Outcome) -> Iterator[dict[str, object]]:
        """Yield how often the beginner wins."""
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
        """Yield what their games are like."""
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
    """Return the tables of each level, the weakest first."""
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
