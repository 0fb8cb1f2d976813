"""What every move has in common: it is a whole number, and the rules allow it or say why not."""

from __future__ import annotations

import operator
import reprlib
from contextlib import suppress
from typing import SupportsIndex


class IllegalMoveError(ValueError):
    """A move that the rules do not allow; the game is as it was before.

    Parameters
    ----------
    move
        What was tried, in words: ``"a bid of 3"``.
    rule
        The rule it breaks, with the numbers that matter.
    """

    def __init__(self, move: str, rule: str) -> None:
        super().__init__(move, rule)
        self.move, self.rule = move, rule

    def __str__(self) -> str:
        return f"{self.move} is illegal: {self.rule}"


def whole_number(answer: object) -> int:
    """Return a strategy's answer as an int: Python's own or NumPy's, but nothing to be rounded.

    Raises
    ------
    IllegalMoveError
        If it is anything else; a bool, too, is neither a number of coins nor a house.
    """
    if type(answer) is int:
        return answer
    if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
        with suppress(TypeError):  # arrays of more than one number, NumPy's bool
            return operator.index(answer)
    kind = type(answer).__name__
    raise IllegalMoveError(
        reprlib.repr(answer), f"a move is a whole number (int), not of type {kind}"
    )
