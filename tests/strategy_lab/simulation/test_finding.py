"""Games are found by what a strategy did in them: those that a look at every game finds."""

from __future__ import annotations

from itertools import islice

import pytest
from forsale_sim.engines import seat_game
from forsale_sim.for_sale import find_strategy, load_field
from forsale_sim.reference.events import Bid
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.simulation.experiment import GameOutcome, Wanted, find_games, player_index
from strategy_lab.simulation.plan import Plan, make_plan

from tests.support.players import entrant_of

FIELD = ("spread", "miser", "random", "expert", "coinflip")


def plan_of(*specs: str, games: int = 60) -> Plan:
    return make_plan([load_ruleset("iello-en")], field=load_field(specs), seed=6, games=games)


def is_wanted(plan: Plan, number: int, wanted: Wanted) -> bool:
    seated = seat_game(plan, plan.game(number))
    seated.play()
    seats = [i for i, each in enumerate(seated.strategies, start=1) if each == wanted.player]
    won = any(seated.game.score.wins[seat - 1] for seat in seats)
    bids = [e.amount for e in seated.game.events if isinstance(e, Bid) and e.seat in seats]
    return (
        bool(seats)
        and wanted.outcome in (None, "won" if won else "lost")
        and (wanted.over is None or max(bids, default=0) > wanted.over[1])
    )


@pytest.mark.parametrize("outcome", [None, "won", "lost"])
@pytest.mark.parametrize("bid_over", [None, 0, 6, 12])
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


def test_a_strategy_in_several_seats_loses_where_none_of_them_wins() -> None:
    plan = plan_of("expert", games=12)
    assert list(find_games(plan, Wanted(0, "lost"))) == []
    assert len(list(find_games(plan, Wanted(0, "won")))) == plan.games


def test_a_strategy_that_cannot_be_compiled_is_found_too() -> None:
    limits = {"": 4}
    spread = find_strategy("spread").strategy
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
