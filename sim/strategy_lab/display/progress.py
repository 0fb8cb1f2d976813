"""Progress: in a notebook below the cell; else on standard error, in a log by the minute."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias

from strategy_lab import errors
from strategy_lab.display import presentations
from strategy_lab.display.presentations import is_log, lines_shown

if TYPE_CHECKING:
    from strategy_lab.simulation.execution import Watcher
    from strategy_lab.simulation.experiment import Outcome, PlayedPiece
    from strategy_lab.simulation.sessions import Session

EXPECTED_EVERY = 1.0
"""Seconds between two estimates of how many games there will be."""

_WANTED = ContextVar("wanted", default=True)

Show: TypeAlias = Callable[[int, int, str], None]
"""Shows how many games have been played, how many it will be, and how it stands."""


@contextmanager
def progress_shown(wanted: bool) -> Iterator[None]:
    """Show progress inside the block, where somebody looks, or none at all."""
    token = _WANTED.set(wanted)
    try:
        yield
    finally:
        _WANTED.reset(token)


def play_to_the_end(
    session: Session,
    threads: int | None,
    scheduler: str | None = None,
    more_watchers: Sequence[Watcher] = (),
    tell: Callable[[Session], None] = lambda session: None,
) -> None:
    """Play what is left of an experiment, after what prepares for it, and show how far it is.

    `tell` is called when what was prepared for begins.
    """
    _play(session, threads, scheduler, more_watchers)
    while session.goes_on():
        tell(session)
        _play(session, threads, scheduler, more_watchers)


def _play(
    session: Session, threads: int | None, scheduler: str | None, more_watchers: Sequence[Watcher]
) -> None:
    with getting_ready():
        entered = session.executor(threads, scheduler)
        executor = entered.__enter__()
    try:
        with progress(session.outcome) as watchers:
            session.play(executor, [*watchers, *more_watchers])
    finally:
        entered.__exit__(*sys.exc_info())


def getting_ready() -> AbstractContextManager[None]:
    return status("Getting ready (the first time, strategies have to be compiled)")


@contextmanager
def status(text: str) -> Iterator[None]:
    """Say what is being waited for, and how far it is, as `waiting.tell` is told."""
    if _in_notebook():
        with (
            presentations.shown(f"{text} …") as shown,
            errors.shown_by(lambda text: shown.say(f"{text} …")),
        ):
            yield
    elif _on_terminal():
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as spinning:
            task = spinning.add_task(text)
            with errors.shown_by(lambda text: spinning.update(task, description=text)):
                yield
    elif _in_log():
        with lines_shown(text) as say, errors.shown_by(say):
            yield
    else:
        yield


@contextmanager
def progress(outcome: Outcome) -> Iterator[list[Watcher]]:
    """Give what shows how far an experiment is: watchers; none where nobody looks."""
    experiment = outcome.experiment
    total, due = experiment.games_expected(outcome), 0.0
    with games_shown(total, outcome.games) as show:
        if show is None:
            yield []
            return

        def watch(outcome: Outcome, played: PlayedPiece) -> None:
            nonlocal total, due
            if time.monotonic() >= due:
                total = experiment.games_expected(outcome)
                due = time.monotonic() + EXPECTED_EVERY
            show(outcome.games, max(outcome.games, total), experiment.progress_text(outcome))

        yield [watch]


@contextmanager
def games_shown(games: int, done: int = 0) -> Iterator[Show | None]:
    """Show how many of `games` have been played, `done` of them before; None where nobody looks."""
    if _in_notebook():
        with presentations.shown("Playing …") as shown:
            yield shown.update
    elif _on_terminal():
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.table import Column

        columns = (
            SpinnerColumn(),
            "Playing",
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            "games",
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False, table_column=Column(ratio=1)),
        )
        console = Console(stderr=True)
        with Progress(*columns, console=console, transient=True, expand=True) as bar:
            task = bar.add_task("", total=games, completed=done)

            def show(played: int, total: int, text: str = "") -> None:
                bar.update(task, completed=played, total=total, description=text)

            yield show
    elif _in_log():
        with lines_shown(_playing(done, games)) as say:

            def tell(played: int, total: int, text: str = "") -> None:
                say(_playing(played, total, text))

            yield tell
    else:
        yield None


def _playing(played: int, games: int, text: str = "") -> str:
    return f"Played {played:,} of {games:,} games" + (f": {text}" if text else "")


def _in_notebook() -> bool:
    return _WANTED.get() and presentations.in_notebook()


def _in_log() -> bool:
    return _WANTED.get() and is_log()


def _on_terminal() -> bool:
    return _WANTED.get() and sys.stderr.isatty()
