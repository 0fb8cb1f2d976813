"""The files of a run's folder: the tables, in Parquet or CSV, and the manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from strategy_lab.files.atomic_files import atomic_write, write_errors, write_text
from strategy_lab.files.regular_files import read_regular
from strategy_lab.results.columns import Column, Columns, Tables
from strategy_lab.results.files.texts import to_csv

if TYPE_CHECKING:
    import pyarrow as pa

MANIFEST = "manifest.json"

TABLES = "tables"
"""The key of the manifest that has the checksum of each table's file, by its name."""

TableFormat = Literal["parquet", "csv"]


def save_tables(
    tables: Tables,
    folder: Path,
    formats: Iterable[TableFormat],
    columns: Mapping[str, Column],
) -> list[Path]:
    """Write each table to a file of its own, named after it."""
    saved = []
    for form, write in [(form, WRITERS[form]) for form in formats]:
        for name, table in tables.items():
            path = folder / f"{name}.{form}"
            write(path, table, columns)
            saved.append(path)
    return saved


def checksums(paths: Iterable[Path]) -> dict[str, str]:
    """Return the SHA-256 of files, by their names."""
    return {path.name: hashlib.sha256(read_regular(path)).hexdigest() for path in paths}


def save_manifest(manifest: Mapping[str, Any], folder: Path) -> Path:
    """Write the manifest. Written after all else, it vouches for the rest of the folder."""
    path = folder / MANIFEST
    write_text(path, json.dumps(dict(manifest), indent=2, ensure_ascii=False) + "\n")
    return path


def arrow_table(table: Columns, columns: Mapping[str, Column]) -> pa.Table:
    """Return a table for Arrow, with nulls for NaN, and units and descriptions in the schema."""
    import pyarrow as pa

    arrays = [pa.array(column, from_pandas=True) for column in table.values()]
    fields = [
        pa.field(name, array.type, metadata=columns[name]._asdict())
        for name, array in zip(table, arrays, strict=True)
    ]
    return pa.table(arrays, schema=pa.schema(fields))


def _write_parquet(path: Path, table: Columns, columns: Mapping[str, Column]) -> None:
    from pyarrow import parquet

    with write_errors(path), atomic_write(path) as aside:
        parquet.write_table(arrow_table(table, columns), aside, compression="zstd")


def _write_csv(path: Path, table: Columns, _columns: Mapping[str, Column]) -> None:
    write_text(path, to_csv(table))


WRITERS: Mapping[TableFormat, Callable[[Path, Columns, Mapping[str, Column]], None]] = {
    "parquet": _write_parquet,
    "csv": _write_csv,
}
"""What writes a table to a file, by format."""
