from __future__ import annotations

import pytest
from forsale_sim.errors import StrategyError
from forsale_sim.plugins.contract import strategy
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.view import View
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.following import FollowingEngine
from forsale_sim.simulation.plan import make_plan

from tests.simulation.playing import play, sums


@strategy("cheat")
class Cheat:
    """Bids more than it has."""

    def bid(view: View) -> int:
        return view.coins + 1

    def sell(view: View) -> int:
        return 0


def test_a_run_that_is_followed_comes_to_the_same() -> None:
    plan = make_plan(
        [load_ruleset("iello-en")],
        field=load_field(["counter", "random"]),
        players=[3, 5],
        seed=9,
        games=300,
    )
    assert sums(play(plan, FollowingEngine(plan), threads=2)) == sums(play(plan))


def test_an_illegal_move_is_explained() -> None:
    plan = make_plan(
        [load_ruleset("iello-en")], field=load_field([Cheat]), players=[3], seed=1, games=3
    )
    with pytest.raises(StrategyError, match="cheat"):
        FollowingEngine(plan).play(Chunk(0, 1, 1))
