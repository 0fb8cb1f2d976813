"""Sets of deals behave as sets of numbers."""

from __future__ import annotations

import pytest
from forsale_sim.simulation.deals import Deals
from hypothesis import given
from hypothesis import strategies as st

NUMBERS = st.sets(st.integers(1, 40))


def deals(numbers: set[int]) -> Deals:
    return Deals.of((number, number) for number in numbers)


def numbers(found: Deals) -> set[int]:
    return {deal for first, last in found.stretches for deal in range(first, last + 1)}


@given(NUMBERS)
def test_a_set_is_kept_in_the_fewest_stretches(some: set[int]) -> None:
    found = deals(some)
    assert numbers(found) == some
    assert len(found) == len(some)
    for (_, last), (first, _) in zip(found.stretches, found.stretches[1:], strict=False):
        assert last + 1 < first


@given(NUMBERS, NUMBERS)
def test_sets_are_taken_from_and_added_to_each_other(some: set[int], others: set[int]) -> None:
    assert deals(some) - deals(others) == deals(some - others)
    assert (deals(some) - deals(others)) + deals(others) == deals(some | others)


@given(st.sets(st.integers(1, 40), min_size=1))
def test_a_deal_cannot_be_there_twice(some: set[int]) -> None:
    with pytest.raises(ValueError, match=f"deal {min(some)} is there twice"):
        deals(some) + deals({min(some)})


@given(NUMBERS, st.integers(1, 7))
def test_parts_are_the_whole_in_order_and_of_equal_sizes(some: set[int], parts: int) -> None:
    whole = deals(some)
    pieces = [whole.part(number, parts) for number in range(1, parts + 1)]
    assert [deal for piece in pieces for deal in sorted(numbers(piece))] == sorted(some)
    assert max(map(len, pieces)) - min(map(len, pieces)) <= 1


def test_the_first_deals_of_a_set() -> None:
    assert deals({2, 3, 5, 8}).first(3) == deals({2, 3, 5})
    assert deals({2, 3}).first(0) == Deals()
    assert Deals.up_to(3) == deals({1, 2, 3})
