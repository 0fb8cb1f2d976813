"""The result of a check: a verdict on each question, with the game behind a bad one."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from strategy_lab.game import OwnCheck, find_game

QUESTIONS = {
    "loads": "loads",
    "source": "uses the view only as it may",
    "quiet": "prints nothing and writes no file",
    "plays": "plays by the rules",
    "repeats": "makes the same move when asked again",
    "public": "makes the same move whatever the hidden cards are",
    "compiles": "compiles",
    "agrees": "plays the same game compiled and in plain Python",
    "finishes": "finishes",
}
"""What a check asks, in the order of its report."""

OF_ONE_GAME = ("public",)
"""Asked only where the check of a game asks it: whether cards are hidden, it alone knows."""

Outcome = Literal["passed", "failed", "open"]
"""``open``: not tried, or without consequence."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A game of a run, up to a decision."""

    plays: str
    """What the game is called."""

    ruleset: str
    names: tuple[str, ...]
    specs: tuple[str, ...]
    """The strategies by seat: their names in the run, and the specs that load them."""

    seed: int
    games: int
    """The run's. It has no rotations: game n is the first seating of deal n."""

    game: int
    """The game's number in the run."""

    moves: tuple[int, ...] | None = None
    """The moves of all players before the decision; None for the whole game."""

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Return the excerpt that these facts, read from JSON, describe."""
        lists = {key: tuple(value) for key, value in facts.items() if isinstance(value, list)}
        return cls(**{**facts, **lists})

    @property
    def command(self) -> str:
        """The command that replays the game."""
        options = {
            "ruleset": self.ruleset,
            "lineup": ",".join(self.specs),
            "seed": self.seed,
            "games": self.games,
            "game": self.game,
        }
        words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        program = find_game(self.plays).program()
        return shlex.join([program.name, "replay", *words, "--no-rotate"])

    def story(self) -> str:
        """Return the game up to the decision as text; empty for the whole game."""
        return "" if self.moves is None else self._check.story(self)

    def whereabouts(self) -> str:
        """Return which decision it is, in words; empty for the whole game."""
        return "" if self.moves is None else self._check.whereabouts(self)

    @property
    def _check(self) -> OwnCheck:
        own_check = find_game(self.plays).own_check
        assert own_check is not None, "only a check of its own tells moves"
        return own_check


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to one question."""

    question: str
    """A key of `QUESTIONS`."""

    outcome: Outcome
    text: str
    """What was tried, what went wrong, or why nothing was tried."""

    excerpt: Excerpt | None = None
    """The game in which it went wrong, if any."""

    replayable: bool = True
    """False if the game cannot be replayed, because a decision never ends."""

    @property
    def replay(self) -> str | None:
        """The command that replays the game, if there is one that ends."""
        return self.excerpt.command if self.excerpt and self.replayable else None


class CheckFailedError(Exception):
    """A question got a bad verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Cost:
    """What a decision costs on average, in seconds."""

    plain: float
    compiled: float | None = None
    """Compiled, including the engine's share; None if it is not known."""


@dataclass
class Report:
    """The verdicts on one strategy."""

    spec: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    cost: Cost | None = None
    questions: tuple[str, ...] = tuple(QUESTIONS)

    @property
    def passed(self) -> bool:
        """Whether no verdict is bad."""
        return all(verdict.outcome != "failed" for verdict in self.verdicts.values())

    def add(self, verdict: Verdict) -> None:
        """Add a verdict; the first one on a question stands."""
        self.verdicts.setdefault(verdict.question, verdict)

    def close(self) -> None:
        """Mark every question without a verdict as not tried."""
        for question in self.questions:
            self.add(Verdict(question, "open", "not tried"))
        self.verdicts = {question: self.verdicts[question] for question in self.questions}
