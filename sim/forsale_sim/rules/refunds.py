"""The part of a bid that a pass gives back, and its notation in a ruleset's file."""

from __future__ import annotations

import re
from functools import cache
from math import gcd
from typing import NamedTuple

_FRACTION = re.compile(r"\s*(\d{1,2})\s*/\s*(\d{1,2})\s+(up|down)\s*")

PATTERN = r"^(up|down|all|none|\d{1,2}/\d{1,2} (up|down))$"
"""A refund in its one spelling."""

ALLOWED = "'up', 'down', 'all', 'none', or a fraction such as '1/3 up' or '2/3 down'"


class Share(NamedTuple):
    """A fraction of a bid in whole coins: of ``bid * numerator + rounding`` over `denominator`."""

    numerator: int
    denominator: int
    rounding: int
    """0 to round down; `denominator` - 1 to round up."""

    def of(self, bid: int) -> int:
        """Return the share of a bid, in coins."""
        return (bid * self.numerator + self.rounding) // self.denominator


_SHARES = {
    "up": Share(1, 2, 1),
    "down": Share(1, 2, 0),
    "all": Share(1, 1, 0),
    "none": Share(0, 1, 0),
}


def read_refund(value: object) -> object:
    """Return a refund in one spelling, anything else as it is.

    Examples
    --------
    >>> read_refund("2/6 up"), read_refund("1/2 down"), read_refund("5/5 up")
    ('1/3 up', 'down', 'all')
    """
    written = _FRACTION.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    numerator, denominator, way = int(written[1]), int(written[2]), written[3]
    if denominator == 0:
        raise ValueError(f"{value!r} divides by nothing; it must be {ALLOWED}")
    if numerator > denominator:
        raise ValueError(f"{value!r} is more than the bid; it must be {ALLOWED}")
    common = gcd(numerator, denominator)
    match numerator // common, denominator // common:
        case 0, 1:
            return "none"
        case 1, 1:
            return "all"
        case 1, 2:
            return way
        case part, whole:
            return f"{part}/{whole} {way}"


@cache
def refund_share(refund: str) -> Share:
    """Return the share of a bid that a refund in its one spelling stands for."""
    if refund in _SHARES:
        return _SHARES[refund]
    fraction, way = refund.split()
    numerator, denominator = map(int, fraction.split("/"))
    return Share(numerator, denominator, denominator - 1 if way == "up" else 0)
