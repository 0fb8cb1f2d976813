"""Facts and integer arrays in one file: NumPy's own format (``.npz``, no pickle) with a checksum.

The member ``sums`` holds all arrays, one after another, since each member costs as much as
thousands of numbers. The member ``facts`` holds JSON in UTF-8: the facts, and the names and shapes
of the arrays; ``checksum`` is a SHA-256 over both. Nothing in a file is ever executed.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.files.atomic_files import atomic_write, write_errors
from strategy_lab.files.regular_files import read_regular

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
    """Return the facts and the arrays of a file."""
    try:
        content = read_regular(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as members:
            text, sums = members[FACTS].tobytes(), members[SUMS]
            right = np.array_equal(members[CHECKSUM], _checksum(text, sums))
    except Exception as error:  # of a dozen kinds: whatever zipfile and NumPy make of damage
        raise UsageError(f"{path} is damaged, or not a file of forsale-sim: {error}") from error
    if not right:
        raise UsageError(
            f"{path} is damaged: its checksum is wrong, so nothing of it is used. "
            "Bring it back from a copy, or play it anew"
        )
    facts, shapes = json.loads(text)
    ends = np.cumsum([prod(shape) for shape in shapes.values()], dtype=int)
    parts = np.split(sums.astype(np.int64), ends[:-1])
    arrays = zip(
        shapes.items(), parts, strict=False
    )  # of no array there is one part, which is empty
    return dict(facts), {name: part.reshape(shape) for (name, shape), part in arrays}


def _checksum(text: bytes, sums: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.frombuffer(hashlib.sha256(text + sums.tobytes()).digest(), np.uint8)
