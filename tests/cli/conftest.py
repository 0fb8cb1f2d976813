"""What tests of commands share: the whole command line, called in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.calling import Said, call

Command = Callable[..., Said]


@pytest.fixture
def forsale(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Call ``forsale-sim`` with arguments; returns what it said and its exit status."""
    monkeypatch.setattr("os._exit", sys.exit)  # a command that was stopped ends its process
    return lambda *arguments: call(capsys, *arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands are called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
