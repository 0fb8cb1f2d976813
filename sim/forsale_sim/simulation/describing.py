"""A plan in values that JSON can hold, and back: how manifests and checkpoints name a run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from forsale_sim.errors import UsageError
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant, load_field
from forsale_sim.plugins.hashing import source_hash
from forsale_sim.results.cell import Cell
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS, Rules
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.plan import MOST_GAMES, SEEDS, Plan, PlannedCell


def describe(plan: Plan) -> dict[str, Any]:
    """Return all that decides what a run plays."""
    return {
        "seed": plan.seed,
        "games_requested": plan.games_requested,
        "strategies": [entrant.name for entrant in plan.field],
        "specs": [entrant.spec for entrant in plan.field],
        "sources": sources_of(plan.field),
        "rotate": plan.rotate,
        "precision": plan.precision,
        "cells": [describe_cell(planned) for planned in plan.cells],
    }


def sources_of(field: Sequence[Entrant]) -> list[str]:
    """Return a hash of each strategy's source and of all its parameters: defaults may change."""
    return [_source(entrant) for entrant in field]


def _source(entrant: Entrant) -> str:
    functions = source_hash(entrant.bid.function, entrant.sell.function)
    values = [sorted(decision.arguments.items()) for decision in (entrant.bid, entrant.sell)]
    return hashlib.sha256(f"{functions} {values}".encode()).hexdigest()


def describe_cell(planned: PlannedCell) -> dict[str, Any]:
    """Return all that decides what is played in a cell, but the seed."""
    cell, lineup = planned.cell, planned.lineup
    return {
        "ruleset": cell.ruleset,
        "players": cell.players,
        "rules": cell.rules.settings(),
        "field": list(cell.field),
        "lineup": None if lineup is None else [cell.field[index] for index in lineup],
        "seatings": cell.seatings,
        "deals_planned": planned.deals,
    }


def plan_from(described: Mapping[str, Any], *, loaded: bool = True) -> Plan:
    """Return the plan that has been described.

    Parameters
    ----------
    described
        As `describe` returns it; what else there is makes no difference. Without ``sources``,
        strategies are taken as they are.
    loaded
        Whether its strategies are needed, and loaded. Otherwise nothing of it can be played.

    Raises
    ------
    UsageError
        If a strategy cannot be loaded, or is not the same any more.
    ValueError
        If something is missing, or of a wrong kind.
    """
    try:
        return _plan(described, loaded)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is missing") from error
    except (AttributeError, TypeError) as error:
        raise ValueError(str(error)) from error


def _plan(described: Mapping[str, Any], loaded: bool) -> Plan:
    names = _texts(described, "strategies")
    specs = _texts(described, "specs")
    field = load_field(specs) if loaded else _unloaded(names, specs)
    if names != tuple(entrant.name for entrant in field):
        raise ValueError("'specs' and 'strategies' are not the same strategies")
    if loaded and "sources" in described:
        check_sources(field, _texts(described, "sources"))
    cells: list[PlannedCell] = []
    first_game = 1
    for cell in described["cells"]:
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
    games_requested = _whole(described, "games_requested", 1, MOST_GAMES)
    seed = _whole(described, "seed", 0, SEEDS - 1)
    rotate, precision = bool(described["rotate"]), described.get("precision")
    if precision is not None and not 0 < precision < 1:
        raise ValueError(f"'precision' must be more than 0 and less than 1, not {precision!r}")
    return Plan(field, seed, rotate, games_requested, tuple(cells), precision)


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
    try:
        return Ruleset.validated(settings, "the rules").rules(players)
    except UsageError as error:
        raise ValueError(str(error)) from error


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


def check_sources(field: Sequence[Entrant], sources: Sequence[str]) -> None:
    """Refuse strategies that are not what they were.

    Raises
    ------
    UsageError
        If one is another: its source or a parameter's default has changed.
    ValueError
        If there are more of these than of those.
    """
    if len(sources) != len(field):
        raise ValueError("'specs' and 'sources' are not the same strategies")
    for entrant, now, source in zip(field, sources_of(field), sources, strict=True):
        if now != source:
            raise UsageError(
                f"the strategy {entrant.spec} has changed since games were played with it: bring "
                "it back as it was, or play a run of its own with the new one"
            )


def _unloaded(names: Sequence[str], specs: Sequence[str]) -> tuple[Entrant, ...]:
    def unloaded(view: object) -> int:
        raise NotImplementedError("the strategies of this plan have not been loaded")

    nothing = Decision(unloaded, {})
    return tuple(
        Entrant(name, spec, nothing, nothing) for name, spec in zip(names, specs, strict=True)
    )
