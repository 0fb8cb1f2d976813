"""An outcome knows what is missing, and counts nothing twice."""

from __future__ import annotations

import pytest
from strategy_lab.simulation.execution import play_piece
from strategy_lab.simulation.experiment import Outcome, Piece, Spans

from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play

RUN = small_spec().experiment()


def test_what_is_missing_is_wanted_and_not_played() -> None:
    part = Outcome(RUN, [Spans.of([(3, 12)])] * 2)
    assert part.missing == part.wanted
    part.played = [Spans.of([(3, 5), (9, 9)])] * 2
    assert part.missing == [Spans.of([(6, 8), (10, 12)])] * 2
    assert not any(play(RUN).missing)


def test_a_unit_is_counted_once() -> None:
    played = play_piece(RUN, RUN.engines("compiled"), Piece(0, 1, 4))
    outcome = Outcome(RUN)
    outcome.add(played)
    assert outcome.games == 4 * 3
    with pytest.raises(ValueError, match="1 is there twice"):
        outcome.add(played)
    assert outcome.games == 4 * 3


def test_games_expected_are_those_that_are_wanted() -> None:
    assert RUN.games_expected(Outcome(RUN)) == RUN.games
    assert RUN.games_expected(Outcome(RUN, [Spans.of([(3, 12)])] * 2)) == 10 * 3 + 10 * 4
