"""The skill ladder: how much a player gains who thinks four times as long as all others.

A game in which each rung is worth a lot rewards thinking; where the steps vanish, luck is all that
is left among those who think that long. That more computation should go on paying is what F. Lantz
and others ask of a deep game ("Depth in strategic games", AAAI-17 workshop *What's next for AI in
games?*, 2017).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from strategy_lab.results.columns import Columns
from strategy_lab.simulation.experiment import Outcome

from forsale_sim.for_sale import load_entrant
from forsale_sim.reports.challenges import Challenge
from forsale_sim.rules.ruleset import Ruleset

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
        """Return how often the challenger wins."""
        cell, worth = self.plan.cells[0].cell, self.worth(outcome)
        fair = 1 / cell.players
        return {
            **{"ruleset": cell.ruleset, "players": cell.players},
            **{"budget": FACTOR * self.budget, "others": self.budget},
            **{"win_rate": fair + worth.worth, "low": fair + worth.low, "high": fair + worth.high},
            **{"deals": worth.deals, "games": self.plan.games},
        }


def make_rungs(ruleset: Ruleset, players: int, *, seed: int, games: int) -> tuple[Rung, ...]:
    """Return the rungs, the lowest first, of so many games each at most."""
    size = min(games, MOST_GAMES)
    return tuple(Rung(budget, ruleset, players, seed=seed, games=size) for budget in BUDGETS)


def ladder_table(rungs: Sequence[Rung], outcomes: Sequence[Outcome]) -> Columns:
    """Return what came of each rung."""
    rows = [rung.row(outcome) for rung, outcome in zip(rungs, outcomes, strict=True)]
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}
