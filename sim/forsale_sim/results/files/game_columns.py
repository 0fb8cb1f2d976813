"""The columns of the file of games: one line a game.

Columns are flat, so that a query needs no unpacking: ``money_2`` is the money of seat 2,
``price_30`` what house 30 cost. Null is what belongs to a seat that the game does not have, or to a
house that was set aside or is not in the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from forsale_sim.results.cell import Cell
from forsale_sim.rows import Rows, whole_win

LABEL = pa.dictionary(pa.int16(), pa.string())


class Part(NamedTuple):
    """A column; or one for each seat or house, whose number then goes into name and description."""

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
SEAT = Part("seat", pa.int64(), "turn order", "seat; 1 opens the first auction")
"""What tells the rows of a game apart where each seat has a row of its own."""
BY_SEAT = (
    Part("strategy", LABEL, "label", "the strategy in seat {}"),
    Part("coins_left", pa.int64(), "thousands", "coins that seat {} has left at the end"),
    Part("cheques", pa.int64(), "thousands", "sum of the cheques of seat {}"),
    Part("money", pa.int64(), "thousands", "coins left and cheques of seat {} together"),
    Part("rank", pa.int64(), "place", "place of seat {} at the end, 1 the best; ties share it"),
    Part("win_share", pa.float64(), "fraction", "share of seat {} in the win"),
)
BY_HOUSE = (
    Part("buyer", pa.int64(), "turn order", "the seat that bought house {}"),
    Part("price", pa.int64(), "thousands", "the coins that the buyer of house {} lost for it"),
    Part("cheque", pa.int64(), "thousands", "the cheque that house {} was sold for"),
    Part("bought", pa.int64(), "number", "the round of buying in which house {} was bought"),
    Part("sold", pa.int64(), "number", "the round of selling in which house {} was sold"),
)


class GameColumns:
    """Columns wide enough for the games of several cells.

    Parameters
    ----------
    cells
        All cells that the games are of.

    Attributes
    ----------
    schema : pyarrow.Schema
        Names, types, units and descriptions.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._rulesets = sorted({cell.ruleset for cell in cells})
        self._strategies = sorted({label for cell in cells for label in cell.field})
        seats = range(1, 1 + max(cell.players for cell in cells))
        houses = sorted({house for cell in cells for house in cell.rules.houses})
        self.schema = pa.schema(
            [
                *(part.field() for part in BY_GAME),
                *(part.field(seat) for seat in seats for part in BY_SEAT),
                *(part.field(house) for house in houses for part in BY_HOUSE),
            ]
        )

    def batch(self, cell: Cell, rows: Rows, first_game: int) -> pa.RecordBatch:
        """Return games of whole deals as lines of the file."""
        games = len(rows.data)
        known = self._of_games(cell, rows, first_game)
        known |= self._of_seats(cell, rows) | self._of_houses(cell, rows)
        nothing = {type_: pa.nulls(games, type_) for type_ in set(self.schema.types)}
        arrays = [known.get(field.name, nothing[field.type]) for field in self.schema]
        return pa.record_batch(arrays, schema=self.schema)

    def _of_games(self, cell: Cell, rows: Rows, first_game: int) -> dict[str, pa.Array]:
        games = len(rows.data)
        deal, seating = np.divmod(np.arange(games), cell.seatings)
        ruleset = np.full(games, self._rulesets.index(cell.ruleset))
        return {
            "ruleset": _labels(ruleset, self._rulesets),
            "players": pa.array(np.full(games, cell.players, np.int64)),
            "game": pa.array(first_game + np.arange(games)),
            "deal": pa.array(rows.first_deal + deal),
            "seating": pa.array(1 + seating),
        }

    def _of_seats(self, cell: Cell, rows: Rows) -> dict[str, pa.Array]:
        positions = np.array([self._strategies.index(label) for label in cell.field])
        columns: dict[str, pa.Array] = {}
        for i, seat in enumerate(range(1, cell.players + 1)):
            coins = rows.by_seat("coins")[:, i].astype(np.int64)
            money = rows.score[:, i].astype(np.int64)
            taken = np.where(rows.detail["buyer"] == seat, rows.detail["cheque"], 0)
            columns |= {
                f"strategy_{seat}": _labels(positions[rows.strategy[:, i]], self._strategies),
                f"coins_left_{seat}": pa.array(coins),
                f"cheques_{seat}": pa.array(taken.sum(axis=1, dtype=np.int64)),
                f"money_{seat}": pa.array(money),
                f"rank_{seat}": pa.array(rows.place[:, i].astype(np.int64)),
                f"win_share_{seat}": pa.array(rows.win[:, i] / whole_win(cell.players)),
            }
        return columns

    def _of_houses(self, cell: Cell, rows: Rows) -> dict[str, pa.Array]:
        rows.require_detail()
        columns: dict[str, pa.Array] = {}
        for house in cell.rules.houses:
            undealt = rows.detail["buyer"][:, house - 1] == 0
            columns |= {
                f"{part.name}_{house}": pa.array(
                    rows.detail[part.name][:, house - 1].astype(np.int64), mask=undealt
                )
                for part in BY_HOUSE
            }
        return columns


def _labels(positions: NDArray[Any], labels: Sequence[str]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(positions.astype(np.int16), pa.array(labels))
