"""The games of a run that may be killed: a file for each checkpoint, and in the end one of all.

A Parquet file that was not finished cannot be read, nor gone on with. So until the run is complete,
its games are in a folder of numbered files beside the one that they are for.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import parquet

from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.files import whole_files
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.saved_tables import parts_folder, schema_of
from strategy_lab.rows import Rows, whole_win

# game_columns: The columns of the file of games: one line a game.
#
# Columns are flat, so that a query needs no unpacking: docs/results.md. A game has columns of its
# own.

LABEL = pa.dictionary(pa.int16(), pa.string())


class Part(NamedTuple):
    """A column; or one for each seat or member, whose number goes into name and description."""

    name: str
    type: pa.DataType
    unit: str
    description: str

    def field(self, number: int | None = None) -> pa.Field:
        name = self.name if number is None else f"{self.name}_{number}"
        description = self.description.format(number)
        return pa.field(name, self.type, metadata={"unit": self.unit, "description": description})


BY_GAME = (
    Part("ruleset", LABEL, "label", "name of the ruleset"),
    Part("players", pa.int64(), "count", "how many play"),
    Part("game", pa.int64(), "number", "the game's number in the run, from 1"),
    Part(
        "deal", pa.int64(), "number", "the deal's number for this ruleset and player count, from 1"
    ),
    Part("seating", pa.int64(), "number", "the rotation of the deal's lineup, from 1"),
)
SEAT = Part("seat", pa.int64(), "turn order", "seat; 1 is the first to act")
"""What tells the rows of a game apart where each seat has a row of its own."""
STRATEGY = Part("strategy", LABEL, "label", "the strategy in seat {}")
PLACES = (
    Part("rank", pa.int64(), "place", "place of seat {} at the end, 1 the best; ties share it"),
    Part("win_share", pa.float64(), "fraction", "share of seat {} in the win"),
)
"""What every game tells of a seat."""


class Members(NamedTuple):
    """Columns for each of what a game is played with: houses, say."""

    parts: tuple[Part, ...]
    numbers: Callable[[Any], Iterable[int]]  # returns the numbers that there are by some rules


@dataclass(frozen=True)
class OwnColumns:
    """What the file says of a game beside what it says of every game.

    `of_game`, `of_seat`, `of_members`: the columns. `values`: returns columns by name, for the
    games of a cell: arrays of numbers, masked where there is none, or `labels`.
    """

    of_game: tuple[Part, ...] = ()
    of_seat: tuple[Part, ...] = ()
    of_members: tuple[Members, ...] = ()
    values: Callable[[Cell, Rows], Mapping[str, Any]] = lambda _cell, _rows: {}

    @property
    def by_game(self) -> tuple[Part, ...]:
        return (*BY_GAME, *self.of_game)

    @property
    def by_seat(self) -> tuple[Part, ...]:
        return (STRATEGY, *self.of_seat, *PLACES)


class GameColumns:
    """Columns wide enough for the games of several cells.

    `cells`: all cells that the games are of. `own`: what the game adds. `schema`: names, types,
    units and descriptions.
    """

    def __init__(self, cells: Sequence[Cell], own: OwnColumns) -> None:
        self._own = own
        self._rulesets = sorted({cell.ruleset for cell in cells})
        self._strategies = sorted({label for cell in cells for label in cell.field})
        seats = range(1, 1 + max(cell.players for cell in cells))
        self.schema = schema_of(
            [
                *(part.field() for part in own.by_game),
                *(part.field(seat) for seat in seats for part in own.by_seat),
                *(
                    part.field(number)
                    for each in own.of_members
                    for number in sorted({n for cell in cells for n in each.numbers(cell.rules)})
                    for part in each.parts
                ),
            ]
        )

    def batch(self, cell: Cell, rows: Rows, first_game: int) -> pa.RecordBatch:
        games = len(rows.data)
        known = self._of_games(cell, rows, first_game) | self._of_seats(cell, rows)
        known |= {name: _as_column(values) for name, values in self._own.values(cell, rows).items()}
        nothing = {type_: pa.nulls(games, type_) for type_ in set(self.schema.types)}
        arrays = [known.get(field.name, nothing[field.type]) for field in self.schema]
        return pa.record_batch(arrays, schema=self.schema)

    def _of_games(self, cell: Cell, rows: Rows, first_game: int) -> dict[str, pa.Array]:
        games = len(rows.data)
        deal, seating = np.divmod(np.arange(games), cell.seatings)
        ruleset = np.full(games, self._rulesets.index(cell.ruleset))
        return {
            "ruleset": labels(ruleset, self._rulesets),
            "players": numbers(np.full(games, cell.players)),
            "game": numbers(first_game + np.arange(games)),
            "deal": numbers(rows.first_deal + deal),
            "seating": numbers(1 + seating),
        }

    def _of_seats(self, cell: Cell, rows: Rows) -> dict[str, pa.Array]:
        positions = np.array([self._strategies.index(label) for label in cell.field])
        columns: dict[str, pa.Array] = {}
        for i, seat in enumerate(range(1, cell.players + 1)):
            columns |= {
                f"strategy_{seat}": labels(positions[rows.strategy[:, i]], self._strategies),
                f"rank_{seat}": numbers(rows.place[:, i]),
                f"win_share_{seat}": numbers(rows.win[:, i] / whole_win(cell.players)),
            }
        return columns


def labels(positions: NDArray[Any], texts: Sequence[str]) -> pa.Array:
    encoded = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    known = _column(pa.string(), len(texts), None, ends, np.frombuffer(b"".join(encoded), np.uint8))
    indices = _column(pa.int16(), len(positions), None, positions.astype(np.int16))
    return pa.DictionaryArray.from_arrays(indices, known)


def known(there: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return np.packbits(there, axis=-1, bitorder="little")


def numbers(values: Any, there: NDArray[np.uint8] | None = None) -> pa.Array:
    kind = np.float64 if values.dtype.kind == "f" else np.int64
    return _column(pa.from_numpy_dtype(kind), len(values), there, values.astype(kind))


def _as_column(values: Any) -> pa.Array:
    """Return a column of numbers, of which some may be masked; any other column as it is."""
    if isinstance(values, pa.Array):
        return values
    mask = np.ma.getmask(values)
    return numbers(np.ma.getdata(values), None if mask is np.ma.nomask else known(~mask))


def _column(kind: pa.DataType, length: int, *parts: NDArray[Any] | None) -> pa.Array:
    """Return a column of what it has in memory; `pyarrow.array` would import pandas."""
    buffers = [None if part is None else pa.py_buffer(part) for part in parts]
    return pa.Array.from_buffers(kind, length, buffers)


ROW_GROUP = 65_536
"""Games that wait in memory until they are written: enough to compress well and to scan fast."""


class GameWriter:
    """Writes games to a Parquet file that appears, whole, when the ``with`` block ends.

    It serves one thread at a time, and encodes games in another. Its memory does not grow with the
    number of games. For its parameters see `GameColumns`.
    """

    def __init__(self, path: Path, cells: Iterable[Cell], own: OwnColumns) -> None:
        self._path = path
        self._columns = GameColumns(tuple(cells), own)
        self.schema = self._columns.schema
        self._waiting: list[pa.RecordBatch] = []
        self._encoder, self._encoded = ThreadPoolExecutor(1), Future[None]()
        self._encoded.set_result(None)
        self._opened = contextlib.ExitStack()

    def __enter__(self) -> Self:
        numbers = [field.name for field in self.schema if pa.types.is_int64(field.type)]
        with contextlib.ExitStack() as opened, whole_files.write_errors(self._path):
            aside = opened.enter_context(whole_files.atomic_write(self._path, replace=False))
            self._file = parquet.ParquetWriter(  # what takes the least time and little more room
                aside.absolute(),  # a relative name may look like an address: s3:a
                self.schema,
                compression="none",  # packed numbers hardly shrink further
                write_page_checksum=True,
                write_statistics=[part.name for part in BY_GAME],
                use_dictionary=[each.name for each in self.schema if each.name not in numbers],
                column_encoding=dict.fromkeys(numbers, "DELTA_BINARY_PACKED"),
            )
            opened.push(self._close)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, *failure: Any) -> None:
        self._opened.__exit__(*failure)

    def write(self, cell: Cell, rows: Rows, *, first_game: int) -> None:
        self.append(self._columns.batch(cell, rows, first_game))

    def append(self, games: pa.RecordBatch) -> None:
        self._waiting.append(games)
        if sum(batch.num_rows for batch in self._waiting) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._waiting:
            return
        games = pa.Table.from_batches(self._waiting, self.schema).unify_dictionaries()
        self._waiting.clear()
        with whole_files.write_errors(self._path):
            self._encoded.result()
        self._encoded = self._encoder.submit(self._file.write_table, games)

    def _close(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is None:
                self._flush()
                with whole_files.write_errors(self._path):
                    self._encoded.result()
                    self._file.close()
        finally:
            self._encoder.shutdown()
            with contextlib.suppress(OSError):
                self._file.close()


PART = re.compile(r"\d{6,}\.parquet")


class GameParts:
    """Writes games to parts, of which a checkpoint says how many count.

    If its ``with`` block fails, the part that was being written is lost, and no other.

    `target`: the file that the parts become in the end. `cells`: All cells whose games will come.
    `own`: what their game adds to their columns. `counted`: how many games are in each part that
    counts. `started`: whether the folder of the parts was made here.
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
        whole_files.check_free(self.target)
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
        whole_files.check_free(self.target)
        self._check_folder()
        for number, rows in enumerate(self.counted, start=1):
            with _readable(self._part(number)) as file:
                if file.metadata.num_rows != rows:
                    raise UsageError(
                        f"{self._part(number)} holds {file.metadata.num_rows} games, not the "
                        f"{rows} that the checkpoint counts: it is of another run"
                    )
        counting = {self._part(number) for number in range(1, len(self.counted) + 1)}
        with whole_files.write_errors(self.folder):
            self.folder.mkdir(exist_ok=True)
            self._remove(set(self.folder.iterdir()) - counting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: Any) -> None:
        if self._writer is not None:
            self._writer.__exit__(*failure)
            self._writer = None

    def write(self, cell: Cell, rows: Rows, *, first_game: int) -> None:
        if self._writer is None:
            part = self._part(len(self.counted) + 1)
            self._writer = GameWriter(part, self._cells, self._own).__enter__()
        self._writer.write(cell, rows, first_game=first_game)
        self._written += len(rows.data)

    def finish_part(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            writer.__exit__(None, None, None)
            self.counted.append(self._written)
            self._written = 0

    def join(self) -> None:
        if not self.folder.exists():
            return  # it has been done before
        self._check_folder()
        if not self._is_there():
            whole_files.remove_leftovers(self.target.parent, self.target.name)
            with GameWriter(self.target, self._cells, self._own) as writer:
                for number in range(1, len(self.counted) + 1):
                    for games in _batches(self._part(number), writer.schema):
                        writer.append(games)
        self.discard()

    def discard(self) -> None:
        with whole_files.write_errors(self.folder):
            self._remove(self.folder.iterdir())
        with contextlib.suppress(OSError):
            self.folder.rmdir()

    def _remove(self, paths: Iterable[Path]) -> None:
        whole_files.remove_leftovers(self.folder)
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


def _batches(part: Path, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    with _readable(part) as file:
        for group in range(file.num_row_groups):
            games = file.read_row_group(group).combine_chunks()
            yield from games.cast(schema).to_batches()


@contextmanager
def _readable(path: Path) -> Iterator[parquet.ParquetFile]:
    try:
        whole_files.check_regular(path)
        with parquet.ParquetFile(path.absolute(), page_checksum_verification=True) as file:
            yield file
    except FileNotFoundError as error:
        raise UsageError(f"{path} is missing: games of the run are lost with it") from error
    except LaboratoryError:
        raise
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} is damaged: {error}") from error


Games: TypeAlias = Iterator[tuple[tuple[str, int], dict[str, NDArray[Any]]]]
"""The ruleset and player count of some games, and their columns."""


def games_of(path: Path, parts: Sequence[str]) -> Games:
    """Yield the games of each ruleset and player count in a file of games, and their deals.

    `path`: the file of games. `parts`: columns: a name; or what comes before the numbers of houses
    or seats, whose columns are stacked, (games, highest number), with -1 for null and for what
    there is no column of. Raises `UsageError` if it cannot be read, or has no such columns.
    """
    try:
        whole_files.check_regular(path)
        with parquet.ParquetFile(path.absolute()) as file:
            yield from _read(file, path, ("deal", *parts))
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def _read(file: parquet.ParquetFile, path: Path, parts: Sequence[str]) -> Games:
    names = file.schema_arrow.names
    columns = {part: _numbered(part, names) for part in parts}
    missing = [name for name in ("ruleset", "players") if name not in names]
    missing += [part for part in parts if not columns[part]]
    if missing:
        raise UsageError(f"{path} is no file of games, from --games-out: it has no {missing[0]}")
    wanted = ["ruleset", "players", *(name for each in columns.values() for name in each)]
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, wanted)
        rulesets = np.array(table["ruleset"].to_pylist())
        players = table["players"].to_numpy()
        read = {part: _game_reading_column(table, part, each) for part, each in columns.items()}
        for ruleset in dict.fromkeys(rulesets.tolist()):
            for count in np.unique(players[rulesets == ruleset]).tolist():
                cell = (rulesets == ruleset) & (players == count)
                yield (ruleset, count), {part: column[cell] for part, column in read.items()}


def _numbered(part: str, names: Sequence[str]) -> dict[str, int]:
    """Return the columns of a part with their numbers; 0 if it is a column itself."""
    if part in names:
        return {part: 0}
    found = (re.fullmatch(rf"{part}_(\d+)", name) for name in names)
    return {each[0]: int(each[1]) for each in found if each}


def _game_reading_column(table: pa.Table, part: str, numbers: Mapping[str, int]) -> NDArray[Any]:
    if part in numbers:
        column: NDArray[Any] = table[part].to_numpy()
        return column
    stacked = np.full((len(table), max(numbers.values())), -1)
    for name, number in numbers.items():
        stacked[:, number - 1] = table[name].fill_null(-1).to_numpy()
    return stacked
