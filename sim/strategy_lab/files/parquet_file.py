"""Flat Parquet files of labels and small numbers, which keep a byte each until they are written.

A column is written as indices into a dictionary, which for whole numbers is all from the least to
the greatest. pyarrow takes three times as long: it wants 64 bits for each, and packs them again.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from strategy_lab.files.thrift import Long, Struct, Value, struct, varint
from strategy_lab.version import __version__

# Numbers that the format gives to what it knows: https://parquet.apache.org/docs/file-format
MAGIC = b"PAR1"
INT64, DOUBLE, BYTE_ARRAY = 2, 5, 6
OPTIONAL, UTF8, SNAPPY = 1, 0, 1
PLAIN, RLE, RLE_DICTIONARY = 0, 3, 8
DATA_PAGE, DICTIONARY_PAGE = 0, 2

Dictionary: TypeAlias = Sequence[Any] | NDArray[Any]
"""Texts or numbers."""


class Column(NamedTuple):
    """Some rows of a column."""

    values: NDArray[Any]
    """Those that there are: numbers, or indices into the dictionary of the column."""
    valid: NDArray[np.bool_]
    """(rows,): which rows have one."""


class ParquetFile:
    """Writes groups of rows; every column may have nulls.

    Parameters
    ----------
    file
        Where it is written to.
    schema
        Columns of type int64 or double, and dictionaries of texts.
    dictionaries
        What the values of some columns, and of all with texts, are indices into.
    """

    def __init__(
        self, file: BinaryIO, schema: pa.Schema, dictionaries: Mapping[str, Dictionary]
    ) -> None:
        self._file, self._schema, self._dictionaries = file, schema, dictionaries
        self._snappy = pa.Codec("snappy")
        self._rows = 0
        self._groups: list[Struct] = []
        file.write(MAGIC)

    def write(self, rows: int, columns: Iterable[Column]) -> None:
        """Append a group of rows."""
        written = [
            self._chunk(field, column) for field, column in zip(self._schema, columns, strict=True)
        ]
        chunks, sizes = zip(*written, strict=True)
        self._groups.append(struct({1: chunks, 2: Long(sum(sizes)), 3: Long(rows)}))
        self._rows += rows

    def close(self) -> None:
        """Write the metadata, without which the file cannot be read."""
        columns = [_schema_element(field) for field in self._schema]
        arrow = base64.b64encode(self._schema.serialize())  # units, descriptions, types of labels
        metadata = struct(
            {
                1: 1,
                2: [struct({4: b"schema", 5: len(columns)}), *columns],
                3: Long(self._rows),
                4: self._groups,
                5: [struct({1: b"ARROW:schema", 2: arrow})],
                6: f"forsale-sim version {__version__}".encode(),
                7: [struct({1: struct({})})] * len(columns),  # in the usual order of the type
            }
        )
        self._file.write(metadata + len(metadata).to_bytes(4, "little") + MAGIC)

    def _chunk(self, field: pa.Field, column: Column) -> tuple[Struct, int]:
        """Write a column of a group; return what describes it, and its size uncompressed."""
        rows, start, size = len(column.valid), self._file.tell(), 0
        values, dictionary, bounds = _indices(column.values, self._dictionaries.get(field.name))
        if dictionary is not None:
            header = {7: struct({1: len(dictionary), 2: PLAIN})}
            size += self._page(DICTIONARY_PAGE, header, _plain(dictionary))
        data_page = self._file.tell()
        encoding = PLAIN if dictionary is None else RLE_DICTIONARY
        body = _plain(values) if dictionary is None else _packed(values, len(dictionary))
        header = {5: struct({1: rows, 2: encoding, 3: RLE, 4: RLE})}
        size += self._page(DATA_PAGE, header, _levels(column.valid) + body)
        low, high = bounds or (None, None)
        metadata: dict[int, Value | None] = {
            1: _type(field),
            2: [PLAIN, RLE, encoding],
            3: [field.name.encode()],
            4: SNAPPY,
            5: Long(rows),
            6: Long(size),
            7: Long(self._file.tell() - start),
            9: Long(data_page),
            11: None if dictionary is None else Long(start),
            12: struct({3: Long(rows - len(values)), 5: high, 6: low}),
        }
        return struct({2: Long(start), 3: struct(metadata)}), size

    def _page(self, kind: int, header: Mapping[int, Struct], body: bytes) -> int:
        """Write a page; return its size uncompressed."""
        compressed = self._snappy.compress(body)
        checksum = zlib.crc32(compressed)
        signed = checksum - (checksum >> 31 << 32)
        start = struct({1: kind, 2: len(body), 3: compressed.size, 4: signed, **header})
        self._file.write(start)
        self._file.write(compressed)
        return len(start) + len(body)


def _type(field: pa.Field) -> int:
    if pa.types.is_dictionary(field.type):
        return BYTE_ARRAY
    return DOUBLE if pa.types.is_floating(field.type) else INT64


def _schema_element(field: pa.Field) -> Struct:
    type_ = _type(field)
    text: dict[int, Value] = {6: UTF8, 10: struct({1: struct({})})} if type_ == BYTE_ARRAY else {}
    return struct({1: type_, 3: OPTIONAL, 4: field.name.encode(), **text})


def _indices(
    values: NDArray[Any], dictionary: Dictionary | None
) -> tuple[NDArray[Any], Dictionary | None, tuple[bytes, bytes] | None]:
    """Return values as indices, if they can be, the dictionary, and the least and greatest."""
    if not len(values):
        return values, dictionary, None
    if dictionary is not None:
        if not isinstance(dictionary[0], str):
            return values, dictionary, None
        used = [
            dictionary[index].encode() for index in np.flatnonzero(np.bincount(values)).tolist()
        ]
        return values, dictionary, (min(used), max(used))
    if values.dtype.kind == "f":
        return values, None, None
    low, high = int(values.min()), int(values.max())
    bounds = low.to_bytes(8, "little", signed=True), high.to_bytes(8, "little", signed=True)
    if high - low < 256:
        return values - low, np.arange(low, high + 1), bounds
    return values, None, bounds


def _plain(values: Dictionary) -> bytes:
    """Return values at their full size."""
    if len(values) and isinstance(values[0], str):
        texts = [text.encode() for text in values]
        return b"".join(len(text).to_bytes(4, "little") + text for text in texts)
    numbers = np.asarray(values)
    return numbers.astype("<f8" if numbers.dtype.kind == "f" else "<i8").tobytes()


def _packed(indices: NDArray[Any], size: int) -> bytes:
    """Return indices into a dictionary as one run, of a number of bits that is quickly packed."""
    width = next(width for width in (1, 2, 4, 8, 16) if size <= 1 << width)
    groups = -(-len(indices) // 8)
    packed = np.zeros(8 * groups, np.uint8 if width <= 8 else "<u2")
    packed[: len(indices)] = indices
    bits = width
    while bits < 8:
        pairs = packed.view("<u2")
        packed = (pairs | pairs >> 8 - bits).astype(np.uint8)
        bits *= 2
    return bytes([width]) + (varint(groups << 1 | 1) + packed.tobytes() if groups else b"")


def _levels(valid: NDArray[np.bool_]) -> bytes:
    """Return which rows have a value as one run: of bits, or of a bit that is repeated."""
    if valid.all() or not valid.any():
        run = varint(len(valid) << 1) + bytes([int(valid.any())])
    else:
        bits = np.packbits(valid, bitorder="little")
        run = varint(len(bits) << 1 | 1) + bits.tobytes()
    return len(run).to_bytes(4, "little") + run
