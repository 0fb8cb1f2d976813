"""Sets of squares as whole numbers: bit s is square s, so that compiled code needs no lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

MOST_SQUARES = 60
"""A set of them fits into 64 bits, with a sign."""


def set_of(squares: Iterable[int]) -> int:
    """Return the set of some squares."""
    return sum(1 << square for square in set(squares))


@lru_cache(maxsize=2**14)
def members(squares: int) -> tuple[int, ...]:
    """Return the squares of a set, ascending.

    Examples
    --------
    >>> members(set_of([39, 1, 3]))
    (1, 3, 39)
    """
    return tuple(square for square in range(squares.bit_length()) if squares >> square & 1)


def has(squares: int, square: int) -> bool:
    """Return whether a square is in a set."""
    return bool(squares >> square & 1)
