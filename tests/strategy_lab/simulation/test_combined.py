"""Experiments played as one come to what each comes to alone."""

from __future__ import annotations

from strategy_lab.results.tables import Tables
from strategy_lab.simulation.experiment import Combined, Outcome, Spans

from tests.strategy_lab.simulation.kept import small_spec
from tests.strategy_lab.simulation.playing import play, sums


class Both(Combined):
    """Two runs."""

    def tables(self, outcome: Outcome) -> Tables:
        """Return none."""
        return {}


PARTS = [small_spec().experiment(), small_spec(strategies=["miser", "spread"]).experiment()]


def test_parts_come_to_what_each_comes_to_alone() -> None:
    outcome = play(Both(PARTS), piece_games=50, threads=2)
    assert outcome.complete
    for number, part in enumerate(PARTS):
        own, alone = Both(PARTS).outcome_of(outcome, number), play(part)
        assert sums(own) == sums(alone)
        assert own.played == alone.played
        assert own.experiment is part


def test_parts_are_played_one_after_another() -> None:
    order: list[int] = []
    play(Both(PARTS), piece_games=50, watchers=[lambda _, each: order.append(each.piece.block)])
    assert order == sorted(order)
    assert set(order) == {0, 1, 2, 3}


def test_a_shard_has_a_share_of_every_part() -> None:
    both = Both(PARTS)
    shares = [both.shard(number, 3) for number in (1, 2, 3)]
    for number, block in enumerate(both.blocks):
        together = Spans()
        for share in shares:
            assert share[number]
            together += share[number]
        assert together == Spans.up_to(block.units)
