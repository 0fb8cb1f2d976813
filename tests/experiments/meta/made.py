"""Meta-games for tests: small ones, settled and played."""

from __future__ import annotations

from forsale_sim.experiments.meta.plan import MetaGame, make_meta_game
from forsale_sim.experiments.meta.playing import MetaOutcome, play_meta_game
from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import ENGINES

FIELD = ("expert", "spread", "coinflip")


def meta_game_of(
    *specs: str, players: tuple[int, ...] = (3,), deals: int = 8, seed: int = 1
) -> MetaGame:
    return make_meta_game(
        load_field(specs or FIELD),
        rulesets=[load_ruleset("iello-en")],
        players=players,
        seed=seed,
        deals=deals,
    )


def played(meta: MetaGame, engine: str = "compiled", threads: int = 1) -> MetaOutcome:
    return play_meta_game(meta, ENGINES[engine](meta.plan), threads=threads)
