"""What the file of games says of a game of For Sale: money by seat, and its houses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from strategy_lab.results.cell import Cell
from strategy_lab.results.files.game_columns import (
    Members,
    OwnColumns,
    Part,
    known,
    numbers,
)
from strategy_lab.rows import Rows

BY_HOUSE = (
    Part("buyer", pa.int64(), "turn order", "the seat that bought house {}"),
    Part("price", pa.int64(), "thousands", "the coins that the buyer of house {} lost for it"),
    Part("cheque", pa.int64(), "thousands", "the cheque that house {} was sold for"),
    Part("bought", pa.int64(), "number", "the round of buying in which house {} was bought"),
    Part("sold", pa.int64(), "number", "the round of selling in which house {} was sold"),
)


def _values(cell: Cell, rows: Rows) -> dict[str, Any]:
    rows.require_detail()
    columns: dict[str, Any] = {}
    by_house = {part.name: np.ascontiguousarray(rows.detail[part.name].T) for part in BY_HOUSE}
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
