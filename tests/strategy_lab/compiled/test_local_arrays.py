"""Arrays on the stack hold what is written to them, and need a constant shape."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError
from numpy.typing import NDArray
from strategy_lab.compiled.bits import copy_record, local_array

ROWS, COLUMNS = 3, 5
STATE = np.dtype([("round", np.int64), ("coins", np.int64, 9)], align=True)
LARGER = np.dtype([("round", np.int64), ("coins", np.int64, 10)], align=True)


@njit
def _filled(number):  # type: ignore[no-untyped-def]
    table, flat = local_array((ROWS, COLUMNS), np.int64), local_array(COLUMNS, np.float64)
    flat[:] = number / 2
    for row in range(ROWS):
        for column in range(COLUMNS):
            table[row, column] = number * row + column
    return table.copy(), table[1, 2:4].sum(), flat.copy()


@njit
def _record(number):  # type: ignore[no-untyped-def]
    states = local_array(2, STATE)
    states[1].coins[3] = number
    copy_record(states[0], states[1])
    return states[0].coins[3], states.nbytes


@njit
def _into_a_smaller_one():  # type: ignore[no-untyped-def]
    copy_record(local_array(1, STATE)[0], local_array(1, LARGER)[0])


@njit
def _of_any_length(number):  # type: ignore[no-untyped-def]
    return local_array(number, np.int64)[0]


def test_they_hold_what_is_written() -> None:
    table, part, flat = _filled(7)
    expected: NDArray[np.int64] = 7 * np.arange(ROWS)[:, None] + np.arange(COLUMNS)
    assert (table == expected).all()
    assert part == expected[1, 2:4].sum()
    assert (flat == 3.5).all()


def test_they_may_hold_records() -> None:
    assert _record(9) == (9, 2 * STATE.itemsize)


def test_the_shape_must_be_known_when_compiling() -> None:
    with pytest.raises(TypingError, match="must be a constant"):
        _of_any_length(3)


def test_a_record_is_not_copied_into_a_smaller_one() -> None:
    with pytest.raises(TypingError, match="does not fit"):
        _into_a_smaller_one()
