"""Strategies that draw at some decisions only get the same numbers from both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine, PlainEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import make_plan

from tests.engine.playing import assert_same_rows

SELDOM = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, nth

@strategy("seldom")
class Seldom:
    start = Parameter(1, low=1, high=10, meaning="first round in which it draws")
    every = Parameter(1, low=1, high=10, meaning="rounds between two in which it draws")

    def bid(view: View, start: int, every: int) -> int:
        if view.round < start or (view.round - start) % every != 0:
            return view.least_bid if view.highest_bid < 3 else 0
        raised = min(view.least_bid + view.random_below(2), view.coins)
        return raised if view.chance(0.6) else 0

    def sell(view: View, start: int, every: int) -> int:
        held = count(view.hand)
        drawing = view.round >= start and (view.round - start) % every == 0
        return nth(view.hand, view.random_below(held) if drawing else held // 2)
"""


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize(
    "settings", ["start=2", "start=3,every=2", "start=5", "start=8", "every=4"]
)
def test_numbers_do_not_depend_on_which_were_drawn_before(
    tmp_path: Path, settings: str, players: int
) -> None:
    file = tmp_path / "seldom.py"
    file.write_text(SELDOM)
    field = load_field([f"{file}:seldom:{settings}"])
    plan = make_plan([load_ruleset("iello-en")], field=field, players=[players], seed=8, games=60)
    chunk = Chunk(plan=0, cell=0, first_deal=1, deals=plan.cells[0].deals)
    compiled, plain = (engine(plan).play(chunk, True) for engine in (CompiledEngine, PlainEngine))
    assert_same_rows(compiled, plain)
