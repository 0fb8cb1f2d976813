"""Arithmetic on the columns of a table, as people do it in pandas, Arrow and DuckDB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import compute, types

Numbers = list[int | None]

EXACT = {
    "-": (lambda a, b: a - b, compute.subtract),
    "+": (lambda a, b: a + b, compute.add),
    "*": (lambda a, b: a * b, compute.multiply),
}


def wrong_arithmetic(
    table: pa.Table, lefts: Sequence[str] = (), rights: Sequence[str] = ()
) -> list[str]:
    """Return where a tool adds, subtracts or multiplies two integer columns otherwise than Python.

    All pairs of columns are tried unless some are named.
    """
    whole = [field.name for field in table.schema if types.is_integer(field.type)]
    pairs = [*product(lefts or whole, rights or whole)]
    plain = {name: table[name].to_pylist() for name in whole}
    frames = {
        "pandas": table.to_pandas(),
        "pandas, nullable": table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get),
    }
    wrong = []
    for symbol, (calculate, arrow) in EXACT.items():
        exact = {
            (a, b): [
                None if x is None or y is None else calculate(x, y)
                for x, y in zip(plain[a], plain[b], strict=True)
            ]
            for a, b in pairs
        }
        said: dict[str, Iterator[Numbers]] = {
            **{
                tool: (_plain(calculate(frame[a], frame[b])) for a, b in pairs)
                for tool, frame in frames.items()
            },
            "Arrow": (arrow(table[a], table[b]).to_pylist() for a, b in pairs),
            "DuckDB": _duckdb(table, symbol, pairs),
        }
        for tool, answers in said.items():
            for (a, b), answer in zip(pairs, answers, strict=True):
                if answer != exact[a, b]:
                    wrong.append(f"{tool}: {a} {symbol} {b} is {answer[:9]}, not {exact[a, b][:9]}")
    return wrong


def _plain(column: Any) -> Numbers:
    return [None if pd.isna(each) else each for each in column.tolist()]


def _duckdb(table: pa.Table, symbol: str, pairs: Sequence[tuple[str, str]]) -> Iterator[Numbers]:
    import duckdb

    with duckdb.connect() as connection:
        connection.register("numbers", table)
        for start in range(0, len(pairs), 500):
            asked = ", ".join(f'"{a}" {symbol} "{b}"' for a, b in pairs[start : start + 500])
            rows = connection.execute(f"SELECT {asked} FROM numbers").fetchall()
            yield from (list(column) for column in zip(*rows, strict=True))
