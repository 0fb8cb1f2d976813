from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.houses import house_worth
from forsale_sim.saved_games import COLUMNS
from strategy_lab.errors import UsageError
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.saved_games import GameWriter
from strategy_lab.results.tables import where

from tests.strategy_lab.results.made import made_cell, made_rows

ADDED = np.arange(1, 31) ** 2 // 40
"""What each house adds to its buyer's cheques in these games."""


def write(path: Path, cells: list[Cell], deals: int) -> Path:
    with GameWriter(path, cells, COLUMNS) as writer:
        for cell in cells:
            rows = made_rows(cell, deals)
            rows.buyer[:, len(ADDED) :] = 0
            rows.cheque[:, : len(ADDED)] = np.where(rows.buyer[:, : len(ADDED)] > 0, ADDED, 0)
            writer.write(cell, rows, first_game=1)
    return path


def test_a_house_is_worth_what_it_adds(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(n) for n in (3, 4)], deals=300)
    found = house_worth(path)
    for players in (3, 4):
        table = where(found, players=players)
        assert table["house"].tolist() == list(range(1, 31))
        assert table["worth"] == pytest.approx(ADDED - ADDED[0], abs=1e-6)
        assert table["worth_high"] - table["worth_low"] == pytest.approx(0, abs=1e-6)
        assert (table["price_low"] <= table["price"]).all()


def test_it_takes_deals_in_all_rotations(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(4, seatings=1)], deals=30)
    with pytest.raises(UsageError, match="all rotations of different players; iello-en has 1 of 4"):
        house_worth(path)


def test_a_single_deal_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(4)], deals=1)
    with pytest.raises(UsageError, match="two deals or more"):
        house_worth(path)
