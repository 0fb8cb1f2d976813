"""Comparisons for tests: one call that plays one, and rulesets to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from forsale_sim.program import FOR_SALE
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.experiments.compare.experiment import Comparison
from strategy_lab.experiments.fields import choose_fields, different_fields
from strategy_lab.results.paired_differences import differences
from strategy_lab.results.tables import Columns
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome

ENGLISH, FRENCH = load_ruleset("iello-en"), load_ruleset("iello-fr")
RAVENSBURGER = load_ruleset("ravensburger-1997")
COPY = ENGLISH.with_changes("copy")
RICHER = ENGLISH.with_changes("richer", coins={4: [23, 21, 21, 21]})
"""Seat 1 has two coins more than the others."""

SIX_TABLES = ("credible=mirrors:counter,expert,free-rider,budgeter,copycat,noisy",)
"""Fields that share no player."""


def made_comparison(
    *rulesets: Ruleset,
    fields: Sequence[str] = ("all",),
    players: Sequence[int] = (4,),
    seed: int = 1,
    games: int = 8000,
) -> Comparison:
    return Comparison(
        rulesets,
        different_fields(choose_fields(fields, program=FOR_SALE)),
        {},
        players=players,
        seed=seed,
        games=games,
    )


def played(comparison: Comparison) -> Outcome:
    return simulate(Outcome(comparison), Threads(comparison, "compiled"))


def difference_table(comparison: Comparison) -> Columns:
    return differences(comparison.played(played(comparison)))


def on_other_deals(comparison: Comparison) -> Comparison:
    """Let every ruleset be played on deals of its own."""
    comparison.settings = tuple(
        replace(
            setting,
            offsets=tuple(setting.deals * number for number in range(len(setting.offsets))),
        )
        for setting in comparison.settings
    )
    return comparison
