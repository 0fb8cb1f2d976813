"""The standard streams: there, and able to take whatever is printed."""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from strategy_lab.errors import LaboratoryError
from strategy_lab.wording import printable

STREAMS_LOST = (
    "standard output or standard error was closed while the command ran: strategies must leave "
    "both alone"
)

ESCAPED = "forsale-sim-escaped"
"""How what an encoding cannot hold is written."""


def open_streams() -> None:
    r"""Let nothing that is printed or read stop a command: neither a closed stream nor a letter.

    A letter that the encoding of standard output cannot hold is written as ``\u2192``, which is
    that letter in JSON.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error(ESCAPED, _escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPED)


@contextmanager
def printable_output() -> Iterator[None]:
    """Escape all that is printed in the block and that a terminal would obey, not show.

    Names come from files and folders that somebody else may have made.
    """
    with redirect_stdout(_Printable(sys.stdout)):
        try:
            yield
        except (AttributeError, ValueError, OSError) as error:
            if _is_lost(sys.stdout) or _is_lost(sys.stderr):
                raise LaboratoryError(STREAMS_LOST) from error
            raise


def _is_lost(stream: Any) -> bool:
    """Return whether what was a stream takes no text any more."""
    try:
        stream.write("")
        stream.flush()
    except BrokenPipeError:
        return False
    except (AttributeError, ValueError, OSError) as error:
        return not isinstance(error, OSError) or error.errno == errno.EBADF
    return False


class _Printable:
    """A stream of text that escapes what it writes."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return int(self._stream.write(printable(text)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
