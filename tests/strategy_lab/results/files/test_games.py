from __future__ import annotations

import errno
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from forsale_sim.saved_games import COLUMNS
from pyarrow import parquet
from strategy_lab.errors import LaboratoryError
from strategy_lab.results import saved_games as games_module
from strategy_lab.results.saved_games import GameWriter

from tests.strategy_lab.results.made import made_cell, made_rows

CELLS = [made_cell(3, ("b", "a", "c")), made_cell(4, ("x", "a", "y", "z"))]


def write(path: Path, deals: int = 5, chunks: int = 2) -> None:
    """In each chunk some deals of three players, then as many of four."""
    game = 1
    with GameWriter(path, CELLS, COLUMNS) as writer:
        for chunk in range(chunks):
            for cell in CELLS:
                rows = made_rows(cell, deals, seed=chunk, first_deal=1 + chunk * deals)
                writer.write(cell, rows, first_game=game)
                game += len(rows.data)


def test_there_is_a_line_for_each_game(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    found = parquet.read_table(tmp_path / "games.parquet")
    assert found["game"].to_pylist() == list(range(1, 71))
    assert found["ruleset"].to_pylist() == ["iello-en"] * 70
    assert found["players"].to_pylist() == ([3] * 15 + [4] * 20) * 2
    second = found.filter(pa.compute.equal(found["players"], 4)).slice(20)
    assert second["deal"].to_pylist() == [deal for deal in range(6, 11) for _ in range(4)]
    assert second["seating"].to_pylist() == [1, 2, 3, 4] * 5


def test_a_line_is_the_game(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    line = parquet.read_table(tmp_path / "games.parquet").slice(15 + 7, 1).to_pylist()[0]
    rows = made_rows(CELLS[1], 5, seed=0)
    dealt = slice(max(CELLS[1].rules.houses))  # made rows have buyers of houses beyond it, too
    for i, seat in enumerate((1, 2, 3, 4)):
        its = rows.buyer[7, dealt] == seat
        assert line[f"strategy_{seat}"] == CELLS[1].field[rows.strategy[7, i]]
        assert line[f"coins_left_{seat}"] == rows.coins[7, i]
        assert line[f"cheques_{seat}"] == rows.cheque[7, dealt][its].sum()
        assert line[f"money_{seat}"] == rows.score[7, i]
        assert line[f"rank_{seat}"] == rows.place[7, i]
        assert line[f"win_share_{seat}"] == rows.win[7, i] / 60
    for i, house in enumerate(CELLS[1].rules.houses):
        known = rows.buyer[7, i] > 0
        for part in ("buyer", "price", "cheque", "bought", "sold"):
            assert line[f"{part}_{house}"] == (getattr(rows, part)[7, i] if known else None)


def test_a_seat_that_a_game_does_not_have_is_null(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    first = parquet.read_table(tmp_path / "games.parquet").slice(0, 1).to_pylist()[0]
    parts = ("strategy", "coins_left", "cheques", "money", "rank", "win_share")
    assert [first[f"{part}_4"] for part in parts] == [None] * 6


def test_every_column_has_a_unit_and_a_description(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    schema = parquet.read_schema(tmp_path / "games.parquet")
    assert all(field.metadata[b"unit"] and field.metadata[b"description"] for field in schema)
    assert schema.field("price_30").metadata[b"description"].decode() == (
        "the coins that the buyer of house 30 lost for it"
    )


def test_games_do_not_wait_in_memory_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_module, "ROW_GROUP", 30)
    write(tmp_path / "games.parquet", chunks=10)
    metadata = parquet.read_metadata(tmp_path / "games.parquet")
    assert metadata.num_rows == 350
    assert metadata.num_row_groups == 10


def test_no_games_are_a_file_without_lines(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet", chunks=0)
    assert parquet.read_metadata(tmp_path / "games.parquet").num_rows == 0


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, RuntimeError])
def test_an_interruption_leaves_nothing(tmp_path: Path, interruption: type[BaseException]) -> None:
    path = tmp_path / "games.parquet"
    with pytest.raises(interruption), GameWriter(path, CELLS, COLUMNS) as writer:
        writer.write(CELLS[0], made_rows(CELLS[0], 5), first_game=1)
        raise interruption
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(LaboratoryError, match=r"cannot write .*games\.parquet: "):
        write(tmp_path / "nowhere" / "games.parquet")


@pytest.mark.parametrize("chunks", [1, 2])
def test_a_disk_that_fills_up_is_one_message_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunks: int
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(games_module, "ROW_GROUP", 50)
    monkeypatch.setattr(parquet.ParquetWriter, "write_table", full)
    with pytest.raises(LaboratoryError, match="No space left on device"):
        write(tmp_path / "games.parquet", chunks=chunks)
    assert list(tmp_path.iterdir()) == []


def test_a_query_needs_no_unpacking(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    frame = parquet.read_table(tmp_path / "games.parquet").to_pandas()
    mean = frame.groupby("strategy_1", observed=True)["win_share_1"].mean()
    assert set(mean.index) == {"a", "b", "c", "x", "y", "z"}
    assert np.isfinite(frame["price_30"].mean())
