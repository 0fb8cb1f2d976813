"""What a strategy draws depends on the decision alone, and changes nothing but its own moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.simulation.experiment import Chunk, make_plan
from strategy_lab.simulation.replaying import SeatedEngine as PlainEngine

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

WASTEFUL = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, nth

def draw(view: View, draws: int) -> None:
    for _ in range(draws):
        view.random()
        view.chance(0.5)
        view.random_below(3 * 2**30)
    view.game_random()

@strategy("wasteful")
class Wasteful:
    draws = Parameter(0, low=0, high=50, meaning="numbers of each kind that it draws in vain")

    def bid(view: View, draws: int) -> int:
        stays = view.chance(0.6)
        draw(view, draws)
        return view.least_bid if stays else 0

    def sell(view: View, draws: int) -> int:
        sold = nth(view.hand, view.random_below(count(view.hand)))
        draw(view, draws)
        return sold
"""


@pytest.mark.parametrize(("engine", "players"), [(CompiledEngine, 3), (PlainEngine, 6)])
def test_numbers_drawn_in_vain_change_no_game(
    tmp_path: Path, players: int, engine: type[CompiledEngine | PlainEngine]
) -> None:
    file = tmp_path / "wasteful.py"
    file.write_text(WASTEFUL)
    played = [
        play(engine, [f"{file}:wasteful:draws={draws}", "random", "coinflip"], players)
        for draws in (0, 1, 7)
    ]
    for rows in played[1:]:
        assert_same_rows(rows, played[0])


@pytest.mark.parametrize(
    ("settings", "players"), [("start=2", 3), ("start=3,every=2", 6), ("start=8", 3)]
)
def test_numbers_do_not_depend_on_which_were_drawn_before(
    tmp_path: Path, settings: str, players: int
) -> None:
    file = tmp_path / "seldom.py"
    file.write_text(SELDOM)
    compiled, plain = (
        play(engine, [f"{file}:seldom:{settings}"], players)
        for engine in (CompiledEngine, PlainEngine)
    )
    assert_same_rows(compiled, plain)


def play(engine: type[CompiledEngine | PlainEngine], specs: list[str], players: int) -> GameRows:
    field = load_field(specs)
    plan = make_plan([load_ruleset("iello-en")], field=field, players=[players], seed=8, games=60)
    chunk = Chunk(plan=0, cell=0, first_deal=1, deals=plan.cells[0].deals)
    return engine(plan).play(chunk, detail=True)
