"""Strategies that search play the same games in every engine."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.reference.playing import play_recorded
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search import always_compiled
from strategy_lab.plugins import entrants
from strategy_lab.plugins.compiling import codes_of
from strategy_lab.plugins.identity import Identity, identity_of
from strategy_lab.simulation.plan import make_plan

from tests.play.positions import dealt
from tests.strategy_lab.simulation.playing import play, sums

FIELD = ("lookahead:budget=12", "champion:budget=12", "solver:budget=12", "blueprint", "spread")


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 3), ("iello-en", 4), ("iello-en", 5), ("iello-en", 6), ("iello-de-variant", 5),
     ("ravensburger-1997-variant", 3), ("iello-en[refund=2/3 up,refunded=first,opener=lot]", 4),
     ("iello-en-variant[raise=2,opening_bid=3,opener=lowest]", 4), ("iello-en[opener=left]", 3)],
)  # fmt: skip
def test_engines_agree(ruleset: str, players: int) -> None:
    plan = make_plan(
        [load_ruleset(ruleset)], field=load_field(FIELD), games=12, players=[players], seed=4
    )
    assert sums(play(plan)) == sums(play(plan, "python"))


def test_a_replayed_game_looks_once_at_what_is_called_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = make_plan(
        [load_ruleset("iello-en")], field=load_field(["champion"]), games=1, players=[3], seed=4
    )
    looked: list[object] = []

    def look(*functions: Callable[..., int]) -> Identity:
        looked.extend(functions)
        return identity_of(*functions)

    monkeypatch.setattr(entrants, "identity_of", look)
    for times in (1, 2):  # in a session, what a function reads may change between games
        GAME.seat_game(plan, plan.game(1)).play()
        assert len(looked) == 2 * times
        assert len(set(looked)) == 2


def test_engines_share_compiled_code() -> None:
    field = load_field(["champion"])
    play_recorded(dealt("iello-en", 3), 3 * field, 5, 1)
    asked = {code.name for code in always_compiled._asked.values()}
    assert asked >= {code.name for kind in codes_of(field) for code in kind}
