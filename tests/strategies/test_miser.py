"""`miser`: never more than the free house is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling


class TestMiser:
    @pytest.mark.parametrize(
        ("offer", "limit"),
        [
            ([1, 10, 20, 30], 0),  # a house worth nothing is good enough
            ([3, 10, 20, 30], 2),
            ([12, 20, 25, 30], 6),
            ([20, 21, 22, 26], 3),  # worth 10, but the best is worth no more than 13
            ([27, 28, 29, 30], 1),
        ],
    )
    def test_bids_up_to_worth_and_gain(self, offer: list[int], limit: int) -> None:
        if limit > 0:
            assert bid("miser", buying(offer, bids={2: limit - 1})) == limit
        assert bid("miser", buying(offer, bids={2: limit})) == 0

    def test_free_house_is_the_one_a_pass_takes_now(self) -> None:
        assert bid("miser", buying([3, 12, 25], bids={2: 4})) == 0
        assert bid("miser", buying([12, 25], passed=[3, 4], bids={2: 4})) == 5

    def test_nothing_is_free_where_a_pass_takes_no_house(self) -> None:
        rules = load_ruleset("iello-en-variant").rules(4)
        assert bid("miser", buying([12, 20, 30], rules=rules)) == 0
        assert bid("miser", buying([12, 20, 30], rules=rules, passed=[3])) == 1
        rich = replace(rules, cheques=tuple(cheque + 9 for cheque in rules.cheques))
        assert bid("miser", buying([12, 20, 30], rules=rich)) == 0

    def test_parts_with_the_best_only_for_its_worth(self) -> None:
        hands = {1: [6, 11, 24], 2: [1], 3: [2], 4: [3]}
        assert sell("miser", selling([0, 2, 3, 12], hands)) == 24
        assert sell("miser", selling([0, 2, 3, 11], hands)) == 6
