"""Who plays: lineups drawn from a field, and the addresses by which the kernel asks each seat.

The records that are changed in place are a game's own: see the fields that are named here.
"""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.random import LINEUP, ONE, U64, ZERO, draw_below, purpose_word
from strategy_lab.rows import MAX_SEATS


@inlined
def draw_lineup(state, table, pool, lineup):
    """Draw a lineup from a field, which is full again after ``table.refilled_after`` draws.

    Parameters
    ----------
    state : record with ``players``, ``seed`` and ``deal``
    table : record with ``refilled_after`` and ``words``
    pool : uint8[::1]
        Scratch, as long as the field.
    lineup : uint8[::1]
        By seat in the first seating; filled in place with indices into the field.
    """
    purpose = purpose_word(LINEUP, U64(state.players))
    size, n = U64(len(pool)), ZERO
    for position in range(U64(state.players)):
        q = position % table.refilled_after
        if q == ZERO:
            for i in range(size):
                pool[i] = i
        draw, n = draw_below(size - q, table.words, state.seed, purpose, state.deal, n)
        pool[q], pool[q + draw] = pool[q + draw], pool[q]
        lineup[position] = pool[q]


@inlined
def invite(table, functions, arguments, lineup, players):
    """Write the strategies of a lineup into the table twice in a row: each seating is a part.

    Parameters
    ----------
    table : record with ``lineup``, ``lineup_functions`` and ``lineup_arguments``
    functions, arguments : uint64[:, ::1]
        (decisions, strategies): addresses.
    lineup : uint8[::1]
    players : uint64
    """
    for position in range(players):
        strategy = U64(lineup[position])
        for place in (position, position + players):
            table.lineup[place] = strategy
            for decision in range(len(table.lineup_functions)):
                table.lineup_functions[decision, place] = functions[decision, strategy]
                table.lineup_arguments[decision, place] = arguments[decision, strategy]


@inlined
def seat_strategies(table, seating, players, row):
    """Write which strategy sits where in a seating (uint64) of the lineup: in table and row."""
    for position in range(U64(MAX_SEATS)):
        place = position + seating - ONE
        for decision in range(len(table.functions)):
            table.functions[decision, position + ONE] = table.lineup_functions[decision, place]
            table.arguments[decision, position + ONE] = table.lineup_arguments[decision, place]
    for position in range(players):
        row.strategy[position] = table.lineup[position + seating - ONE]
