"""Notices which files are read while a strategy is loaded: once they change, it is another."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

Stamp: TypeAlias = bytes | tuple[int, ...] | None
"""What changes with a file; None of what is no file."""

SMALL = 2**20
"""Bytes up to which a file's content is compared: its times may be those of an earlier edit."""

NO_FILES = ("/proc/", "/sys/", "/dev/")
"""Where an operating system answers, and another thing each time."""

_listening: list[set[str]] = []


@contextmanager
def files_read() -> Iterator[set[str]]:
    """Give the paths of the files that are opened in the block, by any thread, to be read."""
    _listen()
    paths: set[str] = set()
    _listening.append(paths)
    try:
        yield paths
    finally:
        _listening.remove(paths)


def stamp(path: str) -> Stamp:
    """Return what changes when a file is written, replaced or removed."""
    try:
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):
            return None
        if found.st_size <= SMALL:
            return Path(path).read_bytes()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino


@cache
def _listen() -> None:
    sys.addaudithook(_hear)  # it cannot be removed, so there is one


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event != "open" or not _listening:
        return
    path, _, flags = arguments
    if isinstance(path, str) and not flags & os.O_WRONLY and not path.startswith(NO_FILES):
        for paths in _listening:
            paths.add(str(Path(path).absolute()))
