"""What a piece of machine code depends on, beside the function that it was compiled from."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite
import numpy as np
from llvmlite.binding import get_default_triple, get_host_cpu_features, get_host_cpu_name

PACKAGE = Path(__file__).parents[1]

SOURCES = ("compiled/*.py", "rows.py")
"""The sources that the compiled code of any game may contain."""

SOURCES_OF_A_GAME = (
    "*.py",
    "engine/*.py",
    "reference/*.py",
    "rl/*.py",
    "rules/*.py",
    "search/*.py",
)
"""The sources in the package of a game that its compiled code may contain."""

NUMBA_SETTINGS = ".numba_config.yaml"
"""The file of settings that numba reads from the working directory."""


def toolchain() -> dict[str, str]:
    """Return everything that compiled code depends on, by name, without importing numba."""
    return {
        "python": sys.version,
        "numpy": np.__version__,
        "llvmlite": llvmlite.__version__,
        "numba": _numba_build(),
        "target": get_default_triple(),
        "processor": get_host_cpu_name(),
        "features": get_host_cpu_features().flatten(),
        "settings": "\n".join(_numba_settings()),
        "sources": sources_hash(*(path for part in SOURCES for path in PACKAGE.glob(part))),
    }


@cache
def toolchain_hash() -> str:
    """Return a hash of the toolchain."""
    return hashlib.sha256(repr(sorted(toolchain().items())).encode()).hexdigest()[:16]


def sources_hash(*paths: Path) -> str:
    """Return a hash of the names and contents of source files."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


@cache
def package_hash(package: Path) -> str:
    """Return a hash of the sources that the compiled code of a game may contain."""
    return sources_hash(*(path for part in SOURCES_OF_A_GAME for path in package.glob(part)))


def numba_folder() -> Path:
    """Return where numba is installed."""
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("numba is not installed", name="numba")
    return Path(spec.origin).parent


def _numba_build() -> str:
    """Return numba's version and a hash of its compiled parts."""
    folder = numba_folder()
    parts = (*folder.glob("_*.so"), *folder.glob("core/runtime/_*.so"))
    return f"{(folder / '_version.py').read_text(encoding='utf-8')} {sources_hash(*parts)}"


def _numba_settings() -> Iterator[str]:
    yield from sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_"))
    settings = Path(NUMBA_SETTINGS)
    if settings.is_file():
        yield settings.read_text(encoding="utf-8", errors="replace")
