"""`solver`: `blueprint` until the last two sales, which it solves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.view import View
from strategy_lab.errors import UsageError

from tests.strategies.positions import bid, buying, sell, selling

pytestmark = pytest.mark.thorough  # what they do takes long to compile

THREE = load_ruleset("iello-en").rules(3)
"""None of the 30 cheques is set aside."""


def with_cheques_to_come(
    offer: Sequence[int],
    unseen: Sequence[int],
    hands: Mapping[int, Sequence[int]],
    chance: float = 0.5,
) -> View:
    gone = list(THREE.cheques)
    for value in [*offer, *unseen]:
        gone.remove(value)
    return selling(offer, hands, rules=THREE, gone=gone, chance=chance)


class TestSolver:
    def test_a_budget_of_nothing_is_refused(self) -> None:
        with pytest.raises(UsageError, match="budget"):
            load_entrant("solver:budget=0")

    def test_it_bids_as_quick(self) -> None:
        for offer, other in [([1, 12, 20, 30], 0), ([1, 12, 20, 30], 6), ([5, 20, 21, 22], 2)]:
            view = buying(offer, bids={2: other} if other else {})
            assert bid("solver", view) == bid("blueprint", view)

    def test_with_three_houses_in_a_hand_it_sells_as_quick(self) -> None:
        hands = {1: [3, 30], 2: [8, 20], 3: [5, 12, 25]}
        for offer in ([0, 2, 15], [4, 5, 6], [9, 12, 15]):
            view = with_cheques_to_come(offer, [0, 2, 3, 3, 11, 14], hands)
            assert sell("solver", view) == sell("blueprint", view)

    def test_the_best_house_goes_where_the_best_cheque_is(self) -> None:
        hands = {1: [1, 30], 2: [10, 11], 3: [12, 13]}
        low, high = [2, 3, 4], [2, 3, 15]
        assert sell("solver", with_cheques_to_come(high, low, hands)) == 30
        assert sell("solver", with_cheques_to_come(low, high, hands)) == 1

    def test_where_no_sale_is_best_for_sure_it_mixes(self) -> None:
        hands = {1: [11, 23], 2: [8, 9], 3: [20, 29]}
        views = [
            with_cheques_to_come([4, 11, 14], [0, 7, 10], hands, chance) for chance in (0.1, 0.9)
        ]
        assert [sell("solver", view) for view in views] == [23, 11]

    def test_who_cannot_win_sells_as_quick(self) -> None:
        hands = {1: [1, 2], 2: [3, 30], 3: [4, 29]}
        for chance in (0.1, 0.9):
            view = with_cheques_to_come([0, 2, 15], [0, 3, 14], hands, chance)
            assert sell("solver", view) == sell("blueprint", view)
