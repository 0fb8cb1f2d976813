from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from forsale_sim.saved_games import COLUMNS
from pyarrow import parquet
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.results.saved_games import GameParts, GameWriter

from tests.strategy_lab.results.made import made_cell, made_rows

# games

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


def test_every_column_has_a_unit_and_a_description(tmp_path: Path) -> None:
    write(tmp_path / "games.parquet")
    schema = parquet.read_schema(tmp_path / "games.parquet")
    assert all(field.metadata[b"unit"] and field.metadata[b"description"] for field in schema)
    assert schema.field("price_30").metadata[b"description"].decode() == (
        "the coins that the buyer of house 30 lost for it"
    )
    units = pd.read_parquet(tmp_path / "games.parquet").attrs["units"]
    assert list(units) == schema.names
    assert units["price_30"] == "thousands"


# parts

PARTS_CELLS = (made_cell(3, ("a", "b", "c")), made_cell(4, ("x", "y", "z"), ruleset="other"))
DEALS = 5


def write_of_parts(writer: GameParts | GameWriter, chunk: int) -> None:
    """The chunks come from both cells in turn."""
    cell = PARTS_CELLS[chunk % 2]
    first = 1 + chunk // 2 * DEALS
    rows = made_rows(cell, DEALS, seed=chunk, first_deal=first)
    writer.write(cell, rows, first_game=1 + 1000 * (chunk % 2) + first)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "games.parquet"


def whole(path: Path, chunks: int = 4) -> list[dict[str, object]]:
    with GameWriter(path, PARTS_CELLS, COLUMNS) as writer:
        for chunk in range(chunks):
            write_of_parts(writer, chunk)
    table: list[dict[str, object]] = parquet.read_table(path).to_pylist()
    return table


def started(target: Path, *chunks: int) -> GameParts:
    """Parts of one chunk each, that count."""
    parts = GameParts(target, PARTS_CELLS, COLUMNS)
    parts.start()
    with parts:
        for chunk in chunks:
            write_of_parts(parts, chunk)
            parts.finish_part()
    return parts


def test_parts_become_the_file_that_is_written_in_one_piece(target: Path) -> None:
    expected = whole(target.with_name("whole.parquet"))
    parts = started(target, 0, 1, 2, 3)
    assert not target.exists()
    parts.join()
    joined = parquet.read_table(target)
    assert joined.to_pylist() == expected
    assert joined.schema.equals(
        parquet.read_schema(target.with_name("whole.parquet")), check_metadata=True
    )
    assert not parts.folder.exists()
    parts.join()  # which has been done


def test_what_does_not_count_is_left_out(target: Path) -> None:
    parts = started(target, 0, 1)
    stale = started(target.with_name("other.parquet"), 5)
    (stale.folder / "000001.parquet").rename(parts.folder / "000003.parquet")
    (parts.folder / ".000004.parquet.99.forsale-sim.part").write_text("half")
    again = GameParts(target, PARTS_CELLS, COLUMNS, parts.counted)
    again.take_up()
    assert {path.name for path in parts.folder.iterdir()} == {"000001.parquet", "000002.parquet"}
    with again:
        write_of_parts(again, 2)
        again.finish_part()
        write_of_parts(again, 3)
        again.finish_part()
    again.join()
    assert parquet.read_table(target).to_pylist() == whole(target.with_name("whole.parquet"))


def test_a_part_that_is_missing_damaged_or_another_s_is_refused(target: Path) -> None:
    parts = started(target, 0, 1)
    second = parts.folder / "000002.parquet"
    content = second.read_bytes()
    for damage, told in (
        (content[:-9], r"000002\.parquet is damaged: "),
        (b"", r"000002\.parquet is damaged: "),
        ((parts.folder / "000001.parquet").read_bytes(), "holds 15 games, not the 20"),
    ):
        second.write_bytes(damage)
        with pytest.raises(UsageError, match=told):
            GameParts(target, PARTS_CELLS, COLUMNS, parts.counted).take_up()
    second.unlink()
    with pytest.raises(UsageError, match=r"000002\.parquet is missing"):
        GameParts(target, PARTS_CELLS, COLUMNS, parts.counted).take_up()


def test_a_damage_within_a_part_is_found_when_it_is_joined(target: Path) -> None:
    parts = started(target, 0, 1)
    second = parts.folder / "000002.parquet"
    column = parquet.read_metadata(second).row_group(0).column(20)
    content = bytearray(second.read_bytes())
    content[column.data_page_offset + column.total_compressed_size - 2] ^= 1
    second.write_bytes(content)
    with pytest.raises(LaboratoryError, match=r"000002\.parquet is damaged: "):
        parts.join()
    assert not target.exists()
    assert len(list(parts.folder.iterdir())) == 2


def test_nothing_is_overwritten_at_the_end(target: Path) -> None:
    parts = started(target, 0, 1)
    whole(target, chunks=3)
    with pytest.raises(UsageError, match="has come to be there, and is not overwritten"):
        parts.join()
    assert len(list(parts.folder.iterdir())) == 2


def test_a_process_that_is_killed_between_joining_and_removing(target: Path) -> None:
    parts = started(target, 0, 1, 2, 3)
    expected = whole(target)  # as if it had been joined
    (parts.folder / "000001.parquet").unlink()
    parts.join()
    assert parquet.read_table(target).to_pylist() == expected
    assert not parts.folder.exists()
