"""`linear`: a price at once, by the spread."""

from __future__ import annotations

import pytest
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling


class TestLinear:
    @pytest.mark.parametrize(
        ("offer", "expected"),
        [
            ([1, 10, 20, 30], 10),  # half of 21, all of the spread
            ([5, 6, 7, 19], 5),  # 14 of 29
            ([7, 8, 9, 10], 1),  # 3 of 29
            ([8, 9, 10], 0),  # 2 of 29: less than a coin
        ],
    )
    def test_names_its_price(self, offer: list[int], expected: int) -> None:
        passed = [4] if len(offer) == 3 else []
        assert bid("linear", buying(offer, passed=passed)) == expected

    def test_passes_when_outbid(self) -> None:
        assert bid("linear", buying([1, 10, 20, 30], bids={2: 9})) == 10
        assert bid("linear", buying([1, 10, 20, 30], bids={2: 10})) == 0

    def test_share_of_what_it_owns(self) -> None:
        assert bid("linear:share=1", buying([1, 2, 3, 30], coins=13)) == 13
        assert bid("linear:share=0", buying([1, 2, 3, 30], coins=13)) == 0

    def test_spread_counts_by_its_part_of_the_deck(self) -> None:
        rules = load_ruleset("ravensburger-1997").rules(4)
        assert bid("linear", buying([1, 5, 6, 20], rules=rules)) == 7

    @pytest.mark.parametrize(
        ("cheques", "expected"),
        [
            ([9, 9, 10, 10], 3),  # 1 of 16, 4 houses
            ([5, 7, 8, 9], 12),
            ([2, 7, 8, 12], 19),
            ([0, 7, 8, 15], 30),
        ],
    )
    def test_sells_by_the_spread_of_the_cheques(self, cheques: list[int], expected: int) -> None:
        hands = {1: [3, 12, 19, 30], 2: [1], 3: [2], 4: [4]}
        assert sell("linear", selling(cheques, hands)) == expected
