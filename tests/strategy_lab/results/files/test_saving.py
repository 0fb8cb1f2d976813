from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet
from strategy_lab.errors import LaboratoryError
from strategy_lab.results.saved_tables import TableFormat, save_manifest, save_tables, to_csv
from strategy_lab.results.tables import Tables, tables

from tests.strategy_lab.results.made import COLUMNS, made_cell, made_tally


@pytest.fixture(scope="module")
def made() -> Tables:
    return tables({made_cell(3): made_tally(made_cell(3), 1)})


def test_each_table_is_a_file_of_its_name(made: Tables, tmp_path: Path) -> None:
    saved = save_tables(made, tmp_path, ["parquet", "csv"], COLUMNS)
    assert saved == [tmp_path / f"{name}.{form}" for form in ("parquet", "csv") for name in made]
    assert sorted(saved) == sorted(tmp_path.iterdir())
    for name, table in made.items():
        assert (tmp_path / f"{name}.csv").read_text() == to_csv(table)


def test_parquet_holds_the_values_with_nulls_for_what_is_not_known(
    made: Tables, tmp_path: Path
) -> None:
    save_tables(made, tmp_path, ["parquet"], COLUMNS)
    for name, table in made.items():
        found = parquet.read_table(tmp_path / f"{name}.parquet")
        assert found.column_names == list(table)
        for column, values in table.items():
            read = found[column]
            known = ~np.isnan(values) if values.dtype.kind == "f" else np.ones(len(values), bool)
            assert read.null_count == (~known).sum()
            np.testing.assert_array_equal(read.drop_null().to_numpy(), values[known])


def test_parquet_says_what_its_columns_mean(made: Tables, tmp_path: Path) -> None:
    save_tables(made, tmp_path, ["parquet"], COLUMNS)
    for name in made:
        for field in parquet.read_schema(tmp_path / f"{name}.parquet"):
            metadata = {key.decode(): value.decode() for key, value in field.metadata.items()}
            metadata.pop("PARQUET:field_id", None)
            assert metadata == COLUMNS[field.name]._asdict()


def test_the_manifest_is_readable_json(tmp_path: Path) -> None:
    path = save_manifest({"seed": 1, "strategies": ["spread:share=0.3"]}, tmp_path)
    assert path.name == "manifest.json"
    assert json.loads(path.read_text()) == {"seed": 1, "strategies": ["spread:share=0.3"]}


def test_an_unknown_format_is_not_taken_for_another(made: Tables, tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="xlsx"):
        save_tables(made, tmp_path, ["csv", "xlsx"], COLUMNS)  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_folder_that_is_gone_is_one_message(
    made: Tables, tmp_path: Path, form: TableFormat
) -> None:
    with pytest.raises(LaboratoryError, match=rf"cannot write .*by_strategy\.{form}"):
        save_tables(made, tmp_path / "gone", [form], COLUMNS)
