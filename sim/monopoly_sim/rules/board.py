"""The board as compiled code can read it: a number for each square, and sets of squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from monopoly_sim.rules.square_sets import MOST_SQUARES, set_of
from monopoly_sim.rules.squares import DEEDS, Kind, Square

FEWEST_SQUARES = 8
MOST_IN_GROUP = 8


@dataclass(frozen=True, slots=True)
class Board:
    """The squares; tuples are by square, GO first."""

    names: tuple[str, ...]
    kinds: tuple[int, ...]
    prices: tuple[int, ...]
    """What a deed costs; 0 for what is no deed."""
    mortgages: tuple[int, ...]
    """What the bank lends on a deed: half its price, rounded down."""
    house_prices: tuple[int, ...]
    rents: tuple[tuple[int, ...], ...]
    """Of a street, by level; empty elsewhere."""
    group_rents: tuple[tuple[int, ...], ...]
    """Of all streets of its group, if one player has them; unbuilt, they pay double."""
    taxes: tuple[int, ...]
    group_of: tuple[int, ...]
    """The index of a street's group in `groups`; -1 elsewhere."""
    group_names: tuple[str, ...]
    groups: tuple[int, ...]
    """The streets of each group, as sets."""
    group: tuple[int, ...]
    """The set of streets of a street's group; of another square, it alone."""
    deeds: int
    railways: int
    utilities: int
    """Sets of squares."""
    jail: int
    """The square that the jail is on."""

    @property
    def size(self) -> int:
        """How many squares there are."""
        return len(self.names)


def board_of(squares: Sequence[Square]) -> Board:
    """Return the board of checked squares."""
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
    """Yield what is wrong with squares that are each right."""
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
