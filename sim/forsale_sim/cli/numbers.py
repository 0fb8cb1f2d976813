"""Numbers as people write them on a command line."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

import click

from forsale_sim.errors import UsageError
from forsale_sim.rules.player_counts import counts_in

MOST_DIGITS = 400
"""No option takes a longer number."""


class Number(click.ParamType[Any]):
    """A whole number that may be written as 1000000, 1_000_000 or 1e6.

    Parameters
    ----------
    least, most
        The range it has to be in, both ends allowed; None for no end.
    """

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with what is wrong with it."""
        number = _whole(value)
        if number is None:
            self.fail(f"{value!r} is not a whole number, such as 1000000 or 1e6", param, ctx)
        if self._least is not None and number < self._least:
            self.fail(f"it must be at least {self._least:,}, not {number:,}", param, ctx)
        if self._most is not None and number > self._most:
            self.fail(f"it must be at most {self._most:,}, not {number:,}", param, ctx)
        return number


class PlayerCounts(click.ParamType[Any]):
    """Player counts and ranges of them, joined by commas."""

    name = "counts"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the counts, each once, ascending."""
        if isinstance(value, tuple):
            return value
        try:
            return counts_in(value)
        except UsageError as error:
            self.fail(str(error), param, ctx)


def _whole(value: Any) -> int | None:
    """Return the whole number that a text says, to the last digit; None if it says none."""
    if isinstance(value, int):
        return value
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite() or number.adjusted() >= MOST_DIGITS:
        return None
    return int(number) if number == number.to_integral_value() else None
