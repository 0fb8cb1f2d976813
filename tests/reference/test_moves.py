"""What counts as a move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from strategy_lab.game import IllegalMoveError, whole_number


@pytest.mark.parametrize("answer", [7, np.int64(7), np.uint8(7)])
def test_whole_numbers_of_python_and_numpy(answer: Any) -> None:
    move = whole_number(answer)
    assert move == 7
    assert type(move) is int


@pytest.mark.parametrize(
    "answer",
    [True, np.True_, 7.0, np.float64(7), "7", None, [7], np.array([7, 8]), 7 + 0j],
    ids=repr,
)
def test_anything_else_is_refused(answer: Any) -> None:
    with pytest.raises(IllegalMoveError, match="whole number") as refused:
        whole_number(answer)
    assert repr(answer) in str(refused.value)
    assert type(answer).__name__ in str(refused.value)


def test_an_answer_that_cannot_be_printed_can_still_be_refused() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(IllegalMoveError, match="not of type Silent"):
        whole_number(Silent())
    with pytest.raises(IllegalMoveError) as refused:
        whole_number("x" * 10_000)
    assert len(str(refused.value)) < 200
