"""Progress: in a notebook below the cell; else on standard error, in a log by the minute."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from strategy_lab.display import notebook
from strategy_lab.display.lines import is_log, lines_shown

if TYPE_CHECKING:
    from strategy_lab.simulation.driver import Watcher
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


@contextmanager
def getting_ready() -> Iterator[None]:
    """Say that strategies are compiled, how many functions of them are, and of how many."""
    from strategy_lab.plugins.compile_progress import compiling_told

    text = "Getting ready (the first time, strategies have to be compiled)"
    with status(text) as say, compiling_told(partial(_say_compiled, say)):
        yield


def _say_compiled(say: Callable[[str], None], done: int, functions: int) -> None:
    say(f"Getting ready: {done} of {functions} functions are compiled, and kept for the next time")


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """Say what is being waited for; give what says how far it is."""
    if _in_notebook():
        with notebook.shown(f"{text} …") as shown:
            yield lambda text: shown.say(f"{text} …")
    elif _on_terminal():
        from rich.console import Console
        from rich.markup import escape

        with Console(stderr=True).status(escape(text)) as spinning:
            yield lambda text: spinning.update(escape(text))
    elif _in_log():
        with lines_shown(text) as say:
            yield say
    else:
        yield lambda text: None


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
        with notebook.shown("Playing …") as shown:
            yield shown.update
    elif _on_terminal():
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            "Playing",
            BarColumn(),
            MofNCompleteColumn(),
            "games",
            TimeRemainingColumn(),
            TextColumn("{task.description}", markup=False),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
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
    return _WANTED.get() and notebook.in_notebook()


def _in_log() -> bool:
    return _WANTED.get() and is_log()


def _on_terminal() -> bool:
    return _WANTED.get() and sys.stderr.isatty()
