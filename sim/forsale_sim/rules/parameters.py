"""The rules of one game: a ruleset resolved for a player count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Raise = Literal["strict", "match"]
"""``strict``: a bid must exceed the highest; ``match``: it may equal it, but exceeds one's own."""

Refund = Literal["up", "down", "all", "none"]
"""What a player who passes gets back of a bid b: ceil(b/2), floor(b/2), all of it, or nothing."""

MIN_PLAYERS, MAX_PLAYERS = 3, 6
MAX_VALUE = 255
"""The most that a cheque may be worth and a player may start with, in thousands."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Every parameter of a game for one player count; money in thousands, cards by value."""

    ruleset: str
    players: int
    houses: tuple[int, ...]
    """The house deck, ascending, no two alike; values 1 to 60."""
    cheques: tuple[int, ...]
    """The cheque deck, ascending; as many cards as there are houses."""
    coins: tuple[int, ...]
    """What each seat starts with, seat 1 first."""
    removed: int
    """Cards set aside unseen from each deck."""
    houses_per_round: int
    raise_: Raise
    refund: Refund

    def settings(self) -> dict[str, Any]:
        """Return every parameter under its public name, in values that JSON can hold.

        `coins` is a number if all seats start alike, otherwise a list by seat.
        """
        alike = len(set(self.coins)) == 1
        return {
            "refund": self.refund,
            "raise": self.raise_,
            "houses_per_round": self.houses_per_round,
            "coins": self.coins[0] if alike else list(self.coins),
            "removed": self.removed,
            "houses": list(self.houses),
            "cheques": list(self.cheques),
        }

    @property
    def cards_dealt(self) -> int:
        """How many cards of each deck are played."""
        return len(self.houses) - self.removed

    def refund_of(self, bid: int) -> int:
        """Return what a player who passes with `bid` on the table gets back."""
        match self.refund:
            case "up":
                return (bid + 1) // 2
            case "down":
                return bid // 2
            case "all":
                return bid
            case "none":
                return 0

    def least_bid(self, highest_bid: int, own_bid: int) -> int:
        """Return the smallest legal bid, given the highest bid on the table and one's own."""
        if self.raise_ == "strict":
            return highest_bid + 1
        return max(highest_bid, own_bid + 1)
