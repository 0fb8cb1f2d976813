"""Cards as effects: what each text in a ruleset's file makes of a game."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

MOST_MONEY = 1_000_000
"""The highest amount in a ruleset; sums of any game stay far below 64 bits."""


class Code(IntEnum):
    """What a card does; its numbers are in `Effect`."""

    ADVANCE = 0
    """Go forward to square `amount`."""
    NEAREST_RAILWAY = 1
    """Go forward to the next railway; its owner gets `amount` times the rent."""
    NEAREST_UTILITY = 2
    """Go forward to the next utility; its owner gets `amount` times a new throw of the dice."""
    BACK = 3
    """Go `amount` squares back."""
    JAIL = 4
    """Go to jail."""
    JAIL_FREE = 5
    """Keep the card; it opens the jail once."""
    COLLECT = 6
    """Get `amount` from the bank."""
    PAY = 7
    """Pay `amount` to the bank."""
    COLLECT_FROM_EACH = 8
    """Get `amount` from each player."""
    PAY_EACH = 9
    """Pay `amount` to each player."""
    REPAIRS = 10
    """Pay `amount` for each house and `hotel` for each hotel to the bank."""


class Effect(NamedTuple):
    """A card."""

    code: Code
    amount: int = 0
    hotel: int = 0

    def __str__(self) -> str:
        return WORDING[self.code].format(self.amount, self.hotel)


WORDING = {
    Code.ADVANCE: "advance to {}",
    Code.NEAREST_RAILWAY: "nearest railway, rent x {}",
    Code.NEAREST_UTILITY: "nearest utility, dice x {}",
    Code.BACK: "back {}",
    Code.JAIL: "go to jail",
    Code.JAIL_FREE: "jail free",
    Code.COLLECT: "collect {}",
    Code.PAY: "pay {}",
    Code.COLLECT_FROM_EACH: "collect {} from each",
    Code.PAY_EACH: "pay {} to each",
    Code.REPAIRS: "repairs {} a house, {} a hotel",
}
"""How a file writes each effect: ``{}`` is a whole number."""

_PATTERNS = {
    code: re.compile(r"\s+".join(wording.replace("{}", r"(\d{1,7})").split()))
    for code, wording in WORDING.items()
}


def read_effect(text: object) -> Effect:
    """Return the effect that a text of a file names."""
    for code, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text.strip()) if isinstance(text, str) else None
        if found:
            effect = Effect(code, *map(int, found.groups()))
            if max(effect.amount, effect.hotel) > MOST_MONEY:
                raise ValueError(f"{text!r} holds a number above {MOST_MONEY:,}, the most allowed")
            return effect
    known = "; ".join(wording.format("…", "…") for wording in WORDING.values())
    raise ValueError(f"{text!r} is no effect of a card. Effects are: {known}")
