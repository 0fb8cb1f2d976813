"""The race: looks, errors and who is beaten."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.stats.confidence_sequences import FIRST_LOOK, Race, looks


@given(st.integers(1, 100_000))
def test_looks_grow_and_end_at_the_most(most: int) -> None:
    found = looks(most)
    assert found[-1] == most
    assert list(found) == sorted(set(found))
    assert found[0] == min(most, FIRST_LOOK)


@given(st.integers(2, 300), st.integers(1, 20), st.integers(0, 5))
def test_all_statements_together_are_wrong_no_more_often_than_allowed(
    candidates: int, number: int, conditions: int
) -> None:
    race = Race(candidates, number, conditions, error=0.05)
    comparisons = number * (candidates - 1) * race.comparison_error
    on_conditions = number * candidates * conditions * race.condition_error
    assert comparisons + on_conditions <= 0.05 + 1e-12
