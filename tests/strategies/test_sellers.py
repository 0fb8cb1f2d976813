"""`highest-first` and `lowest-first`: they never bid, and sell in order."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling

HANDS = {1: [6, 11, 24], 2: [1], 3: [2], 4: [3]}


class TestHighestFirst:
    def test_never_bids(self) -> None:
        assert bid("highest-first", buying([1, 2, 3, 30])) == 0

    def test_sells_the_best(self) -> None:
        assert sell("highest-first", selling([0, 0, 2, 2], HANDS)) == 24
        assert sell("highest-first", selling([14, 14, 15, 15], HANDS)) == 24


class TestLowestFirst:
    def test_never_bids(self) -> None:
        assert bid("lowest-first", buying([1, 2, 3, 30])) == 0

    def test_sells_the_worst(self) -> None:
        assert sell("lowest-first", selling([0, 0, 2, 2], HANDS)) == 6
        assert sell("lowest-first", selling([14, 14, 15, 15], HANDS)) == 6
