"""`dabbler`: a coin or two, once, and any house."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


class TestDabbler:
    def test_bids_at_most_two(self) -> None:
        assert bid("dabbler", buying([1, 10, 20, 30])) == 1
        assert bid("dabbler", buying([1, 10, 20, 30], bids={2: 1})) == 2
        assert bid("dabbler", buying([1, 10, 20, 30], bids={2: 2})) == 0

    def test_bids_once(self) -> None:
        assert bid("dabbler", buying([1, 10, 20, 30], bids={1: 1, 2: 2})) == 0
        assert bid("dabbler", buying([1, 10, 20, 30], bids={1: 1})) == 0

    def test_sells_any_house(self) -> None:
        hands = {1: [5, 10, 25], 2: [1], 3: [2], 4: [3]}
        sold = [sell("dabbler", selling([2, 3, 4, 11], hands, chance=c)) for c in (0.1, 0.5, 0.9)]
        assert sold == [5, 10, 25]
