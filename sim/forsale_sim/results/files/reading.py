"""Saved tables, read again from their folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from forsale_sim.errors import UsageError
from forsale_sim.results.columns import LABEL, Columns, Tables
from forsale_sim.results.schema import COLUMNS

if TYPE_CHECKING:
    import pyarrow as pa


def read_tables(folder: Path, names: Iterable[str]) -> Tables:
    """Return those of some tables that a folder has, as Parquet or CSV.

    Parameters
    ----------
    folder
        Of a saved run.
    names
        Tables that it may have.
    """
    return {
        name: _read(path)
        for name in names
        for path in (folder / f"{name}.csv", folder / f"{name}.parquet")
        if path.is_file()
    }


def _read(path: Path) -> Columns:
    import pyarrow as pa
    from pyarrow import csv, parquet

    labels = {name: pa.string() for name, column in COLUMNS.items() if column.unit == LABEL}
    try:
        if path.suffix == ".csv":
            options = csv.ConvertOptions(column_types=labels, strings_can_be_null=False)
            table = csv.read_csv(path, convert_options=options)
        else:
            table = parquet.read_table(path)
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    return {name: _numpy(table.column(name)) for name in table.column_names}


def _numpy(column: pa.ChunkedArray) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    """Return a column as tables have it: texts as such, and NaN where nothing is known."""
    import pyarrow as pa

    if pa.types.is_string(column.type):
        return np.array(column.to_pylist(), dtype=np.str_)
    if pa.types.is_null(column.type):
        return np.full(len(column), np.nan)
    return np.asarray(column.to_numpy())
