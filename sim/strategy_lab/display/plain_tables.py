"""Tables of any experiment for the terminal: rates in per cent, limits as ±."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from strategy_lab.display.number_text import estimates, number, with_limits
from strategy_lab.display.table_layout import laid_out
from strategy_lab.results.columns import SHARE, Column, Columns, Tables

LIMITS = ("_low", "_high")


def print_plain_tables(tables: Tables, columns: Mapping[str, Column], console: Console) -> None:
    """Print tables below their names, column by column."""
    for name, table in tables.items():
        console.print(Text(name, style="bold"))
        console.print(laid_out(_texts(table, columns), console.width))
        console.print()


def _texts(table: Columns, columns: Mapping[str, Column]) -> dict[str, Sequence[str]]:
    limits = {f"{name}{end}" for name in table for end in LIMITS}
    texts: dict[str, Sequence[str]] = {}
    for name, values in table.items():
        if name in limits:
            continue
        is_share = columns[name].unit == SHARE
        head = f"{name.replace('_', ' ')}{', %' if is_share else ''}"
        scale = 100 if is_share else 1
        if f"{name}{LIMITS[0]}" in table:
            texts[head] = estimates(*with_limits(table, name, scale))
        else:
            texts[head] = _values(values, scale)
    return texts


def _values(values: NDArray[Any], scale: int) -> list[str]:
    if values.dtype.kind == "f":
        return [number(scale * value, 1) for value in values]
    if values.dtype.kind in "iu":
        return [f"{value:,}" for value in values]
    return [str(value) for value in values]
