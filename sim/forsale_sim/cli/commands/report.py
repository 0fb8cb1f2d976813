"""``forsale-sim report``: a page on how a game is balanced, with the data behind it."""

from __future__ import annotations

from pathlib import Path

import click

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import playing_options
from forsale_sim.cli.printing import note
from forsale_sim.display.progress import games_shown, status
from forsale_sim.experiments.playing import number_of_threads

EXAMPLES = """\b
Examples:
  forsale-sim report --games 1e4 --out first-look
  forsale-sim report reports/balance.toml --out balance
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument(
    "config",
    required=False,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="[CONFIG.toml]",
)
@click.option(
    "--games",
    type=Number(),
    help="How many games each ruleset plays for each number of players in each field.  [default: "
    "as CONFIG.toml says, else a million]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="A new folder for the page, its figures and its data.",
)
@playing_options
def report(
    config: Path | None, games: int | None, out: Path, engine: str, threads: int | None
) -> int:
    """Write a balance report: who wins, from which seat, what houses cost, what rules change.

    DIR gets report.html, which stands alone, its twin report.md with figures, the data behind every
    figure as CSV and Parquet, and report.toml, which makes it all again.
    """
    from forsale_sim.atomic_files import made_folder
    from forsale_sim.reports.config import load_config
    from forsale_sim.reports.playing import play
    from forsale_sim.reports.settling import settle

    asked = load_config(config, games)
    threads = number_of_threads(threads)
    settled = settle(asked)
    with made_folder(out):
        note(f"Playing {settled.games:,} games.")
        with games_shown(settled.games) as show:
            played = play(settled, engine=engine, threads=threads, show=show)
        with status("Writing"):
            from forsale_sim.reports.results import results
            from forsale_sim.reports.writing import PAGE, write_report

            write_report(results(played), out)
    note(f"Saved the report: {out / PAGE}")
    return 0
