"""Illegal moves, and the check that a move is a whole number."""

from __future__ import annotations

import operator
import reprlib
from contextlib import suppress
from typing import SupportsIndex


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; the game has not changed.

    Parameters
    ----------
    move
        The move in words: ``"a bid of 3"``.
    rule
        The rule it breaks, with the numbers that matter.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move, self.rule = move, rule

    def __str__(self) -> str:
        return f"{self.move} is illegal: {self.rule}"


def whole_number(answer: object) -> int:
    """Return a strategy's answer, an integer of Python or NumPy, as an int."""
    if type(answer) is int:
        return answer
    if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        with suppress(TypeError):  # arrays of more than one number, NumPy's bool
            return operator.index(answer)
    kind = type(answer).__name__
    raise IllegalMoveError(
        reprlib.repr(answer), f"a move is a whole number (int), not of type {kind}"
    )
