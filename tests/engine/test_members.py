"""Loops over sets of cards do the same in compiled code as in plain Python."""

from __future__ import annotations

from typing import Any

import numba
import pytest
from forsale_sim.cards import MAX_CARDS, members
from forsale_sim.engine import game as compiled_members
from hypothesis import example, given
from hypothesis import strategies as st

sets = st.integers(0, 2**MAX_CARDS - 1)


def loops(cards: Any) -> Any:
    total = 0
    for card in members(cards):
        if card == 7:
            continue
        for other in members(cards):
            if other > card:
                break
            total = 3 * total + other
    return total


def questions(cards: Any, card: Any) -> Any:
    held = members(cards)
    return len(held), card in held, 0 in held, [2 * each for each in held], sorted(held), list(held)


def ends(cards: Any) -> Any:
    return max(members(cards)), min(members(cards)), members(cards)[0], members(cards)[-1]


def item(cards: Any, index: Any) -> Any:
    return members(cards)[index]


compiled_loops, compiled_questions, compiled_ends, compiled_item = map(
    numba.njit, (loops, questions, ends, item)
)


@given(sets)
@example(0)
@example(2**MAX_CARDS - 1)
def test_a_loop(cards: int) -> None:
    assert compiled_loops(cards) == loops(cards) % 2**64 - 2**64 * (loops(cards) % 2**64 >= 2**63)


@given(sets.filter(bool), st.integers(-70, 70))
def test_what_is_asked_of_the_members(cards: int, card: int) -> None:
    assert compiled_questions(cards, card) == questions(cards, card)
    assert compiled_ends(cards) == ends(cards)


@given(sets, st.integers(-70, 70))
def test_a_member_by_index(cards: int, index: int) -> None:
    try:
        expected = item(cards, index)
    except IndexError:
        with pytest.raises(IndexError):
            compiled_item(cards, index)
    else:
        assert compiled_item(cards, index) == expected


@pytest.mark.parametrize("function", [max, min, sorted])
def test_a_set_that_was_not_made_iterable_is_refused(function: Any) -> None:
    # numba alone would return the number itself for max(5)
    assert compiled_members.members_of is not None
    namespace = {"function": function}
    exec("def of(cards):\n    return function(cards)", namespace)
    with pytest.raises(TypeError, match="'int' object is not iterable"):
        numba.njit(namespace["of"])(5)
