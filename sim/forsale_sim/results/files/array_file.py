"""Facts and integer arrays in one file: NumPy's own format (``.npz``, no pickle) with a checksum.

The member ``facts`` holds JSON in UTF-8, ``checksum`` a SHA-256 over the facts and over the names,
shapes and values of all other members. Nothing in a file is ever executed.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.atomic_files import atomic_write, write_errors
from forsale_sim.errors import UsageError
from forsale_sim.regular_files import read_regular
from forsale_sim.results.digest import array_hash

FACTS, CHECKSUM = "facts", "checksum"


def save_arrays(
    path: Path, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[np.int64]]
) -> None:
    """Write a file, whole or not at all; one that was there before is replaced."""
    text = json.dumps(facts, allow_nan=False).encode()
    members = {FACTS: np.frombuffer(text, np.uint8), CHECKSUM: _checksum(text, arrays), **arrays}
    with write_errors(path), atomic_write(path) as unfinished, unfinished.open("wb") as file:
        np.savez(file, allow_pickle=False, **members)  # type: ignore[arg-type]


def load_arrays(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[np.int64]]]:
    """Return the facts and the arrays of a file."""
    try:
        content = read_regular(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as members:
            arrays = {name: members[name] for name in members.files}
        text, checksum = arrays.pop(FACTS).tobytes(), arrays.pop(CHECKSUM)
        right = np.array_equal(checksum, _checksum(text, arrays))
    except Exception as error:  # of a dozen kinds: whatever zipfile and NumPy make of damage
        raise UsageError(f"{path} is damaged, or not a file of forsale-sim: {error}") from error
    if not right:
        raise UsageError(
            f"{path} is damaged: its checksum is wrong, so nothing of it is used. "
            "Bring it back from a copy, or play it anew"
        )
    return dict(json.loads(text)), arrays


def _checksum(text: bytes, arrays: Mapping[str, NDArray[np.int64]]) -> NDArray[np.uint8]:
    checksum = hashlib.sha256(text + array_hash(arrays).encode()).digest()
    return np.frombuffer(checksum, np.uint8)
