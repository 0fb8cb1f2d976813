"""What a chunk of games leaves behind: one record a game, and another one with detail if wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

MAX_SEATS = 8  # of the records of most games: sums have so many places where fewer play, too

MOST_SEATS = 12

BY_SEAT = ("strategy", "place", "win", "score")
"""The fields with which the record of every game begins, each by seat."""


class Count(NamedTuple):
    """What a game counts, and what one and several of it are called, where no rule tells it."""

    meaning: str
    one: str
    many: str


def whole_win(players: int) -> int:
    """Return into how many parts a win is divided: the same number for each of any winners.

    Sums of wins are in these parts wherever they are kept, so they can never change.
    """
    return 60 if players <= 6 else 840 if players <= MAX_SEATS else 27720


@dataclass(frozen=True)
class Rows:
    """The outcome of each game of consecutive deals: by deal, and within a deal by seating.

    Every field of a game's records is an attribute, one row a game: those by seat have a second
    axis of the seats in turn order (`players`), and every game has ``strategy``, an index into the
    field, ``place``, 1 for the best, where ties share the better place, ``win``, the share of it in
    parts (see `whole_win`), and ``score``.
    """

    data: NDArray[Any]  # (games,) records that begin with `BY_SEAT`
    # (games,) records of more about each game; (0,) where nobody asked for them.
    detail: NDArray[Any]
    players: int
    seatings: int  # games per deal
    first_deal: int

    def __getattr__(self, name: str) -> NDArray[Any]:
        if not name.startswith("_"):
            if name in (self.data.dtype.names or ()):
                return self.by_seat(name) if self.data[name].ndim > 1 else self.data[name]
            if name in (self.detail.dtype.names or ()):
                self.require_detail()
                return self.detail[name]
        raise AttributeError(f"rows have no {name!r}")

    @property
    def counted_score(self) -> NDArray[Any]:
        """(games, players): the score in a unit in which it is small, as tables count it."""
        return self.score

    @property
    def merit(self) -> NDArray[Any]:
        """(games, players): the score, where more of it is better."""
        return self.score.astype(np.int64)

    @property
    def deals(self) -> int:
        return len(self.data) // self.seatings

    def by_seat(self, name: str) -> NDArray[Any]:
        by_seat: NDArray[Any] = self.data[name][:, : self.players]
        return by_seat

    def widened(self) -> Self:
        """Return these rows with all whole numbers as int64, of which differences are right."""
        return replace(self, data=_widened(self.data), detail=_widened(self.detail))

    def require_detail(self) -> None:
        if len(self.detail) != len(self.data):
            raise ValueError(
                "these rows have no detail of each game: let the engine play with detail=True"
            )

    @classmethod
    def of_records(
        cls,
        record: np.dtype[Any],
        detail: np.dtype[Any] | None,
        deals: int,
        players: int,
        seatings: int,
        first_deal: int = 1,
        detailed: bool = True,
    ) -> Self:
        """Return rows for some deals, all zero, to be filled in place."""
        games = deals * seatings
        more = np.zeros(games if detailed else 0, detail)
        return cls(np.zeros(games, record), more, players, seatings, first_deal)


def _widened(records: NDArray[Any]) -> NDArray[Any]:
    fields = [(name, records.dtype[name]) for name in records.dtype.names or ()]
    wide = [(name, "i8" if of.base.kind in "iu" else of.base, of.shape) for name, of in fields]
    return records.astype(wide) if wide else records
