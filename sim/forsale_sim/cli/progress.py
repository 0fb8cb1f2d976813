"""Progress on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forsale_sim.tournament.executing import PlayedChunk
    from forsale_sim.tournament.running import Outcome, Watcher


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
def progress(games: int, done: int = 0) -> Iterator[list[Watcher]]:
    """Show how many of `games` have been played, for the watchers that it gives to tell of more.

    Parameters
    ----------
    games
        How many are to be played, `done` of them before.
    """
    if not sys.stderr.isatty():
        yield []
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("Playing", BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=games, completed=done)

        def advance(outcome: Outcome, played: PlayedChunk) -> None:
            shown.advance(task, played.tally.games)

        yield [advance]
