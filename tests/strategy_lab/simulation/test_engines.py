"""Both engines play a chunk of any plan alike, and say the same of a strategy's mistake."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.errors import MoveError, StrategyError
from strategy_lab.simulation.experiment import Chunk, Plan, make_plan
from strategy_lab.simulation.options import LINEUPS, WITHOUT_REPLACEMENT
from strategy_lab.simulation.replaying import SeatedEngine as PlainEngine

from tests.cli.calling import call
from tests.engine.playing import assert_same_rows

ENGLISH, RAVENSBURGER = load_ruleset("iello-en"), load_ruleset("ravensburger-1997")
CHEATS = Path(__file__).parents[2] / "engine" / "cheats.py"


def failing_plan(spec: str) -> Plan:
    return make_plan([ENGLISH], field=[load_entrant(spec)], players=[4], seed=6, games=400)


def chunks_of(plan: Plan, deals: int) -> list[Chunk]:
    """Return all deals of all cells."""
    return [
        Chunk(0, cell, first, min(deals, planned.deals + 1 - first))
        for cell, planned in enumerate(plan.cells)
        for first in range(1, planned.deals + 1, deals)
    ]


def failure(engine: CompiledEngine | PlainEngine, chunks: Sequence[Chunk]) -> MoveError:
    with pytest.raises(StrategyError) as caught:
        for chunk in chunks:
            engine.play(chunk)
    assert isinstance(caught.value, MoveError)
    return caught.value


@pytest.mark.parametrize(
    ("lineup", "lineups"),
    [
        *((None, lineups) for lineups in LINEUPS),
        *((lineup, WITHOUT_REPLACEMENT) for lineup in [(0, 1, 2, 1), (0, 1, 0, 1)]),
    ],
)
@pytest.mark.parametrize("rotate", [True, False])
def test_engines_play_chunks_alike(
    lineup: tuple[int, ...] | None, lineups: str, rotate: bool
) -> None:
    made = make_plan(
        [ENGLISH, RAVENSBURGER],
        field=load_field(["coinflip", "spread:share=0.3", "bid=random,sell=matcher"]),
        lineup=lineup,
        rotate=rotate,
        lineups=lineups,
        seed=2**64 - 1,
        games=120,
    )
    compiled, plain = CompiledEngine(made), PlainEngine(made)
    for chunk in chunks_of(made, 6):
        rows = compiled.play(chunk, detail=True)
        seatings = made.cells[chunk.cell].cell.seatings
        assert len(rows.data) == chunk.deals * seatings
        assert_same_rows(rows, plain.play(chunk, detail=True))


@pytest.mark.parametrize(
    "cheat",
    [*(f"bidding={i}" for i in range(1, 6)), *(f"selling={i}" for i in range(1, 7))],
)
def test_engines_say_the_same_of_a_mistake(cheat: str) -> None:
    made = failing_plan(f"{CHEATS}:cheat:{cheat}")
    chunks = chunks_of(made, 10)
    compiled, plain = (failure(engine(made), chunks) for engine in (CompiledEngine, PlainEngine))
    assert str(compiled) == str(plain)
    assert compiled.where == plain.where
    assert f"strategy 'cheats.py:cheat:{cheat}'" in str(plain)
    assert f"deal {plain.where.deal}, seating {plain.where.seating}" in str(plain)


def test_a_mistake_that_only_compiled_code_makes_is_called_that(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from forsale_sim import View, strategy\n"
        "from forsale_sim.cards import highest\n"
        "@strategy('wraps')\n"
        "class Wraps:\n"
        "    def bid(view: View) -> int:\n"
        "        large = 2**62 + view.round\n"
        "        return 0 if large * 4 > 100 else -1\n"
        "    def sell(view: View) -> int:\n"
        "        return highest(view.hand)\n"
    )
    made = make_plan([ENGLISH], field=[load_entrant(str(file))], players=[4], seed=6, games=4)
    with pytest.raises(StrategyError) as caught:
        CompiledEngine(made).play(Chunk(0, 0, 1, 1))
    message = str(caught.value)
    assert (
        "when compiled, but not in plain Python (iello-en, 4 players, deal 1, seating 1" in message
    )
    assert "forsale-sim check" in message


OWN_MEMORY = """
import decimal
from forsale_sim import strategy
from forsale_sim.cards import lowest

SEEN = []

@strategy("counting")
class Counting:
    def bid(view):
        context = decimal.getcontext()
        context.prec = context.prec % 7 + 1
        return view.least_bid if context.prec > 5 else 0

    def sell(view):
        return lowest(view.hand)
"""


@pytest.mark.parametrize("games", [6, 60])
def test_a_strategy_with_a_memory_in_a_library_is_found_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: int
) -> None:
    file = tmp_path / "counting.py"
    file.write_text(OWN_MEMORY)
    lineup = f"spread,{file},miser"
    words = ["run", "--lineup", lineup, "--games", games, "--engine", "python", "--seed", 1]
    said = call(capsys, *words)
    assert said.status == 1
    assert said.out == ""
    assert "are others when they are played again at the end" in said.err
    assert "counting.py:counting may be why: it uses decimal.getcontext" in said.err
