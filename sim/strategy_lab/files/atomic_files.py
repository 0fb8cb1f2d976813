"""Files that are whole or not there: written aside, brought to the disk, then renamed."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from strategy_lab.errors import LaboratoryError, UsageError

ASIDE = "forsale-sim.part"
"""How the names of files end that are not whole yet: nobody else's do."""

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
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


@contextlib.contextmanager
def atomic_write_together(folder: Path, last: str) -> Iterator[Path]:
    """Lend a hidden folder inside of `folder`; the files written there move up at the end.

    So where the disk fills up before all are written, those that were in `folder` before are
    untouched, and still belong together.
    """
    aside = folder / f".{os.getpid()}.{ASIDE}"
    with write_errors(folder):
        aside.mkdir()
    try:
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
        shutil.rmtree(aside, ignore_errors=True)


def remove_leftovers(folder: Path, name: str = "") -> None:
    """Remove what a process that was killed had written aside in a folder."""
    with write_errors(folder):
        for path in map(folder.joinpath, _asides(folder, name)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


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
    """Write a text file in UTF-8, whole or not at all."""
    with write_errors(path), atomic_write(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="")


def check_writable(path: Path) -> None:
    """Check that a file can be written where it is to be, before there is anything to write."""
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent} for {path.name}: make it first")
    make_writable(path.parent)


def make_writable(folder: Path) -> None:
    """Make a folder, if need be, and check that files can be written there."""
    with _another_for(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


@contextlib.contextmanager
def made_folder(folder: Path, ignored: str = "") -> Iterator[None]:
    """Make a folder, if need be, and check that files can be written there.

    If the block fails, the folders made for it are removed again, as far as they are empty.
    """
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    make_writable(folder)
    check_empty(folder, ignored)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for path in missing:
                path.rmdir()
        raise


def check_empty(folder: Path, ignored: str = "") -> None:
    """Check that a folder holds nothing, but for a file of a name that is ignored."""
    with _another_for(folder):
        held = {path.name for path in folder.iterdir()} - {ignored, *_asides(folder)}
    if held:
        raise UsageError(
            f"the folder {folder} is not empty, and nothing is overwritten: name another"
        )


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
