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
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS, Rules
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.tournament.plan import MOST_GAMES, SEEDS, Plan, PlannedCell
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


def planned_from(manifest: Any) -> Plan:
    """Return the plan that a manifest is of.

    Raises
    ------
    UsageError
        If it is no manifest of this schema, is damaged, or its strategies can no longer be loaded.
    """
    schema = manifest.get("schema") if isinstance(manifest, dict) else None
    if schema != SCHEMA:
        raise UsageError(
            f"not the manifest of a run that this version can read (schema {SCHEMA}): "
            f"its schema is {schema!r}"
        )
    try:
        return _plan(manifest)
    except KeyError as error:
        raise UsageError(f"a damaged manifest: {error.args[0]!r} is missing") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"a damaged manifest: {error}") from error


def _plan(manifest: Mapping[str, Any]) -> Plan:
    field = load_field(_texts(manifest, "specs"))
    names = _texts(manifest, "strategies")
    if names != tuple(entrant.name for entrant in field):
        raise ValueError("'specs' and 'strategies' are not the same strategies")
    cells: list[PlannedCell] = []
    first_game = 1
    for cell in manifest["cells"]:
        rules = _rules(cell)
        lineup = None if cell["lineup"] is None else _texts(cell, "lineup")
        if lineup is not None and (len(lineup) != rules.players or set(lineup) - set(names)):
            raise ValueError(f"'lineup' cannot be {', '.join(lineup)} for {rules.players} players")
        planned = PlannedCell(
            Cell(rules, names, _whole(cell, "seatings", 1, rules.players)),
            None if lineup is None else tuple(names.index(name) for name in lineup),
            _whole(cell, "deals_planned", 1, MOST_GAMES),
            first_game,
        )
        cells.append(planned)
        first_game += planned.games
    if not cells:
        raise ValueError("'cells' is empty")
    games_requested = _whole(manifest, "games_requested", 1, MOST_GAMES)
    seed = _whole(manifest, "seed", 0, SEEDS - 1)
    return Plan(field, seed, bool(manifest["rotate"]), games_requested, tuple(cells))


def _rules(cell: Mapping[str, Any]) -> Rules:
    """Return the rules of a cell, checked as those of any ruleset."""
    players, rules = _whole(cell, "players", MIN_PLAYERS, MAX_PLAYERS), cell["rules"]
    fewer = players - _whole(rules, "houses_per_round", 1, players)
    settings = {
        **rules,
        "name": cell["ruleset"],
        "houses_per_round": f"players - {fewer}" if fewer else "players",
        "coins": {players: rules["coins"]},
        "removed": {players: rules["removed"]},
    }
    return Ruleset.validated(settings, "a damaged manifest").rules(players)


def _whole(part: Mapping[str, Any], key: str, least: int, most: int) -> int:
    value = part[key]
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{key!r} must be a whole number from {least} to {most}, not {value!r}")
    return value


def _texts(part: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = part[key]
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"{key!r} must be a list of texts, not {value!r}")
    return tuple(value)


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
