"""Compiled code kept between runs, in folders named by a hash of its sources.

numba's own cache checks the file that a function is in, but not the files of the functions it
calls: after an edit there it would run the old code. So each cached function lives in a folder
named by a hash of everything that goes into it.
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

from forsale_sim.errors import UsageError

CACHE_VARIABLE = "FORSALE_SIM_CACHE"
"""The environment variable for the folder of compiled code; default is the user's cache."""

ENGINE = Path(__file__).parent


@cache
def cache_root() -> Path | None:
    """Return the folder for compiled code, created if needed; None if it cannot be written."""
    try:
        root = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir(
            "forsale-sim", appauthor=False
        )
        folder = Path(root)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # such as for a user without a home, as in a container
        return None


@cache
def engine_hash() -> str:
    """Return a hash of numba's version and of all sources that a compiled function may contain."""
    digest = hashlib.sha256(numba.__version__.encode())
    searches = ENGINE.parent / "search"
    own = (*sorted(ENGINE.glob("*.py")), *sorted(searches.glob("*.py")))
    for source in (*own, *(ENGINE.parent / name for name in ("cards.py", "rows.py"))):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def cached_in(folder: Path | None) -> Iterator[bool]:
    """Make functions declared inside the block cache in `folder`, unless it is None.

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
    """Compile a function of this package when first called: no GIL, C's division, cached.

    Nothing checks array indices: the code that uses an index must prove that it is in range.

    Parameters
    ----------
    function
        A function that numba can compile in nopython mode.
    inline
        Whether callers contain its code. A call costs as much as a small step of a game.
    """
    config: Any = numba_config
    if config.DISABLE_JIT:
        raise UsageError(
            "NUMBA_DISABLE_JIT is set in the environment, and without numba's compiler nothing can "
            "be played: unset it"
        )
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
"""`compiled` with `inline`: for the steps of the kernel."""
