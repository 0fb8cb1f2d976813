"""The manifest: what a run was asked for and what it did, and the way back from it to the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import forsale_sim
from forsale_sim.errors import UsageError
from forsale_sim.results.digest import digest
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.describing import describe_cell, plan_from, sources_of
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.plan import Plan, PlannedCell
from forsale_sim.simulation.precision import estimators_of, shortcomings
from forsale_sim.simulation.sharding import Shard

SCHEMA = 1
"""Of the manifest and of all machine-readable results."""


def manifest(
    outcome: Outcome,
    *,
    command: str,
    engine: str,
    threads: int,
    shard: Shard | None = None,
    sources: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Return the manifest of a run, in values that JSON can hold.

    Parameters
    ----------
    outcome
        What was played.
    command
        The command line that plays it again.
    engine, threads
        How it was played; neither changes any result.
    shard
        Which part of the run it is; None for all of it.
    sources
        What `describe` said of the strategies when the run was started; None for a plan whose
        strategies are loaded, as they still are what was played.
    """
    plan = outcome.plan
    cells = [
        _cell(planned, plan, deals)
        for planned, deals in zip(plan.cells, outcome.played, strict=True)
    ]
    return {
        "schema": SCHEMA,
        "version": forsale_sim.__version__,
        "command": command,
        "seed": plan.seed,
        "games": outcome.games,
        "games_requested": plan.games_requested,
        "deals": sum(cell["deals"] for cell in cells),
        "rulesets": list(dict.fromkeys(cell["ruleset"] for cell in cells)),
        "players": sorted({cell["players"] for cell in cells}),
        "strategies": [entrant.name for entrant in plan.field],
        "seating": plan.seating,
        "engine": engine,
        "threads": threads,
        "seconds": round(outcome.seconds, 3),
        "digest": run_digest(outcome),
        "complete": outcome.complete,
        "shard": None if shard is None else str(shard),
        "precision": plan.precision,
        "max_games": None if plan.precision is None else plan.games_requested,
        "precision_reached": None if plan.precision is None else not shortcomings(outcome),
        "intervals": _estimators(plan),
        "specs": [entrant.spec for entrant in plan.field],
        "sources": sources_of(plan.field) if sources is None else list(sources),
        "rotate": plan.rotate,
        "cells": cells,
    }


def run_digest(outcome: Outcome) -> str:
    """Return the digest of a run: equal for equal work, however it was done."""
    plan = outcome.plan
    return digest(
        (_hashed(planned, plan, deals), outcome.tallies[planned.cell].arrays())
        for planned, deals in zip(plan.cells, outcome.played, strict=True)
    )


def planned_from(manifest: Any) -> Plan:
    """Return the plan that a manifest is of.

    A manifest without ``sources``, as earlier ones are, says nothing of what its strategies were.

    Raises
    ------
    UsageError
        If it is no manifest of this schema, is another version's or damaged, or if a strategy
        cannot be loaded or is not what it was.
    """
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    if schema != SCHEMA:
        raise UsageError(
            f"not the manifest of a run that this version can read (schema {SCHEMA}): "
            f"its schema is {schema!r}"
        )
    version = manifest.get("version", forsale_sim.__version__)
    if version != forsale_sim.__version__:
        raise UsageError(
            f"it was written with forsale-sim {version}, which may play differently: use that "
            f"version, not {forsale_sim.__version__}"
        )
    try:
        return plan_from(manifest)
    except ValueError as error:
        raise UsageError(f"a damaged manifest: {error}") from error


def _estimators(plan: Plan) -> dict[str, str]:
    """Return what the limits of rates and of means are in the tables of a run."""
    estimator = estimators_of(plan)[plan.cells[0].cell]
    return {"rates": estimator.rates, "means": estimator.means}


def _cell(planned: PlannedCell, plan: Plan, deals: Deals) -> dict[str, Any]:
    return {
        **describe_cell(planned),
        "seed": plan.seed,
        "deals": len(deals),
        "stretches": [list(stretch) for stretch in deals.stretches],
    }


def _hashed(planned: PlannedCell, plan: Plan, deals: Deals) -> dict[str, Any]:
    """Return what was played in a cell: what its tally follows from."""
    described = describe_cell(planned)
    first_ones = deals == Deals.up_to(len(deals))
    return {
        **{key: described[key] for key in ("players", "rules", "field", "lineup", "seatings")},
        "seed": plan.seed,
        "deals": len(deals) if first_ones else deals.stretches,
    }
