"""What the file of games says of a game of For Sale: money by seat, and its houses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.saved_games import Members, OwnColumns, Part, known, numbers
from strategy_lab.rows import Rows

BY_HOUSE = (
    Part("buyer", pa.int64(), "turn order", "the seat that bought house {}"),
    Part("price", pa.int64(), "thousands", "the coins that the buyer of house {} lost for it"),
    Part("cheque", pa.int64(), "thousands", "the cheque that house {} was sold for"),
    Part("bought", pa.int64(), "number", "the round of buying in which house {} was bought"),
    Part("sold", pa.int64(), "number", "the round of selling in which house {} was sold"),
)


BLOCK = 512  # so many games are turned into columns at a time: they fit the cache


def _values(cell: Cell, rows: Rows) -> dict[str, Any]:
    rows.require_detail()
    columns: dict[str, Any] = {}
    by_house = _by_house(rows.detail, max(cell.rules.houses))
    buyer, cheque = by_house["buyer"], by_house["cheque"].astype(np.uint16)
    for i, seat in enumerate(range(1, cell.players + 1)):
        columns |= {
            f"coins_left_{seat}": rows.by_seat("coins")[:, i],
            f"cheques_{seat}": ((buyer == seat) * cheque).sum(axis=0, dtype=np.uint16),
            f"money_{seat}": rows.score[:, i],
        }
    dealt = known(buyer != 0)
    for house in cell.rules.houses:
        columns |= {
            f"{name}_{house}": numbers(of_house[house - 1], dealt[house - 1])
            for name, of_house in by_house.items()
        }
    return columns


def _by_house(detail: NDArray[Any], houses: int) -> dict[str, NDArray[np.uint8]]:
    by_house = {part.name: np.empty((houses, len(detail)), np.uint8) for part in BY_HOUSE}
    for first in range(0, len(detail), BLOCK):
        games = slice(first, first + BLOCK)
        for name, of_house in by_house.items():
            of_house[:, games] = detail[name][games, :houses].T
    return by_house


COLUMNS = OwnColumns(
    of_game=(),
    of_seat=(
        Part("coins_left", pa.int64(), "thousands", "coins that seat {} has left at the end"),
        Part("cheques", pa.int64(), "thousands", "sum of the cheques of seat {}"),
        Part("money", pa.int64(), "thousands", "coins left and cheques of seat {} together"),
    ),
    of_members=(Members(BY_HOUSE, lambda rules: rules.houses),),
    values=_values,
)
