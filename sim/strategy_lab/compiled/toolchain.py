"""What a piece of machine code depends on, beside the function that it was compiled from."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import llvmlite
import numpy as np
import platformdirs
from llvmlite.binding import get_default_triple, get_host_cpu_features, get_host_cpu_name

PACKAGE = Path(__file__).parents[1]

NUMBA_SETTINGS = ".numba_config.yaml"
"""The file of settings that numba reads from the working directory."""


def toolchain() -> dict[str, str]:
    return {
        "python": sys.version,
        "numpy": np.__version__,
        "llvmlite": llvmlite.__version__,
        "numba": _numba_build(),
        "target": get_default_triple(),
        "processor": get_host_cpu_name(),
        "features": get_host_cpu_features().flatten(),
        "settings": "\n".join(_numba_settings()),
    }


@cache
def toolchain_hash() -> str:
    return hashlib.sha256(repr(sorted(toolchain().items())).encode()).hexdigest()[:16]


def sources_hash(*paths: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def numba_folder() -> Path:
    spec = find_spec("numba")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("numba is not installed", name="numba")
    return Path(spec.origin).parent


def _numba_build() -> str:
    folder = numba_folder()
    parts = (*folder.glob("_*.so"), *folder.glob("core/runtime/_*.so"))
    return f"{(folder / '_version.py').read_text(encoding='utf-8')} {sources_hash(*parts)}"


def _numba_settings() -> Iterator[str]:
    yield from sorted(f"{k}={v}" for k, v in os.environ.items() if k.startswith("NUMBA_"))
    settings = Path(NUMBA_SETTINGS)
    if settings.is_file():
        yield settings.read_text(encoding="utf-8", errors="replace")


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Look for no garbage: numba makes millions of objects, and hardly any of them are garbage.

    Whoever compiles many functions looks once, afterwards.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


# shipped: Compiled code that came with the installed package, for every processor of a baseline.
#
# A wheel for one Python on Linux may contain what first commands compile (see `make wheel`). It is
# used by the versions it was made by alone, and only where the processor has all features of the
# baseline. Who can write there can write the program itself, so nobody asks whose files they are.

FOLDER = Path(__file__).with_name("shipped")

BASELINE = "x86-64-v3"  # LLVM's name of the processors of 2013 and later
FEATURES = (
    *("64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "cx16", "cx8", "f16c", "fma", "fxsr"),
    *("lzcnt", "mmx", "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2"),
    *("ssse3", "xsave"),
)
"""LLVM's names of what they can do."""


@cache
def shipped_folder() -> Path | None:
    """Return the folder of code that this process can use; None if none came with the package."""
    if not FOLDER.is_dir():
        return None
    able = get_host_cpu_features()
    folder = FOLDER / shipped_hash()
    return folder if folder.is_dir() and all(able.get(each) for each in FEATURES) else None


def shipped_hash() -> str:
    """Return a hash of what code for the baseline depends on.

    Machine code calls Python by the interface that all releases of a minor version have.
    """
    python = f"{sys.implementation.cache_tag}{sys.abiflags}"
    parts = toolchain() | {"python": python, "processor": BASELINE, "features": ""}
    return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]


# cache_folder: The folder of compiled code. What is read there is executed, so nobody else may
# write there. A file is whole or not there: it begins with a checksum of its name and content.
# Where nothing can be written, nothing is kept, and everything else goes on.

CACHE_VARIABLE = "FORSALE_SIM_CACHE"
"""The environment variable for the folder of compiled code; default is the user's cache."""

CHECKSUM = hashlib.sha256


@cache
def cache_root() -> Path | None:
    """Return the folder for compiled code, created if needed.

    None if it cannot be written, or if others than this user can write there.
    """
    try:
        root = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir(
            "forsale-sim", appauthor=False
        )
    except RuntimeError:  # a user without a home, as in a container
        return None
    return _own_folder(Path(root))


@cache
def toolchain_folder() -> Path | None:
    root = cache_root()
    return root and _own_folder(root / toolchain_hash())


def read_kept(name: str) -> bytes | None:
    """Return the content of a kept file, or of one that came with the package.

    None if it is missing, damaged or somebody else's.
    """
    for folder in folders():
        with contextlib.suppress(OSError), (folder / name).open("rb") as file:
            if folder != shipped_folder() and not _is_own(os.fstat(file.fileno())):
                _warn(file.name)
                continue
            content = file.read()
            checksum, kept = content[: CHECKSUM().digest_size], content[CHECKSUM().digest_size :]
            if _checksum(name, kept) == checksum:
                return kept
    return None


def is_kept(name: str) -> bool:
    """Return whether there is a file of a name, of whatever content."""
    return any((folder / name).exists() for folder in folders())


def folders() -> list[Path]:
    return [folder for folder in (toolchain_folder(), shipped_folder()) if folder is not None]


def keep(name: str, content: bytes) -> None:
    folder = toolchain_folder()
    if folder is None:
        return
    aside = None
    try:
        handle, aside = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(name, content) + content)
        Path(aside).replace(folder / name)
    except OSError:
        if aside is not None:
            with contextlib.suppress(OSError):
                Path(aside).unlink()


def _checksum(name: str, content: bytes) -> bytes:
    return CHECKSUM(f"{name}\n".encode() + content).digest()


def _own_folder(folder: Path) -> Path | None:
    """Return a folder, created if needed, if this user and nobody else can write there."""
    try:
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                folder.mkdir(mode=0o700)
        if not _is_own(folder.stat()):
            _warn(str(folder))
            return None
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder is this user's or root's, and nobody else can change it."""
    if os.name != "posix":
        return True
    others = stat.S_IWGRP | stat.S_IWOTH
    return status.st_uid in {0, os.geteuid()} and not status.st_mode & others


@cache
def _warn(path: str) -> None:
    print(
        f"forsale-sim: {path} is not used, because others could have put compiled code there: "
        "remove it, or take the right to write there from all but yourself",
        file=sys.stderr,
    )
