"""A small growth: `matcher` is tuned to beat those who play at random."""

from __future__ import annotations

from typing import Any

from forsale_sim.program import FOR_SALE
from strategy_lab.experiments.psro.experiment import GrowingField
from strategy_lab.experiments.psro.spec import PsroSpec
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome

SMALL: dict[str, Any] = {
    "train": "matcher:share=0.5,aim=1",
    "players": 3,
    "seed": 4,
    "deals": 20,
    "generations": 2,
    "population": 4,
    "final_deals": 200,
    "meta_deals": 12,
    "rounds": 2,
}

GROWTH = PsroSpec.in_program(FOR_SALE).of(strategies=["random", "coinflip"], **SMALL).growth


def grown(*strategies: str, **changes: Any) -> GrowingField:
    """Return a growth that has been played."""
    field = (
        PsroSpec.in_program(FOR_SALE).of(strategies=strategies, **{**SMALL, **changes}).experiment()
    )
    assert simulate(Outcome(field), Threads(field, "compiled")).complete
    return field
