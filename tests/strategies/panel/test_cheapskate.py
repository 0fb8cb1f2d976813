"""`cheapskate`: a quarter of its coins."""

from __future__ import annotations

import pytest

from tests.strategies.positions import bid, buying, sell, selling


class TestCheapskate:
    @pytest.mark.parametrize(("coins", "limit"), [(21, 5), (20, 4), (8, 1), (1, 1)])
    def test_bids_less_than_a_quarter_or_less_than_two(self, coins: int, limit: int) -> None:
        offer = [1, 10, 20, 30]
        before = {2: limit - 1} if limit > 1 else {}
        assert bid("cheapskate", buying(offer, coins=coins, bids=before)) == limit
        assert bid("cheapskate", buying(offer, coins=coins, bids={2: limit})) == 0

    def test_sells_from_the_bottom(self) -> None:
        hands = {1: [5, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("cheapskate", selling([2, 3, 4, 15], hands)) == 5
