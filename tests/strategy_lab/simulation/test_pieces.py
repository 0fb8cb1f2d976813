"""Pieces hold every unit once; a part of an experiment is a fair part of all its blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.simulation.experiment import Block, Piece, Spans, cut

from tests.strategy_lab.results.made import made_cell

UNITS = st.lists(st.integers(0, 300), min_size=1, max_size=4)


def blocks(*units: int, games: int = 3) -> list[Block]:
    """Return blocks of so many units, each of which is `games` games."""
    cell = made_cell(3, ("a", "b", "c"))
    return [Block(str(each), cell, each, each * games, {}) for each in units]


def pieces_of(units: Sequence[int], games: int, *, in_turn: bool = True) -> list[Piece]:
    return list(cut(blocks(*units), [*map(Spans.up_to, units)], games, in_turn=in_turn))


@given(units=UNITS, games=st.integers(1, 500), in_turn=st.booleans())
def test_pieces_hold_every_unit_once_whatever_their_size(
    units: list[int], games: int, in_turn: bool
) -> None:
    cut_up = pieces_of(units, games, in_turn=in_turn)
    counted = Counter((each.block, each.first + i) for each in cut_up for i in range(each.units))
    expected = {(block, 1 + i) for block, most in enumerate(units) for i in range(most)}
    assert counted == Counter(dict.fromkeys(expected, 1))
    assert all(each.units == 1 or each.units * 3 <= games for each in cut_up)


def test_pieces_double_from_one_unit_to_their_size() -> None:
    sizes = [each.units for each in pieces_of([2000], 100)]
    assert sizes[:7] == [1, 2, 4, 8, 16, 32, 33]
    assert max(sizes) == 33


def test_pieces_are_no_smaller_than_is_quick_once_that_is_known() -> None:
    units = [Spans.up_to(50), Spans.up_to(500)]
    cut_up = list(cut(blocks(50, 500), units, 10**6, in_turn=False, quick_games=240))
    assert [each.units for each in cut_up] == [50, *[80] * 6, 20]
    assert (
        max(each.units for each in cut(blocks(500), units[1:], 60, in_turn=True, quick_games=240))
        == 20
    )


def test_blocks_take_turns_or_follow_one_another() -> None:
    assert [each.block for each in pieces_of([50, 50, 50], 9)][:6] == [0, 1, 2, 0, 1, 2]
    one_by_one = [each.block for each in pieces_of([50, 50, 50], 9, in_turn=False)]
    assert one_by_one == sorted(one_by_one)


def test_only_the_units_that_are_left_are_cut() -> None:
    left = [Spans.of([(5, 90), (200, 200)]), Spans()]
    together = Spans()
    for piece in cut(blocks(300, 300), left, 9, in_turn=True):
        assert piece.block == 0
        together += piece.span
    assert together == left[0]


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
