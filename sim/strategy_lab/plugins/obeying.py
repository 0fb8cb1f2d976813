"""Strategies made to obey a rule: what one decides, changed by a function of the view and the move.

With it advice can be tried: the same player, on the same deals, with the rule and without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from strategy_lab.plugins.decision import Decision
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.mixtures import composed

Rule = Callable[..., int]
"""``rule(view, move) -> move``, in what numba compiles."""


def obeying(entrant: Entrant, name: str, **rules: Rule | None) -> Entrant:
    """Return a player who decides as another one does, and then obeys the rule for a decision."""
    decisions = {
        decision: usual if (rule := rules.get(decision)) is None else _obeying(usual, rule)
        for decision, usual in entrant.decisions.items()
    }
    return replace(entrant, name=name, spec=f"<{name}>", decisions=decisions)


def _obeying(decision: Decision, rule: Rule) -> Decision:
    names, asked = list(decision.arguments), decision.asked_with
    values = ", ".join([*asked, *(f"{name}={name}" for name in names)])
    source = (
        f"def mixture({', '.join([*asked, *names])}):\n"
        f"    return member_1({asked[0]}, member_0({values}))"
    )
    return replace(decision, function=composed(source, (decision.function, rule)))
