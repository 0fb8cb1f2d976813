"""Files that a user names, read only if they are files: no pipe is waited for, no device read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 2**30
"""Of a file that is read whole: one that is larger was not written by this program."""

AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not wait for somebody to write to it."""


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a regular file."""
    try:
        with open(path, "rb", opener=_opened) as file:
            content = file.read(most + 1)
    except ValueError as error:  # a null byte in the path
        raise OSError(errno.EINVAL, str(error), str(path)) from error
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most} bytes", str(path))
    return content


def check_regular(path: Path) -> None:
    """Check that a path is that of a regular file, before a library opens it."""
    _check_kind(path.stat(), path)


def _opened(path: str, flags: int) -> int:
    handle = os.open(path, flags | AT_ONCE)
    try:
        _check_kind(os.fstat(handle), path)
    except OSError:
        os.close(handle)
        raise
    return handle


def _check_kind(found: os.stat_result, path: str | Path) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file but a pipe or a device", str(path))
