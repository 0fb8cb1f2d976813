"""What commands that play a tournament share: who plays it, and what becomes of the results."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from forsale_sim.cli.asked import PlanOptions
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.printing import discard_output
from forsale_sim.cli.progress import progress, status
from forsale_sim.errors import ForSaleError, StoppedError, UsageError

if TYPE_CHECKING:
    from forsale_sim.tournament.executing import Executor
    from forsale_sim.tournament.plan import Plan
    from forsale_sim.tournament.running import Outcome, Watcher

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_THREADS = 1024
USUAL_ENGINE = "auto"


tables_option = click.option(
    "--out-format",
    "table_formats",
    type=click.Choice(["parquet", "csv"]),
    multiple=True,
    default=("parquet",),
    show_default=True,
    help="Format of the tables in DIR; may be repeated.",
)


def playing_options(command: Command) -> Command:
    """Give a command the options that say who plays; none of them changes any result."""
    engine = click.option(
        "--engine",
        type=click.Choice(["auto", "compiled", "specialised", "python"]),
        default=USUAL_ENGINE,
        show_default=True,
        help="specialised: compile a kernel for this field first, which auto does for very long "
        "runs. python: play any Python callable, a thousand times slower. All give the same "
        "results.",
    )
    threads = click.option(
        "--threads", type=Number(), help="How many to play on.  [default: all cores]"
    )
    return threads(engine(command))


def saving_options(command: Command) -> Command:
    """Give a command the options that say where and how its results are saved."""
    plots = click.option(
        "--plot-format",
        "plot_formats",
        type=click.Choice(["png", "svg"]),
        multiple=True,
        default=("png",),
        show_default=True,
        help="Format of the plots in DIR; may be repeated.",
    )
    out = click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help="Save tables, plots and a manifest in a new folder.",
    )
    return out(tables_option(plots(command)))


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
    ForSaleError
        If a strategy fails; the message says how to see the game.
    StoppedError
        On Ctrl-C before the first games were done.
    """
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.tournament.precision import Precision, goal_of
    from forsale_sim.tournament.running import run

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
        raise ForSaleError(f"{error}\nSee the game: {see}") from error
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
                from forsale_sim.tournament.engines import ENGINES
                from forsale_sim.tournament.executing import Threads

                player = ENGINES[engine](plan)
                threads = threads if player.parallel else 1
                executor: Executor = Threads(plan, player, threads)
                how = {"engine": player.name, "threads": threads}
            else:
                from forsale_sim.tournament.cluster.executing import cluster

                workers = opened.enter_context(cluster(plan, engine, scheduler, with_rows=recorded))
                executor, how = workers, {"engine": workers.engine, "threads": workers.threads}
        yield executor, how


def engine_option(engine: str) -> list[str]:
    """Return the arguments that ask for an engine, if it is not the usual one."""
    return [] if engine == USUAL_ENGINE else ["--engine", engine]


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


def note_rounding(plan: Plan) -> None:
    """Say so if other games are played than were asked for."""
    if plan.precision is not None:
        note(
            f"Playing until every win rate is known to ±{100 * plan.precision:g} points, at most "
            f"{plan.games_requested:,} games."
        )
    elif plan.games != plan.games_requested:
        cells = f" in {len(plan.cells)} tables" if len(plan.cells) > 1 else ""
        note(
            f"Playing {plan.games:,} games for the {plan.games_requested:,} asked for: "
            f"whole deals{cells}."
        )


def ending(complete: bool, played: int, games: int) -> int:
    """Say so if a command was stopped early; return the status that it ends with."""
    if complete:
        return 0
    note(f"Stopped early: these are {played:,} of {games:,} games.")
    return StoppedError.exit_status


def note(text: str) -> None:
    """Print a line to standard error. If nobody reads it, what follows is still done."""
    try:
        click.echo(text, err=True)
    except BrokenPipeError:
        discard_output(sys.stderr)
