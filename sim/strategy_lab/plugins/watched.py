"""A decision that is watched: it tells when it is asked for, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from strategy_lab.plugins.decision import Decision


@dataclass(frozen=True)
class WatchedDecision(Decision):
    """A decision in plain Python that calls `asked` before it and `answered` after it.

    `answered` is called with the seconds that it took.
    """

    asked: Callable[[], None] = field(kw_only=True, compare=False)
    answered: Callable[[float], None] = field(kw_only=True, compare=False)

    @classmethod
    def of(
        cls, one: Decision, asked: Callable[[], None], answered: Callable[[float], None]
    ) -> Self:
        """Return a decision, watched."""
        facts = (one.function, one.arguments, one.asked_with, one.name)
        return cls(*facts, asked=asked, answered=answered)

    def __call__(self, *asked: object) -> int:
        """Return the move, in plain Python."""
        self.asked()
        started = time.perf_counter()
        move = super().__call__(*asked)
        self.answered(time.perf_counter() - started)
        return move
