from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from strategy_lab.stats.game_theory import members_of, multisets, number_of_multisets, with_one_more


@pytest.mark.parametrize(("items", "size"), [(1, 3), (2, 1), (3, 4), (8, 3)])
def test_all_multisets_are_there_in_order(items: int, size: int) -> None:
    counts = multisets(items, size)
    members = list(combinations_with_replacement(range(items), size))
    assert [members_of(row) for row in counts] == members
    assert len(counts) == number_of_multisets(items, size)
    assert (counts.sum(axis=1) == size).all()


def test_who_joins_makes_the_multiset_of_one_more() -> None:
    few, more = multisets(4, 2), multisets(4, 3)
    joined = with_one_more(few)
    assert joined.shape == (10, 4)
    np.testing.assert_array_equal(more[joined], few[:, None, :] + np.eye(4, dtype=int))
