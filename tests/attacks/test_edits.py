"""An edited strategy plays as it is, never as it was: compiled as in plain Python, in one cache.

A stale function is what no other test sees: numbers come out, and they are wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from forsale_sim.cards import highest
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.playing import play_game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.always_compiled import ask_compiled
from forsale_sim.view import View
from strategy_lab.errors import UncompilableError
from strategy_lab.simulation.replaying import source_of

from tests.attacks.edits import SHAPES, Shape

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type feature")

FEW, MANY = 2, 84
"""Edits of each shape in the fast suite and in the slow one."""


@pytest.fixture(scope="module")
def views() -> Sequence[View]:
    seen: list[View] = []

    class Watching:
        name = "watching"

        def decide(self, decision: str, view: View) -> int:
            if decision == "sell":
                return highest(view.hand)
            seen.append(view)
            return 0

    play_game(load_ruleset("iello-en").rules(4), [Watching()] * 4, seed=1, deal=1)
    return seen[::3]


def moves(
    folder: Path, shape: Shape, views: Sequence[View]
) -> tuple[str, list[object], list[object]]:
    entrant = load_entrant(str(folder / "mine.py"))
    bid = entrant.decisions["bid"].function

    def plain(view: View) -> object:
        return int(bid(view))

    def compiled(view: View) -> object:
        return ask_compiled(bid, view, {})

    def told(ask: object, view: View) -> object:
        try:
            return ask(view)  # type: ignore[operator]
        except ZeroDivisionError as error:
            return type(error)

    return (
        source_of(entrant),
        [told(plain, view) for view in views],
        [told(compiled, view) for view in views] if shape.compiles else [],
    )


def stale(folder: Path, name: str, count: int, views: Sequence[View]) -> list[str]:
    """Play a shape's edits, and return those that play as something else."""
    shape, told, faults = SHAPES[name], dict[str, list[object]](), list[str]()
    for number, chosen in enumerate(shape.edits(seed=len(name), count=count)):
        shape.write(folder, chosen)
        source, plain, compiled = moves(folder, shape, views)
        if shape.compiles and compiled != plain:
            faults.append(f"{name} {number}: {chosen}: {compiled} in the place of {plain}")
        if told.setdefault(source, plain) != plain:
            faults.append(f"{name} {number}: {chosen} is taken for what bids {told[source]}")
    return faults


@pytest.mark.thorough
@pytest.mark.parametrize("name", SHAPES)
def test_an_edited_strategy_plays_as_it_is(
    tmp_path: Path, name: str, views: Sequence[View]
) -> None:
    assert not stale(tmp_path, name, FEW, views)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_a_thousand_edits(tmp_path: Path, name: str, views: Sequence[View]) -> None:
    assert not stale(tmp_path, name, MANY, views)


def test_what_cannot_be_compiled_is_refused(tmp_path: Path) -> None:
    shape = SHAPES["partials"]
    shape.write(tmp_path, next(shape.edits(1, 1)))
    entrant = load_entrant(str(tmp_path / "mine.py"))
    with pytest.raises(UncompilableError):
        ask_compiled(entrant.decisions["bid"].function, None, {})  # type: ignore[arg-type]
