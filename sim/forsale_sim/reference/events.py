"""Public events of a game; their fields are those of the trace's lines, in order.

Seats and rounds count from 1 (rounds within their phase); money is in thousands; cards are their
printed values. `trace` writes events as JSON Lines, `story` as sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Houses:
    t: ClassVar = "houses"
    round: int
    cards: tuple[int, ...]
    opener: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A player bids; the amount is the bid's total."""

    t: ClassVar = "bid"
    round: int
    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Pass:
    t: ClassVar = "pass"
    round: int
    seat: int
    house: int | None
    bid: int
    refund: int


@dataclass(frozen=True, slots=True)
class Take:
    t: ClassVar = "take"
    round: int
    seat: int
    house: int
    paid: int


@dataclass(frozen=True, slots=True)
class Cheques:
    t: ClassVar = "cheques"
    round: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sell:
    t: ClassVar = "sell"
    round: int
    seat: int
    house: int
    cheque: int


Event = Houses | Bid | Pass | Take | Cheques | Sell
