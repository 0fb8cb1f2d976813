"""Messages of the process that checks a strategy to the one that waits: JSON, one a line."""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TextIO

from strategy_lab.check.verdicts import Cost, Excerpt, Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """What is tried next."""

    question: str
    """The question that it helps to answer."""

    seconds: float
    """The time limit: if no other message arrives within it, the strategy hangs."""

    excerpt: Excerpt | None = None
    """The game and the decision, if it is one."""


@dataclass(frozen=True, slots=True)
class BadSpec:
    """The strategy cannot be loaded: a usage error."""

    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """Everything has been tried."""


Message = Step | Verdict | Cost | BadSpec | Done
Moves = tuple[int, ...]

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Step, Verdict, Cost, BadSpec, Done)}


def send(message: Message, channel: TextIO) -> None:
    """Write a message."""
    _write({"kind": type(message).__name__, **asdict(message)}, channel)


def parse_message(line: str) -> Message | Moves:
    """Return the message in a line, or the moves that `Progress.decision` has written."""
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
    """Announces each decision before it is asked for, so that one that hangs can be named."""

    question: str
    """The question that the decisions help to answer."""

    seconds: float
    """The time limit of a decision."""

    channel: TextIO

    def game(self, excerpt: Excerpt) -> None:
        """Announce a game, or a decision in one."""
        send(Step(self.question, self.seconds, excerpt), self.channel)

    def decision(self, moves: Sequence[int]) -> None:
        """Announce the next decision of the game: the one after `moves`."""
        _write(moves, self.channel)
