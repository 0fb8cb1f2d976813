from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.reports.shared.thresholds import (
    around_best,
    first_above,
    first_and_last,
    frequent_rows,
    last_above,
)
from forsale_sim.results.tables import Columns


def table(*lows: float, games: int = 100) -> Columns:
    """Rates by key from 3 on, each a tenth above its lower limit."""
    low = np.array(lows)
    return {
        "key": np.arange(3, 3 + len(lows)),
        "games": np.full(len(lows), games),
        "rate": low + 0.1,
        "rate_low": low,
        "rate_high": low + 0.2,
    }


def test_a_limit_from_which_on_has_no_exception_after_it() -> None:
    assert first_above(table(0.9, 0.1, 0.6, 0.7), "key", "rate", 0.5) == 5
    assert first_above(table(0.9, 0.6), "key", "rate", 0.5) == 3
    assert first_above(table(0.9, 0.1), "key", "rate", 0.5) is None
    assert first_above(table(), "key", "rate", 0.5) is None


def test_a_limit_up_to_which_is_the_last_that_is_above() -> None:
    assert last_above(table(0.1, 0.9, 0.6, 0.5), "key", "rate", 0.5) == 5
    assert last_above(table(0.1, np.nan), "key", "rate", 0.5) is None


@pytest.mark.parametrize(
    ("lows", "expected"),
    [
        ((0.1, 0.6, 0.9, 0.7, 0.2, 0.8), (4, 6)),
        ((0.9, 0.6), (3, 4)),
        ((0.4, 0.3), None),
        ((), None),
    ],
)
def test_a_range_about_the_best_has_no_gap(
    lows: tuple[float, ...], expected: tuple[int, int] | None
) -> None:
    assert around_best(table(*lows), "key", "rate", 0.5) == expected


def test_what_is_seldom_is_left_out() -> None:
    rare = table(0.1, 0.2) | {"games": np.array([1000, 4])}
    assert frequent_rows(rare)["key"].tolist() == [3]
    assert len(frequent_rows(table())["key"]) == 0


def test_ends_are_rows() -> None:
    both = first_and_last(table(0.1, 0.2, 0.3))
    assert both is not None
    assert [row["key"].tolist() for row in both] == [[3], [5]]
    assert first_and_last(table()) is None
