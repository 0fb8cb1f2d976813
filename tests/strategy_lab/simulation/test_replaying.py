"""Any game of a run can be played again, and is compared with what the kernel made of it."""

from __future__ import annotations

from itertools import islice

import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.records import HOUSES, ROW, GameRows
from forsale_sim.reference.table import Bid
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins.entrants import find_strategy
from strategy_lab.simulation.experiment import Chunk, Plan, make_plan
from strategy_lab.simulation.replaying import (
    GameOutcome,
    TracedGame,
    Wanted,
    check_against_engine,
    find_games,
    player_index,
)

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
        played = engine.play(Chunk(0, index, 1, cell.deals), detail=True)
        for theirs in zip(played.data, played.detail, strict=True):
            number += 1
            seated = TracedGame(plan, plan.game(number))
            assert seated.game.phase == "buying"
            seated.play()
            rows = seated.rows()
            assert (rows.data[0], rows.detail[0]) == theirs
            assert seated.names == [plan.field[i].name for i in seated.strategies]
    assert number == plan.games


@pytest.mark.parametrize("field", (ROW.names or ()) + (HOUSES.names or ()))
def test_a_difference_is_reported(plan: Plan, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = CompiledEngine.play

    def play_falsely(self: CompiledEngine, chunk: Chunk, detail: bool = False) -> GameRows:
        rows = play(self, chunk, detail)
        getattr(rows, field)[:] += 1
        return rows

    monkeypatch.setattr(CompiledEngine, "play", play_falsely)
    seated = TracedGame(plan, plan.game(2))
    seated.play()
    with pytest.raises(LaboratoryError, match=f"plays game 2 differently, in {field}:"):
        check_against_engine(plan, seated.number, seated)


FIELD = ("spread", "miser", "random", "expert", "coinflip")


def plan_of(*specs: str, games: int = 60) -> Plan:
    return make_plan([load_ruleset("iello-en")], field=load_field(specs), seed=6, games=games)


def is_wanted(plan: Plan, number: int, wanted: Wanted) -> bool:
    seated = TracedGame(plan, plan.game(number))
    seated.play()
    seats = [i for i, each in enumerate(seated.strategies, start=1) if each == wanted.player]
    won = any(seated.game.score.wins[seat - 1] for seat in seats)
    bids = [e.amount for e in seated.game.events if isinstance(e, Bid) and e.seat in seats]
    return (
        bool(seats)
        and wanted.outcome in (None, "won" if won else "lost")
        and (wanted.over is None or max(bids, default=0) > wanted.over[1])
    )


@pytest.mark.parametrize(("outcome", "bid_over"), [(None, 0), ("won", None), ("lost", 6)])
def test_the_games_are_those_of_a_look_at_all(
    outcome: GameOutcome | None, bid_over: int | None
) -> None:
    plan = plan_of(*FIELD)
    wanted = Wanted(
        player_index(plan, "expert"), outcome, None if bid_over is None else ("bid", bid_over)
    )
    expected = [number for number in range(1, plan.games + 1) if is_wanted(plan, number, wanted)]
    assert list(find_games(plan, wanted)) == expected
    for after in (1, 15, 16, 17, 44, plan.games):
        assert list(find_games(plan, wanted, after)) == [n for n in expected if n > after]


def test_a_strategy_that_cannot_be_compiled_is_found_too() -> None:
    limits = {"": 4}
    spread = find_strategy("spread", GAME).strategy
    odd = entrant_of("odd", lambda view: 0 * limits[""], spread.sell)
    plan = make_plan(
        [load_ruleset("iello-en")], field=[odd, *load_field(FIELD)], seed=6, games=60, players=[3]
    )
    wanted = Wanted(0, "lost")
    assert (
        list(islice(find_games(plan, wanted), 3))
        == [number for number in range(1, 61) if is_wanted(plan, number, wanted)][:3]
    )


@pytest.mark.parametrize("spec", ["quick", "no-such-strategy"])
def test_who_does_not_play_is_named(spec: str) -> None:
    with pytest.raises(UsageError, match=f"'{spec}' does not play in this run: its players are"):
        player_index(plan_of(*FIELD), spec)
