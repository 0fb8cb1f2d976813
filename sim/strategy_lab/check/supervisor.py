"""Checks a strategy in a child process, and ends that process if the strategy hangs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from strategy_lab import errors
from strategy_lab.check.verdicts import (
    OF_ONE_GAME,
    QUESTIONS,
    BadSpec,
    Cost,
    Done,
    Message,
    Moves,
    Report,
    Step,
    Verdict,
    parse_message,
)
from strategy_lab.errors import UsageError, is_beyond
from strategy_lab.game import GameDefinition

STARTING_SECONDS = 60.0
"""How long the child may take to start, before it looks at the strategy."""

TRACE_SECONDS = 2.0
"""How long a child that hangs may take to write down where, before it is killed."""

STAGES = {
    "loads": "while it was loaded",
    "plays": "in plain Python",
    "repeats": "when asked again",
    "public": "when asked again with other hidden cards",
    "compiles": "while it was compiled",
    "agrees": "compiled",
}
"""What the child does to answer each question."""

PACKAGE = Path(__file__).parents[1]


def check(spec: str, seconds: float, engine: str, game: GameDefinition) -> Report:
    """Check a strategy of a game in a process of its own."""
    report = Report(spec)
    own = () if game.own_check is None else game.own_check.questions
    report.questions = tuple(each for each in QUESTIONS if each not in OF_ONE_GAME or each in own)
    packages = [PACKAGE, _package_of(game)]
    step = Step("loads", max(seconds, STARTING_SECONDS))
    asked = [spec, str(seconds), engine, game.name]
    with tempfile.TemporaryFile() as trace, _child(asked, trace) as child:
        messages = _read_messages(child)
        while True:
            try:
                message = messages.get(timeout=step.seconds)
            except Empty:
                _abort(child)
                report.add(_hung(step, _text(trace), packages))
                break
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
                case BadSpec(text):
                    raise UsageError(text)
                case Done():
                    break
                case None:
                    report.add(_ended(step, child.wait(), _text(trace), packages))
                    break
    report.close()
    return report


def _package_of(game: GameDefinition) -> Path:
    package = game.program().place.partition(".")[0]
    return Path(str(import_module(package).__file__)).parent


@contextmanager
def _child(arguments: Sequence[str], trace: IO[bytes]) -> Iterator[subprocess.Popen[str]]:
    """Start the child; end it, and all that it started, whatever happens."""
    # -P: a strategy file called like a module, random.py say, must not take its place.
    command = [sys.executable, "-P", "-m", "strategy_lab.check.child", *arguments]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,  # never written to: it closes when this process dies
        stdout=subprocess.PIPE,
        stderr=trace,
        encoding="utf-8",
        start_new_session=True,
    ) as child:
        try:
            yield child
        finally:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(child.pid, signal.SIGKILL)
                else:
                    child.kill()


def _read_messages(child: subprocess.Popen[str]) -> SimpleQueue[Message | Moves | None]:
    queue: SimpleQueue[Message | Moves | None] = SimpleQueue()

    def read() -> None:
        with suppress(ValueError):  # closed, or the child died in the middle of a line
            for line in child.stdout or ():
                queue.put(parse_message(line))
        queue.put(None)

    Thread(target=read, daemon=True).start()
    return queue


def _abort(child: subprocess.Popen[str]) -> None:
    with suppress(subprocess.TimeoutExpired, ValueError):  # some systems have no such signal
        child.send_signal(signal.SIGABRT)
        child.wait(TRACE_SECONDS)


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
    frames = [(ESCAPE.sub(_unescaped, file), line) for file, line in found]
    beyond = [frame for frame in frames if all(is_beyond(frame[0], each) for each in packages)]
    if not beyond or len(beyond) == len(frames):
        return ""
    file = beyond[-1][0]
    line = next(line for name, line in beyond if name == file)
    return f" ({file}, line {line})"


def _unescaped(escape: re.Match[str]) -> str:
    return chr(int(escape[1] or escape[2] or escape[3], 16))
