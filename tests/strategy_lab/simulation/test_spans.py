"""Spans behave as sets of numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.simulation.experiment import Spans

NUMBERS = st.sets(st.integers(1, 40))


def spans(numbers: set[int]) -> Spans:
    return Spans.of((number, number) for number in numbers)


def numbers(held: Spans) -> set[int]:
    return {number for first, last in held.pairs for number in range(first, last + 1)}


@given(NUMBERS)
def test_a_set_is_kept_in_the_fewest_spans(some: set[int]) -> None:
    held = spans(some)
    assert numbers(held) == some
    assert len(held) == len(some)
    for (_, last), (first, _) in zip(held.pairs, held.pairs[1:], strict=False):
        assert last + 1 < first


@given(NUMBERS, NUMBERS)
def test_sets_are_taken_from_and_added_to_each_other(some: set[int], others: set[int]) -> None:
    assert spans(some) - spans(others) == spans(some - others)
    assert (spans(some) - spans(others)) + spans(others) == spans(some | others)


@given(st.sets(st.integers(1, 40), min_size=1))
def test_a_number_cannot_be_there_twice(some: set[int]) -> None:
    with pytest.raises(ValueError, match=f"{min(some)} is there twice"):
        spans(some) + spans({min(some)})


@given(NUMBERS, st.integers(1, 7))
def test_parts_are_the_whole_in_order_and_of_equal_sizes(some: set[int], parts: int) -> None:
    whole = spans(some)
    pieces = [whole.part(number, parts) for number in range(1, parts + 1)]
    assert [number for piece in pieces for number in sorted(numbers(piece))] == sorted(some)
    assert max(map(len, pieces)) - min(map(len, pieces)) <= 1


def test_the_first_numbers_of_a_set() -> None:
    assert spans({2, 3, 5, 8}).first(3) == spans({2, 3, 5})
    assert spans({2, 3}).first(0) == Spans()
    assert Spans.up_to(3) == spans({1, 2, 3})
