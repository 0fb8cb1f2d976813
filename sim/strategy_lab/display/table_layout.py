"""Lay out tables for the width of a terminal without shortening numbers.

A table that is too wide is continued below, each part with the names of its rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from strategy_lab.display.number_text import NOTHING
from strategy_lab.results.columns import Columns

Texts: TypeAlias = Mapping[str, Sequence[str]]
"""The cells of columns by their heads, the first column being the names of the rows."""

GAP = 2
"""Between two columns."""

NARROWEST = 20
"""Running text is not folded into fewer characters, nor is any of its words."""


def without_spare(columns: Texts, spare: Iterable[str], width: int) -> dict[str, Sequence[str]]:
    """Return the columns without as many of the `spare` ones, in order, as it takes to fit."""
    kept = dict(columns)
    for head in spare:
        if _line(_widths(kept).values()) <= width:
            break
        del kept[head]
    return kept


def matrix_columns(title: str, names: Sequence[str], pairs: Columns, cells: Sequence[str]) -> Texts:
    """Return columns of cells for pairs of a strategy and an opponent, which numbers stand for."""
    keys = zip(pairs["strategy"].tolist(), pairs["opponent"].tolist(), strict=True)
    of_pair = dict(zip(keys, cells, strict=True))
    return {title: numbered(names)} | {
        str(position): [of_pair.get((name, other), NOTHING) for name in names]
        for position, other in enumerate(names, start=1)
    }


def numbered(names: Sequence[str]) -> list[str]:
    """Return names with their positions before them."""
    width = len(str(len(names)))
    return [f"{position:>{width}} {name}" for position, name in enumerate(names, start=1)]


def laid_out(
    columns: Texts, width: int, *, left: Collection[str] = (), running: str | None = None
) -> Group:
    """Return a table, in parts one below another where it is wider than a line."""
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


def folded(columns: Texts, right: Collection[str]) -> Table:
    """Return a table whose long cells are folded, heads between words only: the first never is.

    Columns of numbers, those of the heads in `right`, are aligned to the right.
    """
    left = [head for head in columns if head not in right]
    return _table(columns, left, list(columns)[1:], by_words=True)


def _parted(heads: Iterable[str], needed: Mapping[str, int], room: int) -> Iterator[list[str]]:
    """Yield groups of columns that fit beside the names of rows, each of at least one."""
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
    """Return the length of a line."""
    return sum(width + GAP for width in widths) - GAP


def _table(
    columns: Texts,
    left: Collection[str],
    foldable: Collection[str | None],
    *,
    by_words: bool = False,
) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for position, head in enumerate(columns):
        table.add_column(
            Text(head),
            justify="left" if position == 0 or head in left else "right",
            no_wrap=head not in foldable,
            overflow="fold",
            min_width=max(map(cell_len, head.split()), default=0) if by_words else None,
        )
    for row in zip(*columns.values(), strict=True):
        if by_words or any(row[1:]):
            table.add_row(*map(Text, row))
    return table
