"""`conservative`: a third of its coins, and the best house first."""

from __future__ import annotations

import pytest

from tests.strategies.positions import bid, buying, sell, selling


class TestConservative:
    @pytest.mark.parametrize(("coins", "limit"), [(21, 7), (20, 6), (3, 1)])
    def test_bids_up_to_a_third(self, coins: int, limit: int) -> None:
        offer = [1, 10, 20, 30]
        before = {2: limit - 1} if limit > 1 else {}
        assert bid("conservative", buying(offer, coins=coins, bids=before)) == limit
        assert bid("conservative", buying(offer, coins=coins, bids={2: limit})) == 0

    def test_keeps_its_last_two_coins(self) -> None:
        assert bid("conservative", buying([1, 10, 20, 30], coins=2)) == 0

    def test_sells_from_the_top(self) -> None:
        hands = {1: [5, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("conservative", selling([0, 2, 3, 4], hands)) == 25
