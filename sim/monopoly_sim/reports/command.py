"""``monopoly-sim report``: a page on what decides the game, with the data behind it."""

from __future__ import annotations

from pathlib import Path

import click
from strategy_lab.cli.parsing import Command
from strategy_lab.cli.printing import note
from strategy_lab.experiments.option_types import Whole

GAMES = 20_000


@click.command(cls=Command)
@click.option(
    "--games",
    type=Whole(1),
    default=GAMES,
    show_default=True,
    metavar="NUMBER",
    help="How many each ruleset plays among each kind of players.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="What all chance depends on.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="A new folder for the page, its figures and its data.",
)
def report(games: int, seed: int, out: Path) -> None:
    """Write a page: which groups win, what rules do, and whether it is fair to begin.

    Players who buy everything, refuse, trade and hoard houses play it, for what holds among one
    kind of players need not hold among others.
    """
    from strategy_lab.display.page.page_files import PAGE
    from strategy_lab.errors import UsageError

    from monopoly_sim.reports.playing import played
    from monopoly_sim.reports.writing import write_report

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(f"--out {out}: it is there, and nothing is overwritten; name a new folder")
    out.mkdir(parents=True, exist_ok=True)
    write_report(played(games, seed), games, out)
    note(f"Saved the report: {out / PAGE}")
