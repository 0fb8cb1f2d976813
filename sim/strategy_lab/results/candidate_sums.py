"""What each of several players has of its deals, whoever it plays them with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from strategy_lab.results.accumulator import Accumulator, Sums
from strategy_lab.rows import Rows


@dataclass(frozen=True, slots=True)
class CandidateSums(Accumulator):
    """Sums over the deals of each candidate: the first strategies of a field."""

    first: int
    """The index in the field of the first candidate."""

    win: Sums
    win_squares: Sums
    """(candidates,): the sums of a deal's wins at all tables, and of their squares, in parts of a
    win."""

    ahead: Sums
    """(candidates,): the score times the number of the others, less the scores of the others."""

    level: Sums
    """(candidates,): in how many deals all others played as the candidate does."""

    @classmethod
    def empty(cls, candidates: int) -> Self:
        """Return the sums of no deal."""
        return cls(0, *(np.zeros(candidates, np.int64) for _ in range(4)))

    def of(self, candidate: int) -> CandidateSums:
        """Return those of one candidate, which share memory with these."""
        own = slice(candidate, candidate + 1)
        parts = (self.win, self.win_squares, self.ahead, self.level)
        return CandidateSums(self.first + candidate, *(part[own] for part in parts))

    def count(self, rows: Sequence[Rows]) -> None:
        """Add the games of some deals, at each of their tables, to the first candidate."""
        wins: Sums | int = 0
        for games in rows:
            own = games.strategy == self.first
            score = games.score.astype(np.int64)
            self.ahead[0] += np.where(own, (games.players - 1) * score, -score).sum()
            win = np.where(own, games.win, 0).sum(axis=1, dtype=np.int64)
            wins = wins + win.reshape(-1, games.seatings).sum(axis=1)
        self.win[0] += np.sum(wins)
        self.win_squares[0] += np.sum(np.square(wins))

    def arrays(self) -> dict[str, Sums]:
        """Return the sums by name."""
        return {
            "win": self.win,
            "win_squares": self.win_squares,
            "ahead": self.ahead,
            "level": self.level,
        }
