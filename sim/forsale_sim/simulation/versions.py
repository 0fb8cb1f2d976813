"""The versions of what decides how a game is played, and whether they are those of here."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib.metadata import version

from forsale_sim.version import __version__


def versions() -> dict[str, str]:
    """Return what must be the same on two machines for them to play the same games.

    Numba and NumPy compute functions such as `exp` to the last bit each in their own way, and
    `sum` adds up differently since Python 3.12.
    """
    return {
        "forsale-sim": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": version("numba"),
        "NumPy": version("numpy"),
    }


def other_version(there: Mapping[str, str | None]) -> tuple[str, str | None, str] | None:
    """Return the first of `versions` that differs from what was used elsewhere, or earlier."""
    for name, here in versions().items():
        if there.get(name, here) != here:
            return name, there[name], here
    return None
