"""Everything that happens in a game; the fields of an event are those of its line in a trace.

Seats count from 1; as owner, payer or payee 0 is the bank, and -1 the jackpot on free parking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn begins."""

    t: ClassVar = "turn"
    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """A player rolls the dice, to move, to leave the jail, or for the rent of a utility."""

    t: ClassVar = "roll"
    seat: int
    dice: tuple[int, int, int]
    """The speed die is last: 0 if it is not thrown, 4 the bus, 5 and 6 Mr. Monopoly."""


@dataclass(frozen=True, slots=True)
class Move:
    """A token moves to a square."""

    t: ClassVar = "move"
    seat: int
    square: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Money changes hands: all of it does so in these events."""

    t: ClassVar = "pay"
    payer: int
    payee: int
    amount: int
    purpose: str
    square: int
    """The square that it is for; -1 for none."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed gets another owner; with a mortgage on it or without."""

    t: ClassVar = "deed"
    square: int
    owner: int
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class Mortgage:
    """A deed is mortgaged, or redeemed."""

    t: ClassVar = "mortgage"
    square: int
    mortgaged: bool


@dataclass(frozen=True, slots=True)
class Building:
    """A street has other buildings than before: 1 to 4 houses, 5 for a hotel."""

    t: ClassVar = "building"
    square: int
    level: int


@dataclass(frozen=True, slots=True)
class Bid:
    """A player names the most to pay for a lot; in an open auction, bids."""

    t: ClassVar = "bid"
    seat: int
    lot: int
    """A square, or 64 for a house and 65 for a hotel."""
    amount: int
    """0 for no bid."""


@dataclass(frozen=True, slots=True)
class Card:
    """A player draws a card."""

    t: ClassVar = "card"
    seat: int
    deck: int
    effect: str


@dataclass(frozen=True, slots=True)
class JailCard:
    """A card that opens the jail gets another holder; the bank puts it under its deck."""

    t: ClassVar = "jail_card"
    deck: int
    holder: int


@dataclass(frozen=True, slots=True)
class Jail:
    """A player goes to jail, or is free again."""

    t: ClassVar = "jail"
    seat: int
    free: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """A player proposes a trade; what changes hands follows, if it is accepted."""

    t: ClassVar = "trade"
    seat: int
    partner: int
    given: tuple[int, ...]
    got: tuple[int, ...]
    cash: int
    cards_given: int
    cards_got: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Bankruptcy:
    """A player is out; what was owned goes to the creditor."""

    t: ClassVar = "bankrupt"
    seat: int
    creditor: int


Event = (
    Turn
    | Roll
    | Move
    | Payment
    | Deed
    | Mortgage
    | Building
    | Bid
    | Card
    | JailCard
    | Jail
    | Proposal
    | Bankruptcy
)
