"""What a deed pays its owner, as in `monopoly_sim.reference.rents`."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined, step

from monopoly_sim.engine.sets import count
from monopoly_sim.reference.table import BANK, FREE
from monopoly_sim.rules.square_sets import members
from monopoly_sim.rules.squares import Kind

STREET, RAILWAY, UTILITY = int(Kind.STREET), int(Kind.RAILWAY), int(Kind.UTILITY)
MOST_DICE = 12


@inlined
def pays_rent(state, square, visitor):
    """Return whether a visitor of a deed owes its owner rent."""
    owner = state.owner[square]
    if owner in (BANK, visitor) or state.mortgaged >> square & 1 != 0:
        return False
    return state.rules.jail_rent != 0 or state.jail[owner] == FREE


@step
def rent_of(state, square, dice):
    """Return the rent of an owned deed without a mortgage; `dice` is what a utility multiplies."""
    rules, kind = state.rules, state.rules.kind[square]
    if kind == STREET:
        return street_rent(state, square)
    if kind == RAILWAY:
        return rules.railway_rents[owned(state, square, rules.railways)]
    return dice * rules.utility_factors[owned(state, square, rules.utilities)]


@inlined
def street_rent(state, square):
    """Return the rent of a street."""
    level, group = state.level[square], state.rules.group[square]
    rent = state.rules.rents[square, level]
    doubled = level == 0 and group & ~state.deeds[state.owner[square]] == 0
    if doubled and state.rules.double_rent_needs_clear_group != 0:
        doubled = group & state.mortgaged == 0
    return 2 * rent if doubled else rent


@inlined
def owned(state, square, alike):
    """Return how many deeds like this one count for its owner."""
    deeds = state.deeds[state.owner[square]] & alike
    if state.rules.mortgaged_railways_count == 0:
        deeds &= ~state.mortgaged
    return count(deeds)


@step
def largest_bill(state):
    """Return the most that a visit to a square can cost now."""
    most = 0
    for square in range(state.rules.size):
        most = max(most, state.rules.tax[square])
    for square in members(state.rules.deeds & ~state.mortgaged & ~state.deeds[BANK]):
        most = max(most, rent_of(state, square, MOST_DICE))
    return most
