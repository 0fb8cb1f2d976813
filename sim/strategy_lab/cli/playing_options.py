"""Options for how an experiment is played, kept and shown; none changes what comes out."""

from __future__ import annotations

import functools
from pathlib import Path

import click

from strategy_lab.cli.options import check_ending
from strategy_lab.cli.printing import results_format_option
from strategy_lab.cli.spec_options import Decorator
from strategy_lab.experiments.option_types import Whole

threads_option = click.option(
    "--threads", type=Whole(), help="How many to play on.  [default: all cores]"
)

engine_option = click.option(
    "--engine",
    type=click.Choice(["compiled", "python"]),
    help="python: play any Python callable, a thousand times slower, with the same results.  "
    "[default: compiled]",
)

scheduler_option = click.option(
    "--scheduler",
    metavar="tcp://…",
    help="Play on the workers of a Dask cluster; local:N tries it out with N processes.",
)

out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save tables, plots and a manifest in a new folder, and keep what has been played there.",
)

tables_option = click.option(
    "--out-format",
    "table_formats",
    type=click.Choice(["parquet", "csv"]),
    multiple=True,
    default=("parquet",),
    show_default=True,
    help="Format of the tables in DIR; may be repeated.",
)

plots_option = click.option(
    "--plot-format",
    "plot_formats",
    type=click.Choice(["png", "svg"]),
    multiple=True,
    default=("png",),
    show_default=True,
    help="Format of the plots in DIR; may be repeated.",
)

checkpoint_option = click.option(
    "--checkpoint-every",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    help="How often what has been played is brought to safety in DIR.  [default: 10]",
)

resume_option = click.option(
    "--resume",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Go on with what was played in a folder, however it was ended.",
)

shard_option = click.option(
    "--shard", metavar="3/16", help="Play this part of it; merge joins the parts."
)


def _games_file(
    _context: click.Context, _parameter: click.Parameter, path: Path | None
) -> Path | None:
    """Return the file for the games, if its name says what it will be."""
    if path is not None:
        check_ending("--games-out", path, ".parquet", "Parquet")
    return path


games_out_option = click.option(
    "--games-out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.parquet",
    callback=_games_file,
    help="Save a row for every game, in the order of their numbers.",
)


def with_options(*options: Decorator) -> Decorator:
    """Return a decorator that gives a command several options, in this order in its help."""
    return lambda command: functools.reduce(
        lambda decorated, option: option(decorated), reversed(options), command
    )


KEEPING_OPTIONS = (checkpoint_option, resume_option)
"""How an experiment is kept in a folder."""

PLAYING_OPTIONS = (
    engine_option,
    threads_option,
    scheduler_option,
    *KEEPING_OPTIONS,
    shard_option,
)
"""How an experiment is played; none of it changes what comes out."""

SAVING_OPTIONS = (out_option, tables_option, plots_option, results_format_option)
"""Where and how results are shown."""

PLAYED_ANYWHERE = (*SAVING_OPTIONS, *PLAYING_OPTIONS)
"""How any experiment is played, kept and shown."""

PLAYED_HERE = (
    out_option,
    tables_option,
    results_format_option,
    engine_option,
    threads_option,
    *KEEPING_OPTIONS,
)
"""The same for one that only one process can play, since it grows as it is played."""
