"""`spread`: as the yardstick's player of that name."""

from __future__ import annotations

import pytest
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling


class TestSpread:
    @pytest.mark.parametrize("coins", [1, 7, 14, 20, 21, 28])
    def test_limit_of_the_yardstick(self, coins: int) -> None:
        for best in range(4, 31):
            for worst in range(1, best - 2):
                limit = (best - worst) * coins // 60 + 1
                for highest in (limit - 1, limit):
                    offer = [worst, worst + 1, best - 1, best]
                    view = buying(offer, bids={2: highest}, coins=coins)
                    assert bid("spread", view) == (highest + 1 if highest < limit else 0)

    @pytest.mark.parametrize(("share", "limit"), [(0.0, 1), (0.3, 5), (0.5, 8), (1.0, 15)])
    def test_share_of_the_coins(self, share: float, limit: int) -> None:
        spec = f"spread:share={share}"
        assert bid(spec, buying([1, 5, 6, 21], bids={2: limit - 1}, coins=21)) == limit
        assert bid(spec, buying([1, 5, 6, 21], bids={2: limit}, coins=21)) == 0

    def test_spread_counts_by_its_part_of_the_deck(self) -> None:
        rules = load_ruleset("ravensburger-1997").rules(4)
        limit = 19 * 15 // 40 + 1
        raising, matching = {2: limit - 1}, {1: limit, 2: limit}
        assert bid("spread", buying([1, 2, 3, 20], rules=rules, bids=raising)) == limit - 1
        assert bid("spread", buying([1, 2, 3, 20], rules=rules, bids=matching)) == 0

    @pytest.mark.parametrize(
        ("cheques", "expected"),
        [
            ([0, 0, 2, 2], 3),  # mean 1 of 16, 5 houses: the worst
            ([2, 3, 4, 5], 10),  # 3.5: rank 1
            ([6, 7, 8, 9], 15),  # 7.5: rank 2
            ([11, 12, 12, 13], 20),  # 12: rank 3
            ([14, 14, 15, 15], 27),  # 14.5: the best
        ],
    )
    def test_sells_at_the_mean_cheques_place(self, cheques: list[int], expected: int) -> None:
        hands = {1: [3, 10, 15, 20, 27], 2: [1], 3: [2], 4: [4]}
        assert sell("spread", selling(cheques, hands)) == expected
