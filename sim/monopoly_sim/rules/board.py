"""The board as compiled code can read it: a number for each square, and sets of squares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache, partial
from typing import Any, NamedTuple

from strategy_lab.errors import nearest
from strategy_lab.ruleset_files import one_line, shown

# square_sets: Sets of squares as whole numbers: bit s is square s, so that compiled code needs no
# lists.

MOST_SQUARES = 60  # a set of them fits into 64 bits, with a sign


def set_of(squares: Iterable[int]) -> int:
    """Return the set of some squares."""
    return sum(1 << square for square in set(squares))


@lru_cache(maxsize=2**14)
def members(squares: int) -> tuple[int, ...]:
    """Return the squares of a set, ascending.

    Examples
    --------
    >>> members(set_of([39, 1, 3]))
    (1, 3, 39)
    """
    return tuple(square for square in range(squares.bit_length()) if squares >> square & 1)


def has(squares: int, square: int) -> bool:
    """Return whether a square is in a set."""
    return bool(squares >> square & 1)


MOST_MONEY = 1_000_000  # the highest amount in a ruleset; sums of any game stay far below 64 bits


class Code(IntEnum):
    """What a card does; its numbers are in `Effect`."""

    ADVANCE = 0  # go forward to square `amount`
    NEAREST_RAILWAY = 1  # go forward to the next railway; its owner gets `amount` times the rent
    # Go forward to the next utility; its owner gets `amount` times a new throw of the dice.
    NEAREST_UTILITY = 2
    BACK = 3  # go `amount` squares back
    JAIL = 4  # go to jail
    JAIL_FREE = 5  # keep the card; it opens the jail once
    COLLECT = 6  # get `amount` from the bank
    PAY = 7  # pay `amount` to the bank
    COLLECT_FROM_EACH = 8  # get `amount` from each player
    PAY_EACH = 9  # pay `amount` to each player
    REPAIRS = 10  # pay `amount` for each house and `hotel` for each hotel to the bank


class Effect(NamedTuple):
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
    if isinstance(text, Effect):
        return text
    for code, pattern in _PATTERNS.items():
        found = pattern.fullmatch(text.strip()) if isinstance(text, str) else None
        if found:
            effect = Effect(code, *map(int, found.groups()))
            if max(effect.amount, effect.hotel) > MOST_MONEY:
                raise ValueError(f"{text!r} holds a number above {MOST_MONEY:,}, the most allowed")
            return effect
    known = "; ".join(wording.format("…", "…") for wording in WORDING.values())
    raise ValueError(f"{text!r} is no effect of a card. Effects are: {known}")


# squares: The squares of a board as a ruleset's file writes them: one table for each, in order of
# play.


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


DEEDS = (Kind.STREET, Kind.RAILWAY, Kind.UTILITY)  # the kinds of squares that can be owned
HOTEL = 5  # the level of a street with a hotel; 1 to 4 are as many houses


class Square(NamedTuple):
    """One square; money is 0 where there is none."""

    kind: Kind
    name: str
    group: str = ""  # the colour of a street
    price: int = 0
    house: int = 0  # what a house costs, and a hotel beside four houses
    rents: tuple[int, ...] = ()  # of a street, by level: unbuilt, with 1 to 4 houses, with a hotel
    tax: int = 0


KEYS = {
    Kind.STREET: ("group", "price", "house", "rents"),
    Kind.RAILWAY: ("price",),
    Kind.UTILITY: ("price",),
    Kind.TAX: ("tax",),
}
"""What a table of each kind has besides kind and name."""


def read_square(entry: object) -> Square:
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
    return Square(kind, **{key: _CHECKS[key](key, entry[key]) for key in keys if key != "kind"})


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


_price = partial(_money, least=2)  # of which half is some money, so that selling makes progress


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


FEWEST_SQUARES = 8
MOST_IN_GROUP = 8


@dataclass(frozen=True, slots=True)
class Board:
    """The squares; tuples are by square, GO first."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]
    prices: tuple[int, ...]  # what a deed costs; 0 for what is no deed
    mortgages: tuple[int, ...]  # what the bank lends on a deed: half its price, rounded down
    house_prices: tuple[int, ...]
    rents: tuple[tuple[int, ...], ...]  # of a street, by level; empty elsewhere
    # Of all streets of its group, if one player has them; unbuilt, they pay double.
    group_rents: tuple[tuple[int, ...], ...]
    taxes: tuple[int, ...]
    group_of: tuple[int, ...]  # the index of a street's group in `groups`; -1 elsewhere
    group_names: tuple[str, ...]
    groups: tuple[int, ...]  # the streets of each group, as sets
    group: tuple[int, ...]  # the set of streets of a street's group; of another square, it alone
    deeds: int
    railways: int
    utilities: int  # sets of squares
    jail: int  # the square that the jail is on

    @property
    def size(self) -> int:
        return len(self.names)


def board_of(squares: Sequence[Square]) -> Board:
    names = tuple(dict.fromkeys(square.group for square in squares if square.group))

    def where(*kinds: Kind) -> int:
        return set_of(place for place, square in enumerate(squares) if square.kind in kinds)

    def streets(name: str) -> int:
        return set_of(place for place, square in enumerate(squares) if square.group == name)

    def rents_of_group(name: str) -> tuple[int, ...]:
        unbuilt, *built = (
            sum(amounts)
            for amounts in zip(*(each.rents for each in squares if each.group == name), strict=True)
        )
        return 2 * unbuilt, *built

    return Board(
        names=tuple(square.name for square in squares),
        kinds=tuple(int(square.kind) for square in squares),
        prices=tuple(square.price for square in squares),
        mortgages=tuple(square.price // 2 for square in squares),
        house_prices=tuple(square.house for square in squares),
        rents=tuple(square.rents for square in squares),
        group_rents=tuple(rents_of_group(each.group) if each.group else () for each in squares),
        taxes=tuple(square.tax for square in squares),
        group_of=tuple(names.index(each.group) if each.group else -1 for each in squares),
        group_names=names,
        groups=tuple(map(streets, names)),
        group=tuple(
            streets(square.group) if square.group else 1 << place
            for place, square in enumerate(squares)
        ),
        deeds=where(*DEEDS),
        railways=where(Kind.RAILWAY),
        utilities=where(Kind.UTILITY),
        jail=next(place for place, square in enumerate(squares) if square.kind == Kind.JAIL),
    )


def contradictions(squares: Sequence[Square]) -> Iterator[str]:
    if not FEWEST_SQUARES <= len(squares) <= MOST_SQUARES:
        yield (
            f"{len(squares)} squares are not allowed; a board has {FEWEST_SQUARES} to "
            f"{MOST_SQUARES}"
        )
    kinds = [square.kind for square in squares]
    if kinds[:1] != [Kind.GO] or kinds.count(Kind.GO) != 1:
        yield "one square must be of kind 'go', the first"
    if kinds.count(Kind.JAIL) != 1:
        yield f"{kinds.count(Kind.JAIL)} squares are of kind 'jail'; there must be one"
    streets: dict[str, list[Square]] = {}
    for square in squares:
        if square.group:
            streets.setdefault(square.group, []).append(square)
    for group, members in streets.items():
        if len(members) > MOST_IN_GROUP:
            yield f"group {group!r} has {len(members)} streets; the most is {MOST_IN_GROUP}"
        if len({street.house for street in members}) > 1:
            yield (
                f"group {group!r}: its houses have different prices; give all its streets the "
                "same 'house'"
            )
