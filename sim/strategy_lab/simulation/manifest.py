"""The manifest: what was asked for, what was played, and the digest of it."""

from __future__ import annotations

from typing import Any

from strategy_lab.results.digest import digest
from strategy_lab.simulation.checkpoints import Execution
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.sources import source_of
from strategy_lab.simulation.spans import Spans
from strategy_lab.simulation.spec import Spec
from strategy_lab.version import __version__

SCHEMA = 2
"""Of the manifest and of all machine-readable results."""


def manifest(spec: Spec, outcome: Outcome, execution: Execution) -> dict[str, Any]:
    """Return the manifest of an experiment, in values that JSON can hold."""
    experiment = outcome.experiment
    cells = [planned.cell for plan in experiment.plans for planned in plan.cells]
    entrants = {entrant.name: entrant for entrant in experiment.entrants}
    return {
        "schema": SCHEMA,
        "version": __version__,
        "command": spec.command_line(*execution.words),
        "seed": experiment.plans[0].seed,
        "games": outcome.games,
        "games_requested": experiment.games,
        "deals": experiment.deals(outcome),
        "rulesets": list(dict.fromkeys(cell.ruleset for cell in cells)),
        "players": sorted({cell.players for cell in cells}),
        "strategies": list(entrants),
        "seating": experiment.plans[0].seating,
        "engine": execution.engine,
        "threads": execution.threads,
        "seconds": round(outcome.seconds, 3),
        "digest": digest_of(outcome),
        "complete": outcome.complete,
        "shard": None if execution.shard is None else str(execution.shard),
        "specs": [entrant.spec for entrant in entrants.values()],
        "sources": [source_of(entrant) for entrant in entrants.values()],
        **experiment.facts(outcome),
        "spec": spec.to_json(),
    }


def digest_of(outcome: Outcome) -> str:
    """Return the digest of what has been played: equal for equal work, however it was done."""
    return digest(
        (_identity(outcome, block), core.arrays()) for block, core in outcome.cores.items()
    )


def _identity(outcome: Outcome, block: int) -> dict[str, Any]:
    played = outcome.played[block]
    whole = played == Spans.up_to(len(played))
    units = len(played) if whole else [list(pair) for pair in played.pairs]
    return {**outcome.experiment.blocks[block].identity, "units": units}
