"""Facts and integer arrays in one file: NumPy's own format (``.npz``, no pickle) with a checksum.

The member ``sums`` holds all arrays, one after another, since each member costs as much as
thousands of numbers. The member ``facts`` holds JSON in UTF-8: the facts, and the names and shapes
of the arrays; ``checksum`` is a SHA-256 over both. Nothing in a file is ever executed.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, pairwise
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError, first_problem
from strategy_lab.files.whole_files import atomic_write, read_regular, write_errors, write_text
from strategy_lab.results.conclusions import LABEL, Column, Columns, Tables
from strategy_lab.results.tables import COLUMNS, NAMES, records

if TYPE_CHECKING:
    import pyarrow as pa


MOST_VALUES = 20_000_000  # of a table; hundreds of times what any has
LONGEST = 10_000  # bytes of a text in a table

FACTS, SUMS, CHECKSUM = "facts", "sums", "checksum"


def save_arrays(
    path: Path, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[np.int64]]
) -> None:
    """Write a file, whole or not at all; one that was there before is replaced."""
    shapes = {name: array.shape for name, array in arrays.items()}
    text = json.dumps([facts, shapes], allow_nan=False).encode()
    sums = np.concatenate([np.zeros(0, np.int64), *map(np.ravel, arrays.values())], dtype="<i8")
    members = {
        FACTS: np.frombuffer(text, np.uint8),
        SUMS: sums,
        CHECKSUM: _checksum(text, sums),
    }
    with write_errors(path), atomic_write(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, allow_pickle=False, **members)


def load_arrays(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.int64]]]:
    try:
        content = read_regular(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        text, sums, checksum = _members(content)
        right = np.array_equal(checksum, _checksum(text, sums))
    except Exception as error:  # of a dozen kinds: whatever zipfile and NumPy make of damage
        raise UsageError(f"{path} is damaged, or not a file of forsale-sim: {error}") from error
    if not right:
        raise UsageError(
            f"{path} is damaged: its checksum is wrong, so nothing of it is used. "
            "Bring it back from a copy, or play it anew"
        )
    try:
        facts, shapes = _facts().validate_json(text, strict=True)
        ends = [*accumulate(map(prod, shapes.values()), initial=0)]
        if ends[-1] != len(sums):
            raise ValueError(f"it has {len(sums):,} sums, and names {ends[-1]:,}")
    except ValueError as error:
        raise UsageError(f"{path} is not a file of forsale-sim: {first_problem(error)}") from error
    parts = zip(shapes.items(), pairwise(ends), strict=True)
    return facts, {name: sums[slice(*ends)].reshape(shape) for (name, shape), ends in parts}


def _members(content: bytes) -> tuple[bytes, NDArray[np.int64], NDArray[np.uint8]]:
    """Return the facts, the sums and the checksum, as `save_arrays` writes them."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        if any(each.compress_type != zipfile.ZIP_STORED for each in file.infolist()):
            raise ValueError("it is compressed, and may be larger than it looks")
    with np.load(io.BytesIO(content), allow_pickle=False) as members:
        text, sums, checksum = (members[name] for name in (FACTS, SUMS, CHECKSUM))
    kinds = [(each.dtype.str, each.ndim) for each in (text, sums, checksum)]
    if kinds != [("|u1", 1), ("<i8", 1), ("|u1", 1)]:
        raise ValueError(f"it holds {kinds}")
    return text.tobytes(), sums.astype(np.int64, copy=False), checksum


@cache
def _facts() -> Any:
    from pydantic import NonNegativeInt, TypeAdapter

    return TypeAdapter(tuple[dict[str, Any], dict[str, list[NonNegativeInt]]])


def _checksum(text: bytes, sums: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.frombuffer(hashlib.sha256(text + sums.tobytes()).digest(), np.uint8)


KEYS = ("ruleset", "players", "strategy", "opponent", "seat")
"""The columns that say what a row is about, in their order in one CSV of all tables."""


def to_json(manifest: Mapping[str, Any], tables: Tables) -> str:
    """Return a run as one JSON object: the manifest, and each table as a list of its rows."""
    run = {"manifest": dict(manifest)} | {name: records(table) for name, table in tables.items()}
    return json.dumps(run, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def to_csv(table: Columns) -> str:
    return _csv(tuple(table), records(table))


def to_one_csv(tables: Tables, columns: Mapping[str, Column]) -> str:
    """Return all tables as one CSV, for a pipe.

    The first column, ``table``, says which table a row is of. Then come the columns that say what
    the row is about and the measures of all tables; blank is what a row's table does not have. A
    column of a table that is called ``table`` itself, as players sit at tables, is ``at_table``.
    """
    own_name = {"table": "at_table"}
    present = {column for table in tables.values() for column in table}
    measures = [own_name.get(name, name) for name in columns if name in present - {*KEYS}]
    rows = [
        {"table": name} | {own_name.get(column, column): value for column, value in row.items()}
        for name, table in tables.items()
        for row in records(table)
    ]
    return _csv(("table", *(key for key in KEYS if key in present), *measures), rows)


def _csv(header: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


MANIFEST = "manifest.json"

TABLES = "tables"  # the key of the manifest that has the checksum of each table's file, by its name

TableFormat = Literal["parquet", "csv"]


def save_tables(
    tables: Tables,
    folder: Path,
    formats: Iterable[TableFormat],
    columns: Mapping[str, Column],
) -> list[Path]:
    saved = []
    for form in formats:
        for name, table in tables.items():
            saved.append(folder / f"{name}.{form}")
            if form == "csv":
                write_text(saved[-1], to_csv(table))
            else:
                _write_parquet(saved[-1], table, columns)
    return saved


def checksums(paths: Iterable[Path]) -> dict[str, str]:
    return {path.name: hashlib.sha256(read_regular(path)).hexdigest() for path in paths}


def save_manifest(manifest: Mapping[str, Any], folder: Path) -> Path:
    path = folder / MANIFEST
    write_text(path, json.dumps(dict(manifest), indent=2, ensure_ascii=False) + "\n")
    return path


def schema_of(fields: Sequence[pa.Field[Any]]) -> pa.Schema:
    """Return a schema of columns whose units `pandas.read_parquet` keeps: ``attrs["units"]``."""
    import pyarrow as pa

    units = {field.name: field.metadata[b"unit"].decode() for field in fields}
    return pa.schema(fields, metadata={"PANDAS_ATTRS": json.dumps({"units": units})})


def _write_parquet(path: Path, table: Columns, columns: Mapping[str, Column]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    arrays = [pa.array(column, from_pandas=True) for column in table.values()]
    fields = [
        pa.field(name, array.type, metadata=columns[name]._asdict())
        for name, array in zip(table, arrays, strict=True)
    ]
    with write_errors(path), atomic_write(path) as aside:
        made = pa.table(arrays, schema=schema_of(fields))
        parquet.write_table(made, aside.absolute(), compression="zstd")


def read_tables(folder: Path, names: Iterable[str], checksums: Mapping[str, str]) -> Tables:
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
            file = parquet.ParquetFile(io.BytesIO(content))
            if file.metadata.num_rows * file.metadata.num_columns > MOST_VALUES:
                raise ValueError(f"it has more than {MOST_VALUES:,} values")
            table = file.read()
        return {name: _numpy(table.column(name)) for name in table.column_names}
    except (pa.ArrowException, KeyError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {first_problem(error)}") from error


def _numpy(column: pa.ChunkedArray) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    """Return a column as tables have it: texts as such, and NaN where nothing is known."""
    import pyarrow as pa
    from pyarrow import compute

    kinds, kind = pa.types, column.type
    if kinds.is_string(kind):
        if column.null_count or (compute.max(compute.binary_length(column)).as_py() or 0) > LONGEST:
            raise ValueError(f"a text is missing, or longer than {LONGEST:,} letters")
        return np.array(column.to_pylist(), dtype=np.str_)
    if kinds.is_null(kind):
        return np.full(len(column), np.nan)
    if not (kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_boolean(kind)):
        raise ValueError(f"a column is of {kind}")
    return np.asarray(column.to_numpy())


ENDING = ".parquet"


def parts_folder(target: Path) -> Path:
    return target.with_name(f"{target.name}.parts")


def check_games_file(target: Path, folder: Path) -> None:
    if target.resolve().parent != folder.resolve():
        return
    if target.stem.lower() in NAMES or target.suffix != ENDING:
        raise UsageError(
            f"{target} is a file that results are saved in: give the games another name"
        )
