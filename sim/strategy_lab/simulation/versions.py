"""The versions of what decides how a game is played, and whether they are those of here."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version

from strategy_lab.version import __version__


def versions(libraries: Iterable[str] = ()) -> dict[str, str]:
    """Return what must be the same on two machines for them to play the same games.

    Numba and NumPy compute functions such as `exp` to the last bit each in their own way, and
    `sum` adds up differently since Python 3.12. Some experiments hang on further libraries.
    """
    return {
        "forsale-sim": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "numba": version("numba"),
        "NumPy": version("numpy"),
        **{name: version(name) for name in libraries},
    }


def other_version(
    there: Mapping[str, str | None], libraries: Iterable[str] = ()
) -> tuple[str, str | None, str] | None:
    """Return the first of `versions` that differs from what was used elsewhere, or earlier."""
    for name, here in versions(libraries).items():
        if there.get(name, here) != here:
            return name, there[name], here
    return None
