"""A folder that one process at a time may write."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from forsale_sim.errors import UsageError

LOCK = ".lock"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing a folder while the block is executed.

    The operating system lets go of the lock with the process, however that ends. The lock's file
    stays, since who removes it may let two others in.
    """
    lock = FileLock(folder / LOCK, blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise UsageError(
            f"another process is writing {folder}: wait until it has ended, or end it"
        ) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot write in {folder}: {reason}") from error
    try:
        yield
    finally:
        lock.release()
