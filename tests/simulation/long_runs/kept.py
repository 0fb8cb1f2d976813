"""Runs in folders, for tests: started, stopped at a chunk, and gone on with."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.checkpointer import Checkpointer, new_run, resumed_run
from forsale_sim.simulation.checkpoints import Asked
from forsale_sim.simulation.describing import describe
from forsale_sim.simulation.driver import Outcome, run
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.executors import PlayedChunk, Threads
from forsale_sim.simulation.plan import Plan, make_plan

FIELD = ("spread", "coinflip", "random")


def small_plan(**options: Any) -> Plan:
    """A thousand games in two cells."""
    field = load_field(options.pop("specs", FIELD))
    rulesets = [load_ruleset(options.pop("ruleset", "iello-en"))]
    return make_plan(
        rulesets, **{"field": field, "seed": 9, "games": 1000, "players": [3, 4], **options}
    )


class Snapshots:
    """A watcher that keeps copies of folders as they are between two chunks.

    That is what a process leaves that is killed there, but for what it is writing.
    """

    def __init__(self, folder: Path, to: Path) -> None:
        self.taken: list[tuple[Path, int]] = []
        self._folder = folder
        self._to = to

    def __call__(self, outcome: Outcome, played: PlayedChunk) -> None:
        copy = self._to / f"{len(self.taken)}"
        shutil.copytree(self._folder, copy)
        self.taken.append((copy, outcome.games))


def start(
    folder: Path,
    plan: Plan,
    *watchers: Any,
    every: float | None = 0,
    chunk_games: int = 40,
    wanted: Any = None,
    **asked: Any,
) -> Outcome:
    """Play a plan in a new folder."""
    outcome = Outcome(plan, wanted or plan.all_deals)
    with new_run(folder, Asked(describe(plan), {}, **asked), outcome) as keeper:
        play_on(keeper, *watchers, every=every, chunk_games=chunk_games)
    return outcome


def go_on(folder: Path, *watchers: Any, every: float | None = 0, chunk_games: int = 40) -> Outcome:
    """Take up the run in a folder and play it to its end."""
    with resumed_run(folder) as keeper:
        play_on(keeper, *watchers, every=every, chunk_games=chunk_games)
        return keeper.outcome


def play_on(keeper: Checkpointer, *watchers: Any, every: float | None, chunk_games: int) -> None:
    """Play what is left, as the command does."""
    keeper.start_clock(every)
    engine = CompiledEngine(keeper.outcome.plan)
    engine.chunk_games = chunk_games
    run(keeper.outcome, Threads(keeper.outcome.plan, engine), watchers=[keeper, *watchers])
    keeper.save()
    if keeper.outcome.complete:
        keeper.join_games()
