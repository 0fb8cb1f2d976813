"""Rows of text as lines with columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def aligned(rows: Sequence[Sequence[str]], numbers: Iterable[str]) -> list[str]:
    """Return rows of text as lines with columns, those headed by `numbers` flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [heading in numbers for heading in rows[0]]
    return [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]
