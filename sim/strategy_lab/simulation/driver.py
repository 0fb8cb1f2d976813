"""The one loop that plays experiments: piece by piece, until done or Ctrl-C."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TypeAlias

from strategy_lab.simulation.executors import Executor
from strategy_lab.simulation.experiment import Outcome, PlayedPiece
from strategy_lab.simulation.pieces import cut

MOMENT = 0.01
"""Seconds that a piece takes at least, from when the pace is known: smaller ones cost more than
their games where an experiment asks for a few at a time."""

Watcher: TypeAlias = Callable[[Outcome, PlayedPiece], None]
"""Told of every piece, in order, when it has been counted."""


def simulate(outcome: Outcome, executor: Executor, watchers: Sequence[Watcher] = ()) -> Outcome:
    """Play on until the experiment asks for no more, or until Ctrl-C.

    The outcome depends on the experiment alone, not on who plays it. After Ctrl-C, threads may
    still be at work on the pieces that they have begun; nothing comes of it.

    The outcome is modified in place, and returned. Watchers are called in this thread.
    """
    experiment, before, started = outcome.experiment, outcome.seconds, time.perf_counter()
    known, quick_games = outcome.games, 0
    with stop_on_interrupt() as stop:
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
                for watch in watchers:
                    watch(outcome, played)
            played_for = outcome.seconds - before
            quick_games = int(MOMENT * (outcome.games - known) / max(MOMENT, played_for))
    outcome.complete = experiment.is_complete(outcome)
    return outcome


@contextmanager
def stop_on_interrupt() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event that is set; a second one interrupts as usual.

    So do other signals, where they interrupt as Ctrl-C does. Outside the main thread, where signals
    cannot be handled, the event is never set.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    interrupted = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        if interrupted:  # maybe within `set`, which would wait for itself
            raise KeyboardInterrupt
        interrupted = True
        stop.set()

    interrupting = [
        number
        for number in signal.valid_signals()
        if signal.getsignal(number) is signal.default_int_handler
    ]
    before = {number: signal.signal(number, handle) for number in {signal.SIGINT, *interrupting}}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
