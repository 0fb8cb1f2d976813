"""``forsale-sim run``: play games and print who wins."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.options import Number, PlanOptions, plan_options
from forsale_sim.cli.progress import progress, status
from forsale_sim.cli.results import print_results, save_results
from forsale_sim.errors import ForSaleError, StoppedError, UsageError

if TYPE_CHECKING:
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.tournament.plan import Plan

MOST_THREADS = 1024


EXAMPLES = """\b
Examples:
  forsale-sim run --games 1e6
  forsale-sim run --players 4 --lineup expert,spread,spread,spread
  forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert --strategy mine.py
"""


@click.command(epilog=EXAMPLES)
@plan_options
@click.option(
    "--threads", type=Number(), help="How many to play on.  [default: all cores]", default=None
)
@click.option(
    "--engine",
    type=click.Choice(["compiled", "specialised", "python"]),
    default="compiled",
    show_default=True,
    help="specialised: compile a kernel for this field first, for very long runs. python: play any "
    "Python callable, a thousand times slower. All give the same results.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save tables, plots and a manifest in a new folder.",
)
@click.option(
    "--out-format",
    "table_formats",
    type=click.Choice(["parquet", "csv"]),
    multiple=True,
    default=("parquet",),
    show_default=True,
    help="Format of the tables in DIR; may be repeated.",
)
@click.option(
    "--plot-format",
    "plot_formats",
    type=click.Choice(["png", "svg"]),
    multiple=True,
    default=("png",),
    show_default=True,
    help="Format of the plots in DIR; may be repeated.",
)
@click.option(
    "--games-out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.parquet",
    help="Save a row for every game.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print the results.",
)
def run(
    options: PlanOptions,
    threads: int | None,
    engine: str,
    out: Path | None,
    table_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
    games_out: Path | None,
    output: Any,
) -> int:
    """Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup. Intervals are 95 %, clustered by deal.
    The same options and seed give the same results on any machine, with any number of threads.
    """
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.results.aside import made_folder
    from forsale_sim.results.tables import tables
    from forsale_sim.tournament.engines import ENGINES
    from forsale_sim.tournament.executing import Threads
    from forsale_sim.tournament.manifest import manifest
    from forsale_sim.tournament.recording import recording
    from forsale_sim.tournament.running import Outcome
    from forsale_sim.tournament.running import run as play

    threads = _threads(threads)
    plan = options.plan()
    with ExitStack() as opened:
        if out is not None:
            opened.enter_context(made_folder(out))
        watchers = [opened.enter_context(recording(plan, games_out))] if games_out else []
        _note_rounding(plan)
        with status("Getting ready (the first time, strategies have to be compiled)"):
            player = ENGINES[engine](plan)
            executor = Threads(plan, player, threads)
        try:
            with progress(plan.games) as shown:
                outcome = play(Outcome.nothing_yet(plan), executor, watchers=[*watchers, *shown])
        except MoveError as error:
            raise ForSaleError(f"{error}\nSee the game: {_replay(options, plan, error)}") from error
        if outcome.games == 0:
            raise StoppedError("interrupted before the first games were done: nothing to show")
        results = tables(outcome.tallies)
        facts = manifest(
            outcome,
            command=options.command("run", *_engine_option(engine)),
            engine=player.name,
            threads=threads if player.parallel else 1,
        )
        print_results(output, results, facts, options.command("replay", "--game", "1"))
        if out is not None:
            save_results(
                out, results, facts, table_formats=table_formats, plot_formats=plot_formats
            )
            _note(f"Saved tables, plots and manifest in {out}.")
    if outcome.complete:
        return 0
    _note(f"Stopped early: these are {outcome.games:,} of {plan.games:,} games.")
    return StoppedError.exit_status


def _replay(options: PlanOptions, plan: Plan, error: MoveError) -> str:
    """Return the command that shows the game in which a strategy failed."""
    at = error.where
    number = plan.number(at.ruleset, at.players, at.deal, at.seating)
    return options.command("replay", "--game", str(number))


def _engine_option(engine: str) -> list[str]:
    return [] if engine == "compiled" else ["--engine", engine]


def _threads(threads: int | None) -> int:
    if threads is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    if not 1 <= threads <= MOST_THREADS:
        raise UsageError(f"--threads must be 1 to {MOST_THREADS}, not {threads}")
    return threads


def _note_rounding(plan: Plan) -> None:
    if plan.games != plan.games_requested:
        cells = f" in {len(plan.cells)} tables" if len(plan.cells) > 1 else ""
        _note(
            f"Playing {plan.games:,} games for the {plan.games_requested:,} asked for: "
            f"whole deals{cells}."
        )


def _note(text: str) -> None:
    click.echo(text, err=True)
