"""Files that are whole or not there: written aside, brought to the disk, then renamed."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import shutil
import stat
import tempfile
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from strategy_lab.errors import LaboratoryError, UsageError

ASIDE = "forsale-sim.part"  # how the names of files end that are not whole yet: nobody else's do

OURS = re.compile(rf"\.(?:(?P<name>.+)\.)?\d+\.{re.escape(ASIDE)}", re.DOTALL)


@contextlib.contextmanager
def atomic_write(path: Path, *, replace: bool = True) -> Iterator[Path]:
    """Lend a hidden name in the folder of `path`; what is written there becomes `path` at the end.

    If the block fails or is interrupted, nothing of it is left, and a file that was at `path`
    before is untouched.
    """
    aside = path.with_name(f".{path.name}.{os.getpid()}.{ASIDE}")
    try:
        yield aside
        with write_errors(path):
            _to_disk(aside)
            if not replace and path.exists():
                raise UsageError(f"{path} has come to be there, and is not overwritten")
            aside.replace(path)
            if os.name == "posix":  # elsewhere a folder cannot be opened
                _to_disk(path.parent)
    finally:
        _remove_surely(aside)


@contextlib.contextmanager
def atomic_write_together(folder: Path, last: str) -> Iterator[Path]:
    """Lend a hidden folder inside of `folder`; the files written there move up at the end.

    So where the disk fills up before all are written, those that were in `folder` before are
    untouched, and still belong together.
    """
    aside = folder / f".{os.getpid()}.{ASIDE}"
    try:
        with write_errors(folder):
            aside.mkdir()
        yield aside
        with write_errors(folder):
            for path in sorted(aside.rglob("*"), key=lambda path: path.name == last):
                place = folder / path.relative_to(aside)
                if path.is_dir():
                    place.mkdir(exist_ok=True)
                else:
                    path.replace(place)
            if os.name == "posix":
                _to_disk(folder)
    finally:
        _remove_surely(aside)


def remove_leftovers(folder: Path, name: str = "") -> None:
    """Remove what a process that was killed had written aside in a folder."""
    with write_errors(folder):
        for path in map(folder.joinpath, _asides(folder, name)):
            _remove(path)


def _remove_surely(aside: Path) -> None:
    """Remove what was written aside, even where a second signal comes meanwhile."""
    with contextlib.suppress(OSError):
        try:
            _remove(aside)
        except KeyboardInterrupt:
            _remove(aside)
            raise


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turn the operating system's errors in the block into one message about writing `path`."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise LaboratoryError(
            f"cannot write {path}: {reason}. Is there room, and the right to?"
        ) from error


def write_text(path: Path, text: str) -> None:
    with write_errors(path), atomic_write(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="")


def check_writable(path: Path) -> None:
    """Check that a file can be written where it is to be, before there is anything to write."""
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}: make it first")
    make_writable(path.parent)


def check_free(target: Path) -> None:
    if os.path.lexists(target):  # a link counts, wherever it leads
        raise UsageError(f"{target} exists and is not overwritten: name another file")
    check_writable(target)


def make_writable(folder: Path) -> None:
    """Make a folder, if need be, and check that files can be written there."""
    with _another_for(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


@contextlib.contextmanager
def made_folder(folder: Path, ignored: str = "") -> Iterator[None]:
    """Make a folder, if need be, that holds nothing but files of ours and one of a name `ignored`.

    If the block fails, the folders made for it are removed again, as far as they are empty.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    make_writable(folder)
    with _another_for(folder):
        held = {path.name for path in folder.iterdir()} - {ignored, *_asides(folder)}
    if held:
        raise UsageError(
            f"the folder {folder} is not empty, and nothing is overwritten: name another"
        )
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for path in missing:
                path.rmdir()
        raise


@contextlib.contextmanager
def _another_for(folder: Path) -> Iterator[None]:
    """Turn the operating system's errors in the block into one that asks for another folder."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot write in {folder}: {reason}. Name another folder.") from error


def _asides(folder: Path, name: str = "") -> list[str]:
    found = {path.name: OURS.fullmatch(path.name) for path in folder.iterdir()}
    return [held for held, ours in found.items() if ours and name in ("", ours["name"])]


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# regular_files: Files that a user names, read only if they are files: no pipe is waited for, no
# device read.

MOST_BYTES = 2**30
"""Of a file that is read whole: one that is larger was not written by this program."""

AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a pipe does not wait for somebody to write to it


def read_regular(path: Path, most: int = MOST_BYTES) -> bytes:
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


BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

MOST_TOML_BYTES = 1_000_000
"""No file that a person writes needs more; the limit keeps a wrong path from filling the memory."""

MOST_DEPTH = 20
"""Tables and lists in one another: what reads them further may go as deep as they are."""

DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""")
"""A dotted key that is far too deep; to read it would take time that grows with its square."""

WHOLE_NUMBERS = range(-(2**63), 2**64)  # TOML asks for 64 bits; with a sign, or for a seed without


def read_toml(path: Path, origin: str = "") -> dict[str, Any]:
    origin = origin or str(path)
    try:
        content = read_regular(path, MOST_TOML_BYTES)
    except FileNotFoundError:
        raise UsageError(f"{origin}: there is no such file: check the path") from None
    except OSError as error:
        raise UsageError(f"{origin}: cannot be read: {error.strerror or error}") from None
    return deepcopy(_parsed(content, origin))


@lru_cache
def _parsed(content: bytes, origin: str) -> dict[str, Any]:
    """Return what the content of a file says: of one object for all, so that it is copied."""
    try:
        text = content.decode("utf-8")
        if DEEP_KEY.search(text):
            raise RecursionError
        values = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{origin}: is not UTF-8 text (line {line})") from None
    except RecursionError:
        raise UsageError(f"{origin}: is not valid TOML: {TOO_DEEP}") from None
    except ValueError as error:
        raise UsageError(f"{origin}: is not valid TOML: {error}") from None
    _check_values(values, origin)
    return values


TOO_DEEP = f"tables and lists are more than {MOST_DEPTH} deep"


def _check_values(values: dict[str, Any], origin: str) -> None:
    level: list[Any] = [values]
    for _ in range(MOST_DEPTH):
        inner: list[Any] = []
        for held in level:
            inner += held.values() if isinstance(held, dict) else held
        if any(isinstance(value, int) and value not in WHOLE_NUMBERS for value in inner):
            raise UsageError(f"{origin}: is not valid TOML: a whole number has more than 64 bits")
        level = [value for value in inner if isinstance(value, dict | list)]
    if level:
        raise UsageError(f"{origin}: is not valid TOML: {TOO_DEEP}")


def toml_line(key: str, value: object) -> str:
    name = key if BARE_KEY.fullmatch(key) else _value(key)
    return f"{name} = {_value(value)}"


def _value(value: object) -> str:
    """Return a value as JSON has it: TOML differs in infinite numbers and in one character."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, float):
        return repr(value)
    text = json.dumps(value if isinstance(value, int) else str(value), ensure_ascii=False)
    return text.replace("\x7f", "\\u007f")


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
