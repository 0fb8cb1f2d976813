"""What the process that tries a strategy tells the one that waits for it: a line of JSON each."""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TextIO

from forsale_sim.check.verdicts import Cost, Excerpt, Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing that is tried.

    Attributes
    ----------
    question
        What it is tried for.
    seconds
        The next message comes sooner, or the strategy hangs.
    excerpt
        The game and the decision, if it is one.
    """

    question: str
    seconds: float
    excerpt: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """The strategy was asked for wrongly: a usage error."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """All has been tried."""


Message = Step | Verdict | Cost | Wrong | Done

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Step, Verdict, Cost, Wrong, Done)}


def send(message: Message, channel: TextIO) -> None:
    """Write a message."""
    facts = {"kind": type(message).__name__, **asdict(message)}
    _write(facts, channel)


def received(line: str) -> Message | tuple[int, ...]:
    """Return the message that a line holds; or moves, from `Progress.decision`."""
    facts = json.loads(line)
    if isinstance(facts, list):
        return tuple(facts)
    kind = KINDS[facts.pop("kind")]
    if facts.get("excerpt"):
        facts["excerpt"] = Excerpt.from_facts(facts["excerpt"])
    message: Message = kind(**facts)
    return message


def _write(facts: object, channel: TextIO) -> None:
    channel.write(json.dumps(facts, default=operator.index) + "\n")
    channel.flush()


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells of each decision before it is asked for, so that one that hangs is known.

    Attributes
    ----------
    question
        What it is asked for.
    seconds
        How long it may take.
    channel
        Where messages go.
    """

    question: str
    seconds: float
    channel: TextIO

    def game(self, excerpt: Excerpt) -> None:
        """Tell which game comes next, or which decision."""
        send(Step(self.question, self.seconds, excerpt), self.channel)

    def decision(self, moves: Sequence[int]) -> None:
        """Tell which decision of the game comes next: the one after `moves`."""
        _write(moves, self.channel)
