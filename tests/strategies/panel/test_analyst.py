"""`analyst`: outliers, and no price."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


class TestAnalyst:
    def test_fights_to_its_last_coin_where_the_best_house_is_no_outlier(self) -> None:
        assert bid("analyst", buying([2, 27, 28, 29])) == 1
        assert bid("analyst", buying([2, 27, 28, 29], bids={2: 20})) == 21

    def test_leaves_an_outlier(self) -> None:
        assert bid("analyst", buying([2, 3, 4, 29])) == 0

    def test_leaves_every_last_two(self) -> None:
        """The better of two houses lies exactly a deviation above their mean."""
        assert bid("analyst", buying([1, 30], passed=[3, 4], bids={1: 1, 2: 2})) == 0

    def test_sells_the_lowest_house_that_is_no_outlier(self) -> None:
        rivals = {2: [6], 3: [7], 4: [8]}
        assert sell("analyst", selling([2, 3, 4, 5], {1: [1, 20, 21, 22], **rivals})) == 20
        assert sell("analyst", selling([2, 3, 4, 5], {1: [10, 20], **rivals})) == 10
