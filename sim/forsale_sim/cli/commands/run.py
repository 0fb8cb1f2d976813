"""``forsale-sim run``: play games and print who wins."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.options import check_ending, check_out, given_options, plan_options
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import (
    note_rounding,
    note_tuning_mismatch,
    playing_options,
    saving_options,
)
from forsale_sim.cli.precision import precision_options
from forsale_sim.cli.printing import note, results_format_option
from forsale_sim.cli.results import show_run
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.experiments.playing import number_of_threads, play
from forsale_sim.experiments.writing import manifest_of
from forsale_sim.simulation.spec import PlanOptions

if TYPE_CHECKING:
    from forsale_sim.simulation.checkpointer import Checkpointer
    from forsale_sim.simulation.checkpoints import Asked
    from forsale_sim.simulation.driver import Outcome, Watcher

WITH_RESUME = {"resume", "engine", "threads", "scheduler", "checkpoint_every", "output"}
"""The options that a run can be gone on with: they change nothing of what it is."""

EXAMPLES = """\b
Examples:
  forsale-sim run --games 1e6
  forsale-sim run --players 4 --lineup expert,spread,spread,spread
  forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert --strategy mine.py
  forsale-sim run --games 1e9 --out my-run; forsale-sim run --resume my-run
"""


def _games_file(
    _context: click.Context, _parameter: click.Parameter, path: Path | None
) -> Path | None:
    """Return the file for the games, if its name says what it will be."""
    if path is not None:
        check_ending("--games-out", path, ".parquet", "Parquet")
    return path


@click.command(cls=Command, epilog=EXAMPLES)
@plan_options
@precision_options
@playing_options
@saving_options
@click.option(
    "--games-out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.parquet",
    callback=_games_file,
    help="Save a row for every game.",
)
@click.option(
    "--checkpoint-every",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="How often what has been played is brought to safety in DIR.  [default: 10]",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Go on with the run in a folder, however it was ended.",
)
@click.option(
    "--shard", metavar="3/16", help="Play this part of the run; forsale-sim merge joins the parts."
)
@click.option(
    "--scheduler",
    metavar="tcp://…",
    help="Play on the workers of a Dask cluster; local:N tries it out with N processes.",
)
@results_format_option
@click.pass_context
def run(
    context: click.Context,
    options: PlanOptions,
    threads: int | None,
    engine: str,
    out: Path | None,
    table_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
    games_out: Path | None,
    checkpoint_every: float | None,
    resume: Path | None,
    shard: str | None,
    scheduler: str | None,
    output: Any,
) -> int:
    """Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup. Intervals are 95 %, clustered by deal.
    The same options and seed give the same results on any machine, with any number of threads.
    With --out, a run can be gone on with after Ctrl-C, a crash or a power cut.
    """
    from forsale_sim.results.files.saving import save_manifest
    from forsale_sim.simulation.checkpoints import Asked
    from forsale_sim.simulation.describing import describe
    from forsale_sim.simulation.driver import Outcome
    from forsale_sim.simulation.sharding import Shard

    given = given_options(context)
    if scheduler is not None:
        from forsale_sim.simulation.cluster.connecting import check_scheduler

        check_scheduler(scheduler)
        if threads is not None:
            raise UsageError("--threads is for playing here: with --scheduler, workers have theirs")
    threads = number_of_threads(threads)
    if resume is not None:
        from forsale_sim.simulation.checkpointer import resumed_run

        _refuse_with_resume(given)
        with resumed_run(resume) as keeper:
            if not keeper.outcome.complete:
                _note_going_on(keeper.outcome)
            keeper.start_clock(checkpoint_every)
            engine = engine if "engine" in given else keeper.asked.engine
            return _play(
                keeper.outcome,
                keeper.asked,
                engine,
                threads,
                output,
                keeper=keeper,
                scheduler=scheduler,
            )
    part = None if shard is None else Shard.parse(shard)
    if part is not None and "seed" not in given:
        raise UsageError("--shard needs a --seed: each part would draw another, and be another run")
    if part is not None and options.precision is not None:
        raise UsageError(
            "--shard and --precision exclude each other: a part of a run cannot tell when the "
            "whole is known; give --games"
        )
    check_out(out)
    plan = options.plan()
    asked = Asked(
        describe(plan),
        options.held(),
        run_options=() if part is None else ("--shard", str(part)),
        engine=engine,
        shard=part,
        table_formats=table_formats,
        plot_formats=plot_formats,
        games_out=None if games_out is None or out is None else games_out.absolute(),
    )
    outcome = Outcome(plan, plan.all_deals if part is None else part.deals(plan))
    with ExitStack() as opened:
        kept: Checkpointer | None = None
        watchers = []
        if out is not None:
            from forsale_sim.simulation.checkpointer import new_run

            kept = opened.enter_context(new_run(out, asked, outcome))
            save_manifest(manifest_of(outcome, asked), out)
            kept.start_clock(checkpoint_every)
        elif games_out is not None:
            from forsale_sim.simulation.recording import recording

            watchers = [opened.enter_context(recording(plan, games_out))]
        note_rounding(plan)
        note_tuning_mismatch(plan)
        if part is not None:
            note(f"Part {part}: {outcome.games_wanted:,} of {plan.games:,} games.")
        return _play(
            outcome,
            asked,
            engine,
            threads,
            output,
            watchers=watchers,
            keeper=kept,
            scheduler=scheduler,
        )


def _play(
    outcome: Outcome,
    asked: Asked,
    engine: str,
    threads: int,
    output: Any,
    *,
    watchers: Sequence[Watcher] = (),
    keeper: Checkpointer | None = None,
    scheduler: str | None = None,
) -> int:
    """Play what is left of a run, if anything is, show all of it, and save it if it is kept."""
    options = PlanOptions.of(asked.options)
    if not outcome.complete:
        recorded = bool(watchers) or asked.games_out is not None
        how = play(
            outcome,
            options,
            engine=engine,
            threads=threads,
            scheduler=scheduler,
            recorded=recorded,
            watchers=[*watchers, keeper] if keeper else watchers,
        )
        asked = replace(asked, played_by=how["engine"], threads=how["threads"])
        if keeper is not None:
            keeper.save(asked)
    if keeper is not None and outcome.complete:
        keeper.join_games()
    show_run(outcome, asked, output, folder=None if keeper is None else keeper.folder)
    if outcome.complete:
        return 0
    note(f"Stopped early: these are {_games_of_all(outcome)}.")
    if keeper is not None:
        note(f"Go on with: forsale-sim run --resume {shlex.quote(str(keeper.folder))}")
    return StoppedError.exit_status


def _refuse_with_resume(given: Mapping[str, str]) -> None:
    """Refuse options that a run has been asked for with already."""
    surplus = [option for name, option in given.items() if name not in WITH_RESUME]
    if surplus:
        raise UsageError(
            f"--resume goes on with the run as it was asked for: leave out {', '.join(surplus)}"
        )


def _note_going_on(outcome: Outcome) -> None:
    note(f"Going on after {_games_of_all(outcome)}.")


def _games_of_all(outcome: Outcome) -> str:
    most = "" if outcome.plan.precision is None else "at most "
    return f"{outcome.games:,} of {most}{outcome.games_wanted:,} games"
