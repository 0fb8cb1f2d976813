"""`jump-bidder`: two fifths of its coins at once, for one of the best houses."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


class TestJumpBidder:
    def test_names_its_price_at_once(self) -> None:
        assert bid("jump-bidder", buying([1, 2, 3, 25])) == 8
        assert bid("jump-bidder", buying([1, 2, 3, 25], bids={2: 7})) == 8
        assert bid("jump-bidder", buying([1, 2, 3, 25], bids={2: 8})) == 0

    def test_lets_all_others_go(self) -> None:
        assert bid("jump-bidder", buying([21, 22, 23, 24])) == 0

    def test_keeps_its_last_coins(self) -> None:
        assert bid("jump-bidder", buying([1, 2, 3, 30], coins=6)) == 2
        assert bid("jump-bidder", buying([1, 2, 3, 30], coins=5)) == 0

    def test_sells_the_best_house_for_a_high_cheque_and_else_the_middle_one(self) -> None:
        hands = {1: [5, 10, 20, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("jump-bidder", selling([2, 3, 4, 11], hands)) == 25
        assert sell("jump-bidder", selling([2, 3, 4, 10], hands)) == 20
