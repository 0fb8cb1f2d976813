"""What the file of games says of a game of Monopoly: how it ended, worth, groups and deeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.saved_games import LABEL, Members, OwnColumns, Part, labels
from strategy_lab.rows import Rows

from monopoly_sim.reference.events import Ending
from monopoly_sim.rules.board import members

MONEY, NUMBER, SEAT = "money", "number", "turn order"

OF_GAME = (
    Part("rounds", pa.int64(), "count", "rounds that were begun"),
    Part("ending", LABEL, "label", "bankruptcy, rounds (the limit of them) or stalemate"),
    Part("trades", pa.int64(), "count", "trades that were agreed on"),
    Part("proposals", pa.int64(), "count", "trades that were proposed"),
    Part("contests", pa.int64(), "count", "buildings that two or more players bid for"),
    Part("shortage", pa.int64(), NUMBER, "the round in which the bank first had no house left"),
)
OF_GROUP = (
    Part("group_seat", pa.int64(), SEAT, "the first seat to own the whole of colour group {}"),
    Part("group_round", pa.int64(), NUMBER, "the round in which it did"),
)
OF_DEED = (
    Part("buyer", pa.int64(), SEAT, "the first seat to buy the deed of square {} from the bank"),
    Part("auctioned", pa.int64(), "count", "1 if that was at an auction"),
    Part("bought", pa.int64(), NUMBER, "the round of it"),
    Part("price", pa.int64(), MONEY, "what was paid for it"),
)
OF_SQUARE = (
    Part("visits", pa.int64(), "count", "how often rent was paid in full on square {}"),
    Part("rent", pa.int64(), MONEY, "the sum of it"),
    Part("buildings", pa.int64(), MONEY, "paid for buildings on it, less what the bank paid back"),
)


def _values(cell: Cell, rows: Rows) -> dict[str, Any]:
    rows.require_detail()
    detail, board = rows.detail, cell.rules.board
    endings = [ending.name.lower() for ending in Ending]
    columns: dict[str, Any] = {
        "rounds": rows.data["rounds"],
        "ending": labels(rows.data["ending"], endings),
        **{name: detail[name] for name in ("trades", "proposals", "contests")},
        "shortage": np.ma.masked_equal(detail["shortage"], 0),
    }
    columns |= {f"worth_{i + 1}": rows.score[:, i] for i in range(cell.players)}
    for group in range(len(board.groups)):
        nobody = detail["group_seat"][:, group] == 0
        columns |= {
            f"{part.name}_{group + 1}": np.ma.array(detail[part.name][:, group], mask=nobody)
            for part in OF_GROUP
        }
    for square in members(board.deeds):
        unsold = detail["buyer"][:, square] == 0
        columns |= {
            f"{part.name}_{square}": np.ma.array(detail[part.name][:, square], mask=unsold)
            for part in OF_DEED
        }
        columns |= {f"{part.name}_{square}": detail[part.name][:, square] for part in OF_SQUARE}
    return columns


COLUMNS = OwnColumns(
    of_game=OF_GAME,
    of_seat=(Part("worth", pa.int64(), MONEY, "cash, deeds and buildings of seat {} at the end"),),
    of_members=(
        Members(OF_GROUP, lambda rules: range(1, len(rules.board.groups) + 1)),
        Members((*OF_DEED, *OF_SQUARE), lambda rules: members(rules.board.deeds)),
    ),
    values=_values,
)
"""Groups are numbered from 1 in the order of the board, deeds by their squares."""
