from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.files.whole_files import locked, locked_file
from strategy_lab.results.saved_tables import (
    TableFormat,
    checksums,
    load_arrays,
    read_tables,
    save_arrays,
    save_tables,
    to_one_csv,
)
from strategy_lab.results.tables import Tables, records, tables

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.results.made import COLUMNS, made_cell, made_tally

# locking

HOLD = """
import sys, time
from pathlib import Path
from strategy_lab.files.whole_files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_process_that_is_killed_lets_go(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(UsageError, match="another process"), locked(tmp_path):
                pytest.fail("two hold the lock")
        finally:
            holder.kill()
    with locked(tmp_path):
        pass


def test_nothing_stays_of_the_lock_of_a_file(tmp_path: Path) -> None:
    told = pytest.raises(UsageError, match=r"another process is writing .*games")
    with locked_file(tmp_path / "games"), told, locked_file(tmp_path / "games"):
        pytest.fail("two hold the lock")
    assert list(tmp_path.iterdir()) == []


def test_what_a_link_names_is_not_emptied(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / ".lock").symlink_to(precious)
    with pytest.raises(UsageError, match="is a link, and no lock"), locked(tmp_path):
        pytest.fail("the link was followed")
    assert precious.read_text() == "mine"


# array_file

FACTS = {"seed": 2**64 - 1, "names": ["a", "ü"], "seconds": 0.1 + 0.2, "nothing": None}
ARRAYS = {
    "0/none": np.array(7),
    "cube": np.arange(-12, 12).reshape(2, 3, 4),
    "extreme": np.array([np.iinfo(np.int64).min, np.iinfo(np.int64).max]),
    "strided": np.arange(20).reshape(4, 5)[:, 1],
    "empty": np.zeros((0, 3), np.int64),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_arrays(tmp_path / "run.npz", FACTS, ARRAYS)
    return tmp_path / "run.npz"


def assert_as_written(facts: object, arrays: dict[str, NDArray[np.int64]]) -> None:
    assert facts == FACTS
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == np.int64
        np.testing.assert_array_equal(arrays[name], array, strict=True)


def test_what_is_written_is_read(path: Path) -> None:
    facts, arrays = load_arrays(path)
    assert_as_written(facts, arrays)
    assert all(array.flags.writeable for array in arrays.values())


def test_sums_that_were_not_saved_with_their_checksum_are_refused(path: Path) -> None:
    with np.load(path) as saved:
        members = dict(saved)
    members["sums"][0] += 1
    np.savez(path, **members)
    with pytest.raises(UsageError, match="its checksum is wrong"):
        load_arrays(path)


def damaged(content: bytes) -> Iterator[bytes]:
    """Yield the content with one byte changed, one missing, or all missing from there on."""
    for place in range(len(content)):
        before, after = content[:place], content[place + 1 :]
        for flipped in (0x01, 0x0C, 0xFF):
            yield before + bytes([content[place] ^ flipped]) + after
        yield before + after
        yield before


@pytest.mark.thorough
def test_damage_anywhere_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    path, refused = tmp_path / "run.npz", 0
    written = {"a": np.arange(3), "b": np.zeros(2, np.int64)}
    save_arrays(path, {"seed": 7}, written)
    for content in damaged(path.read_bytes()):
        path.write_bytes(content)
        try:
            facts, arrays = load_arrays(path)
        except UsageError as error:
            assert str(error).startswith(f"{path} is damaged")
            refused += 1
        else:
            assert facts == {"seed": 7}
            assert list(arrays) == ["a", "b"]
            for name, array in written.items():
                np.testing.assert_array_equal(arrays[name], array, strict=True)
    assert refused > len(content)


@pytest.mark.parametrize("content", [b"", b"\0", b"PAR1 and so on", b"PK\x03\x04", b"\x80\x04K*."])
def test_another_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"run\.npz is damaged, or not a file of forsale-sim"):
        load_arrays(path)


def test_no_pickle_is_loaded(path: Path) -> None:
    class Touch:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (path.with_name("executed"),)

    np.savez(path, facts=np.array([Touch()], dtype=object))
    with pytest.raises(UsageError, match="is damaged, or not a file of forsale-sim"):
        load_arrays(path)
    assert not path.with_name("executed").exists()


def test_a_file_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.npz cannot be read: No such file"):
        load_arrays(tmp_path / "none.npz")


# reading


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


# saving


@pytest.fixture(scope="module")
def made() -> Tables:
    return tables({made_cell(3): made_tally(made_cell(3), 1)})


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_folder_that_is_gone_is_one_message(
    made: Tables, tmp_path: Path, form: TableFormat
) -> None:
    with pytest.raises(LaboratoryError, match=rf"cannot write .*by_strategy\.{form}"):
        save_tables(made, tmp_path / "gone", [form], COLUMNS)


# texts


@pytest.fixture(scope="module")
def lone() -> Tables:
    return tables({made_cell(4): made_tally(made_cell(4), 1)})


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_one_csv_holds_every_row_of_every_table(lone: Tables) -> None:
    found = rows(to_one_csv(lone, COLUMNS))
    assert list(found[0])[:7] == [
        *("table", "ruleset", "players", "strategy", "opponent", "seat", "games")
    ]
    for name, table in lone.items():
        own = [row for row in found if row["table"] == name]
        assert len(own) == len(table["games"])
        for row, record in zip(own, records(table), strict=True):
            assert {key for key, value in row.items() if value} == {
                "table",
                *(key for key, value in record.items() if value is not None),
            }
