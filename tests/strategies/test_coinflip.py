"""`coinflip`: raises by the least there is, or passes."""

from __future__ import annotations

import pytest
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling


class TestCoinflip:
    @pytest.mark.parametrize(("chance", "expected"), [(0.0, 4), (0.49, 4), (0.5, 0), (0.99, 0)])
    def test_raises_by_one_or_passes(self, chance: float, expected: int) -> None:
        assert bid("coinflip", buying([1, 2, 3, 4], bids={3: 3}, chance=chance)) == expected

    def test_chance_can_be_set(self) -> None:
        view = buying([1, 2, 3, 4], chance=0.25)
        assert bid("coinflip:chance=0.2", view) == 0
        assert bid("coinflip:chance=0.3", view) == 1
        assert bid("coinflip:chance=0", buying([1, 2, 3, 4], chance=0.0)) == 0
        assert bid("coinflip:chance=1", buying([1, 2, 3, 4], chance=0.999)) == 1

    def test_only_matches_where_that_is_allowed(self) -> None:
        rules = load_ruleset("ravensburger-1997").rules(4)
        assert bid("coinflip", buying([1, 2, 3, 4], rules=rules, bids={3: 3}, chance=0.1)) == 3

    @pytest.mark.parametrize(("chance", "expected"), [(0.0, 4), (0.5, 9), (0.9, 30)])
    def test_sells_any_house(self, chance: float, expected: int) -> None:
        hands = {1: [4, 9, 30], 2: [1], 3: [2], 4: [3]}
        assert sell("coinflip", selling([0, 2, 9, 15], hands, chance=chance)) == expected
