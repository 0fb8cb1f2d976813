"""Asking a compiled decision function about one position."""

from __future__ import annotations

from forsale_sim.engine.caching import compiled
from forsale_sim.engine.decisions import arguments_at, call_or_raise, view_of


@compiled
def ask_position(function, states, seat, arguments):
    """Return the move (int64) of `seat` in a position; raise what the function raises.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the decision function and of its float64 arguments.
    states : (1,) records of `STATE`
        From `forsale_sim.search.positions.position`.
    seat : uint64
    """
    return call_or_raise(function, view_of(states[0], seat), arguments_at(arguments))
