"""Numbers as people write them on a command line."""

from __future__ import annotations

import re
from typing import Any

import click

COUNTS = re.compile(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", re.ASCII)
"""A player count, or the first and the last of several."""


class Number(click.ParamType[Any]):
    """A whole number that may be written as 1000000, 1_000_000 or 1e6."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with what is wrong with it."""
        if isinstance(value, int):
            return value
        try:
            return int(value)
        except ValueError:
            pass
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not number.is_integer():
            self.fail(f"{value!r} is not a whole number, such as 1000000 or 1e6", param, ctx)
        return int(number)


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
