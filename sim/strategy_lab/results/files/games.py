"""The games of a run, streamed to a Parquet file while they are played."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pyarrow as pa

from strategy_lab.files.atomic_files import atomic_write, write_errors
from strategy_lab.files.parquet_file import Column, ParquetFile
from strategy_lab.results.cell import Cell
from strategy_lab.results.files.game_columns import GameColumns, OwnColumns
from strategy_lab.rows import Rows

ROW_GROUP = 131_072
"""Games that wait in memory until they are written: enough to compress well and to scan fast."""


class GameWriter:
    """Writes games to a Parquet file that appears, whole, when the ``with`` block ends.

    It serves one thread at a time. Its memory does not grow with the number of games.

    `cells`: all cells whose games will come. `own`: what their game adds.
    """

    def __init__(self, path: Path, cells: Iterable[Cell], own: OwnColumns) -> None:
        self._path = path
        self._columns = GameColumns(tuple(cells), own)
        self._waiting: list[list[Column]] = []
        self._games_waiting = 0
        self._opened = contextlib.ExitStack()

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as opened, write_errors(self._path):
            aside = opened.enter_context(atomic_write(self._path, replace=False))
            self._file = aside.open("wb")
            self._parquet = ParquetFile(self._file, self.schema, self._columns.dictionaries)
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
        self._append(self._columns.of(cell, rows, first_game))

    def append(self, games: pa.RecordBatch) -> None:
        """Append games that were read from a file."""
        self._append(self._columns.again(games))

    def _append(self, games: list[Column]) -> None:
        self._waiting.append(games)
        self._games_waiting += len(games[0].valid)
        if self._games_waiting >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        games = (
            Column(*map(np.concatenate, zip(*pieces, strict=True)))
            for pieces in zip(*self._waiting, strict=True)
        )
        with write_errors(self._path):
            self._parquet.write(self._games_waiting, games)
        self._waiting.clear()
        self._games_waiting = 0

    def _close(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self._flush()
                with write_errors(self._path):
                    self._parquet.close()
                    self._file.close()
        finally:
            with contextlib.suppress(OSError):
                self._file.close()
