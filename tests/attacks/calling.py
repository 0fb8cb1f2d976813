"""Calls commands that may hang, print nonsense or fall over, and says what they did."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from tests.cli.calling import Said
from tests.support.program import main

PATIENCE = 60.0
"""Seconds; on a free machine no case takes more than a few."""

STATUSES = {0, 1, 2, 130}


class HungError(BaseException):
    """A command has not ended."""


@contextmanager
def _impatient() -> Iterator[None]:
    def give_up(number: int, frame: FrameType | None) -> None:
        raise HungError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Stream(io.TextIOWrapper):
    def __init__(self, number: int) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)
        self._number = number

    def fileno(self) -> int:
        return self._number

    def said(self) -> str:
        buffer: Any = self.buffer
        return str(buffer.getvalue().decode("utf-8", "surrogateescape"))


def attack(words: list[str]) -> Said:
    out, err = _Stream(1), _Stream(2)
    status: object = None
    with (
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(sys, "stdin", io.StringIO("")),
        patch.object(os, "_exit", sys.exit),
        warnings.catch_warnings(),
        _impatient(),
    ):
        warnings.simplefilter("always")
        try:
            main(words)
        except SystemExit as ended:
            status = ended.code
    said = Said(status if isinstance(status, int) else -1, out.said(), err.said())
    shown = f"{words!r}: {said}"
    assert said.status in STATUSES, shown
    assert "Traceback" not in said.err, shown
    assert "Warning" not in said.err, shown
    assert ("forsale-sim: error: " in said.err) is (said.status != 0), shown
    assert not set("\x1b\x07\r") & set(said.out + said.err), shown
    return said


def kept(folder: Path) -> dict[str, tuple[int, bytes]]:
    found = {}
    for path in sorted(folder.rglob("*")):
        if "__pycache__" in path.parts or path.name == ".lock":
            continue
        kind = path.lstat().st_mode
        content = b""
        if path.is_file() and not path.is_symlink():
            with contextlib.suppress(OSError):
                content = path.read_bytes()
        found[str(path.relative_to(folder))] = (kind, content)
    return found
