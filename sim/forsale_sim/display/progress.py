"""Progress: in a notebook below the cell, else on standard error if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from forsale_sim.display import notebook

if TYPE_CHECKING:
    from forsale_sim.simulation.driver import Outcome, Watcher
    from forsale_sim.simulation.executors import PlayedChunk

EXPECTED_EVERY = 1.0
"""Seconds between two estimates of how many games there will be."""


@contextmanager
def status(text: str) -> Iterator[None]:
    """Say what is being waited for."""
    if notebook.in_notebook():
        with notebook.shown(f"{text} …"):
            yield
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(text):
            yield
    else:
        yield


@contextmanager
def progress(
    games: int, done: int = 0, expected: Callable[[Outcome], int] | None = None
) -> Iterator[list[Watcher]]:
    """Show how many of `games` have been played, for the watchers that it gives to tell of more.

    Parameters
    ----------
    games
        How many are to be played, `done` of them before.
    expected
        Tells how many it will be, where `games` are only the most that it can be.
    """
    with games_shown(games, done) as show:
        yield [_watcher(show, done, games, expected)] if show else []


@contextmanager
def games_shown(games: int, done: int = 0) -> Iterator[Callable[[int, int], None] | None]:
    """Show how many of `games` have been played, `done` of them before.

    What it gives is to be called with how many have been and will be; None where nobody looks.
    """
    if notebook.in_notebook():
        with notebook.shown("Playing …") as shown:
            yield shown.update
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = ("Playing", BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("", total=games, completed=done)

            def show(played: int, total: int) -> None:
                bar.update(task, completed=played, total=total)

            yield show
    else:
        yield None


def _watcher(
    show: Callable[[int, int], None],
    played: int,
    games: int,
    expected: Callable[[Outcome], int] | None,
) -> Watcher:
    """Return a watcher that shows how many games have been played, and how many it will be."""
    due = 0.0

    def advance(outcome: Outcome, chunk: PlayedChunk) -> None:
        nonlocal played, games, due
        played += chunk.tally.games
        if expected is not None and time.monotonic() >= due:
            games = expected(outcome)
            due = time.monotonic() + EXPECTED_EVERY
        show(played, max(played, games))

    return advance
