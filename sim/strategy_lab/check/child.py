"""The process in which a strategy is checked; its arguments: the spec, seconds, engine and game.

It writes messages (`strategy_lab.check.verdicts`) to standard output and, if it is aborted, a stack
trace to standard error. What the strategy prints is discarded. It ends when its standard input
closes: then the process that waits for it has died.
"""

from __future__ import annotations

import _thread
import faulthandler
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TextIO

from strategy_lab.check.rehearsal import Rehearsal, variants
from strategy_lab.check.verdicts import (
    BadSpec,
    CheckFailedError,
    Done,
    Message,
    Progress,
    Step,
    Verdict,
    find_side_effects,
    scan,
    send,
)
from strategy_lab.errors import UsageError
from strategy_lab.game import GameDefinition, find_game
from strategy_lab.plugins.compiling import compiled_address, decision_code
from strategy_lab.plugins.entrants import Entrant, load_entrant
from strategy_lab.plugins.identity import unwrap

LOADING_SECONDS = 60
"""Time to load a strategy, and whatever model it holds."""

COMPILING_SECONDS = 300
"""Time to compile a strategy, its rivals and the engine, if none is cached."""

MEMORY = 4 * 2**30
"""Bytes of data that the process may hold, where the system can limit it."""


MOST_FILES = 4096
"""More than are open when the process has just begun."""


class Checker:
    """Answers every question about a strategy, and sends the verdicts.

    `seconds`: how long a decision may take. `engine`: the engine that has to play the strategy:
    "compiled" or "python". `game`: what it plays.
    """

    def __init__(
        self,
        seconds: float,
        channel: TextIO,
        engine: str,
        game: GameDefinition,
    ) -> None:
        self._seconds, self._channel = seconds, channel
        self.engine, self.game = engine, game

    def check(self, spec: str) -> None:
        self.step("loads", LOADING_SECONDS)
        try:
            checked = load_entrant(spec, self.game)
        except UsageError as error:
            self.send(BadSpec(str(error)))
            return
        ends: list[Entrant] = []
        if self.answer(partial(_load_ends, spec, ends, self.game)):
            self.answer(partial(scan, checked))
            self.answer(partial(find_side_effects, checked))
            self._compile_ahead(checked)
            own = self.game.own_check
            self._rehearse((Rehearsal if own is None else own.rehearsal)(checked, ends))
        self.send(Done())

    def _compile_ahead(self, checked: Entrant) -> None:
        """Compile what plain Python calls compiled, too: no decision should have to wait for it."""
        self.step("compiles", COMPILING_SECONDS)
        for decision in checked.decisions.values():
            if unwrap(decision.function) is not decision.function:
                with suppress(UsageError):  # the question whether it compiles comes later
                    compiled_address(decision_code(decision, self.game))

    def _rehearse(self, games: Rehearsal) -> None:
        if not self.answer(partial(games.play, self.progress("plays"))):
            return
        (first, repeat), *others = games.again().items()
        repeats = self.answer(partial(repeat, self.progress(first)))
        for question, ask in others if repeats else ():
            self.answer(partial(ask, self.progress(question)))
        self.step("compiles", COMPILING_SECONDS)
        compiled = games.compile(self.engine)
        self.send(compiled)
        progress = self.progress("agrees")
        compared = compiled.outcome == "passed" and repeats
        agrees = compared and self.answer(partial(games.agree, progress))
        self.send(games.cost(progress, compiles=agrees))
        slowest = (
            f"no decision took longer than {1000 * games.clock.slowest:.1f} ms in plain Python"
        )
        self.send(Verdict("finishes", "passed", slowest))

    def answer(self, question: Callable[[], Verdict]) -> bool:
        try:
            verdict = question()
        except CheckFailedError as failure:
            verdict = failure.verdict
        self.send(verdict)
        return verdict.outcome != "failed"

    def step(self, question: str, seconds: float) -> None:
        self.send(Step(question, max(seconds, self._seconds)))

    def progress(self, question: str) -> Progress:
        return Progress(question, self._seconds, self._channel)

    def send(self, message: Message) -> None:
        send(message, self._channel)


def _load_ends(spec: str, ends: list[Entrant], game: GameDefinition) -> Verdict:
    try:
        ends[:] = [load_entrant(each, game) for each in variants(spec, game)]
    except UsageError as error:
        raise CheckFailedError(Verdict("loads", "failed", str(error))) from error
    tried = "as it is, and with each parameter at both ends of its range"
    return Verdict("loads", "passed", tried if ends else "")


def _limit_memory() -> None:
    """Make a strategy that fills the memory fail before the machine does."""
    try:
        import resource
    except ImportError:  # not Unix
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _end_with_parent(parent: int) -> None:
    """End this process and all that it starts as soon as a pipe from the parent closes.

    A process of its own waits for that where there can be one: compiled code may keep the threads
    of this one from running.
    """
    checking = os.getpid()
    if not hasattr(os, "fork"):
        # Not threading.Thread: this one shows in no stack trace, and nothing waits for it.
        _thread.start_new_thread(_wait_and_end, (parent, checking))
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which that one lacks
        waiting = os.fork()
    if waiting == 0:
        os.dup2(parent, 0)
        os.closerange(1, MOST_FILES)  # who reads from this process must see that it has ended
        _wait_and_end(0, checking)


def _wait_and_end(parent: int, checking: int) -> None:
    os.read(parent, 1)
    if hasattr(os, "killpg") and os.getpgrp() == checking:
        os.killpg(checking, signal.SIGKILL)
    os.kill(checking, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    os._exit(1)


def main() -> None:
    spec, seconds, engine, game = sys.argv[1:]
    parent = _take(sys.stdin, os.O_RDONLY)
    _end_with_parent(parent)
    with (
        os.fdopen(_take(sys.stdout, os.O_WRONLY), "w", encoding="utf-8") as channel,
        os.fdopen(_take(sys.stderr, os.O_WRONLY), "w", encoding="utf-8") as trace,
    ):
        faulthandler.enable(trace, all_threads=False)
        _limit_memory()
        try:
            Checker(float(seconds), channel, engine, find_game(game)).check(spec)
        except BaseException:
            traceback.print_exc(file=trace)
            raise


def _take(stream: TextIO, mode: int) -> int:
    """Return a descriptor of a standard stream, which for everyone else is empty from now on."""
    taken = os.dup(stream.fileno())
    nowhere = os.open(os.devnull, mode)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return taken


if __name__ == "__main__":
    main()
