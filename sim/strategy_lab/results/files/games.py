"""The games of a run, streamed to a Parquet file while they are played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
from pyarrow import parquet

from strategy_lab.files.atomic_files import atomic_write, write_errors
from strategy_lab.results.cell import Cell
from strategy_lab.results.files.game_columns import BY_GAME, GameColumns, OwnColumns
from strategy_lab.rows import Rows

ROW_GROUP = 65_536
"""Games that wait in memory until they are written: enough to compress well and to scan fast."""


class GameWriter:
    """Writes games to a Parquet file that appears, whole, when the ``with`` block ends.

    It serves one thread at a time. Its memory does not grow with the number of games.

    `cells`: all cells whose games will come. `own`: what their game adds.
    """

    def __init__(self, path: Path, cells: Iterable[Cell], own: OwnColumns) -> None:
        self._path = path
        self._columns = GameColumns(tuple(cells), own)
        self._waiting: list[pa.RecordBatch] = []
        self._opened = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as opened, write_errors(self._path):
            aside = opened.enter_context(atomic_write(self._path, replace=False))
            self._file = parquet.ParquetWriter(aside, self.schema, **self._format())
            opened.push(self._close)
            self._opened = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._opened.__exit__(kind, error, trace)

    @property
    def schema(self) -> pa.Schema:
        """Names, types, units and descriptions of the columns."""
        return self._columns.schema

    def write(self, cell: Cell, rows: Rows, *, first_game: int) -> None:
        """Append games of whole deals."""
        self.append(self._columns.batch(cell, rows, first_game))

    def _format(self) -> dict[str, Any]:
        """Return how columns are written: what takes the least time and little more room."""
        numbers = [field.name for field in self.schema if pa.types.is_int64(field.type)]
        return {
            "compression": "snappy",
            "write_page_checksum": True,
            "write_statistics": [part.name for part in BY_GAME],
            "use_dictionary": [field.name for field in self.schema if field.name not in numbers],
            "column_encoding": dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
        }

    def append(self, games: pa.RecordBatch) -> None:
        """Append games that are columns already."""
        self._waiting.append(games)
        if sum(batch.num_rows for batch in self._waiting) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        games = pa.Table.from_batches(self._waiting, self._columns.schema).unify_dictionaries()
        self._waiting.clear()
        with write_errors(self._path):
            self._file.write_table(games)

    def _close(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self._flush()
                with write_errors(self._path):
                    self._file.close()
        finally:
            with contextlib.suppress(OSError):
                self._file.close()
