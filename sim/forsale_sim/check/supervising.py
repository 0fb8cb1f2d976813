"""Waits for the process that tries a strategy, and ends it where the strategy hangs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

import forsale_sim
from forsale_sim.check.messages import Done, Message, Step, Wrong, received
from forsale_sim.check.verdicts import Cost, Report, Verdict
from forsale_sim.errors import UsageError

STARTING_SECONDS = 60.0
"""How long the process may take to start, before it has looked at the strategy."""

LAST_WORDS_SECONDS = 2.0
"""How long a process that hangs may take to write down where, before it is ended."""

STAGES = {
    "loads": "while it was loaded",
    "plays": "in plain Python",
    "repeats": "when asked again",
    "public": "when asked again with other hidden cards",
    "compiles": "while it was compiled",
    "agrees": "compiled",
}
"""What a process was doing for each question."""

PACKAGE = Path(forsale_sim.__file__).parent


def check(spec: str, seconds: float) -> Report:
    """Try a strategy in a process of its own.

    Parameters
    ----------
    spec
        The strategy.
    seconds
        How long a decision may take.

    Raises
    ------
    UsageError
        If there is no such strategy, or its file cannot be run.
    """
    report = Report(spec)
    step = Step("loads", max(seconds, STARTING_SECONDS))
    with tempfile.TemporaryFile() as traces, _process(spec, seconds, traces) as process:
        messages = _messages(process)
        while True:
            try:
                message = messages.get(timeout=step.seconds)
            except Empty:
                _stop(process)
                report.add(_hung(step, _place(_text(traces))))
                break
            match message:
                case Step():
                    step = message
                case tuple():
                    step = _further(step, message)
                case Verdict():
                    report.add(message)
                case Cost():
                    report.cost = message
                case Wrong(text):
                    raise UsageError(text)
                case Done():
                    break
                case None:
                    report.add(_ended(step, process.wait(), _text(traces)))
                    break
    report.close()
    return report


@contextmanager
def _process(spec: str, seconds: float, traces: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
    """Start the process; end it, and all that it started, whatever happens."""
    # -P: a strategy file called like a module, random.py say, must not take its place.
    command = [sys.executable, "-P", "-m", "forsale_sim.check.child", spec, str(seconds)]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=traces,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()


def _messages(process: subprocess.Popen[str]) -> SimpleQueue[Message | tuple[int, ...] | None]:
    """Return where the messages of the process arrive, and None after the last one."""
    queue: SimpleQueue[Message | tuple[int, ...] | None] = SimpleQueue()

    def read() -> None:
        with suppress(ValueError):  # closed, or ended in the middle of a line
            for line in process.stdout or ():
                queue.put(received(line))
        queue.put(None)

    Thread(target=read, daemon=True).start()
    return queue


def _further(step: Step, moves: tuple[int, ...]) -> Step:
    """Return the next decision in the game of a step."""
    excerpt = step.excerpt and replace(step.excerpt, moves=moves)
    return replace(step, excerpt=excerpt)


def _stop(process: subprocess.Popen[str]) -> None:
    """Make the process write down what it is doing, which it does when it aborts."""
    with suppress(subprocess.TimeoutExpired, ValueError):  # some systems know no such signal
        process.send_signal(signal.SIGABRT)
        process.wait(LAST_WORDS_SECONDS)


def _text(traces: IO[bytes]) -> str:
    traces.seek(0)
    return traces.read().decode(errors="replace")


def _ended(step: Step, status: int, trace: str) -> Verdict:
    """Return what to say of a process that ended before it was done."""
    said = signal.Signals(-status).name if status < 0 else f"exit status {status}"
    if "Traceback" in trace:
        said = trace.strip().splitlines()[-1]
    text = f"the process ended {STAGES[step.question]}: {said}{_place(trace)}"
    return Verdict(step.question, "failed", text, step.excerpt)


def _hung(step: Step, place: str) -> Verdict:
    text = f"no answer within {step.seconds:g} s {STAGES[step.question]}{place}"
    if step.excerpt and step.excerpt.moves is not None:
        game = step.excerpt.replayed()
        text += f", {game.phase} in round {game.round} from seat {game.to_act}"
    return Verdict("finishes", "failed", text, step.excerpt, replayable=False)


def _place(trace: str) -> str:
    """Return the line that was run in the first file beyond this package, if there is one."""
    threads = re.split(r"\n(?=(?:Current thread|Thread) )", trace)
    for thread in threads:
        frames = re.findall(r'File "([^"<]+)", line (\d+)', thread)
        beyond = [frame for frame in frames if not Path(frame[0]).is_relative_to(PACKAGE)]
        if len(beyond) < len(frames) and beyond:
            file = beyond[-1][0]
            line = next(line for name, line in beyond if name == file)
            return f" ({file}, line {line})"
    return ""
