"""What a deed pays its owner."""

from __future__ import annotations

from monopoly_sim.reference.table import BANK, FREE, Table
from monopoly_sim.rules.square_sets import has
from monopoly_sim.rules.squares import Kind


def pays_rent(table: Table, square: int, visitor: int) -> bool:
    """Return whether a visitor of a deed owes its owner rent."""
    owner = table.owner[square]
    if owner in {BANK, visitor} or has(table.mortgaged, square):
        return False
    return table.rules.jail_rent or table.jail[owner] == FREE


def rent_of(table: Table, square: int, dice: int) -> int:
    """Return the rent of an owned deed without a mortgage; `dice` is what a utility multiplies."""
    match table.rules.board.kinds[square]:
        case Kind.STREET:
            return street_rent(table, square)
        case Kind.RAILWAY:
            return table.rules.railway_rents[_owned(table, square, table.rules.board.railways) - 1]
        case _:
            return dice * utility_factor(table, square)


def street_rent(table: Table, square: int) -> int:
    """Return the rent of a street."""
    rents, level = table.rules.board.rents[square], table.level[square]
    doubled = level == 0 and table.owns_group(table.owner[square], square)
    if doubled and table.rules.double_rent_needs_clear_group:
        doubled = not table.group(square) & table.mortgaged
    return rents[level] * (2 if doubled else 1)


def utility_factor(table: Table, square: int) -> int:
    """Return what the dice are multiplied with on a utility."""
    factors = table.rules.utility_factors
    return factors[_owned(table, square, table.rules.board.utilities) - 1]


def _owned(table: Table, square: int, alike: int) -> int:
    """Return how many deeds like this one count for its owner."""
    owned = table.deeds[table.owner[square]] & alike
    if not table.rules.mortgaged_railways_count:
        owned &= ~table.mortgaged
    return owned.bit_count()


def largest_bill(table: Table) -> int:
    """Return the most that a visit to a square can cost now."""
    board, deeds = table.rules.board, table.rules.board.deeds & ~table.mortgaged
    rents = [
        rent_of(table, square, dice=12)
        for square in range(board.size)
        if has(deeds, square) and table.owner[square] != BANK
    ]
    return max([*rents, *board.taxes])
