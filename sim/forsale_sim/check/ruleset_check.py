"""Checks a ruleset's file: all answers of its code, both engines, what becomes of the money."""

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

from forsale_sim.check.trials import RIVALS
from forsale_sim.engines import CompiledEngine, PlainEngine
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.rules.house_code import HouseCode, table_of

DEALS = 40
"""Deals played for each number of players, under all seatings."""

SEED = 1

CALLERS = {HouseCode.answer.__code__, load_file.__code__}
"""What runs code of an author's: if a call of it is still there after a while, that code hangs."""


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


def is_ruleset(spec: str, game: GameDefinition = GAME) -> bool:
    """Return whether a text names the file of a ruleset, and of no strategy."""
    path = Path(spec)
    if path.suffix != ".toml" or not path.is_file():
        return False
    return not {"extends", *game.rule_keys}.isdisjoint(read_toml(path))


def check_ruleset(spec: str, seconds: int, game: GameDefinition = GAME) -> RulesetReport:
    """Check a ruleset; one that cannot be played, or is played differently, is an error.

    So is a file that takes more than some seconds to load, or for an answer.
    """
    with time_limit(seconds, CALLERS):
        ruleset = game.load_ruleset(spec)
    if game is not GAME:
        games = sum(_same_games(spec, game, ruleset, players) for players in ruleset.players)
        return RulesetReport(ruleset.name, {}, 0, games, {})
    field = load_field(RIVALS)
    answers, games, added = 0, 0, {}
    for players in ruleset.players:
        rules = ruleset.rules(players)
        names = rules.code.functions if rules.code else ()
        answers += sum(len(table.answers) for name in names if (table := table_of(rules, name)))
        plan = make_plan([ruleset], field=field, players=[players], seed=SEED, games=DEALS)
        chunk = Chunk(0, 0, 1, plan.cells[0].deals)
        compiled = CompiledEngine(plan, compared=True).play(chunk, detail=True)
        plain = PlainEngine(plan).play(chunk, detail=True)
        same = (compiled.data == plain.data) & (compiled.detail == plain.detail)
        if not same.all():
            raise UsageError(
                f"{spec}: for {players} players, game {1 + int(np.argmin(same))} of seed {SEED} is "
                "another one compiled than in plain Python: a rule depends on more than it is asked"
            )
        games += len(same)
        cheques = [
            np.where(plain.buyer == seat, plain.cheque, 0).sum() for seat in range(1, players + 1)
        ]
        worth = rules.coin_value * plain.coins.sum(dtype=np.int64) + sum(cheques)
        added[players] = float(plain.score.sum(dtype=np.int64) - worth) / plain.score.size
    return RulesetReport(
        ruleset.name, ruleset.code.sentences if ruleset.code else {}, answers, games, added
    )


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
