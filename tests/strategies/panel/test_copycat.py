"""`copycat`: what has just worked."""

from __future__ import annotations

from forsale_sim.cards import members

from tests.strategies.panel.watching import decisions_among_copies
from tests.strategies.positions import bid, buying, sell, selling


class TestCopycat:
    def test_begins_with_an_equal_share(self) -> None:
        """Seven auctions with 21 coins: 3 for each."""
        assert bid("copycat", buying([1, 10, 20, 30], bids={2: 2})) == 3
        assert bid("copycat", buying([1, 10, 20, 30], bids={2: 3})) == 0

    def test_then_bids_up_to_the_last_winning_bid_and_sells_what_won(self) -> None:
        seen = {"passed": 0, "raised": 0, "sold": 0}
        for view, move in decisions_among_copies("copycat"):
            if view.houses_on_offer and view.auctions > 1:
                last = max(view.bid_in(view.auctions - 1, seat) for seat in view.seats)
                assert move == (view.least_bid if view.least_bid <= last else 0)
                seen["raised" if move else "passed"] += 1
            elif view.cheques_on_offer and view.round > 1:
                winner = max(h for h in range(1, 31) if view.sale_of(h) == view.round - 1)
                closest = min(abs(house - winner) for house in members(view.hand))
                assert abs(move - winner) == closest
                seen["sold"] += 1
        assert min(seen.values()) > 0

    def test_begins_selling_in_the_middle(self) -> None:
        hands = {1: [5, 10, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("copycat", selling([2, 3, 4, 11], hands)) == 10
