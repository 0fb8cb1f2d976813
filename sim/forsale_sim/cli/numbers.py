"""Numbers as people write them on a command line."""

from __future__ import annotations

import re
from typing import Any

import click

COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


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
        counts: set[int] = set()
        for piece in value.split(","):
            written = COUNTS.fullmatch(piece)
            span = range(int(written[1]), int(written[2] or written[1]) + 1) if written else ()
            if not span:
                wrong = f"{value!r} is not a list of player counts, such as 3,4 or 3-6"
                self.fail(wrong, param, ctx)
            counts.update(span)
        return tuple(sorted(counts))


def _whole(value: Any) -> int | None:
    try:
        return int(value)
    except ValueError:
        pass
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if number.is_integer() else None
