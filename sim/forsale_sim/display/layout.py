"""Tables of texts as wide as there is room for: numbers are never shortened.

A table that is too wide for a line is continued below, each part with the names of its rows.
Before that it may do without columns that are spare.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

Texts: TypeAlias = Mapping[str, Sequence[str]]
"""The cells of columns by their heads, the first column being the names of the rows."""

GAP = 2
"""Between two columns."""

NARROWEST = 20
"""Running text is not folded into less, nor is a word of it."""


def without_spare(columns: Texts, spare: Iterable[str], width: int) -> dict[str, Sequence[str]]:
    """Return the columns to show: without as many of `spare`, in order, as it takes to fit.

    Parameters
    ----------
    columns
        All that there are.
    spare
        Heads of those that can be done without, the first to go first.
    width
        Characters in a line.
    """
    kept = dict(columns)
    for head in spare:
        if _line(_widths(kept).values()) <= width:
            break
        del kept[head]
    return kept


def laid_out(
    columns: Texts, width: int, *, left: Collection[str] = (), running: str | None = None
) -> Group:
    """Return a table, in parts one below another where it is wider than a line.

    Parameters
    ----------
    columns
        What it shows. The first column is in every part, with those of its rows that have
        something in it.
    width
        Characters in a line.
    left
        Heads of columns that are aligned to the left, as the first is.
    running
        Head of a column of running text, which is folded where that saves a part.
    """
    first, *others = columns
    needed = _widths(columns)
    if running is not None:
        words = [word for text in (running, *columns[running]) for word in text.split()]
        longest = max(map(cell_len, words), default=0)
        needed[running] = min(needed[running], max(NARROWEST, longest))
    parts = []
    for heads in _parted(others, needed, width - needed[first]):
        fits = _line(needed[head] for head in (first, *heads)) <= width
        foldable = {running} if fits else set(columns)
        parts.append(_table({head: columns[head] for head in (first, *heads)}, left, foldable))
    return Group(*[piece for part in parts for piece in (Text(), part)][1:])


def _parted(heads: Iterable[str], needed: Mapping[str, int], room: int) -> Iterator[list[str]]:
    """Yield columns that fit beside the names of rows, as many at once as do; at least one."""
    part: list[str] = []
    for head in heads:
        if part and sum(needed[other] + GAP for other in (*part, head)) > room:
            yield part
            part = []
        part.append(head)
    yield part


def _widths(columns: Texts) -> dict[str, int]:
    return {
        head: max(cell_len(line) for text in (head, *cells) for line in text.split("\n"))
        for head, cells in columns.items()
    }


def _line(widths: Iterable[int]) -> int:
    """Return how long a line of columns is."""
    return sum(width + GAP for width in widths) - GAP


def _table(columns: Texts, left: Collection[str], foldable: Collection[str | None]) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for position, head in enumerate(columns):
        table.add_column(
            Text(head),
            justify="left" if position == 0 or head in left else "right",
            no_wrap=head not in foldable,
            overflow="fold",
        )
    for row in zip(*columns.values(), strict=True):
        if any(row[1:]):
            table.add_row(*map(Text, row))
    return table
