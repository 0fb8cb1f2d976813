"""A strategy's exceptions: what is told of them, and the line of its code."""

from __future__ import annotations

import traceback
from pathlib import Path

from forsale_sim.reference.advice import advice

PACKAGE = Path(__file__).parents[1]


class GameLeft(BaseException):
    """What a player raises to end the game: like Ctrl-C, no mistake of a strategy."""


def exception_text(error: BaseException) -> str:
    """Return a strategy's exception as text, with its place in the strategy's own file.

    The place is the innermost line in the first file outside this package, so neither the code that
    called the strategy nor a library that the strategy called.
    """
    message = traceback.format_exception_only(error)[-1].strip()
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not Path(frame.filename).is_relative_to(PACKAGE)
    ]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    if isinstance(error, TypeError):
        instead = advice(message, (own and own[-1].line) or "")
        message += f"; {instead}" if instead else ""
    if not frames:
        return f"it raised {message}"
    return f"it raised {message} ({own[-1].filename}, line {own[-1].lineno})"
