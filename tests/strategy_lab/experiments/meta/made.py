"""Meta-games for tests: small ones, settled and played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from forsale_sim.program import FOR_SALE
from numpy.typing import NDArray
from strategy_lab.experiments.meta.experiment import MetaGame
from strategy_lab.experiments.meta.spec import MetaSpec
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome

FIELD = ("expert", "spread", "coinflip")


def meta_game_of(
    *specs: str,
    players: tuple[int, ...] = (3,),
    deals: int = 8,
    seed: int = 1,
    rulesets: Sequence[str] = ("iello-en",),
) -> MetaGame:
    return (
        MetaSpec.in_program(FOR_SALE)
        .of(
            strategies=specs or FIELD,
            rulesets=rulesets,
            players=players,
            seed=seed,
            deals=deals,
            alphas=(0.1, 10.0),
            population=20,
        )
        .experiment()
    )


def played(meta: MetaGame) -> Outcome:
    return simulate(Outcome(meta), Threads(meta, "compiled"))


def sums_of(meta: MetaGame, outcome: Outcome, setting: int = 0) -> NDArray[np.int64]:
    """The shares of a setting: (batches, multisets, strategies)."""
    return np.array(
        [
            outcome.tally(block).wins
            for block, (each, _) in enumerate(meta.batches)
            if each is meta.settings[setting]
        ]
    )
