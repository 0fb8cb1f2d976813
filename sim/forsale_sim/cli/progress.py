"""Progress on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forsale_sim.tournament.running import OnProgress


@contextmanager
def status(text: str) -> Iterator[None]:
    """Say what is being waited for."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(text):
        yield


@contextmanager
def progress(games: int) -> Iterator[OnProgress | None]:
    """Show how many of `games` have been played, for what is given to be told of more."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("Playing", BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=games)

        def advance(more: int) -> None:
            shown.advance(task, more)

        yield advance
