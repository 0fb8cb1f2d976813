"""Compiled code kept between runs, in folders named after the sources it was made from.

numba's own cache looks at the file a function stands in, but not at the files that function calls
into: after an edit there it would go on running the old code. So each cached function lives in a
folder named by a hash of everything that goes into it. Another source, another folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import config as numba_config

CACHE_VARIABLE = "FORSALE_SIM_CACHE"
"""The environment variable that says where compiled code is kept, if not in the user's cache."""

ENGINE = Path(__file__).parent


@cache
def cache_root() -> Path | None:
    """Return the folder for compiled code, made if need be; None where none can be written."""
    root = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir(
        "forsale-sim", appauthor=False
    )
    folder = Path(root)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@cache
def engine_hash() -> str:
    """Return a hash of numba's version and of the sources any compiled function may contain."""
    digest = hashlib.sha256(numba.__version__.encode())
    searches = ENGINE.parent / "search"
    own = (*sorted(ENGINE.glob("*.py")), *sorted(searches.glob("*.py")))
    for source in (*own, *(ENGINE.parent / name for name in ("cards.py", "rows.py"))):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def cached_in(folder: Path | None) -> Iterator[bool]:
    """Let functions that are declared inside the block cache in `folder`.

    Parameters
    ----------
    folder
        Where to; None for a machine that can keep nothing.

    Yields
    ------
    bool
        What to pass to numba as `cache=`.
    """
    config: Any = numba_config
    before = config.CACHE_DIR
    try:
        if folder is not None:
            config.CACHE_DIR = str(folder)
        yield folder is not None
    finally:
        config.CACHE_DIR = before


def compiled(function: Callable[..., Any], *, inline: bool = False) -> Any:
    """Compile `function` when first called: no GIL, C's division, kept between runs.

    An index into an array must be proved to be in range where it is written: nothing checks it.

    Parameters
    ----------
    function
        A function that numba can compile in nopython mode, of a module of this package.
    inline
        Whether callers contain its code. A call costs as much as a small step of a game.

    Returns
    -------
    callable
        The compiled function.
    """
    own = hashlib.sha256(Path(function.__code__.co_filename).read_bytes()).hexdigest()[:16]
    root = cache_root()
    with cached_in(root and root / engine_hash() / own) as cache_it:
        return numba.njit(
            nogil=True,
            error_model="numpy",
            boundscheck=False,
            forceinline=inline,
            cache=cache_it,
        )(function)


inlined = partial(compiled, inline=True)
"""`compiled`, for the steps that the kernel is made of."""
