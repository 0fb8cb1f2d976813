from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from strategy_lab.errors import UsageError
from strategy_lab.results.saved_tables import TableFormat, checksums, read_tables, save_tables

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.results.made import COLUMNS


@pytest.mark.parametrize("form", ["parquet", "csv"])
@pytest.mark.parametrize("deals", [0, 1, 50])
def test_saved_tables_come_back(tmp_path: Path, form: TableFormat, deals: int) -> None:
    tables = made_tables((3, 4), deals=deals, field=("1", "nan", "a, b"))
    saved = save_tables(tables, tmp_path, [form], COLUMNS)
    read = read_tables(tmp_path, tables, checksums(saved))
    assert list(read) == list(tables)
    for name, table in tables.items():
        assert list(read[name]) == list(table)
        for column, expected in table.items():
            np.testing.assert_array_equal(read[name][column], expected, f"{name}.{column}")


def test_parquet_is_preferred_and_what_is_not_there_left_out(tmp_path: Path) -> None:
    csv, parquet = made_tables((3,)), made_tables((5,))
    saved = save_tables(csv, tmp_path, ["csv"], COLUMNS)
    saved += save_tables({"by_seat": parquet["by_seat"]}, tmp_path, ["parquet"], COLUMNS)
    read = read_tables(tmp_path, ["by_seat", "by_players", "nothing"], checksums(saved))
    assert set(read) == {"by_seat", "by_players"}
    assert read["by_seat"]["players"][0] == 5
    assert read["by_players"]["players"][0] == 3


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_table_is_read_only_if_it_is_the_one_that_was_saved(
    tmp_path: Path, form: TableFormat
) -> None:
    (path,) = save_tables({"by_seat": made_tables((3,))["by_seat"]}, tmp_path, [form], COLUMNS)
    whole, named = path.read_bytes(), checksums([path])
    for place in range(0, len(whole), 97):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(UsageError, match="is not the table that was saved"):
            read_tables(tmp_path, ["by_seat"], named)
    path.write_bytes(whole)
    with pytest.raises(UsageError, match="is not the table that was saved"):
        read_tables(tmp_path, ["by_seat"], {})
    assert read_tables(tmp_path, ["by_seat"], named)
