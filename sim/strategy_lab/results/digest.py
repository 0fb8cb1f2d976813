"""The digest: equal for equal work, however it was done.

A SHA-256 over a fixed core and nothing else: what was played, and the sums of every game's winners,
places and money (`results.core`). Counters that are added later change no digest, nor does any
time, path, machine, number of threads, or order in which pieces were finished.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

VERSION = 3
"""Of what is hashed and how, and of how seeds become games; part of the digest."""


def digest(blocks: Iterable[tuple[Mapping[str, object], Mapping[str, NDArray[np.int64]]]]) -> str:
    """Return the digest of what was played."""
    hashed = sorted((canonical(identity), array_hash(sums)) for identity, sums in blocks)
    return hashlib.sha256(canonical([VERSION, hashed]).encode()).hexdigest()


def canonical(value: object) -> str:
    """Return a value as JSON in the one form it has here: keys sorted, ASCII, no space."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def array_hash(arrays: Mapping[str, NDArray[np.int64]]) -> str:
    """Return a SHA-256 over names, shapes and little-endian 64-bit values of arrays of integers."""
    hashed = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        if array.dtype.kind != "i":
            raise TypeError(f"the sums {name!r} are not integers but {array.dtype}")
        hashed.update(canonical([name, array.shape]).encode())
        hashed.update(array.astype("<i8").tobytes())
    return hashed.hexdigest()
