"""Progress: in a notebook below the cell; else on standard error, in a log by the minute."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from strategy_lab import errors
from strategy_lab.errors import counted, printable

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
            shown_below(f"{text} …") as shown,
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
        with shown_below("Playing …") as shown:
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
    return _WANTED.get() and in_notebook()


def _in_log() -> bool:
    return _WANTED.get() and is_log()


def _on_terminal() -> bool:
    return _WANTED.get() and sys.stderr.isatty()


# notebook: Progress in a notebook, by nothing but what every notebook has.
#
# Widgets, which rich and tqdm draw with there, are an extension that has to be installed twice, for
# the kernel and for the page, and that not every page shows. HTML that is replaced by newer HTML is
# shown by all.

EVERY = 0.25
"""Seconds between two updates: each is a message to the page."""


class Shown:
    """What is shown below a cell while it runs."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._due = 0.0

    def say(self, text: str) -> None:
        self._handle.update(_bundle(text), raw=True)

    def update(self, played: int, games: int, standing: str = "") -> None:
        """Show how many of `games` have been played, unless that was done just now."""
        if time.monotonic() >= self._due:
            text = f"Playing {played:,} of {games:,} games {standing}".rstrip()
            bar = f'<progress max="{games}" value="{played}"></progress>'
            self._handle.update(_bundle(text, bar), raw=True)
            self._due = time.monotonic() + EVERY


def in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def shown_below(text: str) -> Iterator[Shown]:
    handle = import_module("IPython.display").display(_bundle(text), raw=True, display_id=True)
    try:
        yield Shown(handle)
    finally:
        handle.update({"text/plain": ""}, raw=True)


def _bundle(text: str, bar: str = "") -> dict[str, str]:
    return {"text/plain": text, "text/html": f"{bar} {html.escape(text)}".lstrip()}


# lines: How long waits go, line by line, where the error stream is no terminal: a log, a batch
# system.

PATIENCE = 2.0
"""Seconds before the first line: what takes no longer needs none."""

LINE_EVERY = 60.0
"""Seconds between two lines."""


def is_log() -> bool:
    """Return whether standard error is the process's own, and no terminal.

    Whoever puts another stream in its place collects what a command says, and is told nothing else.
    """
    return not sys.stderr.isatty() and sys.stderr is sys.__stderr__


@contextmanager
def lines_shown(text: str) -> Iterator[Callable[[str], None]]:
    """Print what is waited for, after a moment and once a minute; give what changes the text."""
    over, begun, latest = Event(), time.monotonic(), [text]

    def tell() -> None:
        wait = PATIENCE
        while not over.wait(wait):
            minutes = round((time.monotonic() - begun) / 60)
            after = f" ({counted(minutes, 'minute')})" if minutes else ""
            print(printable(f"{latest[0]} …{after}"), file=sys.stderr, flush=True)
            wait = LINE_EVERY

    def say(text: str) -> None:
        latest[0] = text

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield say
    finally:
        over.set()
        thread.join()
