"""What strategies read off the table."""

from __future__ import annotations

from forsale_sim.reference.table import set_of
from forsale_strategies.table import held_houses, spread

from tests.strategies.positions import selling


def test_spread() -> None:
    assert spread(set_of([3, 9, 28])) == 25
    assert spread(set_of([7])) == 0


def test_held_houses() -> None:
    hands = {1: [6, 11], 2: [1], 3: [30], 4: []}
    assert held_houses(selling([0, 2, 3], hands)) == set_of([1, 6, 11, 30])
