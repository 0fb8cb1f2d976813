"""Numbers and names in running text."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[object], last: str = "and") -> str:
    """Return names, of which there is at least one, joined as in a sentence.

    Examples
    --------
    >>> listed([3]), listed([3, 4]), listed([3, 4, 6], "or")
    ('3', '3 and 4', '3, 4 or 6')
    """
    *others, final = map(str, names)
    return f"{', '.join(others)} {last} {final}" if others else final


def counted(number: int, what: str) -> str:
    """Return a number of things.

    Examples
    --------
    >>> counted(1, "game"), counted(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def games_of_deals(games: int, deals: int) -> str:
    """Return how much was played.

    Examples
    --------
    >>> games_of_deals(100_000, 25_000)
    '100,000 games of 25,000 deals'
    """
    return f"{counted(games, 'game')} of {counted(deals, 'deal')}"
