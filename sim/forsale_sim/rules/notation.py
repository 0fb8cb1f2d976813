"""The notation of decks, player-count tables and rounds in a ruleset's file.

Values are read before their types and limits are checked, so these functions return unchanged
whatever they cannot read, and the check that follows reports it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from forsale_sim.rules.parameters import LEAST_RAISES, MAX_PLAYERS, MAX_VALUE, MIN_PLAYERS

PLAYER_COUNTS = {str(count): count for count in range(MIN_PLAYERS, MAX_PLAYERS + 1)}
"""Player counts by their TOML keys."""

_RANGE = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s*")
_HOUSES_PER_ROUND = re.compile(r"\s*players\s*(?:-\s*([0-9])\s*)?")


def read_deck(value: object) -> object:
    """Return the cards that `value` names: ``"1-30"`` as a list, anything else as it is."""
    written = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    first, last = int(written[1]), int(written[2])
    if first > last:
        raise ValueError(f"the range {value!r} runs downwards; write it as '{last}-{first}'")
    if last > MAX_VALUE:
        raise ValueError(f"the range {value!r} goes beyond {MAX_VALUE}, the highest value allowed")
    return list(range(first, last + 1))


def deck_text(deck: Sequence[int]) -> str:
    """Return an ascending deck in short form.

    Examples
    --------
    >>> deck_text((0, 0, 2, 2, 3, 3, 7))
    '2 x 0, 2 x 2-3, 7'
    """
    copies = [(value, len(list(same))) for value, same in groupby(deck)]
    runs: list[list[tuple[int, int]]] = []
    for value, times in copies:
        if runs and runs[-1][-1] == (value - 1, times):
            runs[-1].append((value, times))
        else:
            runs.append([(value, times)])
    return ", ".join(_run_text(run[0][0], run[-1][0], run[0][1]) for run in runs)


def _run_text(first: int, last: int, times: int) -> str:
    values = str(first) if first == last else f"{first}-{last}"
    return values if times == 1 else f"{times} x {values}"


def read_table(value: object) -> object:
    """Return a table with its keys made whole numbers where they are player counts."""
    if not isinstance(value, Mapping):
        return value
    return {PLAYER_COUNTS.get(key, key): entry for key, entry in value.items()}


def read_coins(value: object) -> object:
    """Return the coins by player count; one amount for all seats is repeated for each."""
    table = read_table(value)
    if not isinstance(table, Mapping):
        return table
    seats = {count: count for count in PLAYER_COUNTS.values()}
    return {
        count: entry if isinstance(entry, list | tuple) else [entry] * seats.get(count, 0)
        for count, entry in table.items()
    }


def coins_text(coins: Sequence[int]) -> str:
    """Return the starting coins: one number if all seats are equal, else all in turn order.

    Examples
    --------
    >>> coins_text((21, 21, 21, 21)), coins_text((20, 21, 21, 22))
    ('21', '20,21,21,22')
    """
    return str(coins[0]) if len(set(coins)) == 1 else ",".join(map(str, coins))


def read_raise(value: object) -> object:
    """Return ``"match"`` for a least raise of 0 and ``"strict"`` for 1, anything else as it is."""
    if type(value) is int:
        return next((name for name, least in LEAST_RAISES.items() if least == value), value)
    return value


def read_houses_per_round(value: object) -> object:
    """Return ``"players"`` or ``"players - k"`` in one spelling, anything else as it is."""
    written = _HOUSES_PER_ROUND.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        return value
    fewer = int(written[1] or 0)
    return f"players - {fewer}" if fewer else "players"


def houses_fewer(houses_per_round: str) -> int:
    """Return the k of ``"players - k"`` houses a round; 0 for ``"players"``."""
    return int(houses_per_round.removeprefix("players").removeprefix(" - ") or 0)
