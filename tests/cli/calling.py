"""Calls the command line: in this process, or in one of its own that signals can be sent to."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.main import main, new_cli
from strategy_lab.program import Program

PATIENCE = 60
"""Seconds until a process that should do something is given up."""

COLOUR = re.compile(r"\x1b\[[\d;]*m")


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def message(self) -> str:
        """The one error message of a command that failed and printed nothing else."""
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.err.count("error:") == 1
        program, error, message = self.err.partition(": error: ")
        assert error and program in ("forsale-sim", "monopoly-sim", "strategy_lab"), self.err
        return message.rstrip("\n")

    @property
    def json(self) -> Any:
        """The results that a command printed with --format json."""
        assert self.status == 0, self.err
        return json.loads(self.out)


def call(
    capsys: pytest.CaptureFixture[str],
    *arguments: object,
    program: Program | click.Group = FOR_SALE,
) -> Said:
    """Call ``forsale-sim``, or another command line, in this process."""
    capsys.readouterr()
    cli = program if isinstance(program, click.Group) else new_cli(program)
    with pytest.raises(SystemExit) as ended:
        main(cli, [str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return Said(ended.value.code, *capsys.readouterr())


def contents(folder: Path) -> dict[str, bytes | None]:
    """Return all that is in a folder; None for the content of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
        if "__pycache__" not in path.parts
    }


class Running:
    """A command that plays in a process of its own, and shows its progress on a terminal."""

    def __init__(self, process: subprocess.Popen[str], terminal: int) -> None:
        self._process = process
        self._terminal = terminal
        self._shown = ""

    def wait_until_shown(self, pattern: str) -> None:
        """Wait until the terminal has shown a pattern."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self._shown):
            assert time.monotonic() < end, self._shown[-500:]
            self._read()
            assert self._process.poll() is None, self._shown[-500:]

    def type(self, text: str) -> None:
        """Type on the keyboard."""
        os.write(self._terminal, text.encode())

    def wait_until_playing(self) -> None:
        """Wait until games have been played."""
        self.wait_until_shown(r"\b[1-9]\d*/\d+")

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    def interrupt_all(self) -> None:
        """Press Ctrl-C, which a terminal tells to whatever the command has started, too."""
        os.killpg(self.session, signal.SIGINT)

    @property
    def session(self) -> int:
        """The session that it and all that it has started are in."""
        return self._process.pid

    def is_running(self) -> bool:
        """Return whether it has not ended."""
        return self._process.poll() is None

    def ended(self, seconds: float) -> Said:
        """Return what it said when it has ended, which must be within some seconds."""
        end = time.monotonic() + seconds
        while self._process.poll() is None:
            assert time.monotonic() < end, "it goes on"
            self._read()
        self._read()
        out = self._process.stdout.read() if self._process.stdout else ""
        return Said(self._process.returncode, out, self._shown)

    def _read(self) -> None:
        """Read what comes within a moment. A terminal that nobody reads stops who writes to it."""
        while select.select([self._terminal], [], [], 0.05)[0]:
            try:
                self._shown += COLOUR.sub("", os.read(self._terminal, 65536).decode())
            except OSError:  # Linux says so that the other side is closed
                return


@contextmanager
def running(*arguments: object, cwd: Path, keyboard: bool = False) -> Iterator[Running]:
    """Start ``forsale-sim``, its standard error a terminal; it is ended with the block.

    With a `keyboard`, its other streams are that terminal, too.
    """
    pty: Any = pytest.importorskip("pty", reason="there are no terminals to be made here")
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            [sys.executable, "-m", "forsale_sim", *map(str, arguments)],
            cwd=cwd,
            stdin=theirs if keyboard else subprocess.DEVNULL,
            stdout=theirs if keyboard else subprocess.PIPE,
            stderr=theirs,
            text=True,
            encoding="utf-8",
            env={**os.environ, "TERM": "dumb" if keyboard else "xterm", "COLUMNS": "100"},
            start_new_session=True,
        ) as process:
            try:
                yield Running(process, ours)
            finally:
                process.kill()
    finally:
        os.close(ours)
        os.close(theirs)
