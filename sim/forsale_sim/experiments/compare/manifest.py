"""The manifest of a comparison: what it was asked for and what it did."""

from __future__ import annotations

from typing import Any

import forsale_sim
from forsale_sim.experiments.compare.plan import Comparison, Setting
from forsale_sim.experiments.compare.playing import ComparisonOutcome
from forsale_sim.results.digest import digest
from forsale_sim.results.paired.differences import Margins
from forsale_sim.simulation.manifest import SCHEMA


def comparison_manifest(
    outcome: ComparisonOutcome, margins: Margins, *, command: str, engine: str, threads: int
) -> dict[str, Any]:
    """Return the manifest of a comparison, in values that JSON can hold.

    Parameters
    ----------
    outcome
        What was played.
    margins
        What differences count as small.
    command
        The command line that plays it again.
    engine, threads
        How it was played; neither changes any result.
    """
    comparison = outcome.comparison
    entrants = {
        entrant.name: entrant.spec for field in comparison.fields for entrant in field.entrants
    }
    return {
        "schema": SCHEMA,
        "version": forsale_sim.__version__,
        "command": command,
        "seed": comparison.seed,
        "games": outcome.games,
        "games_requested": comparison.games_requested,
        "deals": sum(outcome.deals),
        "rulesets": [ruleset.name for ruleset in comparison.rulesets],
        "players": comparison.players,
        "strategies": list(entrants),
        "seating": comparison.plans[0].seating,
        "engine": engine,
        "threads": threads,
        "seconds": round(outcome.seconds, 3),
        "digest": comparison_digest(outcome),
        "complete": outcome.complete,
        "specs": list(entrants.values()),
        "fields": {
            field.name: [entrant.name for entrant in field.entrants] for field in comparison.fields
        },
        "margins": margins._asdict(),
        "settings": [
            {
                "field": comparison.fields[setting.field].name,
                "deals_planned": setting.deals,
                **_played(comparison, setting, deals),
                "rules": {
                    planned.cell.ruleset: planned.cell.rules.settings()
                    for planned in setting.planned
                },
            }
            for setting, deals in zip(comparison.settings, outcome.deals, strict=True)
        ],
    }


def comparison_digest(outcome: ComparisonOutcome) -> str:
    """Return the digest of a comparison: equal for equal work, however it was done."""
    comparison = outcome.comparison
    return digest(
        (_played(comparison, setting, int(tally.deals)), tally.arrays())
        for setting, tally in zip(comparison.settings, outcome.tallies, strict=True)
    )


def _played(comparison: Comparison, setting: Setting, deals: int) -> dict[str, Any]:
    """Return what was played in a setting: what its tally follows from."""
    return {
        "players": setting.players,
        "strategies": list(setting.planned[0].cell.field),
        "rules": [planned.cell.rules.settings() for planned in setting.planned],
        "first_deals": [1 + offset for offset in setting.offsets],
        "deals": deals,
        "seatings": setting.seatings,
        "seed": comparison.seed,
    }
