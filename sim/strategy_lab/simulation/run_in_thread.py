"""Ctrl-C while strategies are compiled, which may take a minute."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

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
