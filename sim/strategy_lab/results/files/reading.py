"""Saved tables, read again from their folder."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.files.regular_files import read_regular
from strategy_lab.results.columns import LABEL, Columns, Tables
from strategy_lab.results.schema import COLUMNS

if TYPE_CHECKING:
    import pyarrow as pa


def read_tables(folder: Path, names: Iterable[str], checksums: Mapping[str, str]) -> Tables:
    """Return those of some tables that a folder has, as Parquet or CSV."""
    return {
        name: _read(path, checksums.get(path.name))
        for name in names
        for path in (folder / f"{name}.csv", folder / f"{name}.parquet")
        if path.exists()
    }


def _read(path: Path, checksum: str | None) -> Columns:
    import pyarrow as pa
    from pyarrow import csv, parquet

    labels = {name: pa.string() for name, column in COLUMNS.items() if column.unit == LABEL}
    try:
        content = read_regular(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    if hashlib.sha256(content).hexdigest() != checksum:
        raise UsageError(
            f"{path} is not the table that was saved with the manifest beside it, so nothing is "
            "made of it: bring both back from a copy, or let --resume save them anew"
        )
    try:
        if path.suffix == ".csv":
            options = csv.ConvertOptions(column_types=labels, strings_can_be_null=False)
            table = csv.read_csv(io.BytesIO(content), convert_options=options)
        else:
            table = parquet.read_table(io.BytesIO(content))
    except pa.ArrowException as error:
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
