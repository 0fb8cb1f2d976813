"""Numbers and names in running text, and texts from anywhere as a terminal may show them."""

from __future__ import annotations

import re
from collections.abc import Iterable

UNPRINTABLE = re.compile(
    r"\x1b\[[012]?m"  # our own: bold, dim and neither
    r"|(?P<control>[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069])"
)
"""What a terminal obeys instead of showing it: it may move the cursor, or reorder letters."""


def printable(text: str) -> str:
    r"""Return a text in which nothing but its own letters, tabs and line breaks reaches a terminal.

    Examples
    --------
    >>> print(printable("a\x1b]0;title\x07"))
    a\u001b]0;title\u0007
    """
    return UNPRINTABLE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found['control']):04x}" if found["control"] else found[0]


def listed(names: Iterable[object], last: str = "and") -> str:
    """Return names, of which there is at least one, joined as in a sentence.

    Examples
    --------
    >>> listed([3]), listed([3, 4]), listed([3, 4, 6], "or")
    ('3', '3 and 4', '3, 4 or 6')
    """
    *others, final = map(str, names)
    return f"{', '.join(others)} {last} {final}" if others else final


def counted(number: int, what: str, several: str | None = None) -> str:
    """Return a number of things.

    Examples
    --------
    >>> counted(1, "game"), counted(2000, "game"), counted(3, "strategy", "strategies")
    ('1 game', '2,000 games', '3 strategies')
    """
    return f"{number:,} {what if number == 1 else several or f'{what}s'}"


def with_unit(number: str, unit: str) -> str:
    """Return a printed number with its unit, in the plural unless it is one.

    Examples
    --------
    >>> with_unit("1", "point"), with_unit("0.5", "point")
    ('1 point', '0.5 points')
    """
    return f"{number} {unit}{'' if number in ('1', '1.0') else 's'}"


def games_of_deals(games: int, deals: int) -> str:
    """Return how much was played.

    Examples
    --------
    >>> games_of_deals(100_000, 25_000)
    '100,000 games of 25,000 deals'
    """
    return f"{counted(games, 'game')} of {counted(deals, 'deal')}"
