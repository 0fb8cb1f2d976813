"""Games among given strategies, in either engine; short ones, unless a test needs their end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from monopoly_sim.game import GAME
from monopoly_sim.rules.ruleset import load_ruleset
from strategy_lab.plugins.entrants import load_field
from strategy_lab.plugins.strategies import Strategy
from strategy_lab.simulation.experiment import Chunk, make_plan

ROUNDS = 80


def games(
    specs: Sequence[str | Strategy],
    *,
    engine: str = "compiled",
    edition: str = "football-de",
    players: int = 3,
    deals: int = 1,
    seed: int = 1,
    rounds: int = ROUNDS,
    drawn: bool = False,
) -> Any:
    rules = load_ruleset(edition).extended({"name": "short", "max_rounds": rounds}, "the test")
    field = load_field(specs, GAME)
    names = [entrant.name for entrant in field]
    seats = [names.index(load_field([spec], GAME)[0].name) for spec in specs]
    plan = make_plan(
        [rules],
        field=field,
        lineup=None if drawn else seats,
        players=[players] if drawn else (),
        seed=seed,
        games=deals * (players if drawn else len(specs)),
    )
    chunk = Chunk(plan=0, cell=0, first_deal=1, deals=plan.cells[0].deals)
    return GAME.engines[engine](plan).play(chunk, detail=True)


def check_same(some: Any, others: Any) -> None:
    for one, other in ((some.data, others.data), (some.detail, others.detail)):
        for name in one.dtype.names:
            assert np.array_equal(one[name], other[name]), name
