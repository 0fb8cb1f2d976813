"""Thrift's compact protocol, as far as Parquet files describe themselves in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

INT32, INT64, BINARY, LIST, STRUCT = 5, 6, 8, 9, 12

Value: TypeAlias = "int | bytes | Sequence[Value]"


class Long(int):
    """A number of 64 bits; any other has 32."""


class Struct(bytes):
    """A structure as it is written."""


def struct(fields: Mapping[int, Value | None]) -> Struct:
    """Return a structure of fields by rising number, below 16; those that are None are left out."""
    written, last = bytearray(), 0
    for number, value in fields.items():
        if value is not None:
            type_, content = _encoded(value)
            written.append((number - last) << 4 | type_)
            written += content
            last = number
    written.append(0)
    return Struct(written)


def varint(number: int) -> bytes:
    """Return a number that is not negative, seven bits a byte, the lowest first."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def _encoded(value: Value) -> tuple[int, bytes]:
    """Return the type and the content of a value."""
    if isinstance(value, int):
        zigzag = value << 1 if value >= 0 else (-value << 1) - 1
        return INT64 if isinstance(value, Long) else INT32, varint(zigzag)
    if isinstance(value, Struct):
        return STRUCT, value
    if isinstance(value, bytes):
        return BINARY, varint(len(value)) + value
    encoded = [_encoded(each) for each in value]
    type_, many = encoded[0][0] if encoded else STRUCT, len(encoded) >= 15
    start = bytes([0xF0 | type_]) + varint(len(value)) if many else bytes([len(value) << 4 | type_])
    return LIST, start + b"".join(content for _, content in encoded)
