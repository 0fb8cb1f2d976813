"""What cannot be is one message, a usage error, and leaves everything as it was."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import contents
from tests.cli.conftest import Command


def assert_refused(
    forsale: Command, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    """Call in a folder that holds a folder `taken`, which is not empty."""
    (folder / "taken").mkdir()
    (folder / "taken" / "file").touch()
    before = contents(folder)
    said = forsale(*arguments)
    assert said.status == 2
    assert said.message.startswith(message)
    assert contents(folder) == before
