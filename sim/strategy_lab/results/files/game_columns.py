"""The columns of the file of games: one line a game.

Columns are flat, so that a query needs no unpacking: ``money_2`` is the money of seat 2,
``price_30`` what house 30 cost. Null is what belongs to a seat that the game does not have, or to
what was not in play. A game has columns of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from strategy_lab.results.cell import Cell
from strategy_lab.rows import Rows, whole_win

LABEL = pa.dictionary(pa.int16(), pa.string())


class Part(NamedTuple):
    """A column; or one for each seat or member, whose number goes into name and description."""

    name: str
    type: pa.DataType
    unit: str
    description: str

    def field(self, number: int | None = None) -> pa.Field:
        """Return the column's name, type, unit and description."""
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
    numbers: Callable[[Any], Iterable[int]]
    """Returns the numbers that there are by some rules."""


@dataclass(frozen=True)
class OwnColumns:
    """What the file says of a game beside what it says of every game.

    Attributes
    ----------
    of_game, of_seat, of_members
        The columns.
    values
        Returns columns by name, for the games of a cell: arrays of numbers, masked where there is
        none, or `labels`.
    """

    of_game: tuple[Part, ...]
    of_seat: tuple[Part, ...]
    of_members: tuple[Members, ...]
    values: Callable[[Cell, Rows], Mapping[str, Any]]

    @property
    def by_game(self) -> tuple[Part, ...]:
        """All that is said of a game."""
        return (*BY_GAME, *self.of_game)

    @property
    def by_seat(self) -> tuple[Part, ...]:
        """All that is said of a seat."""
        return (STRATEGY, *self.of_seat, *PLACES)


class GameColumns:
    """Columns wide enough for the games of several cells.

    Parameters
    ----------
    cells
        All cells that the games are of.
    own
        What the game adds.

    Attributes
    ----------
    schema : pyarrow.Schema
        Names, types, units and descriptions.
    """

    def __init__(self, cells: Sequence[Cell], own: OwnColumns) -> None:
        self._own = own
        self._rulesets = sorted({cell.ruleset for cell in cells})
        self._strategies = sorted({label for cell in cells for label in cell.field})
        seats = range(1, 1 + max(cell.players for cell in cells))
        self.schema = pa.schema(
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
        """Return games of whole deals as lines of the file."""
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
    """Return a column of texts, by their places among some."""
    encoded = [text.encode() for text in texts]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    known = _column(pa.string(), len(texts), None, ends, np.frombuffer(b"".join(encoded), np.uint8))
    indices = _column(pa.int16(), len(positions), None, positions.astype(np.int16))
    return pa.DictionaryArray.from_arrays(indices, known)


def known(there: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return which numbers there are, (…, games), as `numbers` takes it for columns of games."""
    return np.packbits(there, axis=-1, bitorder="little")


def numbers(values: Any, there: NDArray[np.uint8] | None = None) -> pa.Array:
    """Return a column of numbers, of which some may be missing."""
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
