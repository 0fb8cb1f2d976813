"""`lookahead`: what it finds that `blueprint` does not, and that it plays alike in both engines."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.errors import UsageError

from tests.strategies.positions import bid, buying, sell, selling

pytestmark = pytest.mark.thorough  # what they do takes long to compile


class TestLookahead:
    def test_a_budget_of_nothing_is_refused(self) -> None:
        with pytest.raises(UsageError, match="budget"):
            load_entrant("lookahead:budget=0")

    def test_with_no_budget_to_speak_of_it_is_quick(self) -> None:
        for offer, other in [([1, 12, 20, 30], 0), ([1, 12, 20, 30], 6), ([5, 20, 21, 22], 2)]:
            view = buying(offer, bids={2: other} if other else {})
            assert bid("lookahead:budget=1", view) == bid("blueprint", view)

    def test_it_sends_the_only_house_that_wins_to_the_best_cheque(self) -> None:
        hands = {1: [1, 30], 2: [2, 3], 3: [4, 5], 4: [6, 7]}
        gone = 2 * [*range(5, 15)]
        assert sell("lookahead", selling([2, 3, 4, 15], hands, gone=gone)) == 30

    def test_the_same_decision_is_the_same_each_time(self) -> None:
        view = [buying([1, 12, 20, 30], chance=0.25) for _ in range(2)]
        assert bid("lookahead", view[0]) == bid("lookahead", view[1])
