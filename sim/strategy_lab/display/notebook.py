"""Progress in a notebook, by nothing but what every notebook has.

Widgets, which rich and tqdm draw with there, are an extension that has to be installed twice, for
the kernel and for the page, and that not every page shows. HTML that is replaced by newer HTML is
shown by all.
"""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

EVERY = 0.25
"""Seconds between two updates: each is a message to the page."""


class Shown:
    """What is shown below a cell while it runs."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._due = 0.0

    def say(self, text: str) -> None:
        """Show another text."""
        self._handle.update(_bundle(text), raw=True)

    def update(self, played: int, games: int, standing: str = "") -> None:
        """Show how many of `games` have been played, unless that was done just now."""
        if time.monotonic() >= self._due:
            text = f"Playing {played:,} of {games:,} games {standing}".rstrip()
            bar = f'<progress max="{games}" value="{played}"></progress>'
            self._handle.update(_bundle(text, bar), raw=True)
            self._due = time.monotonic() + EVERY


def in_notebook() -> bool:
    """Return whether this is a notebook's kernel, without importing anything."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown(text: str) -> Iterator[Shown]:
    """Show a text, and what it is updated to, until the block ends."""
    handle = import_module("IPython.display").display(_bundle(text), raw=True, display_id=True)
    try:
        yield Shown(handle)
    finally:
        handle.update({"text/plain": ""}, raw=True)


def _bundle(text: str, bar: str = "") -> dict[str, str]:
    """Return a text in the forms that a page may choose from."""
    return {"text/plain": text, "text/html": f"{bar} {html.escape(text)}".lstrip()}
