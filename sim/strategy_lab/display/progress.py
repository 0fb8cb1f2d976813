"""Progress: in a notebook below the cell; else on standard error, in a log line by line."""

from __future__ import annotations

import html
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from strategy_lab import errors
from strategy_lab.errors import counted, printable

if TYPE_CHECKING:
    from strategy_lab.simulation.execution import Watcher
    from strategy_lab.simulation.experiment import Outcome, PlayedPiece
    from strategy_lab.simulation.sessions import Session

Wanted: TypeAlias = bool | Callable[[str, int, int], object]
"""Whether progress is shown, or what is called with a text, games played, and games to play."""

_WANTED: ContextVar[Wanted] = ContextVar("wanted", default=True)


class Show(Protocol):
    """Shows what is waited for, or how it stands; games that were played, and how many will be."""

    def __call__(self, text: str, played: int = 0, games: int = 0) -> None: ...


@contextmanager
def progress_shown(wanted: Wanted) -> Iterator[None]:
    if not isinstance(wanted, bool) and not callable(wanted):
        raise errors.UsageError(
            f"progress must be True, False or a function of (text, played, games), not {wanted!r}"
        )
    token = _WANTED.set(wanted)
    try:
        yield
    finally:
        _WANTED.reset(token)


def play_to_the_end(
    session: Session,
    threads: int | None,
    scheduler: str | None = None,
    tell: Callable[[Session], None] = lambda session: None,
) -> None:
    """Play what is left of an experiment, after what prepares for it, and show how far it is.

    `tell` is called when what was prepared for begins.
    """
    goes_on = True
    while goes_on:
        with ExitStack() as opened:
            with getting_ready():
                executor = opened.enter_context(session.executor(threads, scheduler))
            with progress(session.outcome) as watchers:
                session.play(executor, watchers)
        if goes_on := session.goes_on():
            tell(session)


def getting_ready() -> AbstractContextManager[None]:
    return status("Getting ready (the first time, strategies have to be compiled)")


@contextmanager
def status(text: str) -> Iterator[None]:
    with waiting(text) as show:
        if show is None:
            yield
        else:
            with errors.shown_by(show):
                yield


@contextmanager
def progress(outcome: Outcome) -> Iterator[list[Watcher]]:
    """Give what shows how far an experiment is: watchers; none where nobody looks."""
    experiment = outcome.experiment
    total, due = experiment.games_expected(outcome), 0.0
    with waiting("Playing", total, outcome.games, experiment.forecast) as show:
        if show is None:
            yield []
            return

        def watch(outcome: Outcome, played: PlayedPiece) -> None:
            nonlocal total, due
            if time.monotonic() >= due:
                total = experiment.games_expected(outcome)
                due = time.monotonic() + 1.0  # a second until the next estimate
            show(experiment.progress_text(outcome), outcome.games, max(outcome.games, total))

        yield [watch]


@contextmanager
def waiting(
    text: str, games: int = 0, done: int = 0, forecast: str | None = None
) -> Iterator[Show | None]:
    """Show what is waited for, and of games how many have been played; None where nobody looks.

    `forecast`: what is said in place of the time that is left, if games do not tell it.
    """
    shown: AbstractContextManager[Show | None] = nullcontext()
    wanted = _WANTED.get()
    if callable(wanted):
        shown = nullcontext(_called(wanted))
    elif not wanted:
        pass
    elif in_notebook():
        shown = _below_the_cell(text)
    elif sys.stderr.isatty():
        shown = _on_terminal(text, games, done, forecast)
    elif is_log():
        shown = _in_lines(_line("" if games else text, done, games))
    with shown as show:
        yield show


def _called(wanted: Callable[[str, int, int], object]) -> Show:
    def show(text: str, played: int = 0, games: int = 0) -> None:
        wanted(text, played, games)

    return show


@contextmanager
def _on_terminal(text: str, games: int, done: int, forecast: str | None) -> Iterator[Show]:
    from rich import progress as rich
    from rich.console import Console
    from rich.table import Column
    from rich.text import Text

    changed = time.monotonic()

    class Said(rich.TextColumn):
        def render(self, task: rich.Task) -> Text:
            return Text(task.description + _stuck(time.monotonic() - changed if games else 0))

    said = Said("", table_column=Column(ratio=1))
    columns: tuple[Any, ...] = (said, rich.TimeElapsedColumn())
    if games:
        bar_of_games = rich.BarColumn(bar_width=20), rich.MofNCompleteColumn(), "games"
        left = rich.TimeRemainingColumn() if forecast is None else forecast
        columns = (text, *bar_of_games, left, said)
    console, spinner = Console(stderr=True), rich.SpinnerColumn()
    looks: Any = {"console": console, "transient": True, "expand": games > 0}
    with rich.Progress(spinner, *columns, **looks) as bar:
        task = bar.add_task("" if games else text, total=games or None, completed=done)

        def show(text: str, played: int = 0, games: int = 0) -> None:
            nonlocal changed
            changed = time.monotonic()
            bar.update(task, completed=played, total=games or None, description=text)

        yield show


STUCK = 30.0  # seconds without a further piece, after which a decision may be one that never ends


def _stuck(seconds: float) -> str:
    if seconds < STUCK:
        return ""
    return f" (nothing new for {seconds:.0f} s: `check` finds decisions that never end)"


# Progress in a notebook, by HTML that is replaced by newer HTML: widgets, which rich and tqdm draw
# with there, are an extension that not every page shows.

EVERY = 0.25  # seconds between two updates: each is a message to the page


def in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return getattr(shell, "kernel", None) is not None


@contextmanager
def _below_the_cell(text: str) -> Iterator[Show]:
    def bundle(text: str, bar: str = "") -> dict[str, str]:
        return {"text/plain": text, "text/html": f"{bar} {html.escape(text)}".lstrip()}

    display = import_module("IPython.display").display
    handle, due = display(bundle(f"{text} …"), raw=True, display_id=True), 0.0

    def show(text: str, played: int = 0, games: int = 0) -> None:
        nonlocal due
        if not games:
            handle.update(bundle(f"{text} …"), raw=True)
        elif time.monotonic() >= due:
            said = f"Playing {played:,} of {games:,} games {text}".rstrip()
            bar = f'<progress max="{games}" value="{played}"></progress>'
            handle.update(bundle(said, bar), raw=True)
            due = time.monotonic() + EVERY

    try:
        yield show
    finally:
        handle.update({"text/plain": ""}, raw=True)


# Line by line, where the error stream is no terminal: a log, a batch system.

PATIENCE, LINE_EVERY, LATER = 2.0, 10.0, 60.0
"""Seconds before the first line, which what takes no longer needs not, between two lines in the
first minute, and between two lines after it."""


def is_log() -> bool:
    """Return whether standard error is the process's own, and no terminal.

    Whoever puts another stream in its place collects what a command says, and is told nothing else.
    """
    return not sys.stderr.isatty() and sys.stderr is sys.__stderr__


def _line(text: str, played: int = 0, games: int = 0) -> str:
    if not games:
        return text
    return f"Played {played:,} of {games:,} games" + (f": {text}" if text else "")


@contextmanager
def _in_lines(line: str) -> Iterator[Show]:
    over, begun = Event(), time.monotonic()
    changed = begun

    def tell() -> None:
        wait = PATIENCE
        while not over.wait(wait):
            seconds = round(time.monotonic() - begun)
            minutes, is_later = round(seconds / 60), seconds >= LATER
            after = (
                counted(minutes, "minute") if is_later else f"{seconds} s" * (seconds > PATIENCE)
            )
            stuck = _stuck(time.monotonic() - changed if line.startswith("Played") else 0)
            told = f"{line} …{f' ({after})' if after else ''}{stuck}"
            print(printable(told), file=sys.stderr, flush=True)
            wait = LATER if is_later else LINE_EVERY

    def show(text: str, played: int = 0, games: int = 0) -> None:
        nonlocal line, changed
        line, changed = _line(text, played, games), time.monotonic()

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield show
    finally:
        over.set()
        thread.join()
