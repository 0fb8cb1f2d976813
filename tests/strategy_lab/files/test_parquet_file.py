"""What is written is read by others, pyarrow and DuckDB, as it was meant."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray
from pyarrow import parquet
from strategy_lab.files.parquet_file import Column, Dictionary, ParquetFile

ROWS = 1003
TEXT = pa.dictionary(pa.int16(), pa.string())
TEXTS = ("", "ä", "b", "cc")


def written(
    path: Path, columns: dict[str, NDArray[np.generic]], dictionaries: dict[str, Dictionary]
) -> Path:
    """A file with each column whole, without every seventh row, and empty; in two groups."""
    every = np.ones(ROWS, bool)
    types = {"i": pa.int64(), "u": pa.int64(), "f": pa.float64()}
    fields, found, of = [], [], {}
    for name, values in columns.items():
        known = dictionaries.get(name)
        type_ = types[values.dtype.kind]
        if known is not None:
            type_ = TEXT if isinstance(known[0], str) else pa.float64()
        for kind, valid in (("all", every), ("some", np.arange(ROWS) % 7 > 0), ("none", ~every)):
            fields.append(pa.field(f"{name}_{kind}", type_, metadata={"unit": kind}))
            found.append(Column(values[valid], valid))
            if known is not None:
                of[f"{name}_{kind}"] = known
    with path.open("wb") as opened:
        file = ParquetFile(opened, pa.schema(fields), of)
        file.write(ROWS, found)
        file.write(10, [Column(each.values[:0], each.valid[:10] & False) for each in found])
        file.close()
    return path


def check(path: Path, name: str, expected: NDArray[np.generic]) -> None:
    table = parquet.read_table(path, page_checksum_verification=True)
    valid = np.arange(ROWS) % 7 > 0
    nothing = [None] * 10
    some = [each if there else None for each, there in zip(expected.tolist(), valid, strict=True)]
    wanted = {"all": expected.tolist(), "some": some, "none": [None] * ROWS}
    for kind, values in wanted.items():
        assert table[f"{name}_{kind}"].to_pylist() == values + nothing
        found = duckdb.sql(f"SELECT {name}_{kind} FROM '{path}'").fetchall()
        assert [value for (value,) in found] == values + nothing


@pytest.mark.parametrize("largest", [0, 1, 3, 4, 15, 16, 200, 255, 256, 40_000, 2**40])
@pytest.mark.parametrize("least", [0, 5, -7])
def test_whole_numbers(tmp_path: Path, least: int, largest: int) -> None:
    numbers = least + np.random.default_rng(1).integers(0, largest + 1, ROWS)
    numbers[:2] = least, least + largest
    check(written(tmp_path / "file.parquet", {"n": numbers}, {}), "n", numbers)


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int16, np.int32])
def test_narrow_numbers_from_end_to_end(tmp_path: Path, kind: type) -> None:
    ends = np.iinfo(kind)
    numbers = np.linspace(ends.min, ends.max, ROWS).astype(kind)
    path = written(tmp_path / "file.parquet", {"n": numbers}, {})
    check(path, "n", numbers)
    assert parquet.read_schema(path).field("n_all").type == pa.int64()


def test_fractions(tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(size=ROWS)
    check(written(tmp_path / "file.parquet", {"n": numbers}, {}), "n", numbers)


@pytest.mark.parametrize("size", [1, 2, 17, 256, 257, 841])
def test_indices_into_fractions(tmp_path: Path, size: int) -> None:
    known = np.arange(size) / size
    indices = np.random.default_rng(1).integers(0, size, ROWS)
    check(written(tmp_path / "file.parquet", {"n": indices}, {"n": known}), "n", known[indices])


def test_indices_into_texts(tmp_path: Path) -> None:
    indices = np.random.default_rng(1).integers(0, 4, ROWS)
    path = written(tmp_path / "file.parquet", {"n": indices}, {"n": TEXTS})
    check(path, "n", np.array(TEXTS)[indices])
    assert pa.types.is_dictionary(parquet.read_schema(path).field("n_all").type)


def test_metadata_is_that_of_the_schema_and_the_values(tmp_path: Path) -> None:
    columns = {"n": np.arange(-3, ROWS - 3), "t": np.resize([1, 2], ROWS)}
    path = written(tmp_path / "file.parquet", columns, {"t": TEXTS})
    assert parquet.read_schema(path).field("n_some").metadata == {b"unit": b"some"}
    group = parquet.read_metadata(path).row_group(0)
    numbers, texts, nothing = (group.column(i).statistics for i in (0, 4, 2))
    assert (numbers.min, numbers.max, numbers.null_count) == (-3, ROWS - 4, 0)
    assert (texts.min, texts.max, texts.null_count) == ("b", "ä", len(range(0, ROWS, 7)))
    assert (nothing.has_min_max, nothing.null_count) == (False, ROWS)


def test_a_file_without_rows(tmp_path: Path) -> None:
    with (tmp_path / "file.parquet").open("wb") as opened:
        ParquetFile(opened, pa.schema([pa.field("n", pa.int64())]), {}).close()
    assert parquet.read_table(tmp_path / "file.parquet").to_pydict() == {"n": []}
