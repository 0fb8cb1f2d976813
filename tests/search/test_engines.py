"""Strategies that search play the same games in every engine."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.simulation.plan import make_plan

from tests.strategy_lab.simulation.playing import play, sums

FIELD = ("lookahead:budget=12", "champion:budget=12", "solver:budget=12", "blueprint", "spread")


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 6), ("iello-de-variant", 5),
     ("iello-en[refund=2/3 up,refunded=first,opener=lot]", 4),
     ("iello-en-variant[raise=2,opening_bid=3,opener=lowest]", 4), ("iello-en[opener=left]", 3)],
)  # fmt: skip
def test_engines_agree(ruleset: str, players: int) -> None:
    plan = make_plan(
        [load_ruleset(ruleset)], field=load_field(FIELD), games=6, players=[players], seed=4
    )
    assert sums(play(plan)) == sums(play(plan, "python"))
