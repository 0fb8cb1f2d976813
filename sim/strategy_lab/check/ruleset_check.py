"""Checks a ruleset's file: both engines have to play the same games by it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.files.toml import read_toml
from strategy_lab.game import GameDefinition
from strategy_lab.plugins import entrant
from strategy_lab.plugins.loading import load_file
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import make_plan
from strategy_lab.time_limit import time_limit

SEED = 1


@dataclass(frozen=True)
class RulesetReport:
    """What a check of a ruleset found.

    Attributes
    ----------
    ruleset
        Its name.
    sentences
        What each rule of its code says that it does.
    answers
        How many answers were checked, of all rules and numbers of players.
    games
        How many games were the same in both engines.
    added
        By number of players: what the rules add to the cheques and coins of a player, on average,
        in thousands. 0 where money is conserved.
    """

    ruleset: str
    sentences: dict[str, str]
    answers: int
    games: int
    added: dict[int, float]


def is_ruleset(spec: str, game: GameDefinition) -> bool:
    """Return whether a text names a ruleset, built in, of a file or changed, and no strategy."""
    path = Path(spec)
    if not path.is_file():
        return spec.endswith("]") or spec in game.ruleset_names()
    return path.suffix == ".toml" and not {"extends", *game.rule_keys}.isdisjoint(read_toml(path))


def check_ruleset(spec: str, seconds: int, game: GameDefinition) -> RulesetReport:
    """Check a ruleset; one that cannot be played, or is played differently, is an error.

    So is a file that takes more than some seconds to load, or for an answer.
    """
    if game.own_check is not None:
        return game.own_check.check_ruleset(spec, seconds)
    with time_limit(seconds, {load_file.__code__}):
        ruleset = game.load_ruleset(spec)
    games = sum(_same_games(spec, game, ruleset, players) for players in ruleset.players)
    return RulesetReport(ruleset.name, {}, 0, games, {})


def _same_games(spec: str, game: GameDefinition, ruleset: Any, players: int) -> int:
    """Return how many games of any game were the same in both engines."""
    program = game.program()
    field = entrant.load_field(list(program.field), game)
    plan = make_plan([ruleset], field=field, players=[players], seed=SEED, games=players)
    chunk = Chunk(0, 0, 1, plan.cells[0].deals)
    compiled, plain = (engine(plan).play(chunk, detail=True) for engine in game.engines.values())
    same = (compiled.data == plain.data) & (compiled.detail == plain.detail)
    if not same.all():
        raise UsageError(
            f"{spec}: for {players} players, game {1 + int(np.argmin(same))} of seed {SEED} is "
            f"another one compiled than in plain Python: report it, with the file ({program.name})"
        )
    return len(same)
