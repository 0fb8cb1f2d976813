"""`spoiler`: to make the others pay."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


class TestSpoiler:
    def test_never_opens(self) -> None:
        assert bid("spoiler", buying([1, 10, 20, 30])) == 0

    def test_raises_who_is_in_for_less_than_half_of_the_coins(self) -> None:
        assert bid("spoiler", buying([1, 10, 20, 30], bids={2: 9})) == 10
        assert bid("spoiler", buying([1, 10, 20, 30], bids={2: 10})) == 0

    def test_leaves_those_who_have_passed(self) -> None:
        assert bid("spoiler", buying([10, 20, 30], bids={2: 2}, passed=[2])) == 0

    def test_sells_what_just_beats_the_richest(self) -> None:
        """All own as much, so that is the first of the others, seat 2."""
        hands = {1: [5, 10, 25], 2: [9], 3: [20], 4: [3]}
        assert sell("spoiler", selling([2, 3, 4, 15], hands)) == 10
        assert sell("spoiler", selling([2, 3, 4, 15], {**hands, 2: [30]})) == 5
