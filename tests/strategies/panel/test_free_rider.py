"""`free-rider`: the free house, if it is good."""

from __future__ import annotations

from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling


class TestFreeRider:
    def test_takes_a_free_house_of_the_upper_half(self) -> None:
        assert bid("free-rider", buying([16, 28, 29, 30])) == 0
        assert bid("free-rider", buying([15, 28, 29, 30])) == 1

    def test_pays_a_coin_for_two_places(self) -> None:
        assert bid("free-rider", buying([2, 8, 29, 30], bids={2: 2})) == 3
        assert bid("free-rider", buying([2, 8, 29, 30], bids={2: 3})) == 0
        assert bid("free-rider", buying([2, 3, 29, 30])) == 0

    def test_no_house_at_all_is_the_poorest(self) -> None:
        rules = load_ruleset("iello-en-variant").rules(4)
        assert bid("free-rider", buying([12, 20, 30], rules=rules, bids={2: 4})) == 5

    def test_sells_the_rank_of_the_best_cheque(self) -> None:
        hands = {1: [5, 10, 25], 2: [1], 3: [2], 4: [3]}
        assert sell("free-rider", selling([2, 3, 4, 15], hands)) == 25
        assert sell("free-rider", selling([2, 3, 4, 8], hands)) == 10
        assert sell("free-rider", selling([0, 2, 3, 4], hands)) == 5
