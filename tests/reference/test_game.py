"""A game as a whole: stepping, what is refused, copying."""

from __future__ import annotations

import copy
import doctest

import pytest
from forsale_sim.reference import table as module
from strategy_lab.game import IllegalMoveError

from tests.support.decks import one_round, play


def test_the_example_in_the_documentation() -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_moves_of_another_phase_are_refused() -> None:
    game = one_round()
    with pytest.raises(IllegalMoveError, match=r"a sale of house 8 .*'buying'"):
        game.sell(8)
    play(game, 0, 0)
    for move in (1, 0):
        with pytest.raises(IllegalMoveError, match="'over'"):
            game.step(move)


def test_an_illegal_move_changes_nothing() -> None:
    game = play(one_round(), 3)
    before, events = str(game), list(game.events)
    with pytest.raises(IllegalMoveError):
        game.step(3)
    assert (str(game), game.events) == (before, events)


@pytest.mark.parametrize("copied", [copy.copy, lambda game: game.copy()])
def test_a_copy_is_played_on_alone(copied) -> None:
    game = play(one_round(), 3, 5)
    before, events = str(game), list(game.events)
    twin = copied(game)
    assert str(twin) == before
    play(twin, 0, 0)
    assert twin.phase == "over"
    assert (str(game), game.events) == (before, events)
    assert str(play(game, 0, 0)) == str(twin)
