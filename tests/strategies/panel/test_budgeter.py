"""`budgeter`: an equal share for every auction."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


class TestBudgeter:
    def test_spends_a_share_of_its_coins_whatever_lies_there(self) -> None:
        """Seven auctions with 21 coins: 3 for each."""
        for offer in ([1, 10, 20, 30], [11, 12, 13, 14]):
            assert bid("budgeter", buying(offer, bids={2: 2})) == 3
            assert bid("budgeter", buying(offer, bids={2: 3})) == 0

    def test_a_share_is_rounded_up(self) -> None:
        assert bid("budgeter", buying([1, 10, 20, 30], coins=15, bids={2: 2})) == 3
        assert bid("budgeter", buying([1, 10, 20, 30], coins=14, bids={2: 2})) == 0

    def test_good_houses_are_for_good_cheques(self) -> None:
        hands = {1: [5, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("budgeter", selling([9, 10, 11, 12], hands)) == 25
        assert sell("budgeter", selling([2, 3, 4, 12], hands)) == 5
