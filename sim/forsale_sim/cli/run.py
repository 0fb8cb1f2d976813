"""``forsale-sim run``: play games and print who wins."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.options import Number, PlanOptions, plan_options
from forsale_sim.errors import ForSaleError, UsageError

if TYPE_CHECKING:
    from forsale_sim.results.tables import Tables
    from forsale_sim.tournament.engines import Engine
    from forsale_sim.tournament.plan import Plan
    from forsale_sim.tournament.running import OnProgress, OnRows, Outcome

PARTIAL = 130
"""Exit status of a run that Ctrl-C stopped."""

MOST_THREADS = 1024


@click.command()
@plan_options
@click.option(
    "--threads", type=Number(), help="How many to play on.  [default: all cores]", default=None
)
@click.option(
    "--engine",
    type=click.Choice(["compiled", "python"]),
    default="compiled",
    show_default=True,
    help="python plays any Python callable, thousands of times slower, with the same results.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save tables, plots and a manifest in a new folder.",
)
@click.option(
    "--out-format",
    "out_formats",
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
    out_formats: tuple[str, ...],
    plot_formats: tuple[str, ...],
    games_out: Path | None,
    output: str,
) -> int:
    r"""Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup. Intervals are 95 %, clustered by deal.
    The same options and seed give the same results on any machine, with any number of threads.

    \b
    forsale-sim run --games 1e6
    forsale-sim run --players 4 --lineup expert,spread,spread,spread
    forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert --strategy mine.py
    """
    from forsale_sim.tournament.engines import ENGINES
    from forsale_sim.tournament.running import run as play

    threads = _threads(threads)
    plan = options.plan()
    _refuse_to_overwrite(out, games_out)
    _note_rounding(plan)
    player: Engine = ENGINES[engine](plan)
    with ExitStack() as opened:
        on_rows = opened.enter_context(_writing(plan, games_out))
        on_progress = opened.enter_context(_progress(plan.games))
        outcome = play(plan, player, threads=threads, on_rows=on_rows, on_progress=on_progress)
    if outcome.games == 0:
        raise ForSaleError("interrupted before the first games were done: nothing to show")
    _report(outcome, options, player, threads, output, out, out_formats, plot_formats)
    return 0 if outcome.complete else PARTIAL


def _report(
    outcome: Outcome,
    options: PlanOptions,
    engine: Engine,
    threads: int,
    output: str,
    out: Path | None,
    out_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
) -> None:
    from forsale_sim.results.tables import tables
    from forsale_sim.tournament.manifest import manifest

    results = tables(outcome.tallies)
    more = [] if engine.name == "compiled" else ["--engine", engine.name]
    facts = manifest(
        outcome,
        command=options.command("run", *more),
        engine=engine.name,
        threads=threads if engine.parallel else 1,
    )
    _print(output, results, facts, options)
    if out is not None:
        _save(out, results, facts, out_formats, plot_formats)
    if not outcome.complete:
        _note(f"Stopped early: these are {outcome.games:,} of {outcome.plan.games:,} games.")


def _print(output: str, results: Tables, facts: dict[str, Any], options: PlanOptions) -> None:
    if output == "json":
        from forsale_sim.results.texts import to_json

        click.echo(to_json(facts, results), nl=False)
    elif output == "csv":
        from forsale_sim.results.texts import to_one_csv

        click.echo(to_one_csv(results), nl=False)
    else:
        from rich.console import Console

        from forsale_sim.report.tables import WIDTH, print_tables

        console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
        click.echo(_headline(facts))
        click.echo()
        print_tables(results, console)
        click.echo(f"digest  {facts['digest']}")
        click.echo(f"again   {facts['command']}")
        click.echo(f"replay  {options.command('replay', '--game', '1')}")


def _headline(facts: dict[str, Any]) -> str:
    speed = facts["games"] / max(facts["seconds"], 1e-3)
    partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
    return (
        f"{facts['games']:,} games of {facts['deals']:,} deals{partial}, seed {facts['seed']}, "
        f"{facts['seating']}; {facts['seconds']:.2f} s playing, {speed:,.0f} games/s"
    )


def _save(
    out: Path,
    results: Tables,
    facts: dict[str, Any],
    out_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
) -> None:
    from forsale_sim.report.plots import save_plots
    from forsale_sim.results.saving import save_manifest, save_tables

    out.mkdir(parents=True, exist_ok=True)
    save_tables(results, out, out_formats)
    save_plots(results, out, plot_formats)
    save_manifest(facts, out)
    _note(f"Saved tables, plots and manifest in {out}.")


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


def _refuse_to_overwrite(out: Path | None, games_out: Path | None) -> None:
    """Find out now, not after the games are played, that results cannot be saved."""
    if games_out is not None and games_out.exists():
        raise UsageError(f"{games_out} exists and is not overwritten: name another file")
    if out is None:
        return
    if out.exists() and any(out.iterdir()):
        raise UsageError(f"the folder {out} is not empty, and nothing is overwritten: name another")
    out.mkdir(parents=True, exist_ok=True)
    if not os.access(out, os.W_OK | os.X_OK):
        raise UsageError(f"the folder {out} cannot be written to: name another")


def _note_rounding(plan: Plan) -> None:
    if plan.games != plan.games_requested:
        cells = f" in {len(plan.cells)} tables" if len(plan.cells) > 1 else ""
        _note(
            f"Playing {plan.games:,} games for the {plan.games_requested:,} asked for: "
            f"whole deals{cells}."
        )


def _note(text: str) -> None:
    click.echo(text, err=True)


@contextmanager
def _writing(plan: Plan, path: Path | None) -> Iterator[OnRows | None]:
    """Give what writes every game to a file, if one is wanted."""
    if path is None:
        yield None
        return
    from forsale_sim.results.games import GameWriter

    with GameWriter(path, [planned.cell for planned in plan.cells]) as writer:

        def write(chunk: Any, rows: Any) -> None:
            planned = plan.cells[chunk.cell]
            first_game = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
            writer.write(planned.cell, rows, first_game=first_game, first_deal=chunk.first_deal)

        yield write


@contextmanager
def _progress(games: int) -> Iterator[OnProgress | None]:
    """Give what shows progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("Playing", BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        advance: Callable[[int], None] = lambda more: progress.advance(task, more)  # noqa: E731
        yield advance
