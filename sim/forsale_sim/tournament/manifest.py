"""The manifest: what a run was asked for and what it did, and the way back from it to the run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import forsale_sim
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.results.cell import Cell
from forsale_sim.results.digest import digest
from forsale_sim.results.tally import Tally
from forsale_sim.rules.parameters import Rules
from forsale_sim.tournament.plan import Plan, PlannedCell
from forsale_sim.tournament.running import Outcome

SCHEMA = 1
"""Of the manifest and of all machine-readable results."""


def manifest(outcome: Outcome, *, command: str, engine: str, threads: int) -> dict[str, Any]:
    """Return the manifest of a run, in values that JSON can hold.

    Parameters
    ----------
    outcome
        What was played.
    command
        The command line that plays it again.
    engine, threads
        How it was played; neither changes any result.
    """
    plan = outcome.plan
    cells = [_cell(planned, plan, outcome.tallies[planned.cell]) for planned in plan.cells]
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
        "specs": [entrant.spec for entrant in plan.field],
        "rotate": plan.rotate,
        "cells": cells,
    }


def run_digest(outcome: Outcome) -> str:
    """Return the digest of a run: equal for equal work, however it was done."""
    plan = outcome.plan
    return digest(
        (_played(planned, plan, tally), tally.arrays())
        for planned in plan.cells
        for tally in [outcome.tallies[planned.cell]]
    )


def planned_from(manifest: Mapping[str, Any]) -> Plan:
    """Return the plan that a manifest is of.

    Raises
    ------
    UsageError
        If it is no manifest of this schema, or its strategies can no longer be loaded.
    """
    if manifest.get("schema") != SCHEMA or "cells" not in manifest:
        raise UsageError(
            f"not the manifest of a run that this version can read (schema {SCHEMA}): "
            f"its schema is {manifest.get('schema')!r}"
        )
    field = load_field(manifest["specs"])
    names = tuple(manifest["strategies"])
    cells = []
    first_game = 1
    for cell in manifest["cells"]:
        rules = Rules.from_settings(cell["ruleset"], cell["players"], cell["rules"])
        lineup = None if cell["lineup"] is None else tuple(map(names.index, cell["lineup"]))
        planned = PlannedCell(
            Cell(rules, names, cell["seatings"]), lineup, cell["deals_planned"], first_game
        )
        cells.append(planned)
        first_game += planned.games
    return Plan(
        field, manifest["seed"], manifest["rotate"], manifest["games_requested"], tuple(cells)
    )


def _cell(planned: PlannedCell, plan: Plan, tally: Tally) -> dict[str, Any]:
    return {
        "ruleset": planned.cell.ruleset,
        **_played(planned, plan, tally),
        "deals_planned": planned.deals,
    }


def _played(planned: PlannedCell, plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return what was played in a cell: what its tally follows from."""
    lineup = planned.lineup
    return {
        "players": planned.cell.players,
        "rules": planned.cell.rules.settings(),
        "field": list(planned.cell.field),
        "lineup": None if lineup is None else [planned.cell.field[index] for index in lineup],
        "seed": plan.seed,
        "deals": int(tally.deals),
        "seatings": planned.cell.seatings,
    }
