"""The digest of a run: equal for equal work, however it was done.

A SHA-256 over what was played and the integer tallies, and nothing else: no time, path, machine,
number of threads, or order in which chunks or cells were finished.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

VERSION = 1
"""Of what is hashed and how; part of the digest."""


def digest(cells: Iterable[tuple[Mapping[str, object], Mapping[str, NDArray[np.int64]]]]) -> str:
    """Return the digest of a run.

    Parameters
    ----------
    cells
        For each cell what was played, in values that JSON can hold (resolved rules, strategies,
        lineup, seed, deals, seatings), and its sums by name. Their order makes no difference.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    TypeError
        If a value has no place in JSON or a sum is not of integers.
    """
    hashed = sorted((canonical(played), tally_hash(arrays)) for played, arrays in cells)
    return hashlib.sha256(canonical([VERSION, hashed]).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return a value as JSON in the one form it has here: keys sorted, ASCII, no space."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def tally_hash(arrays: Mapping[str, NDArray[np.int64]]) -> str:
    """Return a SHA-256 over names, shapes and little-endian 64-bit values of arrays of integers."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        if array.dtype.kind != "i":
            raise TypeError(f"the sums {name!r} are not integers but {array.dtype}")
        hashed.update(canonical([name, array.shape]).encode())
        hashed.update(array.astype("<i8").tobytes())
    return hashed.hexdigest()
