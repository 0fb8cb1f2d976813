"""A strategy's exceptions: what is told of them, and the line of its code."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

LABORATORY = Path(__file__).parent


class GameLeft(BaseException):
    """What a player raises to end the game: like Ctrl-C, no mistake of a strategy."""


def is_beyond(file: str, package: Path) -> bool:
    """Return whether a file is neither the laboratory's nor in the package of a game."""
    return not any(Path(file).is_relative_to(folder) for folder in (LABORATORY, package))


def exception_text(
    error: BaseException, package: Path, advice: Callable[[str, str], str] | None = None
) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file.

    The place is the innermost line in the first file beyond the laboratory and the game's package,
    so neither the code that called the strategy nor a library that the strategy called. What a
    game advises on a `TypeError`, by its message and the line, is added.
    """
    message = traceback.format_exception_only(error)[-1].strip()
    called = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in called if is_beyond(frame.filename, package)]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    if isinstance(error, TypeError) and advice is not None:
        instead = advice(message, (own and own[-1].line) or "")
        message += f"; {instead}" if instead else ""
    if not frames:
        return f"it raised {message}"
    return f"it raised {message} ({own[-1].filename}, line {own[-1].lineno})"
