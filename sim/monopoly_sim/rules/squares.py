"""The squares of a board as a ruleset's file writes them: one table for each, in order of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple

from strategy_lab.errors import nearest
from strategy_lab.validation import one_line, shown

from monopoly_sim.rules.effects import MOST_MONEY


class Kind(IntEnum):
    """What a square is; in a file, its name in small letters."""

    GO = 0
    STREET = 1
    RAILWAY = 2
    UTILITY = 3
    DECK_A = 4
    DECK_B = 5
    TAX = 6
    JAIL = 7
    PARKING = 8
    GO_TO_JAIL = 9


DEEDS = (Kind.STREET, Kind.RAILWAY, Kind.UTILITY)
"""The kinds of squares that can be owned."""

HOTEL = 5
"""The level of a street with a hotel; 1 to 4 are as many houses."""


class Square(NamedTuple):
    """One square; money is 0 where there is none."""

    kind: Kind
    name: str
    group: str = ""
    """The colour of a street."""
    price: int = 0
    house: int = 0
    """What a house costs, and a hotel beside four houses."""
    rents: tuple[int, ...] = ()
    """Of a street, by level: unbuilt, with 1 to 4 houses, with a hotel."""
    tax: int = 0


KEYS = {
    Kind.STREET: ("group", "price", "house", "rents"),
    Kind.RAILWAY: ("price",),
    Kind.UTILITY: ("price",),
    Kind.TAX: ("tax",),
}
"""What a table of each kind has besides kind and name."""


def read_square(entry: object) -> Square:
    """Return the square that a table of a file describes."""
    if isinstance(entry, Square):
        return entry
    if not isinstance(entry, Mapping):
        raise ValueError(f"{shown(entry)} is no table such as {{ kind = 'tax', tax = 200 }}")
    kinds = {kind.name.lower(): kind for kind in Kind}
    if "kind" not in entry:
        raise ValueError(f"the key 'kind' is missing; kinds are {', '.join(kinds)}")
    written = entry["kind"]
    if written not in kinds:
        raise ValueError(f"{shown(written)} is no kind of square{nearest(str(written), kinds)}")
    kind = kinds[written]
    keys = ("kind", "name", *KEYS.get(kind, ()))
    for key in {**entry, **dict.fromkeys(keys)}:
        if key not in keys:
            raise ValueError(f"a {written} square has no key {key!r}; it has {', '.join(keys)}")
        if key not in entry:
            raise ValueError(f"the key {key!r} is missing; a {written} square needs it")
    facts = {key: _CHECKS[key](key, entry[key]) for key in keys if key != "kind"}
    return Square(kind, **facts)


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{key}: {shown(value)} is not allowed; it must be a text")
    return one_line(value)


def _money(key: str, amount: object, least: int = 0) -> int:
    if type(amount) is not int or not least <= amount <= MOST_MONEY:
        raise ValueError(
            f"{key}: {shown(amount)} is not allowed; it must be a whole number from {least} to "
            f"{MOST_MONEY:,}"
        )
    return amount


def _price(key: str, amount: object) -> int:
    """Return an amount of which half is some money, so that selling makes progress."""
    return _money(key, amount, least=2)


def _rents(key: str, rents: object) -> tuple[int, ...]:
    if not isinstance(rents, list) or len(rents) != HOTEL + 1:
        raise ValueError(
            f"{key}: {shown(rents)} is not allowed; it must be a list of {HOTEL + 1} whole "
            "numbers: the rent unbuilt, with 1 to 4 houses, and with a hotel"
        )
    amounts = tuple(_money(key, rent) for rent in rents)
    if list(amounts) != sorted(amounts):
        raise ValueError(f"{key}: {shown(rents)} is out of order; more buildings never pay less")
    return amounts


_CHECKS: dict[str, Callable[[str, object], Any]] = {
    "name": _text,
    "group": _text,
    "price": _price,
    "house": _price,
    "rents": _rents,
    "tax": _money,
}
