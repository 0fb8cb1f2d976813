"""Strategies made to obey a rule: what one decides, changed by a function of the view and the move.

With it advice can be tried: the same player, on the same deals, with the rule and without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.mixtures import composed

Rule = Callable[..., int]
"""``rule(view, move) -> move``, in what numba compiles."""


def obeying(
    entrant: Entrant, name: str, *, bid: Rule | None = None, sell: Rule | None = None
) -> Entrant:
    """Return a player who decides as another one does, and then obeys a rule."""
    return replace(
        entrant,
        name=name,
        spec=f"<{name}>",
        bid=entrant.bid if bid is None else _obeying(entrant.bid, bid),
        sell=entrant.sell if sell is None else _obeying(entrant.sell, sell),
    )


def _obeying(decision: Decision, rule: Rule) -> Decision:
    names = list(decision.arguments)
    values = ", ".join(["view", *(f"{name}={name}" for name in names)])
    source = (
        f"def mixture({', '.join(['view', *names])}):\n"
        f"    return member_1(view, member_0({values}))"
    )
    return Decision(composed(source, (decision.function, rule)), decision.arguments)
