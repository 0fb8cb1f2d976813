"""Folders and files that one process at a time may write."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from strategy_lab.errors import UsageError
from strategy_lab.files.atomic_files import check_writable

LOCK = ".lock"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing a folder while the block is executed.

    The operating system lets go of the lock with the process, however that ends. The lock's file
    stays, since who removes it may let two others in.
    """
    with _held(folder / LOCK, folder, folder):
        yield


@contextlib.contextmanager
def locked_file(path: Path) -> Iterator[None]:
    """Keep other processes from writing a file that is not there yet, while the block is executed.

    The lock's file does not stay in a folder that is not ours. So two others might be let in, if
    they come just then; but the file is there by then, or nothing of it is.
    """
    check_writable(path)  # the lock would make a folder
    lock = path.with_name(f".{path.name}{LOCK}")
    with _held(lock, path.parent, path):
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                lock.unlink()


@contextlib.contextmanager
def _held(lock: Path, folder: Path, what: Path) -> Iterator[None]:
    held = FileLock(lock, blocking=False)
    if lock.is_symlink():  # to a file that would be emptied
        raise UsageError(f"{lock} is a link, and no lock of forsale-sim: remove it")
    try:
        held.acquire()
    except Timeout as error:
        raise UsageError(
            f"another process is writing {what}: wait until it has ended, or end it"
        ) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot write in {folder}: {reason}") from error
    try:
        yield
    finally:
        held.release()
