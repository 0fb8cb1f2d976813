"""The file format of a checkpoint: some facts and arrays of integers, under one checksum.

=========  ========================================================================================
bytes      what
=========  ========================================================================================
25         ``forsale-sim checkpoint 1`` and a line feed
8          length of the header, unsigned, little-endian
…          header: an object in JSON, UTF-8: ``facts`` (any values) and ``arrays`` (pairs of a name
           and a shape)
…          the arrays in the header's order: signed 64-bit integers, little-endian, C order
32         SHA-256 of all bytes before
=========  ========================================================================================

Nothing in a file is ever executed, and nothing is looked at before the checksum is found right.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.atomic_files import atomic_write, write_errors
from forsale_sim.errors import UsageError

MAGIC = b"forsale-sim checkpoint 1\n"
LENGTH = struct.Struct("<Q")
CHECKSUM = hashlib.sha256().digest_size
NUMBER = np.dtype("<i8")


def save_checkpoint(
    path: Path, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[np.int64]]
) -> None:
    """Write a checkpoint, whole or not at all; one that was there before is replaced.

    Parameters
    ----------
    path
        The file.
    facts
        In values that JSON can hold.
    arrays
        Of integers, by name.

    Raises
    ------
    ForSaleError
        If it cannot be written. What was there before is still there.
    """
    header = {"facts": facts, "arrays": [[name, array.shape] for name, array in arrays.items()]}
    text = json.dumps(header, allow_nan=False).encode()
    numbers = [array.astype(NUMBER).tobytes() for array in arrays.values()]
    content = b"".join([MAGIC, LENGTH.pack(len(text)), text, *numbers])
    with write_errors(path), atomic_write(path) as aside:
        aside.write_bytes(content + hashlib.sha256(content).digest())


def load_checkpoint(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.int64]]]:
    """Return the facts and the arrays of a checkpoint.

    Raises
    ------
    UsageError
        If there is none, or a single bit of it is not as it was written.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    if content[: len(MAGIC)] != MAGIC:
        raise UsageError(f"{path} is not a checkpoint that this version of forsale-sim can read")
    body, checksum = content[:-CHECKSUM], content[-CHECKSUM:]
    if hashlib.sha256(body).digest() != checksum:
        raise UsageError(
            f"{path} is damaged: its checksum is wrong, so nothing of it is used. "
            "Bring it back from a copy, or play the run anew"
        )
    try:
        return _parsed(body)
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise UsageError(f"{path} is not a checkpoint of forsale-sim: {error}") from error


def _parsed(body: bytes) -> tuple[dict[str, Any], dict[str, NDArray[np.int64]]]:
    start = len(MAGIC) + LENGTH.size
    end = start + LENGTH.unpack_from(body, len(MAGIC))[0]
    header = json.loads(body[start:end])
    arrays = {}
    for name, shape in header["arrays"]:
        numbers = np.frombuffer(body, NUMBER, math.prod(shape), end)
        arrays[name] = numbers.astype(np.int64).reshape(shape)
        end += numbers.nbytes
    if end != len(body):
        raise ValueError(f"{len(body) - end} bytes too many")
    return dict(header["facts"]), arrays
