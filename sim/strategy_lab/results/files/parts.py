"""The games of a run that may be killed: a file for each checkpoint, and in the end one of all.

A Parquet file that was not finished cannot be read, nor gone on with. So until the run is complete,
its games are in a folder of numbered files beside the one that they are for.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
from pyarrow import parquet

from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.files.atomic_files import check_writable, remove_leftovers, write_errors
from strategy_lab.files.regular_files import check_regular
from strategy_lab.results.cell import Cell
from strategy_lab.results.files.game_columns import OwnColumns
from strategy_lab.results.files.games import GameWriter
from strategy_lab.results.files.places import parts_folder
from strategy_lab.rows import Rows

PART = re.compile(r"\d{6,}\.parquet")


class GameParts:
    """Writes games to parts, of which a checkpoint says how many count.

    If its ``with`` block fails, the part that was being written is lost, and no other.

    Parameters
    ----------
    target
        The file that the parts become in the end.
    cells
        All cells whose games will come.
    own
        What their game adds to their columns.
    counted
        How many games are in each part that counts.

    Attributes
    ----------
    started
        Whether the folder of the parts was made here.
    """

    def __init__(
        self, target: Path, cells: Sequence[Cell], own: OwnColumns, counted: Sequence[int] = ()
    ) -> None:
        self.target = target
        self.counted = list(counted)
        self.folder = parts_folder(target)
        self._cells, self._own = cells, own
        self._writer: GameWriter | None = None
        self._written = 0
        self.started = False

    def start(self) -> None:
        """Make the folder of the parts."""
        check_free(self.target)
        try:
            self.folder.mkdir()
            self.started = True
        except OSError as error:
            raise UsageError(
                f"{self.folder}, for the games until they are joined, cannot be made: "
                f"{error.strerror}. Name another file than {self.target}"
            ) from error

    def take_up(self) -> None:
        """Go on after the parts that count; what else a process that was killed left is removed."""
        check_free(self.target)
        self._check_folder()
        for number, rows in enumerate(self.counted, start=1):
            with _readable(self._part(number)) as file:
                if file.metadata.num_rows != rows:
                    raise UsageError(
                        f"{self._part(number)} holds {file.metadata.num_rows} games, not the "
                        f"{rows} that the checkpoint counts: it is of another run"
                    )
        counting = {self._part(number) for number in range(1, len(self.counted) + 1)}
        with write_errors(self.folder):
            self.folder.mkdir(exist_ok=True)
            self._remove(set(self.folder.iterdir()) - counting)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._writer is not None:
            self._writer.__exit__(kind, error, trace)
            self._writer = None

    def write(self, cell: Cell, rows: Rows, *, first_game: int) -> None:
        """Append games of whole deals, as `GameWriter.write` does."""
        if self._writer is None:
            part = self._part(len(self.counted) + 1)
            self._writer = GameWriter(part, self._cells, self._own).__enter__()
        self._writer.write(cell, rows, first_game=first_game)
        self._written += len(rows.data)

    def finish_part(self) -> None:
        """Bring the games that were written to the disk as a part that counts."""
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.__exit__(None, None, None)
            self.counted.append(self._written)
            self._written = 0

    def join(self) -> None:
        """Make one file of all parts, row group by row group, and remove them."""
        if not self.folder.exists():
            return  # it has been done before
        self._check_folder()
        if not self._is_there():
            remove_leftovers(self.target.parent, self.target.name)
            with GameWriter(self.target, self._cells, self._own) as writer:
                for number in range(1, len(self.counted) + 1):
                    for games in _batches(self._part(number), writer.schema):
                        writer.append(games)
        self.discard()

    def discard(self) -> None:
        """Remove the parts, and their folder if nothing else is in it."""
        with write_errors(self.folder):
            self._remove(self.folder.iterdir())
        with contextlib.suppress(OSError):
            self.folder.rmdir()

    def _remove(self, paths: Iterable[Path]) -> None:
        """Remove those of some paths in the folder that are parts, whole or not."""
        remove_leftovers(self.folder)
        for path in paths:
            if PART.fullmatch(path.name):
                path.unlink()

    def _check_folder(self) -> None:
        if self.folder.is_symlink():
            raise UsageError(
                f"{self.folder}, for the games until they are joined, is a link to another folder, "
                "where nothing is removed: put the folder itself there"
            )

    def _is_there(self) -> bool:
        """Return whether the file was written before, by a process that was killed just then."""
        if not self.target.exists():
            return False
        with _readable(self.target) as file:
            if file.metadata.num_rows == sum(self.counted):
                return True
        raise UsageError(
            f"{self.target} has come to be there, and is not overwritten: move it away. The games "
            f"of the run are in {self.folder}"
        )

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:06}.parquet"


def check_free(target: Path) -> None:
    """Check that a file of games can be made."""
    if os.path.lexists(target):  # a link counts, wherever it leads
        raise UsageError(f"{target} exists and is not overwritten: name another file")
    check_writable(target)


def _batches(part: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    with _readable(part) as file:
        for group in range(file.num_row_groups):
            games = file.read_row_group(group).combine_chunks()
            yield from games.cast(schema).to_batches()


@contextmanager
def _readable(path: Path) -> Iterator[parquet.ParquetFile]:
    """Open a Parquet file, and turn what is wrong with it into one message."""
    try:
        check_regular(path)
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            yield file
    except FileNotFoundError as error:
        raise UsageError(f"{path} is missing: games of the run are lost with it") from error
    except LaboratoryError:
        raise
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} is damaged: {error}") from error
