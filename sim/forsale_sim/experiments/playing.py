"""A run being played: on which engine, shown how far it is, until done or Ctrl-C."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from forsale_sim.display.progress import progress, status
from forsale_sim.errors import StoppedError, StrategyError, UsageError
from forsale_sim.simulation.spec import PlanOptions

if TYPE_CHECKING:
    from forsale_sim.simulation.driver import Outcome, Watcher
    from forsale_sim.simulation.executors import Executor
    from forsale_sim.simulation.plan import Plan

MOST_THREADS = 1024


def play(
    outcome: Outcome,
    options: PlanOptions,
    *,
    engine: str,
    threads: int | None,
    scheduler: str | None = None,
    recorded: bool = True,
    watchers: Sequence[Watcher] = (),
) -> dict[str, Any]:
    """Play on, until done or Ctrl-C.

    Parameters
    ----------
    outcome
        What has been played so far; modified in place. It has at least one game in the end.
    options
        What was asked for.
    engine, threads
        Who plays, as asked for.
    scheduler
        That of a cluster which is to play instead; then `threads` makes no difference.
    recorded
        Whether watchers need the games themselves, not only their sums.
    watchers
        Told of each chunk.

    Returns
    -------
    dict
        How it was played, for the manifest.

    Raises
    ------
    StrategyError
        If a strategy fails; the message says how to see the game.
    StoppedError
        On Ctrl-C before the first games were done.
    """
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.simulation.driver import run
    from forsale_sim.simulation.precision import Precision, goal_of

    threads = number_of_threads(threads)
    plan = outcome.plan
    goal = goal_of(plan)
    expected = goal.games_expected if isinstance(goal, Precision) else None
    try:
        with (
            _executor(plan, engine, threads, scheduler, recorded) as (executor, how),
            progress(outcome.games_wanted, outcome.games, expected) as shown,
        ):
            gc.freeze()  # all that is loaded stays: half a second less to look for garbage at exit
            run(outcome, executor, goal=goal, watchers=[*watchers, *shown])
    except MoveError as error:
        at = error.where
        number = plan.number(at.ruleset, at.players, at.deal, at.seating)
        see = options.command("replay", "--game", str(number))
        raise StrategyError(f"{error}\nSee the game: {see}") from error
    if outcome.games == 0:
        raise StoppedError("interrupted before the first games were done: nothing to show")
    return how


@contextmanager
def _executor(
    plan: Plan, engine: str, threads: int, scheduler: str | None, recorded: bool
) -> Iterator[tuple[Executor, dict[str, Any]]]:
    """Give who plays a plan, and what the manifest says of it."""
    with ExitStack() as opened:
        with status("Getting ready (the first time, strategies have to be compiled)"):
            if scheduler is None:
                from forsale_sim.simulation.engines import ENGINES
                from forsale_sim.simulation.executors import Threads

                player = ENGINES[engine](plan)
                threads = threads if player.parallel else 1
                executor: Executor = Threads(plan, player, threads)
                how = {"engine": player.name, "threads": threads}
            else:
                from forsale_sim.simulation.cluster.executing import cluster

                workers = opened.enter_context(cluster(plan, engine, scheduler, with_rows=recorded))
                executor, how = workers, {"engine": workers.engine, "threads": workers.threads}
        yield executor, how


def number_of_threads(threads: int | None) -> int:
    """Return how many threads to play on: as many as asked for, or as there are cores.

    Raises
    ------
    UsageError
        If that is not a possible number.
    """
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"the number of threads must be 1 to {MOST_THREADS}, not {threads}")
    return threads
