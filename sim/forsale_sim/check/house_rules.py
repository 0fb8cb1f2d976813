"""Checks a ruleset's file: all answers of its code, both engines, what becomes of the money."""

from __future__ import annotations

import numpy as np
from strategy_lab.check.ruleset_check import SEED, RulesetReport
from strategy_lab.errors import UsageError
from strategy_lab.plugins.loading import load_file
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import make_plan
from strategy_lab.time_limit import time_limit

from forsale_sim.check.trials import RIVALS
from forsale_sim.engines import CompiledEngine, PlainEngine
from forsale_sim.for_sale import load_field
from forsale_sim.rules.house_code import HouseCode, table_of
from forsale_sim.rules.loading import load_ruleset

DEALS = 40
"""Deals played for each number of players, under all seatings."""

CALLERS = {HouseCode.answer.__code__, load_file.__code__}
"""What runs code of an author's: if a call of it is still there after a while, that code hangs."""


def check_ruleset(spec: str, seconds: int) -> RulesetReport:
    """Check a ruleset; one that cannot be played, or is played differently, is an error.

    So is a file that takes more than some seconds to load, or for an answer.
    """
    with time_limit(seconds, CALLERS):
        ruleset = load_ruleset(spec)
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
