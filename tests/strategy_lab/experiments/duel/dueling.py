"""Duels for tests: made and played in one call each."""

from __future__ import annotations

from typing import Any

from forsale_sim.program import FOR_SALE
from strategy_lab.experiments.duel.experiment import Duel
from strategy_lab.experiments.duel.spec import DuelSpec
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome


def duel_of(*specs: str, **options: Any) -> Duel:
    """Return a duel of the first two; the others sit at mixed tables."""
    a, b, *others = specs
    usual = {"players": (4,), "seed": 1, "max_deals": 3000, "elo1": 20.0}
    return (
        DuelSpec.in_program(FOR_SALE)
        .of(a=a, b=b, field=others, no_field=not others, **{**usual, **options})
        .experiment()
    )


def played(duel: Duel) -> Outcome:
    return simulate(Outcome(duel), Threads(duel, "compiled"))
