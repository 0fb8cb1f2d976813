"""Compiled code that takes a quantity of a view for a set of cards is refused, as in plain Python.

Both are int64 for numba. What a variable was made from tells them apart, as far as it is a view's.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.errors import TypingError
from numba.core.rewrites.registry import Rewrite, register_rewrite

from forsale_sim import cards
from forsale_sim.engine.view import view_type
from forsale_sim.quantities import SETS_OF_A_VIEW, refusal

OF_SETS = tuple(
    getattr(cards, name)
    for name in ("count", "lowest", "highest", "members", "nth", "has", "remove", "below", "above")
)


@register_rewrite("after-inference")
class RefuseQuantities(Rewrite):
    """Refuses ``members(view.bidders)``; numba calls it for all that it compiles."""

    def match(self, function: Any, block: Any, types: Any, calls: Any) -> bool:
        """Look for calls that take a quantity for a set; there is never anything to rewrite."""
        for call in block.find_exprs("call"):
            called: Any = getattr(types[call.func.name], "typing_key", None)
            if called in OF_SETS:
                taken = call.args[0] if call.args else dict(call.kws)["cards"]
                name = _name_in_view(function, types, taken)
                if name is not None and name not in SETS_OF_A_VIEW:
                    raise TypingError(refusal(called, f"view.{name}"), loc=call.loc)
        return False


def _name_in_view(function: Any, types: Any, variable: Any) -> str | None:
    """Return what of a view a variable was assigned once; None for all else."""
    try:
        made = function.get_definition(variable)
        if isinstance(made, ir.Expr) and made.op == "call":
            made = function.get_definition(made.func)
    except KeyError:
        return None
    is_of_view = isinstance(made, ir.Expr) and made.op == "getattr"
    return str(made.attr) if is_of_view and types[made.value.name] == view_type else None
