"""The folder of compiled code. What is read there is executed, so nobody else may write there.

A file is whole or not there: it begins with a checksum of its name and content, and one that was
cut short, damaged or renamed counts as missing. Where nothing can be written, nothing is kept, and
everything else goes on.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

from strategy_lab.compiled.shipped import shipped_folder
from strategy_lab.compiled.toolchain import toolchain_hash

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
    """Return the folder for what the compiler of this process makes on this machine."""
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
    """Return where kept files may be, in the order in which they are looked for."""
    return [folder for folder in (toolchain_folder(), shipped_folder()) if folder is not None]


def keep(name: str, content: bytes) -> None:
    """Keep a file, if there is a folder and room for it."""
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
    """Return the checksum of a file, which is another one under another name."""
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
