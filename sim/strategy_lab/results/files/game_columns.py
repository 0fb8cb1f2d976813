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

from strategy_lab.files.parquet_file import Column
from strategy_lab.results.cell import Cell
from strategy_lab.rows import MAX_SEATS, Rows, whole_win

LABEL = pa.dictionary(pa.int16(), pa.string())


class Part(NamedTuple):
    """A column; or one for each seat or member, whose number goes into name and description."""

    name: str
    type: pa.DataType
    unit: str
    description: str
    dictionary: tuple[Any, ...] = ()
    """What values are indices into, such as texts; empty if they are numbers themselves."""

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
WHOLE = whole_win(MAX_SEATS)
PLACES = (
    Part("rank", pa.int64(), "place", "place of seat {} at the end, 1 the best; ties share it"),
    Part(
        *("win_share", pa.float64(), "fraction", "share of seat {} in the win"),
        dictionary=tuple(part / WHOLE for part in range(WHOLE + 1)),
    ),
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
        Returns columns by name, for the games of a cell: arrays of numbers, or of indices into the
        dictionary of the column; or `some` of them, where not every game has one.
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
    dictionaries : dict of str to tuple
        What the values of some columns are indices into.
    """

    def __init__(self, cells: Sequence[Cell], own: OwnColumns) -> None:
        self._own = own
        rulesets = tuple(sorted({cell.ruleset for cell in cells}))
        strategies = tuple(sorted({label for cell in cells for label in cell.field}))
        self._rulesets, self._strategies = rulesets, strategies
        seats = range(1, 1 + max(cell.players for cell in cells))
        parts = [
            *((part, None) for part in own.by_game),
            *((part, seat) for seat in seats for part in own.by_seat),
            *(
                (part, number)
                for each in own.of_members
                for number in sorted({n for cell in cells for n in each.numbers(cell.rules)})
                for part in each.parts
            ),
        ]
        self.schema = pa.schema([part.field(number) for part, number in parts])
        texts = {"ruleset": rulesets, "strategy": strategies}
        dictionaries = [texts.get(part.name, part.dictionary) for part, _ in parts]
        self.dictionaries = {
            name: values
            for name, values in zip(self.schema.names, dictionaries, strict=True)
            if values
        }

    def of(self, cell: Cell, rows: Rows, first_game: int) -> list[Column]:
        """Return games of whole deals as lines of the file."""
        every = np.ones(len(rows.data), bool)
        nothing = Column(np.zeros(0, np.uint8), ~every)
        columns = {
            **self._of_games(cell, rows, first_game),
            **self._of_seats(cell, rows),
            **self._own.values(cell, rows),
        }
        found = [columns.get(name, nothing) for name in self.schema.names]
        return [each if isinstance(each, Column) else Column(each, every) for each in found]

    def again(self, games: pa.RecordBatch) -> list[Column]:
        """Return lines that were read from a file."""
        return [
            _read(column, self.dictionaries.get(name))
            for name, column in zip(self.schema.names, games.columns, strict=True)
        ]

    def _of_games(self, cell: Cell, rows: Rows, first_game: int) -> dict[str, NDArray[Any]]:
        games = len(rows.data)
        deal, seating = np.divmod(np.arange(games), cell.seatings)
        return {
            "ruleset": np.full(games, self._rulesets.index(cell.ruleset)),
            "players": np.full(games, cell.players),
            "game": first_game + np.arange(games),
            "deal": rows.first_deal + deal,
            "seating": 1 + seating,
        }

    def _of_seats(self, cell: Cell, rows: Rows) -> dict[str, NDArray[Any]]:
        indices = np.array([self._strategies.index(label) for label in cell.field], np.int16)
        shares = rows.win * (WHOLE // whole_win(cell.players))
        columns: dict[str, NDArray[Any]] = {}
        for i, seat in enumerate(range(1, cell.players + 1)):
            columns |= {
                f"strategy_{seat}": indices[rows.strategy[:, i]],
                f"rank_{seat}": rows.place[:, i],
                f"win_share_{seat}": shares[:, i],
            }
        return columns


def some(values: NDArray[Any], valid: NDArray[np.bool_]) -> Column:
    """Return a column of which only some games have a value."""
    return Column(values[valid], valid)


def _read(column: pa.Array, dictionary: Sequence[Any] | None) -> Column:
    """Return a column that was read from a file as it was when it was written."""
    valid = column.is_valid().to_numpy(zero_copy_only=False)
    column = column.drop_null()
    if dictionary is None:
        return Column(column.to_numpy(), valid)
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    indices = [dictionary.index(value) for value in column.dictionary.to_pylist()]
    return Column(np.array(indices, np.int16)[column.indices.to_numpy()], valid)
