"""The process in which a strategy is tried: ``python -m forsale_sim.check.child SPEC SECONDS``.

It writes messages (`forsale_sim.check.messages`) to standard output, and to standard error what
it was doing when it was made to stop. What the strategy prints goes nowhere.
"""

from __future__ import annotations

import faulthandler
import os
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import TextIO

from forsale_sim.check.asking import ask_in_another_order, ask_with_other_cards
from forsale_sim.check.messages import Done, Message, Progress, Step, Wrong, send
from forsale_sim.check.playing import FailedError, Played, play
from forsale_sim.check.scanning import scan
from forsale_sim.check.trials import Trial, make_trials, variants
from forsale_sim.check.verdicts import Verdict
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import Entrant, load_entrant

LOADING_SECONDS = 60
"""Time to load a strategy, and whatever model it may hold."""

COMPILING_SECONDS = 300
"""Time to compile a strategy, its rivals and the engine, if it is the first time."""

MEMORY = 4 * 2**30
"""Bytes of data that the process may hold, where the system can see to it."""


class Child:
    """Tries a strategy.

    Parameters
    ----------
    seconds
        How long a decision may take.
    channel
        Where messages go.
    """

    def __init__(self, seconds: float, channel: TextIO) -> None:
        self._seconds, self._channel = seconds, channel

    def try_spec(self, spec: str) -> None:
        """Try the strategy that a spec names."""
        self._step("loads", LOADING_SECONDS)
        try:
            checked = load_entrant(spec)
        except UsageError as error:
            self._send(Wrong(str(error)))
            return
        ends: list[Entrant] = []
        if self._answer(partial(_load_ends, spec, ends)):
            self._answer(partial(scan, checked))
            self._play(checked, ends)
        self._send(Done())

    def _play(self, checked: Entrant, ends: list[Entrant]) -> None:
        trials, played = make_trials(checked, ends), Played()
        if not self._answer(partial(play, trials, played, self._progress("plays"))):
            return
        again = partial(ask_in_another_order, played.moments, self._progress("repeats"))
        others = partial(ask_with_other_cards, played.moments, self._progress("public"))
        repeats = self._answer(again)
        if repeats:
            self._answer(others)
        self._compare(checked, trials, played, repeats=repeats)
        slowest = f"no decision took longer than {1000 * played.slowest:.1f} ms in plain Python"
        self._send(Verdict("finishes", "passed", slowest))

    def _compare(
        self, checked: Entrant, trials: list[Trial], played: Played, *, repeats: bool
    ) -> None:
        """Play again, compiled; but compare only a strategy that repeats its moves."""
        from forsale_sim.check.comparing import agree, cost, prepare

        self._step("compiles", COMPILING_SECONDS)
        prepared, progress = prepare(checked), self._progress("agrees")
        self._send(prepared)
        compared = prepared.outcome == "passed" and repeats
        agrees = compared and self._answer(partial(agree, trials, played, progress))
        self._send(cost(trials, played, progress, compiles=agrees))

    def _answer(self, question: Callable[[], Verdict]) -> bool:
        """Find and send a verdict; return whether it is good enough to go on."""
        try:
            verdict = question()
        except FailedError as failure:
            verdict = failure.verdict
        self._send(verdict)
        return verdict.outcome != "failed"

    def _step(self, question: str, seconds: float) -> None:
        self._send(Step(question, max(seconds, self._seconds)))

    def _progress(self, question: str) -> Progress:
        return Progress(question, self._seconds, self._channel)

    def _send(self, message: Message) -> None:
        send(message, self._channel)


def _load_ends(spec: str, ends: list[Entrant]) -> Verdict:
    """Load the strategy with each parameter at both ends of its range, in place of `ends`."""
    try:
        ends[:] = map(load_entrant, variants(spec))
    except UsageError as error:
        raise FailedError(Verdict("loads", "failed", str(error))) from error
    tried = "as it is, and with each parameter at both ends of its range"
    return Verdict("loads", "passed", tried if ends else "")


def _limit_memory() -> None:
    """See to it that a strategy that fills the memory fails before the machine does."""
    try:
        import resource
    except ImportError:  # not Unix
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def main() -> None:
    """Try the strategy that the command line names."""
    spec, seconds = sys.argv[1:]
    with _own(sys.stdout) as channel, _own(sys.stderr) as traces:
        faulthandler.enable(traces)
        _limit_memory()
        try:
            Child(float(seconds), channel).try_spec(spec)
        except BaseException:
            traceback.print_exc(file=traces)
            raise


def _own(stream: TextIO) -> TextIO:
    """Return a standard stream for this module alone: all others now write to nowhere."""
    own = os.fdopen(os.dup(stream.fileno()), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return own


if __name__ == "__main__":
    main()
