"""`matcher`: houses for cheques of their own rank."""

from __future__ import annotations

import pytest

from tests.strategies.positions import bid, buying, sell, selling

HANDS = {1: [2, 11, 16, 27], 2: [1, 8, 14, 20], 3: [3, 9, 15, 24], 4: [5, 10, 19, 28]}


class TestMatcher:
    def test_bids_like_linear(self) -> None:
        view = buying([1, 10, 20, 30], bids={2: 5})
        assert bid("matcher", view) == bid("linear", view) == 10
        assert bid("matcher:share=0.3", view) == bid("linear:share=0.3", view) == 6

    @pytest.mark.parametrize(
        ("cheques", "expected"),
        [
            ([0, 0, 2, 3], 2),  # 3 is the fifth lowest of the cheques
            ([2, 3, 5, 8], 11),
            ([5, 6, 7, 10], 16),
            ([0, 2, 3, 15], 27),
        ],
    )
    def test_matches_the_best_cheque(self, cheques: list[int], expected: int) -> None:
        assert sell("matcher", selling(cheques, HANDS)) == expected

    def test_can_aim_elsewhere(self) -> None:
        view = selling([0, 2, 3, 15], HANDS)
        assert sell("matcher:aim=0", view) == 2
        assert sell("matcher:aim=0.5", view) == 11
        assert sell("matcher:aim=1", view) == 27

    def test_ranks_count_what_is_left(self) -> None:
        """A cheque of 6 is a low one at first, and the best once those above it are gone."""
        low = {1: [2, 27], 2: [1, 8], 3: [3, 9], 4: [5, 10]}
        assert sell("matcher", selling([3, 4, 5, 6], low)) == 2
        gone = [value for value in range(7, 16) for _ in range(2)]
        assert sell("matcher", selling([3, 4, 5, 6], low, gone=gone)) == 27
