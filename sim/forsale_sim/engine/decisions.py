"""How the kernel asks a strategy of For Sale."""

from __future__ import annotations

from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.views import RAISED, arguments_at, arguments_type

from forsale_sim.engine.view import VIEWS

__all__ = ["RAISED", "arguments_at", "arguments_type", "ask", "call", "call_or_raise", "view_of"]

decision_type = VIEWS.decision_type
address_of, entry_code = VIEWS.address_of, VIEWS.entry_code
view_of, call, call_or_raise = VIEWS.view_of, VIEWS.call, VIEWS.call_or_raise


@inlined
def ask(function, phase, state, seat, arguments):
    """Return the move (int64) of a seat; `RAISED` if its strategy raised an exception.

    Parameters
    ----------
    function, arguments : uint64
        The addresses of the decision function's entry and of its float64 arguments.
    phase : int64
        `BID` or `SELL`: for kernels that are compiled with their strategies.
    state : record of `STATE`
    seat : uint64
        Whose decision it is.
    """
    return call(function, view_of(state, seat), arguments_at(arguments))
