"""Any game of a run can be played again, and is compared with what the kernel made of it."""

from __future__ import annotations

import pytest
from forsale_sim.engines import CompiledEngine, seat_game
from forsale_sim.for_sale import load_field
from forsale_sim.records import HOUSES, ROW, GameRows, empty_rows
from forsale_sim.reference.playing import write_row
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import LaboratoryError, StrategyError
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import Plan, make_plan
from strategy_lab.simulation.replaying import check_against_engine

from tests.support.players import entrant_of

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))


@pytest.fixture(params=["drawn", "fixed", "no rotation"])
def plan(request: pytest.FixtureRequest) -> Plan:
    return make_plan(
        RULESETS,
        field=load_field(["coinflip", "spread", "random", "miser"]),
        lineup=(0, 1, 2, 1) if request.param == "fixed" else None,
        rotate=request.param != "no rotation",
        seed=17,
        games=60,
    )


def test_every_game_by_its_number_is_the_one_that_the_run_played(plan: Plan) -> None:
    engine = CompiledEngine(plan)
    number = 0
    for index, cell in enumerate(plan.cells):
        rules = cell.cell.rules
        played = engine.play(Chunk(0, index, 1, cell.deals), detail=True)
        for theirs in zip(played.data, played.detail, strict=True):
            number += 1
            seated = seat_game(plan, plan.game(number))
            assert seated.game.phase == "buying"
            seated.play()
            rows = empty_rows(1, rules.players, seatings=1, detail=True)
            rows.strategy[0] = seated.strategies
            write_row(seated.game, rows, 0)
            assert (rows.data[0], rows.detail[0]) == theirs
            assert seated.names == [plan.field[i].name for i in seated.strategies]
    assert number == plan.games


def test_a_game_is_checked_against_the_kernel_s(plan: Plan) -> None:
    for number in (1, plan.games // 2, plan.games):
        seated = seat_game(plan, plan.game(number))
        seated.play()
        assert check_against_engine(plan, seated.number, seated).startswith("Checked")


@pytest.mark.parametrize("field", (ROW.names or ()) + (HOUSES.names or ()))
def test_a_difference_is_reported(plan: Plan, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = CompiledEngine.play

    def play_falsely(self: CompiledEngine, chunk: Chunk, detail: bool = False) -> GameRows:
        rows = play(self, chunk, detail)
        getattr(rows, field)[:] += 1
        return rows

    monkeypatch.setattr(CompiledEngine, "play", play_falsely)
    seated = seat_game(plan, plan.game(2))
    seated.play()
    with pytest.raises(LaboratoryError, match=f"game 2 differs between the engines in {field}:"):
        check_against_engine(plan, seated.number, seated)


def test_what_cannot_be_compiled_is_not_checked() -> None:
    odd = entrant_of("odd", lambda view: 0, str.__len__)
    plan = make_plan(RULESETS[:1], field=[odd], seed=1, games=10)
    seated = seat_game(plan, plan.game(1))
    said = check_against_engine(plan, seated.number, seated)
    assert said.startswith("Not checked against the compiled engine: ")
    assert "\n" not in said


def test_what_fails_only_when_compiled_is_no_other_game_s_fault(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **options: object) -> GameRows:
        raise StrategyError("an illegal move when compiled, but not in plain Python")

    monkeypatch.setattr(CompiledEngine, "play", fail)
    monkeypatch.setattr(CompiledEngine, "_get_ready", lambda _: None)
    seated = seat_game(plan, plan.game(2))
    seated.play()
    with pytest.raises(StrategyError, match="when compiled"):
        check_against_engine(plan, seated.number, seated)
