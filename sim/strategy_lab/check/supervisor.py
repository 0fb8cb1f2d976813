"""Checks a strategy in a child process, and ends that process if the strategy hangs.

The child pickles messages to its standard output (`strategy_lab.check.rehearsal`) and, if it is
aborted, writes a stack trace to its standard error. What the strategy prints is discarded. The
child ends when its standard input closes: then the process that waits for it has died.
"""

from __future__ import annotations

import _thread
import faulthandler
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import astuple, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from strategy_lab import errors
from strategy_lab.check.rehearsal import (
    EVERYTHING,
    OF_ONE_GAME,
    QUESTIONS,
    Cost,
    Message,
    Report,
    Scope,
    Step,
    Tried,
    Verdict,
)
from strategy_lab.errors import UsageError, is_beyond
from strategy_lab.game import GameDefinition, find_game

STARTING_SECONDS = 60.0  # how long the child may take to start, before it looks at the strategy
TRACE_SECONDS = 2.0  # how long a child that hangs may take to write down where, before it is killed

STAGES = {
    "loads": "while it was loaded",
    "plays": "in plain Python",
    "repeats": "when asked again",
    "elsewhere": "in another process",
    "public": "when asked again with other hidden cards",
    "compiles": "while it was compiled",
    "agrees": "compiled",
}
"""What the child does to answer each question."""

MEMORY = 4 * 2**30  # bytes of data that the child may hold, where the system can limit it
MOST_FILES = 4096  # more than are open when the child has just begun
MONTHS = 10_000_000  # seconds by which the clock of another process is ahead

PACKAGE = Path(__file__).parents[1]


def check(
    spec: str, seconds: float, engine: str, game: GameDefinition, scope: Scope = EVERYTHING
) -> Report:
    """Check a strategy of a game in a process of its own."""
    scope.rules(game)
    report = Report(spec)
    own = () if game.own_check is None else game.own_check.questions
    report.questions = tuple(each for each in QUESTIONS if each not in OF_ONE_GAME or each in own)
    asked = [spec, str(seconds), engine, game.name, json.dumps(astuple(scope))]
    tried = _attend(report, asked, game, {})
    if tried is not None:
        for seed in HASH_SEEDS if tried.values and not scope.quick else HASH_SEEDS[-1:]:
            if report.passed:
                played = tried if seed == HASH_SEEDS[-1] else replace(tried, games=())
                with tempfile.NamedTemporaryFile() as file:
                    pickle.dump(played, file)
                    file.flush()
                    elsewhere = {"PYTHONHASHSEED": seed, "TZ": FAR_AWAY}
                    _attend(report, [*asked, file.name], game, elsewhere)
    report.close()
    return report


HASH_SEEDS = ("1", "2", "3")
"""Of other processes: words in a small set may have the same order in two of them."""

FAR_AWAY = "UTC-14"  # a time zone in which it is another day, or another time of the day


def _attend(
    report: Report, asked: Sequence[str], game: GameDefinition, environment: Mapping[str, str]
) -> Tried | None:
    """Report what a child tells; return what it has tried, for another one."""
    spec, seconds = asked[0], float(asked[1])
    packages = [PACKAGE, game.package]
    step, tried = Step("loads", max(seconds, STARTING_SECONDS)), None
    with tempfile.TemporaryFile() as trace, _child(asked, trace, environment) as child:
        messages = _read_messages(child)
        while True:
            try:
                message = messages.get(timeout=step.seconds)
            except Empty:
                # Some systems have no such signal.
                with suppress(subprocess.TimeoutExpired, ValueError):
                    child.send_signal(signal.SIGABRT)
                    child.wait(TRACE_SECONDS)
                report.add(_hung(step, _text(trace), packages))
                return None
            match message:
                case Step():
                    if message.question != step.question:
                        errors.tell(f"Checking {spec}: {QUESTIONS[message.question]}")
                    step = message
                case tuple() if step.excerpt:
                    step = replace(step, excerpt=replace(step.excerpt, moves=message))
                case Verdict():
                    report.add(message)
                case Cost():
                    report.cost = message
                case Tried():
                    tried = message
                case UsageError():
                    raise message
                case None:
                    return tried
                case EOFError():
                    report.add(_ended(step, child.wait(), _text(trace), packages))
                    return None


@contextmanager
def _child(
    arguments: Sequence[str], trace: IO[bytes], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the child; end it, and all that it started, whatever happens."""
    # -P: a strategy file called like a module, random.py say, must not take its place.
    command = [sys.executable, "-P", "-m", "strategy_lab.check.supervisor", *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,  # never written to: it closes when this process dies
        stdout=subprocess.PIPE,
        stderr=trace,
        start_new_session=True,
        env={**os.environ, **environment},
    ) as child:
        try:
            yield child
        finally:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(child.pid, signal.SIGKILL)
                else:
                    child.kill()


def _read_messages(child: subprocess.Popen[bytes]) -> SimpleQueue[Message | EOFError]:
    queue: SimpleQueue[Message | EOFError] = SimpleQueue()

    def read() -> None:
        channel: Any = child.stdout
        with suppress(EOFError, ValueError, OSError, pickle.UnpicklingError):  # it ended, or died
            while True:
                queue.put(pickle.load(channel))
        queue.put(EOFError())

    Thread(target=read, daemon=True).start()
    return queue


def _text(trace: IO[bytes]) -> str:
    trace.seek(0)
    return trace.read().decode(errors="replace")


def _ended(step: Step, status: int, trace: str, packages: Sequence[Path]) -> Verdict:
    reason = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    if "Traceback" in trace:
        reason = trace.strip().splitlines()[-1]
    text = f"the process ended {STAGES[step.question]}: {reason}{_place(trace, packages)}"
    return Verdict(step.question, "failed", text, step.excerpt)


def _hung(step: Step, trace: str, packages: Sequence[Path]) -> Verdict:
    text = f"no answer within {step.seconds:g} s {STAGES[step.question]}{_place(trace, packages)}"
    if step.excerpt and step.excerpt.moves is not None:
        text += f", {step.excerpt.whereabouts()}"
    return Verdict("finishes", "failed", text, step.excerpt, replayable=False)


ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))")
"""How `faulthandler` writes a character of a path that is not ASCII."""


def _place(trace: str, packages: Sequence[Path]) -> str:
    """Return the line of the outermost file beyond some packages in a stack trace, if any."""
    found = re.findall(r'File "([^"<]+)", line (\d+)', trace)
    frames = [
        (ESCAPE.sub(lambda code: chr(int(code[1] or code[2] or code[3], 16)), file), line)
        for file, line in found
    ]
    beyond = [frame for frame in frames if all(is_beyond(frame[0], each) for each in packages)]
    if not beyond or len(beyond) == len(frames):
        return ""
    file = beyond[-1][0]
    line = next(line for name, line in beyond if name == file)
    return f" ({file}, line {line})"


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


def main(spec: str, seconds: str, engine: str, game: str, within: str, tried: str = "") -> None:
    """Be the child: answer all questions about a strategy, or compare what another has tried."""
    from strategy_lab.check.rehearsal import examine, examine_elsewhere

    _end_with_parent(_take(sys.stdin, os.O_RDONLY))
    with (
        os.fdopen(_take(sys.stdout, os.O_WRONLY), "wb") as channel,
        os.fdopen(_take(sys.stderr, os.O_WRONLY), "w", encoding="utf-8") as trace,
    ):
        faulthandler.enable(trace, all_threads=False)
        _limit_memory()

        rulesets, players, quick = json.loads(within)
        scope = Scope(tuple(rulesets), tuple(players), quick)

        def tell(message: Message) -> None:
            pickle.dump(message, channel)
            channel.flush()

        try:
            if tried:
                before: Tried = pickle.loads(Path(tried).read_bytes())
                _shift_clock()
                examine_elsewhere(spec, float(seconds), before, find_game(game), tell, scope)
            else:
                examine(spec, float(seconds), engine, find_game(game), tell, scope)
        except BaseException:
            traceback.print_exc(file=trace)
            raise


def _shift_clock() -> None:
    """Let Python's clock be another one, for what a strategy makes of it when it is loaded."""
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + MONTHS
    time.time_ns = lambda: now_ns() + MONTHS * 10**9


def _take(stream: Any, mode: int) -> int:
    """Return a descriptor of a standard stream, which for everyone else is empty from now on."""
    taken = os.dup(stream.fileno())
    nowhere = os.open(os.devnull, mode)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    return taken


if __name__ == "__main__":
    main(*sys.argv[1:])
