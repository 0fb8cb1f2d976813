"""The manifest of a meta-game: what it was asked for and what it did."""

from __future__ import annotations

from typing import Any

import numpy as np

import forsale_sim
from forsale_sim.experiments.meta.analysis import Sweep
from forsale_sim.experiments.meta.plan import MetaGame, Setting
from forsale_sim.experiments.meta.playing import MetaOutcome
from forsale_sim.results.digest import digest
from forsale_sim.simulation.manifest import SCHEMA


def meta_manifest(
    outcome: MetaOutcome, sweep: Sweep, *, command: str, engine: str, threads: int
) -> dict[str, Any]:
    """Return the manifest of a meta-game, in values that JSON can hold.

    Parameters
    ----------
    outcome
        What was played.
    sweep
        Of alpha-rank.
    command
        The command line that plays it again.
    engine, threads
        How it was played; neither changes any result.
    """
    meta = outcome.meta
    cells = [setting.cell for setting in meta.settings]
    return {
        "schema": SCHEMA,
        "version": forsale_sim.__version__,
        "command": command,
        "seed": meta.plan.seed,
        "games": outcome.games,
        "games_requested": meta.plan.games,
        "deals": sum(outcome.deals),
        "deals_requested": meta.deals_requested,
        "rulesets": list(dict.fromkeys(cell.ruleset for cell in cells)),
        "players": sorted({cell.players for cell in cells}),
        "strategies": list(meta.names),
        "seating": "every multiset of the field, all rotations, orders in turn",
        "engine": engine,
        "threads": threads,
        "seconds": round(outcome.seconds, 3),
        "digest": meta_digest(outcome),
        "complete": outcome.complete,
        "specs": [entrant.spec for entrant in meta.plan.field],
        "alphas": list(sweep.alphas),
        "population": sweep.population,
        "settings": [
            {
                **_played(meta, setting, deals),
                "ruleset": setting.cell.ruleset,
                "lineups": len(setting.counts),
                "deals_planned": setting.deals,
            }
            for setting, deals in zip(meta.settings, outcome.deals, strict=True)
        ],
    }


def meta_digest(outcome: MetaOutcome) -> str:
    """Return the digest of a meta-game: equal for equal work, however it was done."""
    meta = outcome.meta
    return digest(
        (_played(meta, setting, deals), {"sums": np.array(sums, np.int64)})
        for setting, sums, deals in zip(meta.settings, outcome.sums, outcome.deals, strict=True)
    )


def _played(meta: MetaGame, setting: Setting, deals: int) -> dict[str, Any]:
    """Return what was played in a setting: what its sums follow from."""
    return {
        "players": setting.cell.players,
        "strategies": list(meta.names),
        "rules": setting.cell.rules.settings(),
        "seed": meta.plan.seed,
        "deals": deals,
        "batch_deals": setting.batch_deals,
    }
