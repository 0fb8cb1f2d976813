"""Who works on the pieces of an experiment: threads of this process."""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from strategy_lab.errors import GameLeft, MoveError, Situation, StrategyError
from strategy_lab.plugins.purity import reading_of
from strategy_lab.simulation.experiment import (
    Engine,
    Experiment,
    Outcome,
    Piece,
    Plan,
    PlayedPiece,
    cut,
)

if TYPE_CHECKING:
    from strategy_lab.results.saved_games import GameParts, GameWriter
    from strategy_lab.simulation.cluster import Cluster


class FailedGameError(StrategyError):
    """A strategy made an illegal move or raised an exception in a game of a cell of a plan."""

    def __init__(self, error: MoveError, plan: Plan, cell: int) -> None:
        super().__init__(error, plan, cell)
        self.error, self.plan, self.planned = error, plan, plan.cells[cell]

    @property
    def where(self) -> Situation:
        return self.error.where

    @property
    def lineup(self) -> tuple[str, ...]:
        """The specs by seat in seating 1; none where lineups are drawn."""
        return tuple(self.plan.field[index].spec for index in self.planned.lineup or ())

    def __str__(self) -> str:
        return str(self.error)


T = TypeVar("T")


def run_in_thread(work: Callable[[], T]) -> T:
    """Do work in a thread of its own while this one waits, so that Ctrl-C ends the wait at once.

    Python raises the interrupt in whatever the main thread is doing. While that compiles, it may be
    in a function that LLVM has called, from which no exception comes back: it would be lost, or
    leave code half compiled.
    """
    return started(work).result()


def started(work: Callable[[], T]) -> Future[T]:
    """Start work in a thread of its own, which keeps no process from ending."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return done


P = TypeVar("P")

PATIENCE = 0.1  # seconds between two looks at whether to stop, while a piece is waited for


class Threads:
    """Plays pieces, with their rows if wanted, on threads of this process, if its engine can."""

    def __init__(
        self, experiment: Experiment, engine: str, threads: int = 1, *, keep_rows: bool = False
    ) -> None:
        self._experiment, self._name = experiment, engine
        self._engines = experiment.engines(engine)
        parallel = all(engine.parallel for engine in self._engines)
        self.threads = threads if parallel else 1
        self.piece_games = piece_games(experiment, self._engines)
        self._at_once = threads if parallel else 0
        self._work = partial(play_piece, experiment, self._engines, keep_rows=keep_rows)
        self._work(Piece(0, 1, 0))

    def play(self, pieces: Iterator[Piece], stop: threading.Event) -> Iterator[PlayedPiece]:
        """Yield the result of each piece, in their order, until `stop` is set."""
        known = len(self._engines)
        if known < len(self._experiment.plans):  # it has come to others
            made = started(lambda: self._experiment.engines(self._name, known))
            if not done_unless(stop, made):
                return
            self._engines += made.result()
        yield from in_order(self._work, pieces, self._at_once, stop)


def piece_games(experiment: Experiment, engines: Sequence[Engine]) -> int:
    """Return how many games are played and counted at once, at most and in whole units."""
    games = min(engine.chunk_games for engine in engines)
    return min(games, experiment.piece_games or games)


def play_piece(
    experiment: Experiment, engines: Sequence[Engine], piece: Piece, *, keep_rows: bool = False
) -> PlayedPiece:
    """Play and count a piece: a pure function, on any thread or machine."""
    core, all_rows = experiment.new_core(piece.block), []
    for chunk in experiment.chunks(piece):
        try:
            rows = engines[chunk.plan].play(chunk, keep_rows or chunk.detail)
        except MoveError as error:
            raise FailedGameError(error, experiment.plans[chunk.plan], chunk.cell) from error
        core.count([rows])
        all_rows.append(rows)
    tally = experiment.count(piece, all_rows)
    return PlayedPiece(piece, tally, core, tuple(all_rows) if keep_rows else ())


def in_order(
    work: Callable[[P], T], pieces: Iterator[P], threads: int, stop: threading.Event
) -> Iterator[T]:
    """Yield the result of each piece in order until `stop` is set.

    Only a few pieces are under way at any time, so memory does not grow with their number. This
    thread, the only one that hears of Ctrl-C, works on none of them: compiled code cannot be
    interrupted, and a strategy may never return. So threads that are at work when `stop` is set, or
    when there is an exception, are left behind.
    """
    if threads == 0:
        for piece in pieces:
            if stop.is_set():
                return
            yield work(piece)
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="piece")
    try:
        for _, future in submitted(
            lambda piece: pool.submit(work, piece), pieces, lambda: 2 * threads, stop
        ):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def submitted(
    submit: Callable[[P], Future[T]],
    pieces: Iterator[P],
    most: Callable[[], int],
    stop: threading.Event,
    look: Callable[[], None] = lambda: None,
) -> Iterator[tuple[P, Future[T]]]:
    """Yield each piece with its result in order until `stop` is set; `most` may be under way.

    While a result is waited for, `look` is called now and again.
    """
    waiting: deque[tuple[P, Future[T]]] = deque()
    try:
        for piece in pieces:
            if stop.is_set():
                return
            waiting.append((piece, submit(piece)))
            while len(waiting) > most() and done_unless(stop, waiting[0][1], look):
                yield waiting.popleft()
        while waiting and done_unless(stop, waiting[0][1], look):
            yield waiting.popleft()
    finally:
        for _, future in waiting:
            future.cancel()


def done_unless(
    stop: threading.Event, future: Future[T], look: Callable[[], None] = lambda: None
) -> bool:
    """Wait until a future is done, and return whether that was before `stop` was set."""
    while not stop.is_set():
        look()
        if wait([future], PATIENCE).done:
            return True
    return False


ENDS_WITHIN = 2.0  # seconds after Ctrl-C until a game that is under way is left

MOMENT = 0.01
"""Seconds that a piece takes at least, from when the pace is known: smaller ones cost more than
their games where an experiment asks for a few at a time."""

Watcher: TypeAlias = Callable[[Outcome, PlayedPiece], None]
"""Told of every piece, in order, when it has been counted."""


def simulate(
    outcome: Outcome, executor: Threads | Cluster, watchers: Sequence[Watcher] = ()
) -> Outcome:
    """Play on until the experiment asks for no more, or until Ctrl-C.

    The outcome depends on the experiment alone, not on who plays it. After Ctrl-C, threads may
    still be at work on the pieces that they have begun; nothing comes of it.

    The outcome is modified in place, and returned. Watchers are called in this thread.
    """
    experiment, before, started = outcome.experiment, outcome.seconds, time.perf_counter()
    known, quick_games, first = outcome.games, 0, list[PlayedPiece]()
    with suppress(GameLeft), stop_on_interrupt() as stop:
        while any(units := experiment.next_units(outcome)) and not stop.is_set():
            pieces = cut(
                experiment.blocks,
                units,
                executor.piece_games,
                in_turn=experiment.in_turn,
                quick_games=quick_games,
            )
            for played in executor.play(pieces, stop):
                outcome.add(played)
                outcome.seconds = before + time.perf_counter() - started
                if outcome.games - known <= MOST_REPEATED:
                    first.append(played)
                for watch in watchers:
                    watch(outcome, played)
            played_for = outcome.seconds - before
            quick_games = int(MOMENT * (outcome.games - known) / max(MOMENT, played_for))
        _repeat(experiment, executor, first, int(REPEATED * (outcome.games - known)), stop)
    outcome.complete = experiment.is_complete(outcome)
    return outcome


REPEATED, MOST_REPEATED = 0.02, 256
"""The part of the games, and how many at most, that are played once more at the end: the first."""


def _repeat(
    experiment: Experiment,
    executor: Threads | Cluster,
    first: Sequence[PlayedPiece],
    games: int,
    stop: threading.Event,
) -> None:
    """Play the first pieces again, of so many games or the first: they must be what they were."""
    ends = accumulate(played.core.games for played in first)
    before = [played for played, end in zip(first, ends, strict=True) if end <= games] or first[:1]
    again = executor.play(iter([played.piece for played in before]), stop)
    for then, now in zip(before, again, strict=False):
        pairs = zip(then.core.arrays().values(), now.core.arrays().values(), strict=True)
        if not all(np.array_equal(one, other) for one, other in pairs):
            raise StrategyError(_changed_since(experiment, then.piece))


def _changed_since(experiment: Experiment, piece: Piece) -> str:
    unread = [
        f"{entrant.name} may be why: {place}"
        for entrant in experiment.entrants
        for place in reading_of(entrant).open[:1]
    ]
    program = experiment.plans[0].definition.program().name
    return (
        f"the first games of {experiment.blocks[piece.block].name} are others when they are played "
        "again at the end, so no result would be the same twice: a strategy goes by more than its "
        "view, or the game by more than its seed. "
        f"{'; '.join([*unread, f'{program} check tells more'])}"
    )


@contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event that is set; a second one interrupts as usual.

    So do other signals, where they interrupt as Ctrl-C does. Outside the main thread, where signals
    cannot be handled, the event is never set. A game that is played in the main thread and goes on
    for long after the event is left (`GameLeft`): a strategy may never answer.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    interrupted, has_timer = False, hasattr(signal, "SIGALRM")
    has_timer = has_timer and not any(signal.getitimer(signal.ITIMER_REAL))

    def look(number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code is play_piece.__code__:
                raise GameLeft
            frame = frame.f_back

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:  # maybe within `set`, which would wait for itself
            raise KeyboardInterrupt
        interrupted = True
        stop.set()
        if has_timer:
            signal.signal(signal.SIGALRM, look)
            signal.setitimer(signal.ITIMER_REAL, ENDS_WITHIN, ENDS_WITHIN)

    interrupting = [
        number
        for number in signal.valid_signals()
        if signal.getsignal(number) is signal.default_int_handler
    ]
    before = {number: signal.signal(number, handle) for number in {signal.SIGINT, *interrupting}}
    try:
        yield stop
    finally:
        if interrupted and has_timer:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def recording(experiment: Experiment, path: Path) -> Iterator[Watcher]:
    """Give what writes every game to a Parquet file, which appears, whole, at the end."""
    from strategy_lab.files.whole_files import check_free, locked_file
    from strategy_lab.results.saved_games import GameWriter

    check_free(path)
    (plan,) = experiment.plans
    cells, own = [planned.cell for planned in plan.cells], plan.definition.columns()
    with locked_file(path), GameWriter(path, cells, own) as writer:

        def write(outcome: Outcome, played: PlayedPiece) -> None:
            record(experiment, played, writer)

        yield write


def record(experiment: Experiment, played: PlayedPiece, writer: GameWriter | GameParts) -> None:
    (plan,) = experiment.plans
    for chunk, rows in zip(experiment.chunks(played.piece), played.rows, strict=True):
        planned = plan.cells[chunk.cell]
        first_game = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
        writer.write(planned.cell, rows, first_game=first_game)
